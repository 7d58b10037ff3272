/** A report as one file that opens anywhere: no network, and a policy that runs our own script and nothing else. */
import type { Comparison } from '../compare';
import type { EvalQuestion } from '../eval-question';
import type { Prediction } from '../prediction';
import type { Report, RunFacts } from '../report';
import { verifiers } from './checks-section';
import { changesOf, differencesOf } from './comparison';
import { confusion } from './confusion-table';
import { costCurve, costs } from './cost-section';
import { risk, rounds } from './course-section';
import { html, Html } from './html';
import { grouped } from '../numbers';
import { remarksOn } from '../remarks';
import { SCRIPT_HASH, STYLE_HASH } from './page-hashes';
import { SCRIPT } from './page-script';
import { STYLE } from './page-style';
import { section } from './parts';
import { questionList } from './question-list';
import { retrieval } from './retrieval-section';
import { groups, headline } from './score-sections';

export interface ReportDetails {
  readonly comparison?: Comparison | undefined;
  /** For gold's queries. */
  readonly questions?: readonly EvalQuestion[];
  /** For what was tried. */
  readonly predictions?: ReadonlyMap<string, Prediction>;
}

export function htmlOf(report: Report, details: ReportDetails = {}): string {
  const { comparison, questions = [], predictions = new Map<string, Prediction>() } = details;
  const known = { questions: new Map(questions.map((one) => [one.id, one])), predictions };
  const asked = confusion(report.confusion, ['gold', 'said']);
  const parts: readonly (readonly [id: string, title: string, body: Html, about?: string])[] = [
    [
      'scores',
      'Scores',
      headline(report),
      'In per cent, with intervals of 95 in 100 by bootstrap over questions; Wilson’s where fewer than ten differ from the others.',
    ],
    ...(comparison
      ? ([['compared', 'Against the other run', differencesOf(comparison, false)]] as const)
      : []),
    ['kinds', 'By kind of question', groups(report)],
    ['confusion', 'Answerable or not', asked, 'Press a number to see its questions.'],
    ['retrieval', 'Retrieval', retrieval(report)],
    [
      'checks',
      'Checks',
      verifiers(report),
      'Over all queries that were run on the way: wrong is what has other answers than gold.',
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
        ${factsOf(report.run)}${remarksOn(report).map((remark) => html`<p class="note">${remark}</p>`)}
      </header>
      <nav aria-label="Parts">${shown.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>
      <main>${shown.map(([id, title, body, about]) => section(id, title, body, about))}</main>`,
  );
}

/** `names` is what the two runs are called, where they are called anything. */
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
        ${section('compared', 'Differences', differencesOf(comparison, true), 'Right less left, on the questions of both, in per cent; intervals of 95 in 100 by paired bootstrap, and Newcombe’s where fewer than ten changed.')}${section('questions', 'Question by question', changesOf(comparison))}
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
    ...(oracle.length ? ([['given from gold', oracle.join(', ')]] as const) : []),
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
  // Not a sign may be added to either: the policy knows them by their hashes.
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
