/** Renders the details of one question. */
import type { EvalQuestion } from '../eval-question';
import type { PredictedAttempt, Prediction } from '../prediction';
import { SCORE_TITLES, SCORES, type ScoredQuestion } from '../report';
import { answerKey, answerKeys } from '../score/answer-key';
import { truncate, html, type Html } from './html';
import { formatCount, formatPercent } from '../format-numbers';

const MAX_ANSWERS = 20;

/** `maxCharacters` limits the length approximately. */
export function questionDetails(
  scored: ScoredQuestion,
  question: EvalQuestion | undefined,
  prediction: Prediction | undefined,
  maxCharacters: number,
): Html {
  const budget = new CharacterBudget(maxCharacters);
  const facts = Object.entries(scored.groups).map(
    ([by, name]) => html`<li><b>${by}</b> ${truncate(name, 80)}</li>`,
  );
  const scores = SCORES.flatMap((name) => {
    const score = scored.scores[name];
    return score === undefined ? [] : [html`<li><b>${SCORE_TITLES[name]}</b> ${formatPercent(score)}</li>`];
  });
  return html`<div class="inside">
    <div class="pair">
      ${renderAnswers('Gold', scored.gold, scored, undefined)}${renderAnswers('Predicted', scored.answers, scored, scored.gold)}
    </div>
    ${prediction && renderExplanation(prediction, budget)}
    <ul class="facts">
      ${scores}
    </ul>
    <ul class="facts">
      ${facts}
    </ul>
    <div class="pair">
      ${renderGoldQueries(question, budget)}${prediction && renderPredictedQuery(prediction, budget)}
    </div>
    ${prediction && renderRetrieved(prediction, budget)}${prediction && renderAttempts(prediction, budget)}
  </div>`;
}

/** Shows names if known, and marks answers as right or wrong. */
function renderAnswers(
  title: string,
  answers: readonly string[],
  { answers: predicted, names }: ScoredQuestion,
  gold: readonly string[] | undefined,
): Html {
  const nameByKey = new Map(predicted.map((value, index) => [answerKey(value), names[index] ?? value]));
  const right = gold && answerKeys(gold);
  const shown = answers.slice(0, MAX_ANSWERS).map((value) => {
    const name = nameByKey.get(answerKey(value));
    const mark =
      right &&
      (right.has(answerKey(value))
        ? html`<span class="ok" title="in gold">✓</span> `
        : html`<span class="bad" title="not in gold">✗</span> `);
    return html`<li>
      ${mark}${truncate(name ?? value, 120)}${name !== undefined && name !== value && html` <code class="muted">${truncate(value, 60)}</code>`}
    </li>`;
  });
  const more = answers.length - shown.length;
  return html`<div>
    <h4>${title}</h4>
    ${
      answers.length
        ? html`<ul class="answers">
            ${shown}${more > 0 && html`<li class="muted">and ${formatCount(more)} more</li>`}
          </ul>`
        : html`<p class="muted">no answer</p>`
    }
  </div>`;
}

function renderExplanation(
  { explanation, troubles, level, kind, strategy, fellBackFrom }: Prediction,
  budget: CharacterBudget,
): Html {
  const outcome = `${kind}${level ? ` (${level})` : ''} by ${strategy}${fellBackFrom ? `, after ${fellBackFrom}` : ''}`;
  return html`<p><span class="muted">${outcome}.</span> ${budget.take(explanation, 600)}</p>
    ${
      troubles.length > 0 &&
      html`<ul class="troubles">
        ${troubles.slice(0, 5).map((one) => html`<li>${budget.take(one, 300)}</li>`)}
      </ul>`
    }`;
}

