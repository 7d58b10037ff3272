/** Checks a dataset row by row. */
import type { KnowledgeBase, ExecutionLimits, TaskProgress } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import type { Dataset, EvalQuestion } from '../eval-question';
import { runGold, type GoldRun } from '../run-gold';
import { answersDiffer } from './answers-differ';
import { answerContradictions } from './answer-contradictions';
import { duplicateQuestions } from './duplicate-questions';
import { formsDisagree } from './forms-disagree';
import type { LintCheck, LintFinding, LintContext } from './lint-finding';
import { wrongGold } from './wrong-gold';

export interface LintPorts {
  readonly schema: KbSchema;
  /** Runs gold queries; without it, they are not run. */
  readonly kb?: KnowledgeBase;
  readonly limits?: ExecutionLimits;
  readonly onDefect: (code: string, error: unknown) => void;
}

const CHECKS: readonly LintCheck[] = [wrongGold, formsDisagree, answerContradictions, answersDiffer];

const LIMITS: ExecutionLimits = { timeoutMs: 60_000, maxRows: 100_000 };
const REPORT_EVERY = 10;

/** Returns findings in the order of the rows. Rejects only when `signal` is aborted. */
export async function lintDataset(
  dataset: Dataset,
  ports: LintPorts,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<readonly LintFinding[]> {
  const { questions, bad } = dataset;
  const findings: LintFinding[] = [...bad, ...duplicateQuestions(dataset)];
  if (ports.kb) await ports.kb.prepare?.(onStep, signal);
  for (const [at, question] of questions.entries()) {
    if (at % REPORT_EVERY === 0) {
      onStep({ message: `Checked ${at} of ${questions.length} questions`, share: at / questions.length });
      // Yields to the event loop so that a cancellation is received, because without a KB nothing else is awaited.
      await new Promise((resolve) => setImmediate(resolve));
    }
    signal.throwIfAborted();
    const context = createContext(question, dataset, ports, signal);
    for (const check of CHECKS)
      for (const { rule, message } of await check(context))
        findings.push({ row: question.row, id: question.id, rule, message });
  }
  onStep({ message: `Checked ${questions.length} questions`, share: 1 });
  return findings.sort((left, right) => left.row - right.row);
}

function createContext(
  question: EvalQuestion,
  { shape }: Dataset,
  { schema, kb, limits = LIMITS, onDefect }: LintPorts,
  signal: AbortSignal,
): LintContext {
  const runs = new Map<string, Promise<GoldRun>>();
  const run = (query: string, target: KnowledgeBase): Promise<GoldRun> => {
    const result = runs.get(query) ?? runGold(query, target, limits, signal).then(withoutIncompleteAnswers);
    runs.set(query, result);
    return result;
  };
  return { question, shape, schema, onDefect, ...(kb && { run: (query) => run(query, kb) }) };
}

/** Incomplete answers cannot be compared. */
function withoutIncompleteAnswers({ query, execution, answers }: GoldRun): GoldRun {
  const isIncomplete = execution.status === 'answered' && execution.incomplete;
  return { query, execution, ...(answers && !isIncomplete && { answers }) };
}
