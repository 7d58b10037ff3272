import { t } from '../../shared/l10n';
import { hidePasswords, type AnswerRow, type Run } from '../../../server/src/protocol/index';
import { compareTables, type ResultComparison } from '../../shared/compare';
import { askTraceHead, questionTitle } from '../../shared/ask/ask-trace-head';
import type { EvaluatedAnswer, ShownAnswer } from '../../shared/ask/ask-messages';
import { columnsOf, runHead, rowsOf, queryTitle, repairTitle, traceHead } from '../../shared/heads';
import type { ExplainedQuery, ShownContent, ShownComparison } from '../../shared/messages';
import {
  isSavedAnswer,
  isSavedRepair,
  type SavedResult,
  type SavedAnswer,
  type SavedRepair,
} from './saved-results';

/** The content of a panel. */
export type PanelContent = TableContent | TraceContent | ExplanationContent | AnswerContent;

/** Content with a table, unless the run failed. */
export type TableContent =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'comparison'; readonly a: Run; readonly b: Run; readonly comparison: ResultComparison };

export interface TraceContent {
  readonly kind: 'trace';
  readonly saved: SavedRepair;
}

export interface ExplanationContent {
  readonly kind: 'explanation';
  readonly explained: ExplainedQuery;
  /** The document of the query. */
  readonly uri: string;
}

export interface AnswerContent {
  readonly kind: 'asked';
  readonly saved: SavedAnswer;
  /** The position among the questions when it was opened. */
  readonly place?: ShownAnswer['place'];
  readonly evaluated?: EvaluatedAnswer;
}

/** The kinds of content that share a panel, unless it is pinned. */
export type PanelFamily = 'table' | 'trace' | 'explanation' | 'asked';

export const familyOf = ({ kind }: PanelContent): PanelFamily =>
  kind === 'run' || kind === 'comparison' ? 'table' : kind;

export function contentOf(
  saved: SavedResult,
  questions: readonly { readonly id: string }[] = [],
): PanelContent {
  if (isSavedAnswer(saved)) return { kind: 'asked', saved, ...placeAmong(questions, saved.id) };
  return isSavedRepair(saved) ? { kind: 'trace', saved } : { kind: 'run', run: saved };
}

/** The position from the oldest; `questions` are listed newest first. */
function placeAmong(questions: readonly { readonly id: string }[], id: string): Pick<ShownAnswer, 'place'> {
  const at = questions.findIndex((one) => one.id === id);
  return at < 0 || questions.length < 2
    ? {}
    : { place: { at: questions.length - 1 - at, of: questions.length } };
}

export function comparisonContent(a: Run, b: Run): PanelContent {
  const table = (run: Run) => ({ columns: columnsOf(run), rows: rowsOf(run) });
  return { kind: 'comparison', a, b, comparison: compareTables(table(a), table(b)) };
}

export const runsOf = (content: TableContent): readonly [Run, ...Run[]] =>
  content.kind === 'run' ? [content.run] : [content.a, content.b];

/** The ID of saved content; empty if it is not saved. */
export function contentKey(content: PanelContent): string {
  switch (content.kind) {
    case 'run':
      return content.run.id;
    case 'comparison':
      return `${content.a.id} ${content.b.id}`;
    case 'trace':
    case 'asked':
      return content.saved.id;
    case 'explanation':
      return '';
  }
}

export const contentRows = (content: PanelContent): readonly AnswerRow[] =>
  content.kind === 'run' ? rowsOf(content.run) : content.kind === 'comparison' ? content.comparison.rows : [];

export const contentColumns = (content: TableContent): readonly string[] =>
  content.kind === 'run' ? columnsOf(content.run) : content.comparison.columns;

export function contentTitle(content: PanelContent): string {
  switch (content.kind) {
    case 'run':
      return t('Results: {0}', queryTitle(content.run));
    case 'comparison':
      return t('Results: A compared with B');
    case 'trace':
      return repairTitle(content.saved.trace);
    case 'explanation':
      return t('Explanation: {0}', queryTitle(content.explained));
    case 'asked':
      return questionTitle(content.saved.trace);
  }
}

export function toShownContent(
  content: PanelContent,
  { pinned }: { readonly pinned: boolean },
): ShownContent {
  switch (content.kind) {
    case 'run':
      return { kind: 'run', run: runHead(content.run), pinned };
    case 'comparison':
      return shownComparison(content);
    case 'trace':
      return { kind: 'trace', trace: traceHead(content.saved.trace), pinned };
    case 'explanation':
      return { kind: 'explanation', explained: content.explained };
    case 'asked':
      return shownAsked(content, pinned);
  }
}

function shownAsked({ saved, place, evaluated }: AnswerContent, pinned: boolean): ShownAnswer {
  const { trace, document } = saved;
  return {
    kind: 'asked',
    asked: askTraceHead(trace),
    ...(document !== undefined && { document: hidePasswords(document) }),
    ...(place && { place }),
    ...(evaluated && { evaluated }),
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
    a: runHead(a),
    b: runHead(b),
    columns,
    counts,
    total: rows.length,
    ...(note !== undefined && { note }),
  };
}
