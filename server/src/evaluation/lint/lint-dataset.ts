/** A dataset, checked row by row. */
import type { KnowledgeBase, Limits, ProgressStep } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import type { Dataset, EvalQuestion } from '../eval-question';
import { runGold, type GoldRun } from '../run-gold';
import { answersDiffer } from './answers-differ';
import { answersTold } from './answers-told';
import { duplicateQuestions } from './duplicate-questions';
import { formsDisagree } from './forms-disagree';
import type { LintCheck, LintFinding, LintScene } from './lint-finding';
import { wrongGold } from './wrong-gold';

export interface LintPorts {
  readonly schema: KbSchema;
  /** Gold is run on it, where there is one. */
  readonly kb?: KnowledgeBase;
  readonly limits?: Limits;
  readonly onDefect: (code: string, error: unknown) => void;
}

const CHECKS: readonly LintCheck[] = [wrongGold, formsDisagree, answersTold, answersDiffer];

const LIMITS: Limits = { timeoutMs: 60_000, maxRows: 100_000 };
const TELL_EVERY = 10;

/** In the order of the rows. Rejects only when `signal` is aborted. */
export async function lintDataset(
  dataset: Dataset,
  ports: LintPorts,
  tell: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<readonly LintFinding[]> {
  const { questions, bad } = dataset;
  const findings: LintFinding[] = [...bad, ...duplicateQuestions(dataset)];
  if (ports.kb) await ports.kb.prepare?.(tell, signal);
  for (const [at, question] of questions.entries()) {
    if (at % TELL_EVERY === 0) {
      tell({ message: `Checked ${at} of ${questions.length} questions`, share: at / questions.length });
      // Without a KB nothing waits for anybody, and a cancel could not be heard.
      await new Promise((resolve) => setImmediate(resolve));
    }
    signal.throwIfAborted();
    const scene = sceneOf(question, dataset, ports, signal);
    for (const check of CHECKS)
      for (const { rule, message } of await check(scene))
        findings.push({ row: question.row, id: question.id, rule, message });
  }
  tell({ message: `Checked ${questions.length} questions`, share: 1 });
  return findings.sort((left, right) => left.row - right.row);
}

function sceneOf(
  question: EvalQuestion,
  { shape }: Dataset,
  { schema, kb, limits = LIMITS, onDefect }: LintPorts,
  signal: AbortSignal,
): LintScene {
  const runs = new Map<string, Promise<GoldRun>>();
  const run = (query: string, on: KnowledgeBase): Promise<GoldRun> => {
    const running = runs.get(query) ?? runGold(query, on, limits, signal).then(wholly);
    runs.set(query, running);
    return running;
  };
  return { question, shape, schema, onDefect, ...(kb && { run: (query) => run(query, kb) }) };
}

/** Part of an answer cannot be compared with anything. */
function wholly({ query, execution, answers }: GoldRun): GoldRun {
  const isPart = execution.status === 'answered' && execution.incomplete;
  return { query, execution, ...(answers && !isPart && { answers }) };
}
