/** Two runs against each other, as parts of a page. */
import { CHANGE_KINDS, type Change, type Comparison } from '../compare';
import { clipped, html, NOTHING, type Html } from './html';
import { grouped, percent, signed } from '../numbers';
import { confusion } from './confusion-table';
import { costTable } from './cost-section';
import { SCORE_TITLES } from '../report';
import { table } from './section';
import { columns, filterBar } from './question-list';
import { rowPlot } from './row-plot';

/** `pressable`: the questions that a number stands for are on the page. */
export function differencesOf(
  { scores, verdicts, notes, questions, onlyLeft, onlyRight, costs }: Comparison,
  pressable: boolean,
): Html {
  const reach = Math.max(
    0.05,
    ...scores.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]),
  );
  const edge = Math.min(1, Math.ceil(reach * 20) / 20);
  const rows = scores.map(({ name, difference }) => ({ name: SCORE_TITLES[name], note: '', ...difference }));
  const alone = [
    ...(onlyLeft.length ? [`${grouped(onlyLeft.length)} only in the left run`] : []),
    ...(onlyRight.length ? [`${grouped(onlyRight.length)} only in the right run`] : []),
  ];
  const numbers = table(
    ['', 'left', 'right', 'difference', 'interval'],
    scores.map(({ name, left, right, difference: { value, low, high } }) => [
      SCORE_TITLES[name],
      percent(left),
      percent(right),
      low > 0 || high < 0 ? html`<b>${signed(value)}</b>` : signed(value),
      `${signed(low)} to ${signed(high)}`,
    ]),
    'Scores',
  );
  const plot = html`<figure>
      <figcaption>Right minus left</figcaption>
      ${rowPlot('Differences with intervals', rows, [-edge, edge], signed)}
    </figure>
    ${numbers}`;
  return html`${notes.map((note) => html`<p class="note">${note}</p>`)}
    <p>${grouped(questions)} questions are in both${alone.length ? `; ${alone.join(', ')}` : ''}.</p>
    ${rows.length ? html`<div class="beside">${plot}</div>` : NOTHING}
    <div class="beside">
      <figure>
        <figcaption>Verdicts</figcaption>
        ${confusion(verdicts, ['left', 'right'], pressable)}
      </figure>
      <figure>
        <figcaption>Cost</figcaption>
        ${costTable([
          ['left', costs.left, Math.max(1, questions + onlyLeft.length)],
          ['right', costs.right, Math.max(1, questions + onlyRight.length)],
        ])}
      </figure>
    </div>`;
}

const MAX_CHANGES = 10_000;

export function changesOf({ changes }: Comparison): Html {
  if (!changes.length) return html`<p class="empty">All results are the same.</p>`;
  const kinds = [...CHANGE_KINDS]
    .reverse()
    .map((value) => ({ value, count: changes.filter(({ turn }) => turn === value).length }))
    .filter(({ count }) => count);
  return html`<div class="changes">
    ${filterBar(kinds, changes.length)}${columns('Change', 'Question', 'id', 'F1(R)')}
    <div class="questions">${changes.slice(0, MAX_CHANGES).map(changed)}</div>
  </div>`;
}

function changed({ id, question, turn, from, to, f1R, gold, left, right }: Change, index: number): Html {
  return html`<details class="question" id="q${index + 1}" data-kind="${turn}" data-cell="${from} ${to}">
    <summary>
      <span class="verdict v-${turn.replaceAll(' ', '-')}"><i class="dot"></i>${turn}</span
      ><span class="words">${clipped(question, 400)}</span><span class="id muted">${clipped(id, 60)}</span
      ><span class="f1">${signed(f1R)}</span>
    </summary>
    <div class="inside">
      <p>${from} → ${to}</p>
      <div class="pair">${[listOf('Gold', gold), listOf('Left', left), listOf('Right', right)]}</div>
    </div>
  </details>`;
}

function listOf(title: string, answers: readonly string[]): Html {
  const shown = answers.slice(0, 20);
  return html`<div>
    <h4>${title}</h4>
    ${
      answers.length
        ? html`<ul class="answers">
            ${shown.map((answer) => html`<li>${clipped(answer, 120)}</li>`)}${answers.length > shown.length ? html`<li class="muted">and ${grouped(answers.length - shown.length)} more</li>` : NOTHING}
          </ul>`
        : html`<p class="muted">no answer</p>`
    }
  </div>`;
}
