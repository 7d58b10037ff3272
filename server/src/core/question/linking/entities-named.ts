/** The entities whose names appear in a question, for a question without a query. */
import type { KnowledgeBase, Limits } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { FREEBASE, RDFS_LABEL } from '../../language/rdf/names';
import { queryRows } from '../../query/query-rows';
import { possibleNames } from './possible-names';
import { exactPart, isOfTheSchema, namesQuery } from './name-queries';

const MOST_NAMES = 30;
/** Many things have the same name. */
const MOST_OF_ONE_NAME = 4;
const MOST_ENTITIES = 10;
const LONGEST_MS = 10_000;
const RELATIONS = [`${FREEBASE}type.object.name`, RDFS_LABEL];

/** One query, by exact names in English. IRIs, the longest names first; none where the KB does not answer. */
export async function entitiesNamed(
  question: string,
  kb: KnowledgeBase,
  schema: KbSchema,
  { timeoutMs }: Limits,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = possibleNames(question, MOST_NAMES);
  if (!names.length) return [];
  const limits = {
    timeoutMs: Math.min(timeoutMs, LONGEST_MS),
    maxRows: names.length * RELATIONS.length * MOST_OF_ONE_NAME,
  };
  const answer = await queryRows(
    kb,
    namesQuery(
      names.flatMap(({ name }) =>
        RELATIONS.map((relation) => exactPart(name, relation, 'en', MOST_OF_ONE_NAME)),
      ),
    ),
    limits,
    signal,
  );
  if ('problem' in answer) return [];
  const called = new Map<string, Set<string>>();
  for (const [entity, name] of answer.rows) {
    if (entity?.type !== 'uri' || !name || isOfTheSchema(entity.value, schema)) continue;
    called.set(name.value, (called.get(name.value) ?? new Set()).add(entity.value));
  }
  const found = names.filter(({ name }) => called.has(name));
  // Of `Barack Obama`, neither `Barack` nor `Obama` is meant.
  const whole = found.filter(
    ({ from, to }) =>
      !found.some((other) => other.from <= from && other.to >= to && other.to - other.from > to - from),
  );
  const proper = whole.some((name) => name.proper);
  const likely = whole.filter((name) => name.proper || !proper || name.to - name.from > 1);
  const iris = likely.flatMap(({ name }) =>
    [...(called.get(name) ?? [])].sort(byLength).slice(0, MOST_OF_ONE_NAME),
  );
  return [...new Set(iris)].slice(0, MOST_ENTITIES);
}

/** Ids were given out one after the other: what was thought of first has the shorter. */
function byLength(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
