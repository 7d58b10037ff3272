import type { Attempt, ModelInfo, RepairTrace } from '../../../server/src/protocol/index';
import { plain } from './plain-text';

/** What came of a repair, in words. Nothing here knows the editor, so that every wording can be tested. */
export interface Outcome {
  readonly level: 'information' | 'warning' | 'error';
  readonly message: string;
  readonly actions: readonly OutcomeAction[];
}

export type OutcomeAction = 'show trace' | 'write question' | 'choose model' | 'set key';

export function outcomeOf(
  { result, attempts, troubles }: RepairTrace,
  options: {
    readonly model?: ModelInfo | undefined;
    /** The user has said what the query should answer, and it is written nowhere yet. */
    readonly questionToWrite: boolean;
  },
): Outcome {
  const trace = attempts.length > 0 ? (['show trace'] as const) : [];
  const question = options.questionToWrite ? (['write question'] as const) : [];
  const explanation = sentence(result.explanation);
  switch (result.kind) {
    case 'repaired':
      return {
        level: 'information',
        message: joined(`${change(attempts, result.round)}.`, explanation),
        actions: trace,
      };
    case 'unchanged': {
      const [trouble] = troubles;
      const also = trouble === undefined || explanation.includes(trouble) ? '' : sentence(trouble);
      return {
        level: also === '' ? 'information' : 'warning',
        message: joined('The query stays as it is.', explanation, also),
        actions: [...trace, ...question],
      };
    }
    case 'unanswerable':
      return {
        level: 'warning',
        message: joined(
          result.level === 'data'
            ? 'The KB seems to have no answer to this question.'
            : 'This question seems to ask for what the KB has no words for.',
          explanation,
          listed('Missing', result.missing),
          listed('The nearest that exist', result.nearest),
        ),
        actions: [...trace, ...question],
      };
    case 'failed':
      return {
        level: 'error',
        message: joined('The query could not be repaired, and stays as it is.', explanation),
        actions: [
          ...(options.model ? (['choose model'] as const) : []),
          ...(options.model?.kind === 'server' && /\bkey\b/i.test(explanation) ? (['set key'] as const) : []),
          ...trace,
        ],
      };
  }
}

/** `2 errors → none, no answer → 3 answers` */
function change(attempts: readonly Attempt[], round: number): string {
  const before = attempts.find(({ by }) => by === 'input');
  const after = attempts.find((attempt) => attempt.round === round);
  if (!after) return 'Repaired';
  if (!before) return `${capital(findingsIn(after))}, ${answersIn(after)}`;
  return `${capital(findingsIn(before))} → ${findingsIn(after)}; ${answersIn(before)} → ${answersIn(after)}`;
}

function findingsIn({ findings }: Attempt): string {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
  const parts = [counted(count('error'), 'error'), counted(count('warning'), 'warning')];
  return parts.filter((part) => part !== '').join(' and ') || 'none';
}

function answersIn({ execution, answers }: Attempt): string {
  if (!execution) return 'not run';
  if (execution.status !== 'answered') return 'no run';
  return counted(answers?.length ?? 0, 'answer') || 'no answer';
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

const MOST = 4;

function listed(what: string, things: readonly string[] = []): string {
  if (things.length === 0) return '';
  const more = things.length > MOST ? `, and ${things.length - MOST} more` : '';
  return `${what}: ${things.slice(0, MOST).join(', ')}${more}.`;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const joined = (...parts: readonly string[]): string => plain(parts.filter((part) => part !== '').join(' '));
