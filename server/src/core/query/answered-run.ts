/** Verifies the answer of a run: looks up the entities in it and runs the answer verifiers. */
import { infer } from '../schema/inference/inference';
import type { QueryAnswer, Execution, KnowledgeBase, KnownEntity } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { AnsweredRun } from '../check/answered-run';
import type { Finding } from '../check/verifier';
import { verifyAnswer, type VerifyOptions } from '../check/verify';
import { withTimeLimit } from './time-limit';
import type { EntityDirectory } from './entity-directory';
import { topicEntitiesOf } from '../check/answer/topics';

/** Entities that could not be looked up are omitted. */
export type LookUpEntities = (
  iris: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, KnownEntity>>;

/** Entities of the answer that are looked up. */
const MAX_ANSWERS = 50;

/** Undefined without an answer. Rejects only when `signal` is aborted. */
export async function answeredRun(
  kb: Pick<KnowledgeBase, 'name' | 'complete'>,
  execution: Execution,
  query: QueryModel,
  schema: KbSchema,
  lookUp: LookUpEntities,
  signal: AbortSignal,
): Promise<AnsweredRun | undefined> {
  if (execution.status !== 'answered') return undefined;
  const { answer, incomplete } = execution;
  const answers = kbIris(answer, schema);
  const iris = answers.length ? answers : [...topicEntitiesOf(infer(query, schema).scopes, schema).keys()];
  const known = iris.length ? await lookUp(iris.slice(0, MAX_ANSWERS), signal) : new Map<string, never>();
  return {
    kb: { name: kb.name, complete: kb.complete },
    answer,
    ...(incomplete && { incomplete }),
    entity: (iri) => known.get(iri),
  };
}

/** Whether a finding about the text of a query is shown with its answer too. */
export function concernsAnswer({ strength, code }: Finding): boolean {
  return strength === 'strong' || code === 'intermediate';
}

/** The answer is ready, so it should not wait long for further lookups. */
const LOOKUP_TIMEOUT_MS = 3000;

/** Runs the answer verifiers. There are no findings without an answer or a schema. */
export async function verifyExecution(
  query: QueryModel,
  execution: Execution,
  { kb, directory }: { readonly kb: KnowledgeBase; readonly directory: Pick<EntityDirectory, 'lookUp'> },
  { schema, onDefect }: Pick<VerifyOptions, 'schema' | 'onDefect'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (!schema) return [];
  const lookUp: LookUpEntities = async (iris) => {
    try {
      return await withTimeLimit(signal, LOOKUP_TIMEOUT_MS, (limit) => directory.lookUp(iris, limit.signal));
    } catch {
      signal.throwIfAborted();
      return new Map();
    }
  };
  const run = await answeredRun(kb, execution, query, schema, lookUp, signal);
  return run ? verifyAnswer(query, run, { schema, onDefect }) : [];
}

/** IRIs in the namespace of the KB; other vocabularies are not judged. */
function kbIris(answer: QueryAnswer, schema: KbSchema): readonly string[] {
  if (answer.kind !== 'table') return [];
  const iris = new Set<string>();
  for (const row of answer.rows) {
    for (const term of row)
      if (term?.type === 'uri' && schema.idOf(term.value) !== undefined) iris.add(term.value);
    if (iris.size >= MAX_ANSWERS) break;
  }
  return [...iris];
}
