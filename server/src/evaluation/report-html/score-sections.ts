/** Shows the scores of all questions and of groups. */
import { SCORE_TITLES, SCORES, type Report, type Scores } from '../report';
import { html, type Html } from './html';
import { formatCount, formatInterval, formatPercent } from '../format-numbers';
import { collapsibleTable, table } from './section';
import { rowPlot } from './row-plot';

export function scoreCards({ scores }: Report): Html {
  const cards = SCORES.flatMap((name) => {
    const score = scores[name];
    if (!score) return [];
    return [
      html`<div class="card${name === 'f1R' ? ' first' : ''}">
        <dt>${SCORE_TITLES[name]}</dt>
        <dd><strong>${formatPercent(score.value)}</strong></dd>
        <dd class="muted">${formatInterval(score)}</dd>
        <dd class="muted">n ${formatCount(score.n)}</dd>
      </div>`,
    ];
  });
  return cards.length
    ? html`<dl class="cards">${cards}</dl>`
    : html`<p class="empty">
        No question could be scored: the dataset has no answers, or no question was asked yet.
      </p>`;
}

const GROUP_TITLES: Readonly<Record<string, string>> = {
  answerability: 'Answerability',
  level: 'Generalization level',
  function: 'Function',
  hops: 'Hops',
  strategy: 'Strategy',
};

export function groupFigures({ groups: all }: Report): Html {
  return html`<div class="plots">
    ${all.map(({ by, groups }) => {
      const title = GROUP_TITLES[by] ?? by;
      const rows = groups.flatMap(({ name, n, scores }) =>
        scores.f1R ? [{ name, note: `n ${formatCount(n)}`, ...scores.f1R }] : [],
      );
      return html`<figure>
        <figcaption>${title}</figcaption>
        ${rows.length > 0 && rowPlot(`F1(R) by ${by}`, rows, [0, 1])}${collapsibleTable(scoresTable(groups, title))}
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
      formatCount(n),
      ...names.map((score) => {
        const value = scores[score];
        return value
          ? html`<span title="${formatInterval(value)}">${formatPercent(value.value)}</span>`
          : '–';
      }),
    ]),
    name,
  );
}
