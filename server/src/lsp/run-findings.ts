/** What the verifiers say of an answer, and the remarks that go with it. */
import type { Execution, KnowledgeBase } from '../core/kb/knowledge-base';
import { answeredRun, type LookUp } from '../core/query/answered-run';
import type { EntityDirectory } from '../core/query/entity-directory';
import { withTimeLimit } from '../core/query/time-limit';
import type { QueryModel } from '../core/language/sparql/model';
import { verifyAnswer } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';
import type { OpenDocument } from './feature';

/** The answer is here: what is asked besides may not keep it waiting for long. */
const PATIENCE = 3000;

export async function findingsOfRun(
  { schema, onDefect }: Pick<OpenDocument, 'schema' | 'onDefect'>,
  kb: KnowledgeBase,
  query: QueryModel,
  execution: Execution,
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (!schema) return [];
  const patient: LookUp = async (iris) => {
    try {
      return await withTimeLimit(signal, PATIENCE, (limit) => directory.lookUp(iris, limit.signal));
    } catch {
      signal.throwIfAborted();
      return new Map();
    }
  };
  const run = await answeredRun(kb, execution, query, schema, patient, signal);
  return run ? verifyAnswer(query, run, { schema, onDefect }) : [];
}
