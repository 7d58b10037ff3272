/** Runs a query and checks its answer, as the server does. */
import type { KnowledgeBase } from '../server/src/core/kb/knowledge-base';
import type { KbSchema } from '../server/src/core/schema/schema';
import { answeredRun } from '../server/src/core/query/answered-run';
import { EntityDirectory } from '../server/src/core/query/entity-directory';
import type { QueryModel } from '../server/src/core/language/sparql/model';
import { visibleFindings, verifyAnswer } from '../server/src/core/check/verify';
import type { Finding } from '../server/src/core/check/verifier';
import { throwDefect } from './throw-defect';

const LIMITS = { timeoutMs: 10_000, maxRows: 10_000 };

export async function findingsAfterRun(
  kb: KnowledgeBase,
  query: QueryModel,
  schema: KbSchema,
): Promise<readonly Finding[]> {
  const { signal } = new AbortController();
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const execution = await kb.execute(query.text, LIMITS, signal);
  const lookUp = (iris: readonly string[]): ReturnType<EntityDirectory['lookUp']> =>
    directory.lookUp(iris, signal);
  const run = await answeredRun(kb, execution, query, schema, lookUp, signal);
  if (!run) throw new Error(`${query.text}\n${JSON.stringify(execution)}`);
  return visibleFindings(query, verifyAnswer(query, run, { schema, onDefect: throwDefect }), {});
}
