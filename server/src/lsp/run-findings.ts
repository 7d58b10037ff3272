/** The findings of the answer verifiers. */
import type { Execution, KnowledgeBase } from '../core/kb/knowledge-base';
import { answeredRun, type LookUp } from '../core/query/answered-run';
import type { EntityDirectory } from '../core/query/entity-directory';
import { withTimeLimit } from '../core/query/time-limit';
import type { QueryModel } from '../core/language/sparql/model';
import { verifyAnswer } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';
import type { OpenDocument } from './feature';

/** Milliseconds. The answer is ready, and should not wait long for further lookups. */
const LOOKUP_TIMEOUT = 3000;

export async function findingsOfRun(
  { schema, onDefect }: Pick<OpenDocument, 'schema' | 'onDefect'>,
  kb: KnowledgeBase,
  query: QueryModel,
  execution: Execution,
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (!schema) return [];
  const lookUp: LookUp = async (iris) => {
    try {
      return await withTimeLimit(signal, LOOKUP_TIMEOUT, (limit) => directory.lookUp(iris, limit.signal));
    } catch {
      signal.throwIfAborted();
      return new Map();
    }
  };
  const run = await answeredRun(kb, execution, query, schema, lookUp, signal);
  return run ? verifyAnswer(query, run, { schema, onDefect }) : [];
}
