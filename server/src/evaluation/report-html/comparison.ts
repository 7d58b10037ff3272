/** Renders the comparison of two runs. */
import { CHANGE_KINDS, type QuestionChange, type RunComparison } from '../compare';
import { truncate, html, type Html } from './html';
import { formatCount, formatPercent, formatSignedPercent } from '../format-numbers';
import { confusionTable } from './confusion-table';
import { costTable } from './cost-section';
import { SCORE_TITLES } from '../report';
import { table } from './section';
import { columnHeaders, filterBar } from './question-list';
import { rowPlot } from './row-plot';

/** `isInteractive`: the page contains the questions that the cells of the confusion matrix count. */
export function renderDifferences(
  { scores, verdicts, notes, questions, onlyLeft, onlyRight, costs }: RunComparison,
  isInteractive: boolean,
): Html {
  const maxDifference = Math.max(
    0.05,
    ...scores.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]),
  );
  const limit = Math.min(1, Math.ceil(maxDifference * 20) / 20);
  const rows = scores.map(({ name, difference }) => ({ name: SCORE_TITLES[name], note: '', ...difference }));
  const unpaired = [
    ...(onlyLeft.length ? [`${formatCount(onlyLeft.length)} only in the left run`] : []),
    ...(onlyRight.length ? [`${formatCount(onlyRight.length)} only in the right run`] : []),
  ];
  const numbers = table(
    ['', 'left', 'right', 'difference', 'interval'],
    scores.map(({ name, left, right, difference: { value, low, high } }) => [
      SCORE_TITLES[name],
      formatPercent(left),
      formatPercent(right),
      low > 0 || high < 0 ? html`<b>${formatSignedPercent(value)}</b>` : formatSignedPercent(value),
      `${formatSignedPercent(low)} to ${formatSignedPercent(high)}`,
    ]),
    'Scores',
  );
  const plot = html`<figure>
      <figcaption>Right minus left</figcaption>
      ${rowPlot('Differences with intervals', rows, [-limit, limit], formatSignedPercent)}
    </figure>
    ${numbers}`;
  return html`${notes.map((note) => html`<p class="note">${note}</p>`)}
    <p>
      ${formatCount(questions)} questions are in both${unpaired.length ? `; ${unpaired.join(', ')}` : ''}.
    </p>
    ${rows.length > 0 && html`<div class="beside">${plot}</div>`}
    <div class="beside">
      <figure>
        <figcaption>Verdicts</figcaption>
        ${confusionTable(verdicts, ['left', 'right'], isInteractive)}
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

export function renderChanges({ changes }: RunComparison): Html {
  if (!changes.length) return html`<p class="empty">All results are the same.</p>`;
  const kinds = [...CHANGE_KINDS]
    .reverse()
    .map((value) => ({ value, count: changes.filter(({ turn }) => turn === value).length }))
    .filter(({ count }) => count);
  return html`<div class="changes">
    ${filterBar(kinds, changes.length)}${columnHeaders('Change', 'Question', 'ID', 'F1(R)')}
    <div class="questions">${changes.slice(0, MAX_CHANGES).map(renderChange)}</div>
  </div>`;
}

function renderChange(
  { id, question, turn, from, to, f1R, gold, left, right }: QuestionChange,
  index: number,
): Html {
  return html`<details class="question" id="q${index + 1}" data-kind="${turn}" data-cell="${from} ${to}">
    <summary>
      <span class="verdict v-${turn.replaceAll(' ', '-')}"><i class="dot"></i>${turn}</span
      ><span class="words">${truncate(question, 400)}</span><span class="id muted">${truncate(id, 60)}</span
      ><span class="f1">${formatSignedPercent(f1R)}</span>
    </summary>
    <div class="inside">
      <p>${from} → ${to}</p>
      <div class="pair">
        ${[renderAnswers('Gold', gold), renderAnswers('Left', left), renderAnswers('Right', right)]}
      </div>
    </div>
  </details>`;
}

function renderAnswers(title: string, answers: readonly string[]): Html {
  const shown = answers.slice(0, 20);
  return html`<div>
    <h4>${title}</h4>
    ${
      answers.length
        ? html`<ul class="answers">
            ${shown.map((answer) => html`<li>${truncate(answer, 120)}</li>`)}${answers.length > shown.length && html`<li class="muted">and ${formatCount(answers.length - shown.length)} more</li>`}
          </ul>`
        : html`<p class="muted">no answer</p>`
    }
  </div>`;
}
