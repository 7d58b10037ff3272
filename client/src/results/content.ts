import { t } from '../../shared/l10n';
import { hidePasswords, type Row, type Run } from '../../../server/src/protocol/index';
import { compareTables, type ResultComparison } from '../../shared/compare';
import { askTraceHead, questionTitle } from '../../shared/ask/ask-trace-head';
import type { ShownAnswer } from '../../shared/ask/ask-messages';
import { columnsOf, headOf, rowsOf, titleOf, titleOfTrace, traceHead } from '../../shared/heads';
import type { ExplainedQuery, Shown, ShownComparison } from '../../shared/messages';
import { isAsked, isTrace, type Held, type HeldAsked, type HeldTrace } from './store-policy';

/** The content of a panel. */
export type Content = TableContent | TraceContent | ExplanationContent | AskedContent;

/** Content with a table, unless the run failed. */
export type TableContent =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'comparison'; readonly a: Run; readonly b: Run; readonly comparison: ResultComparison };

export interface TraceContent {
  readonly kind: 'trace';
  readonly held: HeldTrace;
}

export interface ExplanationContent {
  readonly kind: 'explanation';
  readonly explained: ExplainedQuery;
  /** The document of the query. */
  readonly uri: string;
}

export interface AskedContent {
  readonly kind: 'asked';
  readonly held: HeldAsked;
  /** The position among the questions when it was opened. */
  readonly place?: ShownAnswer['place'];
}

/** The kinds of content that share a panel, unless it is pinned. */
export type Family = 'table' | 'trace' | 'explanation' | 'asked';

export const familyOf = ({ kind }: Content): Family =>
  kind === 'run' || kind === 'comparison' ? 'table' : kind;

export function heldContent(held: Held, questions: readonly { readonly id: string }[] = []): Content {
  if (isAsked(held)) return { kind: 'asked', held, ...placeAmong(questions, held.id) };
  return isTrace(held) ? { kind: 'trace', held } : { kind: 'run', run: held };
}

/** The position from the oldest; `questions` are listed newest first. */
function placeAmong(questions: readonly { readonly id: string }[], id: string): Pick<ShownAnswer, 'place'> {
  const at = questions.findIndex((one) => one.id === id);
  return at < 0 || questions.length < 2
    ? {}
    : { place: { at: questions.length - 1 - at, of: questions.length } };
}

export function comparisonContent(a: Run, b: Run): Content {
  const table = (run: Run) => ({ columns: columnsOf(run), rows: rowsOf(run) });
  return { kind: 'comparison', a, b, comparison: compareTables(table(a), table(b)) };
}

export const runsOf = (content: TableContent): readonly [Run, ...Run[]] =>
  content.kind === 'run' ? [content.run] : [content.a, content.b];

/** The ID of saved content; empty if it is not saved. */
export function keyOfContent(content: Content): string {
  switch (content.kind) {
    case 'run':
      return content.run.id;
    case 'comparison':
      return `${content.a.id} ${content.b.id}`;
    case 'trace':
    case 'asked':
      return content.held.id;
    case 'explanation':
      return '';
  }
}

export const rowsOfContent = (content: Content): readonly Row[] =>
  content.kind === 'run' ? rowsOf(content.run) : content.kind === 'comparison' ? content.comparison.rows : [];

export const columnsOfContent = (content: TableContent): readonly string[] =>
  content.kind === 'run' ? columnsOf(content.run) : content.comparison.columns;

export function titleOfContent(content: Content): string {
  switch (content.kind) {
    case 'run':
      return t('Results: {0}', titleOf(content.run));
    case 'comparison':
      return t('Results: A compared with B');
    case 'trace':
      return titleOfTrace(content.held.trace);
    case 'explanation':
      return t('Explanation: {0}', titleOf(content.explained));
    case 'asked':
      return questionTitle(content.held.trace);
  }
}

export function shownOf(content: Content, { pinned }: { readonly pinned: boolean }): Shown {
  switch (content.kind) {
    case 'run':
      return { kind: 'run', run: headOf(content.run), pinned };
    case 'comparison':
      return shownComparison(content);
    case 'trace':
      return { kind: 'trace', trace: traceHead(content.held.trace), pinned };
    case 'explanation':
      return { kind: 'explanation', explained: content.explained };
    case 'asked':
      return shownAsked(content, pinned);
  }
}

function shownAsked({ held, place }: AskedContent, pinned: boolean): ShownAnswer {
  const { trace, document } = held;
  return {
    kind: 'asked',
    asked: askTraceHead(trace),
    ...(document !== undefined && { document: hidePasswords(document) }),
    ...(place && { place }),
    pinned,
  };
}

function shownComparison({
  a,
  b,
  comparison,
}: TableContent & { readonly kind: 'comparison' }): ShownComparison {
  const { columns, counts, note, rows } = comparison;
  return {
    kind: 'comparison',
    a: headOf(a),
    b: headOf(b),
    columns,
    counts,
    total: rows.length,
    ...(note !== undefined && { note }),
  };
}
