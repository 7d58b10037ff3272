/** From what a KB answered to what the verifiers of answers are handed: a little more is asked, of the entities it is about. */
import { infer } from '../schema/inference/inference';
import type { Answer, Execution, KnowledgeBase, KnownEntity } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { AnsweredRun } from '../check/answered-run';
import { topicsOf } from '../check/answer/topics';

/** What is not in the answer could not be found out. */
export type LookUp = (
  iris: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, KnownEntity>>;

/** As many answers tell what the others are. */
const MAX_ANSWERS = 50;

/** Nothing where there is no answer to judge. Rejects only when `signal` is aborted. */
export async function answeredRun(
  kb: Pick<KnowledgeBase, 'name' | 'complete'>,
  execution: Execution,
  query: QueryModel,
  schema: KbSchema,
  lookUp: LookUp,
  signal: AbortSignal,
): Promise<AnsweredRun | undefined> {
  if (execution.status !== 'answered') return undefined;
  const { answer, incomplete } = execution;
  const asked = irisIn(answer, schema);
  const iris = asked.length ? asked : [...topicsOf(infer(query, schema).scopes, schema).keys()];
  const known = iris.length ? await lookUp(iris.slice(0, MAX_ANSWERS), signal) : new Map<string, never>();
  return {
    kb: { name: kb.name, complete: kb.complete },
    answer,
    ...(incomplete && { incomplete }),
    entity: (iri) => known.get(iri),
  };
}

/** Those of the KB's own namespace; of other vocabularies nothing is claimed. */
function irisIn(answer: Answer, schema: KbSchema): readonly string[] {
  if (answer.kind !== 'table') return [];
  const iris = new Set<string>();
  for (const row of answer.rows) {
    for (const term of row)
      if (term?.type === 'uri' && schema.idOf(term.value) !== undefined) iris.add(term.value);
    if (iris.size >= MAX_ANSWERS) break;
  }
  return [...iris];
}
