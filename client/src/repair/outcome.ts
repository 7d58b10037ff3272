import { plural, t } from '../../shared/l10n';
import type { Attempt, ModelInfo, RepairTrace } from '../../../server/src/protocol/index';
import { withoutLinks } from './without-links';

/** The message at the end of a repair. This file does not import the editor, so that the texts can be tested. */
export interface RepairMessage {
  readonly level: 'information' | 'warning' | 'error';
  readonly message: string;
  readonly actions: readonly RepairAction[];
}

export type RepairAction =
  | 'accept all'
  | 'accept change'
  | 'discard'
  | 'show trace'
  | 'write question'
  | 'choose model'
  | 'set key';

export function repairMessage(
  { result, attempts, troubles }: RepairTrace,
  options: {
    readonly model?: ModelInfo | undefined;
    /** The user has entered a question that is not in the file yet. */
    readonly questionToWrite: boolean;
    /** The number of proposed changes. */
    readonly changes: number;
  },
): RepairMessage {
  const trace = attempts.length > 0 ? (['show trace'] as const) : [];
  const question = options.questionToWrite ? (['write question'] as const) : [];
  const explanation = sentence(result.explanation);
  switch (result.kind) {
    case 'repaired':
      return {
        level: 'information',
        message: joined(`${describeChange(attempts, result.round)}.`, explanation),
        // The trace has a command in the diff. A fourth button would not fit.
        actions: options.changes > 0 ? proposalActions(options.changes) : trace,
      };
    case 'unchanged': {
      const [trouble] = troubles;
      const also = trouble === undefined || explanation.includes(trouble) ? '' : sentence(trouble);
      return {
        level: also === '' ? 'information' : 'warning',
        message: joined(t('The query is unchanged.'), explanation, also),
        actions: [...trace, ...question],
      };
    }
    case 'unanswerable':
      return {
        level: 'warning',
        message: joined(
          result.level === 'data'
            ? t('The KB seems to contain no answer to this question.')
            : t('The KB seems to have no relations for this question.'),
          explanation,
          listItems(t('Missing'), result.missing),
          listItems(t('Closest in the KB'), result.nearest),
        ),
        actions: [...trace, ...question],
      };
    case 'failed':
      return {
        level: 'error',
        message: joined(t('The query could not be repaired. It is unchanged.'), explanation),
        actions: [
          ...(options.model ? (['choose model'] as const) : []),
          ...(options.model?.kind === 'server' && /\bkey\b/i.test(explanation) ? (['set key'] as const) : []),
          ...trace,
        ],
      };
  }
}

function proposalActions(changes: number): readonly RepairAction[] {
  return changes > 1 ? ['accept all', 'accept change', 'discard'] : ['accept all', 'discard'];
}

/** Example: 2 errors → none; no answer → 3 answers */
function describeChange(attempts: readonly Attempt[], round: number): string {
  const before = attempts.find(({ by }) => by === 'input');
  const after = attempts.find((attempt) => attempt.round === round);
  if (!after) return t('Repaired');
  if (!before) return `${capital(findingsIn(after))}, ${answersIn(after)}`;
  return `${capital(findingsIn(before))} → ${findingsIn(after)}; ${answersIn(before)} → ${answersIn(after)}`;
}

function findingsIn({ findings }: Attempt): string {
  const count = (level: string): number => findings.filter(({ severity }) => severity === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const parts = [
    errors > 0 && plural(errors, '{0} error', '{0} errors'),
    warnings > 0 && plural(warnings, '{0} warning', '{0} warnings'),
  ];
  return parts.filter(Boolean).join(', ') || t('none');
}

function answersIn({ execution, answers }: Attempt): string {
  if (execution?.status !== 'answered') return t('not run');
  const count = answers?.length ?? 0;
  return count === 0 ? t('no answer') : plural(count, '{0} answer', '{0} answers');
}

const MAX_LISTED = 4;

function listItems(title: string, items: readonly string[] = []): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, MAX_LISTED).join(', ');
  const all = items.length > MAX_LISTED ? t('{0} and {1} more', shown, items.length - MAX_LISTED) : shown;
  return `${title}: ${all}.`;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const joined = (...parts: readonly string[]): string =>
  withoutLinks(parts.filter((part) => part !== '').join(' '));
