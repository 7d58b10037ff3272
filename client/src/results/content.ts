import type { Row, Run } from '../../../server/src/protocol';
import { compareTables, type Comparison } from '../../shared/compare';
import { columnsOf, headOf, rowsOf, titleOf } from '../../shared/heads';
import type { Shown } from '../../shared/messages';

/** What a panel shows. */
export type Content =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'comparison'; readonly a: Run; readonly b: Run; readonly comparison: Comparison };

export const runContent = (run: Run): Content => ({ kind: 'run', run });

export function comparisonContent(a: Run, b: Run): Content {
  const table = (run: Run) => ({ columns: columnsOf(run), rows: rowsOf(run) });
  return { kind: 'comparison', a, b, comparison: compareTables(table(a), table(b)) };
}

export const runsOf = (content: Content): readonly Run[] =>
  content.kind === 'run' ? [content.run] : [content.a, content.b];

export const keyOfContent = (content: Content): string =>
  runsOf(content)
    .map(({ id }) => id)
    .join(' ');

export const rowsOfContent = (content: Content): readonly Row[] =>
  content.kind === 'run' ? rowsOf(content.run) : content.comparison.rows;

export const columnsOfContent = (content: Content): readonly string[] =>
  content.kind === 'run' ? columnsOf(content.run) : content.comparison.columns;

export const titleOfContent = (content: Content): string =>
  content.kind === 'run' ? `Results: ${titleOf(content.run)}` : 'Results: A and B compared';

export function shownOf(content: Content, { pinned }: { readonly pinned: boolean }): Shown {
  if (content.kind === 'run') return { kind: 'run', run: headOf(content.run), pinned };
  const { columns, counts, note, rows } = content.comparison;
  return {
    kind: 'comparison',
    a: headOf(content.a),
    b: headOf(content.b),
    columns,
    counts,
    total: rows.length,
    ...(note !== undefined && { note }),
  };
}
