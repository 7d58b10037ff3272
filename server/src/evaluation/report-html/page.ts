/** Renders a report as one HTML file without network access. Its CSP allows only its own script and style. */
import type { RunComparison } from '../compare';
import type { EvalQuestion } from '../eval-question';
import type { Predictions } from '../prediction';
import type { Report, RunFacts } from '../report';
import { checksTable } from './checks-section';
import { renderChanges, renderDifferences } from './comparison';
import { confusionTable } from './confusion-table';
import { costFigure, costSummary } from './cost-section';
import { attemptsFigure, calibrationFigure, riskFigure } from './attempts-section';
import { html, Html } from './html';
import { formatCount } from '../format-numbers';
import { listCaveats } from '../caveats';
import { SCRIPT } from './page-script';
import { STYLE } from './page-style';
import { section } from './section';
import { questionList } from './question-list';
import { retrievalFigures } from './retrieval-section';
import { groupFigures, scoreCards } from './score-sections';

export interface ReportDetails {
  readonly comparison?: RunComparison | undefined;
  /** Shows gold queries. */
  readonly questions?: readonly EvalQuestion[];
  /** Shows attempts. */
  readonly predictions?: Predictions;
}

export function renderReportHtml(report: Report, details: ReportDetails = {}): string {
  const { comparison, questions = [], predictions = new Map<string, never>() } = details;
  const known = { questions: new Map(questions.map((one) => [one.id, one])), predictions };
  const answerability = confusionTable(report.confusion, ['gold', 'predicted']);
  const parts: readonly (readonly [id: string, title: string, body: Html | undefined, about?: string])[] = [
    [
      'scores',
      'Scores',
      scoreCards(report),
      'In percent, with 95 % intervals by bootstrap over questions; Wilson’s intervals if fewer than ten questions differ.',
    ],
    ...(comparison
      ? ([['compared', 'Compared with the other run', renderDifferences(comparison, false)]] as const)
      : []),
    ['kinds', 'By kind of question', groupFigures(report)],
    ['confusion', 'Answerable or not', answerability, 'Select a number to see its questions.'],
    ['retrieval', 'Retrieval', retrievalFigures(report)],
    [
      'checks',
      'Checks',
      checksTable(report),
      'Over all queries that were run. A query is wrong if its answers differ from gold.',
    ],
    [
      'course',
      'Attempts, confidence, cost',
      html`<div class="plots">
          ${attemptsFigure(report)}${riskFigure(report)}${calibrationFigure(report)}${costFigure(report)}
        </div>
        ${costSummary(report)}`,
    ],
    ['questions', 'Questions', questionList(report, known)],
  ];
  const shown = parts.filter(([, , body]) => body);
  return renderPage(
    report.run.dataset.name,
    html`<header>
        <p class="muted">Evaluation</p>
        <h1>${report.run.dataset.name}</h1>
        ${renderFacts(report.run)}${listCaveats(report).map((caveat) => html`<p class="note">${caveat}</p>`)}
      </header>
      <nav aria-label="Parts">${shown.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>
      <main>${shown.map(([id, title, body, about]) => section(id, title, body, about))}</main>`,
  );
}

/** `names` are the names of the two runs. */
export function renderComparisonHtml(comparison: RunComparison, names?: readonly [string, string]): string {
  return renderPage(
    'Two runs compared',
    html`<header>
        <p class="muted">Evaluation</p>
        <h1>Two runs compared</h1>
        <div class="pair">
          <div>
            <h4>${sideTitle('Left', names?.[0])}</h4>
            ${renderFacts(comparison.left)}
          </div>
          <div>
            <h4>${sideTitle('Right', names?.[1])}</h4>
            ${renderFacts(comparison.right)}
          </div>
        </div>
      </header>
      <main>
        ${section('compared', 'Differences', renderDifferences(comparison, true), 'Right minus left over the questions of both runs, in percent, with 95 % intervals by paired bootstrap; Newcombe’s intervals if fewer than ten questions changed.')}${section('questions', 'Question by question', renderChanges(comparison))}
      </main>`,
  );
}

const sideTitle = (side: string, name: string | undefined): string => (name ? `${side}: ${name}` : side);

function renderFacts({ dataset, kb, strategy, model, gold, off, oracle, threshold, seed }: RunFacts): Html {
  const facts: readonly (readonly [string, string])[] = [
    ['dataset', `${dataset.name}, ${formatCount(dataset.questions)} questions (${dataset.shape})`],
    ...(dataset.bad ? ([['rows left out', formatCount(dataset.bad)]] as const) : []),
    ['KB', kb],
    ['strategy', strategy],
    ...(model === undefined ? [] : ([['model', model]] as const)),
    ['gold', gold === 'kb' ? 'gold queries run on the KB' : 'answers of the dataset'],
    ...(off.length ? ([['switched off', off.join(', ')]] as const) : []),
    ...(oracle.length ? ([['taken from gold', oracle.join(', ')]] as const) : []),
    ['threshold', String(threshold)],
    ['seed', String(seed)],
  ];
  return html`<dl class="run">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** SHA-256 of the script and the style, for the CSP. If they change, a failing test prints the new hashes. */
export const SCRIPT_HASH = 'sha256-5RQ9XN+leGHlpr7cdSavbQ2zCvrliW4nZ51yzs69l2A=';
export const STYLE_HASH = 'sha256-YcqujcgjBScdqrVrbpScrtTxNTZNRglHkXlypBZ2Mdg=';

function renderPage(title: string, body: Html): string {
  const policy = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  // The CSP contains their hashes, so their text must not be changed.
  const style = new Html(`<style>${STYLE}</style>`);
  const script = new Html(`<script>${SCRIPT}</script>`);
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Html(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · FUn-FuSIC</title>
        ${style}
      </head>
      <body>
        ${body} ${script}
      </body>
    </html> `.text;
}
