/** The details of one question. */
import type { EvalQuestion } from '../eval-question';
import type { PredictedAttempt, Prediction } from '../prediction';
import { SCORE_TITLES, SCORES, type ScoredQuestion } from '../report';
import { answerKey, answerKeys } from '../score/answer-key';
import { clipped, html, NOTHING, type Html } from './html';
import { grouped, percent } from '../numbers';

const MAX_ANSWERS = 20;

/** `allowed` is about how many characters it may have. */
export function questionDetails(
  scored: ScoredQuestion,
  asked: EvalQuestion | undefined,
  prediction: Prediction | undefined,
  allowed: number,
): Html {
  const room = new Room(allowed);
  const facts = Object.entries(scored.groups).map(
    ([by, name]) => html`<li><b>${by}</b> ${clipped(name, 80)}</li>`,
  );
  const scores = SCORES.flatMap((name) => {
    const score = scored.scores[name];
    return score === undefined ? [] : [html`<li><b>${SCORE_TITLES[name]}</b> ${percent(score)}</li>`];
  });
  return html`<div class="inside">
    <div class="pair">
      ${answersIn('Gold', scored.gold, scored, undefined)}${answersIn('Predicted', scored.answers, scored, scored.gold)}
    </div>
    ${prediction ? explained(prediction, room) : NOTHING}
    <ul class="facts">
      ${scores}
    </ul>
    <ul class="facts">
      ${facts}
    </ul>
    <div class="pair">${goldQueries(asked, room)}${prediction ? saidQuery(prediction, room) : NOTHING}</div>
    ${prediction ? found(prediction, room) : NOTHING}${prediction ? attempts(prediction, room) : NOTHING}
  </div>`;
}

/** Names if known, marked as right or wrong. */
function answersIn(
  title: string,
  answers: readonly string[],
  { answers: said, names }: ScoredQuestion,
  gold: readonly string[] | undefined,
): Html {
  const nameOf = new Map(said.map((value, index) => [answerKey(value), names[index] ?? value]));
  const right = gold && answerKeys(gold);
  const shown = answers.slice(0, MAX_ANSWERS).map((value) => {
    const name = nameOf.get(answerKey(value));
    const mark =
      right &&
      (right.has(answerKey(value))
        ? html`<span class="ok" title="in gold">✓</span> `
        : html`<span class="bad" title="not in gold">✗</span> `);
    return html`<li>
      ${mark ?? NOTHING}${clipped(name ?? value, 120)}${name !== undefined && name !== value ? html` <code class="muted">${clipped(value, 60)}</code>` : NOTHING}
    </li>`;
  });
  const more = answers.length - shown.length;
  return html`<div>
    <h4>${title}</h4>
    ${
      answers.length
        ? html`<ul class="answers">
            ${shown}${more > 0 ? html`<li class="muted">and ${grouped(more)} more</li>` : NOTHING}
          </ul>`
        : html`<p class="muted">no answer</p>`
    }
  </div>`;
}

function explained(
  { explanation, troubles, level, kind, strategy, fellBackFrom }: Prediction,
  room: Room,
): Html {
  const how = `${kind}${level ? ` (${level})` : ''} by ${strategy}${fellBackFrom ? `, after ${fellBackFrom}` : ''}`;
  return html`<p><span class="muted">${how}.</span> ${room.text(explanation, 600)}</p>
    ${
      troubles.length
        ? html`<ul class="troubles">
            ${troubles.slice(0, 5).map((one) => html`<li>${room.text(one, 300)}</li>`)}
          </ul>`
        : NOTHING
    }`;
}

function goldQueries(asked: EvalQuestion | undefined, room: Room): Html {
  const parses = asked?.gold.parses.slice(0, 3) ?? [];
  const texts = parses.flatMap(({ sexpr, sparql }) => {
    const text = sexpr ?? sparql;
    return text === undefined ? [] : [html`<pre>${room.text(text, 1500)}</pre>`];
  });
  const missing = asked?.gold.missing;
  return texts.length || missing?.length
    ? html`<div>
        <h4>Gold query</h4>
        ${texts}${missing?.length ? html`<p class="muted">Removed from the KB: ${clipped(missing.join(', '), 300)}</p>` : NOTHING}
      </div>`
    : NOTHING;
}

function saidQuery({ query, sexpr }: Prediction, room: Room): Html {
  const texts = [sexpr, query].flatMap((text) =>
    text == null ? [] : [html`<pre>${room.text(text, 1500)}</pre>`],
  );
  return texts.length
    ? html`<div>
        <h4>Predicted query</h4>
        ${texts}
      </div>`
    : NOTHING;
}

function found({ entities, retrieved }: Prediction, room: Room): Html {
  const lists = [
    ['Linked', entities],
    ['Relations', retrieved.relations],
    ['Classes', retrieved.classes],
    ['Paths', retrieved.paths],
  ] as const;
  const shown = lists.filter(([, ids]) => ids.length);
  return shown.length
    ? html`<details class="numbers">
        <summary>Retrieved</summary>
        <dl class="found">
          ${shown.map(
            ([name, ids]) =>
              html`<dt>${name}</dt>
                <dd>${room.text(ids.slice(0, 10).join(', '), 700)}${ids.length > 10 ? ' …' : ''}</dd>`,
          )}
        </dl>
      </details>`
    : NOTHING;
}

function attempts({ attempts: all }: Prediction, room: Room): Html {
  if (!all.length) return NOTHING;
  const shown: Html[] = [];
  for (const [index, attempt] of all.entries()) {
    // The chosen one is always shown.
    if (room.isFull && !attempt.chosen) continue;
    shown.push(attemptIn(attempt, index, room));
  }
  const more = all.length - shown.length;
  return html`<h4>
      ${all.length === 1 ? 'One query was tried' : `${grouped(all.length)} queries were tried`}
    </h4>
    ${shown}${
      more ? html`<p class="muted">${grouped(more)} are not shown here: see predictions.jsonl.</p>` : NOTHING
    }`;
}

function attemptIn(
  { query, answers, findings, chosen, checked }: PredictedAttempt,
  index: number,
  room: Room,
): Html {
  const outcome =
    answers === undefined
      ? 'not run'
      : answers.length === 1
        ? '1 answer'
        : `${grouped(answers.length)} answers`;
  const codes = [
    ...new Set(findings.map(({ code, rule }) => (rule === undefined ? code : `${code} (${rule})`))),
  ];
  const silence = checked ? 'no findings' : answers ? 'not all checks ran' : '';
  return html`<details class="attempt">
    <summary>
      ${index + 1}.
      ${outcome}${chosen ? html` <b class="chosen">chosen</b>` : NOTHING}${
        codes.length
          ? html` <span class="codes">${codes.map((code) => html`<code>${clipped(code, 60)}</code> `)}</span>`
          : html` <span class="muted">${silence}</span>`
      }
    </summary>
    <pre>${room.text(query, 2000)}</pre>
    ${
      answers?.length
        ? html`<p class="muted">
            ${room.text(answers.slice(0, 10).join(', '), 500)}${answers.length > 10 ? ' …' : ''}
          </p>`
        : NOTHING
    }
  </details>`;
}

/** The characters that are left for a question. */
class Room {
  constructor(private left: number) {}

  get isFull(): boolean {
    return this.left <= 0;
  }

  text(text: string, most: number): string {
    const shown = clipped(text, Math.max(80, Math.min(most, this.left)));
    // With the markup around it.
    this.left -= shown.length + 200;
    return shown;
  }
}
