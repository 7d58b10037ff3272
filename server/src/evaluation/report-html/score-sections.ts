/** Scores of all questions, and by group. */
import { SCORE_TITLES, SCORES, type Report, type Scores } from '../report';
import { html, NOTHING, type Html } from './html';
import { grouped, interval, percent } from '../numbers';
import { asTable, table } from './section';
import { rowPlot } from './row-plot';

export function headline({ scores }: Report): Html {
  const cards = SCORES.flatMap((name) => {
    const score = scores[name];
    if (!score) return [];
    return [
      html`<div class="card${name === 'f1R' ? ' first' : ''}">
        <dt>${SCORE_TITLES[name]}</dt>
        <dd><strong>${percent(score.value)}</strong></dd>
        <dd class="muted">${interval(score)}</dd>
        <dd class="muted">n ${grouped(score.n)}</dd>
      </div>`,
    ];
  });
  return cards.length
    ? html`<dl class="cards">${cards}</dl>`
    : html`<p class="empty">
        No question could be scored: the dataset tells no answers, or none was asked yet.
      </p>`;
}

const GROUP_TITLES: Readonly<Record<string, string>> = {
  answerability: 'Answerability',
  level: 'Level of generalisation',
  function: 'Function',
  hops: 'Hops',
  strategy: 'Strategy',
};

export function groups({ groups: all }: Report): Html {
  return html`<div class="plots">
    ${all.map(({ by, groups: some }) => {
      const title = GROUP_TITLES[by] ?? by;
      const rows = some.flatMap(({ name, n, scores }) =>
        scores.f1R ? [{ name, note: `n ${grouped(n)}`, ...scores.f1R }] : [],
      );
      return html`<figure>
        <figcaption>${title}</figcaption>
        ${rows.length ? rowPlot(`F1(R) by ${by}`, rows, [0, 1]) : NOTHING}${asTable(scoresTable(some, title))}
      </figure>`;
    })}
  </div>`;
}

function scoresTable(
  rows: readonly { readonly name: string; readonly n: number; readonly scores: Scores }[],
  name: string,
): Html {
  const names = SCORES.filter((score) => rows.some(({ scores }) => scores[score]));
  return table(
    ['', 'n', ...names.map((score) => SCORE_TITLES[score])],
    rows.map(({ name: row, n, scores }) => [
      row,
      grouped(n),
      ...names.map((score) => {
        const value = scores[score];
        return value ? html`<span title="${interval(value)}">${percent(value.value)}</span>` : '–';
      }),
    ]),
    name,
  );
}
