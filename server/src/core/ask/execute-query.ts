/** Runs a query of a strategy, and reads its answers. */
import type { Execution } from '../kb/knowledge-base';
import { parseQuery } from '../language/sparql/parse';
import { answersOf } from '../repair/answers-of';
import type { AskOptions, AskPorts } from './ask-ports';

interface QueryInput {
  readonly ports: Pick<AskPorts, 'kb'>;
  readonly options: Pick<AskOptions, 'dialect' | 'limits'>;
  readonly signal: AbortSignal;
}

interface ExecutedQuery {
  readonly execution: Execution;
  /** Absent if the KB did not answer. */
  readonly answers?: readonly string[];
}

export async function executeQuery(
  query: string,
  { ports, options, signal }: QueryInput,
): Promise<ExecutedQuery> {
  const execution = await ports.kb.kb.execute(query, options.limits, signal);
  const answers = answersOf(parseQuery(query, options.dialect), execution);
  return { execution, ...(answers && { answers }) };
}

/** Whether there is an answer other than a count of zero. */
export function hasAnswer(answers: readonly string[] = []): boolean {
  return answers.length > 0 && answers.join() !== '0';
}
