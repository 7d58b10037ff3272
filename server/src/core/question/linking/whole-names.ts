/** Finds entities by whole names, all names in one query. */
import type { AnswerRow } from '../../kb/knowledge-base';
import type { QueryRows, QueryRowsProblem } from '../../query/query-rows';
import { quoteString } from '../../language/rdf/escapes';
import {
  exactNameBranch,
  namesQuery,
  taggedName,
  untaggedNameBranch,
  wholeNamesBranch,
} from './name-queries';

/** Entities that are read by one relation. */
const MAX_PER_RELATION = 600;

export interface WholeNames {
  readonly names: readonly string[];
  readonly relations: readonly string[];
  readonly language: string;
  /** Whether names may lack a language tag. */
  readonly untagged: boolean;
  /** Entities for each name and relation: many share one name. */
  readonly limit: number;
}

/**
 * Returns rows of an entity and a name, in the order of the names. Of the entities that share a name, the oldest come first, which have
 * the shortest ids. If very many share the names, each name is a UNION branch of its own.
 */
export async function findWholeNames(
  wanted: WholeNames,
  query: (text: string) => Promise<QueryRows | QueryRowsProblem>,
): Promise<QueryRows | QueryRowsProblem> {
  const { names, relations, language, untagged, limit } = wanted;
  if (!names.length) return { rows: [], columns: [], incomplete: undefined };
  const terms = names.flatMap((name) => [
    taggedName(name, language),
    ...(untagged ? [quoteString(name)] : []),
  ]);
  const branches = relations.map((relation) => wholeNamesBranch(terms, relation, MAX_PER_RELATION));
  const answer = await query(`SELECT ?p ?e ?name WHERE { ${branches.join(' UNION ')} }`);
  if ('problem' in answer) return answer;
  const groups = new Map<string, AnswerRow[]>();
  const countByRelation = new Map<string, number>();
  for (const [relation, entity, name] of answer.rows) {
    if (!relation || !entity || name?.type !== 'literal') continue;
    countByRelation.set(relation.value, (countByRelation.get(relation.value) ?? 0) + 1);
    const key = keyOf(name.value, relation.value, name['xml:lang'] !== undefined);
    const group = groups.get(key);
    if (group) group.push([entity, name]);
    else groups.set(key, [[entity, name]]);
  }
  const isFull = [...countByRelation.values()].some((count) => count >= MAX_PER_RELATION);
  if (isFull || answer.incomplete !== undefined) return query(namesQuery(branchPerName(wanted)));
  const rows = names.flatMap((name) =>
    relations.flatMap((relation) =>
      [true, false].flatMap((isTagged) =>
        (groups.get(keyOf(name, relation, isTagged)) ?? []).sort(byLength).slice(0, limit),
      ),
    ),
  );
  return { rows, columns: ['e', 'name'], incomplete: undefined };
}

function branchPerName({ names, relations, language, untagged, limit }: WholeNames): readonly string[] {
  return names.flatMap((name) =>
    relations.flatMap((relation) => [
      exactNameBranch(name, relation, language, limit),
      ...(untagged ? [untaggedNameBranch(name, relation, limit)] : []),
    ]),
  );
}

function keyOf(name: string, relation: string, isTagged: boolean): string {
  return `${isTagged} ${relation} ${name}`;
}

function byLength([left]: AnswerRow, [right]: AnswerRow): number {
  const [first, second] = [left?.value ?? '', right?.value ?? ''];
  return first.length - second.length || (first < second ? -1 : first > second ? 1 : 0);
}
