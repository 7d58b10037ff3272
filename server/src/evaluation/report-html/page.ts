/** A report as one HTML file without network access. Its policy allows only our own script and style. */
import type { Comparison } from '../compare';
import type { EvalQuestion } from '../eval-question';
import type { Prediction } from '../prediction';
import type { Report, RunFacts } from '../report';
import { verifiers } from './checks-section';
import { changesOf, differencesOf } from './comparison';
import { confusion } from './confusion-table';
import { costCurve, costs } from './cost-section';
import { risk, rounds } from './attempts-section';
import { html, Html } from './html';
import { grouped } from '../numbers';
import { caveatsOf } from '../caveats';
import { SCRIPT_HASH, STYLE_HASH } from './page-hashes';
import { SCRIPT } from './page-script';
import { STYLE } from './page-style';
import { section } from './section';
import { questionList } from './question-list';
import { retrieval } from './retrieval-section';
import { groups, headline } from './score-sections';

export interface ReportDetails {
  readonly comparison?: Comparison | undefined;
  /** For gold queries. */
  readonly questions?: readonly EvalQuestion[];
  /** For tried queries. */
  readonly predictions?: ReadonlyMap<string, Prediction>;
}

export function htmlOf(report: Report, details: ReportDetails = {}): string {
  const { comparison, questions = [], predictions = new Map<string, Prediction>() } = details;
  const known = { questions: new Map(questions.map((one) => [one.id, one])), predictions };
  const asked = confusion(report.confusion, ['gold', 'predicted']);
  const parts: readonly (readonly [id: string, title: string, body: Html, about?: string])[] = [
    [
      'scores',
      'Scores',
      headline(report),
      'In percent, with 95 % intervals by bootstrap over questions; Wilson’s intervals if fewer than ten questions differ.',
    ],
    ...(comparison
      ? ([['compared', 'Compared with the other run', differencesOf(comparison, false)]] as const)
      : []),
    ['kinds', 'By kind of question', groups(report)],
    ['confusion', 'Answerable or not', asked, 'Select a number to see its questions.'],
    ['retrieval', 'Retrieval', retrieval(report)],
    [
      'checks',
      'Checks',
      verifiers(report),
      'Over all queries that were run. A query is wrong if its answers differ from gold.',
    ],
    [
      'course',
      'Attempts, confidence, cost',
      html`<div class="plots">${rounds(report)}${risk(report)}${costCurve(report)}</div>
        ${costs(report)}`,
    ],
    ['questions', 'Questions', questionList(report, known)],
  ];
  const shown = parts.filter(([, , body]) => body.text !== '');
  return pageOf(
    report.run.dataset.name,
    html`<header>
        <p class="muted">Evaluation</p>
        <h1>${report.run.dataset.name}</h1>
        ${factsOf(report.run)}${caveatsOf(report).map((remark) => html`<p class="note">${remark}</p>`)}
      </header>
      <nav aria-label="Parts">${shown.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>
      <main>${shown.map(([id, title, body, about]) => section(id, title, body, about))}</main>`,
  );
}

/** `names` are those of the two runs. */
export function comparisonHtml(comparison: Comparison, names?: readonly [string, string]): string {
  return pageOf(
    'Two runs compared',
    html`<header>
        <p class="muted">Evaluation</p>
        <h1>Two runs compared</h1>
        <div class="pair">
          <div>
            <h4>${sideOf('Left', names?.[0])}</h4>
            ${factsOf(comparison.left)}
          </div>
          <div>
            <h4>${sideOf('Right', names?.[1])}</h4>
            ${factsOf(comparison.right)}
          </div>
        </div>
      </header>
      <main>
        ${section('compared', 'Differences', differencesOf(comparison, true), 'Right minus left over the questions of both runs, in percent, with 95 % intervals by paired bootstrap; Newcombe’s intervals if fewer than ten questions changed.')}${section('questions', 'Question by question', changesOf(comparison))}
      </main>`,
  );
}

const sideOf = (side: string, name: string | undefined): string => (name ? `${side}: ${name}` : side);

function factsOf({ dataset, kb, strategy, model, gold, off, oracle, threshold, seed }: RunFacts): Html {
  const facts: readonly (readonly [string, string])[] = [
    ['dataset', `${dataset.name}, ${grouped(dataset.questions)} questions (${dataset.shape})`],
    ...(dataset.bad ? ([['rows left out', grouped(dataset.bad)]] as const) : []),
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

function pageOf(title: string, body: Html): string {
  const policy = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  // The policy contains their hashes, so nothing may be added.
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