function renderGoldQueries(question: EvalQuestion | undefined, budget: CharacterBudget): Html | undefined {
  const parses = question?.gold.parses.slice(0, 3) ?? [];
  const texts = parses.flatMap(({ sexpr, sparql }) => {
    const text = sexpr ?? sparql;
    return text === undefined ? [] : [html`<pre>${budget.take(text, 1500)}</pre>`];
  });
  const missing = question?.gold.missing ?? [];
  if (!texts.length && !missing.length) return undefined;
  return html`<div>
    <h4>Gold query</h4>
    ${texts}${missing.length > 0 && html`<p class="muted">Removed from the KB: ${truncate(missing.join(', '), 300)}</p>`}
  </div>`;
}

function renderPredictedQuery({ query, sexpr }: Prediction, budget: CharacterBudget): Html | undefined {
  const texts = [sexpr, query].flatMap((text) =>
    text == null ? [] : [html`<pre>${budget.take(text, 1500)}</pre>`],
  );
  if (!texts.length) return undefined;
  return html`<div>
    <h4>Predicted query</h4>
    ${texts}
  </div>`;
}

function renderRetrieved({ entities, retrieved }: Prediction, budget: CharacterBudget): Html | undefined {
  const lists = [
    ['Linked', entities],
    ['Relations', retrieved.relations],
    ['Classes', retrieved.classes],
    ['Paths', retrieved.paths],
  ] as const;
  const shown = lists.filter(([, ids]) => ids.length);
  if (!shown.length) return undefined;
  return html`<details class="numbers">
    <summary>Retrieved</summary>
    <dl class="found">
      ${shown.map(
        ([name, ids]) =>
          html`<dt>${name}</dt>
            <dd>${budget.take(ids.slice(0, 10).join(', '), 700)}${ids.length > 10 && ' …'}</dd>`,
      )}
    </dl>
  </details>`;
}

function renderAttempts({ attempts: all }: Prediction, budget: CharacterBudget): Html | undefined {
  if (!all.length) return undefined;
  const shown: Html[] = [];
  for (const [index, attempt] of all.entries()) {
    // The chosen attempt is always shown.
    if (budget.isFull && !attempt.chosen) continue;
    shown.push(renderAttempt(attempt, index, budget));
  }
  const more = all.length - shown.length;
  return html`<h4>
      ${all.length === 1 ? 'One query was tried' : `${formatCount(all.length)} queries were tried`}
    </h4>
    ${shown}${more > 0 && html`<p class="muted">${formatCount(more)} are not shown here: see predictions.jsonl.</p>`}`;
}

function renderAttempt(
  { query, answers, findings, chosen, checked }: PredictedAttempt,
  index: number,
  budget: CharacterBudget,
): Html {
  const outcome =
    answers === undefined
      ? 'not run'
      : answers.length === 1
        ? '1 answer'
        : `${formatCount(answers.length)} answers`;
  const codes = [
    ...new Set(findings.map(({ code, rule }) => (rule === undefined ? code : `${code} (${rule})`))),
  ];
  const noFindings = checked ? 'no findings' : answers ? 'not all checks ran' : '';
  return html`<details class="attempt">
    <summary>
      ${index + 1}.
      ${outcome}${chosen && html` <b class="chosen">chosen</b>`}${
        codes.length
          ? html` <span class="codes"
              >${codes.map((code) => html`<code>${truncate(code, 60)}</code> `)}</span
            >`
          : html` <span class="muted">${noFindings}</span>`
      }
    </summary>
    <pre>${budget.take(query, 2000)}</pre>
    ${
      answers !== undefined &&
      answers.length > 0 &&
      html`<p class="muted">
        ${budget.take(answers.slice(0, 10).join(', '), 500)}${answers.length > 10 && ' …'}
      </p>`
    }
  </details>`;
}

/** The number of characters that are left for a question. */
class CharacterBudget {
  constructor(private left: number) {}

  get isFull(): boolean {
    return this.left <= 0;
  }

  take(text: string, maxLength: number): string {
    const shown = truncate(text, Math.max(80, Math.min(maxLength, this.left)));
    // Includes an estimate of the markup.
    this.left -= shown.length + 200;
    return shown;
  }
}
