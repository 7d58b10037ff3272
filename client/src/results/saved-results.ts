/** Saved runs, repairs and questions. This file does not import the editor. */
import { formatNumber, plural, t } from '../../shared/l10n';
import {
  hidePasswords,
  type AskResult,
  type AskTrace,
  type RepairKind,
  type RepairTrace,
  type Run,
} from '../../../server/src/protocol/index';
import { questionTitle } from '../../shared/ask/ask-trace-head';
import { rowsOf, queryTitle, repairTitle } from '../../shared/heads';

/**
 * The storage folder that all windows of a workspace share. If several windows have the same workspace open, the editor gives all but
 * the first a folder with a number, which changes when the window reloads.
 * @param path the path of the extension's storage folder, with slashes
 */
export const sharedStorage = (path: string): string => path.replace(/(?<=[^/])-\d+(?=\/[^/]+$)/, '');

/** A saved run, repair or question with its content. */
export type SavedResult = Run | SavedRepair | SavedAnswer;

export interface SavedRepair extends Pick<Run, 'uri' | 'range'> {
  readonly kind: 'trace';
  readonly id: string;
  readonly trace: RepairTrace;
}

export interface SavedAnswer {
  readonly kind: 'asked';
  readonly id: string;
  readonly trace: AskTrace;
  /** The query as a document; absent if there is none. */
  readonly document?: string;
}

export const isSavedRepair = (saved: SavedResult): saved is SavedRepair =>
  'kind' in saved && saved.kind === 'trace';
export const isSavedAnswer = (saved: SavedResult): saved is SavedAnswer =>
  'kind' in saved && saved.kind === 'asked';
export const isRun = (saved: SavedResult): saved is Run => !isSavedRepair(saved) && !isSavedAnswer(saved);

/** The summary of a saved run, repair or question. */
export interface HistoryEntry {
  readonly id: string;
  readonly title: string;
  readonly kb: string;
  readonly began: string;
  readonly milliseconds: number;
  readonly outcome: RunOutcome;
  readonly pinned: boolean;
  /** The name of a saved query. */
  readonly name?: string;
  /** The size on disk; 0 if it is only in memory. */
  readonly bytes: number;
}

export type RunOutcome =
  | { readonly kind: 'rows'; readonly rows: number; readonly incomplete: boolean }
  | { readonly kind: 'yes' | 'no' | 'done' | 'refused' | 'timed-out' | 'unreachable' }
  | { readonly kind: RepairKind }
  /** The outcome of a question, with the first answers. */
  | {
      readonly kind: 'asked';
      readonly verdict: AskResult['kind'];
      readonly answer: string;
      /** Absent in older entries. */
      readonly confidence?: number;
    };

export interface HistoryLimits {
  readonly runs: number;
  readonly bytes: number;
}

/** Whether an entry is deleted only on request. */
export const isKept = ({ pinned, name }: Pick<HistoryEntry, 'pinned' | 'name'>): boolean =>
  pinned || name !== undefined;

/** The entries to delete: the oldest that are neither pinned nor saved, until the limits are met. */
export function findExcess(runs: readonly HistoryEntry[], limits: HistoryLimits): readonly HistoryEntry[] {
  let count = runs.length;
  let bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
  const oldestFirst = newestFirst(runs).reverse();
  return oldestFirst.filter((run) => {
    if (isKept(run) || (count <= limits.runs && bytes <= limits.bytes)) return false;
    count -= 1;
    bytes -= run.bytes;
    return true;
  });
}

export const newestFirst = (runs: readonly HistoryEntry[]): HistoryEntry[] =>
  [...runs].sort((a, b) => (a.began < b.began ? 1 : a.began > b.began ? -1 : 0));

/** Saved queries by name, then the others in their order. */
export function savedFirst(runs: readonly HistoryEntry[]): HistoryEntry[] {
  const saved = runs.filter(({ name }) => name !== undefined);
  const others = runs.filter(({ name }) => name === undefined);
  return [...saved.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')), ...others];
}

export function summarize(saved: SavedResult): Omit<HistoryEntry, 'pinned' | 'bytes'> {
  if (isSavedRepair(saved)) {
    const { trace, id } = saved;
    const { began, milliseconds, result, kb = t('no KB') } = trace;
    return { id, kb, began, milliseconds, title: repairTitle(trace), outcome: { kind: result.kind } };
  }
  return isSavedAnswer(saved) ? describeAsked(saved) : describeRun(saved);
}

function describeAsked({ id, trace }: SavedAnswer): Omit<HistoryEntry, 'pinned' | 'bytes'> {
  const { kb, began, milliseconds, result } = trace;
  const outcome: RunOutcome = {
    kind: 'asked',
    verdict: result.kind,
    answer: shortAnswer(result),
    confidence: result.confidence.value,
  };
  return { id, kb, began, milliseconds, title: questionTitle(trace), outcome };
}

function describeRun(run: Run): Omit<HistoryEntry, 'pinned' | 'bytes'> {
  const { id, kb, began, milliseconds } = run;
  return { id, kb, began, milliseconds, title: queryTitle(run), outcome: outcomeOf(run) };
}

function outcomeOf(run: Run): RunOutcome {
  const { execution } = run;
  if (execution.status !== 'answered') return { kind: execution.status };
  const { answer, incomplete } = execution;
  if (answer.kind === 'boolean') return { kind: answer.value ? 'yes' : 'no' };
  if (answer.kind === 'done') return { kind: 'done' };
  return { kind: 'rows', rows: rowsOf(run).length, incomplete: incomplete !== undefined };
}

export const isRepair = ({ kind }: RunOutcome): boolean =>
  kind === 'repaired' || kind === 'unchanged' || kind === 'unanswerable' || kind === 'failed';

const MAX_NAMES = 3;

/** Example: Dunham, Soetoro and 3 more */
export function shortAnswer({ kind, refusal, level, answers, more }: AskResult): string {
  if (kind === 'failed') return t('could not be answered');
  if (refusal === 'not-understood') return t('not understood');
  if (kind === 'unanswerable')
    return level === 'data' ? t('no such facts in the KB') : t('no such relations in the KB');
  const names = answers.slice(0, MAX_NAMES).map(({ name }) => name);
  const left = answers.length - names.length;
  if (left > 0)
    return t('{0} and {1} more', names.join(', '), `${formatNumber(left)}${more === true ? '+' : ''}`);
  return names.join(', ') || t('no answer');
}

export function outcomeText(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'rows': {
      const rows = plural(outcome.rows, '{0} row', '{0} rows');
      return outcome.incomplete ? t('{0}, incomplete', rows) : rows;
    }
    case 'yes':
      return t('Yes');
    case 'no':
      return t('No');
    case 'done':
      return t('done');
    case 'refused':
      return t('rejected');
    case 'timed-out':
      return t('timed out');
    case 'unreachable':
      return t('no result');
    case 'repaired':
      return t('repaired');
    case 'unchanged':
      return t('unchanged');
    case 'unanswerable':
      return t('unanswerable');
    case 'failed':
      return t('failed');
    case 'asked':
      return outcome.answer;
  }
}

/** A JSON replacer that removes passwords from queries. */
export const hidePasswordsReplacer = (key: string, value: unknown): unknown =>
  (key === 'query' || key === 'document') && typeof value === 'string' ? hidePasswords(value) : value;
