/** Finds the entities whose names are in a question, if no query is given. */
import type { KnowledgeBase, ExecutionLimits } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { FREEBASE, RDFS_LABEL } from '../../language/rdf/names';
import { queryRows } from '../../query/query-rows';
import { possibleNames } from './possible-names';
import { exactNameBranch, isOfTheSchema, namesQuery } from './name-queries';

const MAX_NAMES = 30;
/** Many entities share one name. */
const MAX_ENTITIES_PER_NAME = 4;
const MAX_ENTITIES = 10;
const MAX_TIMEOUT_MS = 10_000;
const RELATIONS = [`${FREEBASE}type.object.name`, RDFS_LABEL];

/** Returns IRIs, those with the longest names first, by one query for exact English names; none if the KB does not respond. */
export async function findNamedEntities(
  question: string,
  kb: KnowledgeBase,
  schema: KbSchema,
  { timeoutMs }: ExecutionLimits,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = possibleNames(question, MAX_NAMES);
  if (!names.length) return [];
  const branches = names.flatMap(({ name }) =>
    RELATIONS.map((relation) => exactNameBranch(name, relation, 'en', MAX_ENTITIES_PER_NAME)),
  );
  const limits = {
    timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
    maxRows: branches.length * MAX_ENTITIES_PER_NAME,
  };
  const answer = await queryRows(kb, namesQuery(branches), limits, signal);
  if ('problem' in answer) return [];
  const irisByName = new Map<string, Set<string>>();
  for (const [entity, name] of answer.rows) {
    if (entity?.type !== 'uri' || !name || isOfTheSchema(entity.value, schema)) continue;
    irisByName.set(name.value, (irisByName.get(name.value) ?? new Set()).add(entity.value));
  }
  const found = names.filter(({ name }) => irisByName.has(name));
  // In `Barack Obama`, neither `Barack` nor `Obama` is meant.
  const longest = found.filter(
    ({ from, to }) =>
      !found.some((other) => other.from <= from && other.to >= to && other.to - other.from > to - from),
  );
  const hasProper = longest.some((name) => name.proper);
  const likely = longest.filter((name) => name.proper || !hasProper || name.to - name.from > 1);
  const iris = likely.flatMap(({ name }) =>
    [...(irisByName.get(name) ?? [])].sort(byLength).slice(0, MAX_ENTITIES_PER_NAME),
  );
  return [...new Set(iris)].slice(0, MAX_ENTITIES);
}

/** The oldest entities, which have the shortest ids, come first. */
function byLength(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
