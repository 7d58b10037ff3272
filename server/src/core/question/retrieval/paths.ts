/** Ranks paths of one step, or of two through a mediator, from an entity to the answer. */
import { parseName } from '../../schema/inference/near-names';
import { domainIndexOf, isCommunity, isSystem } from '../../schema/domain-index';
import type { KbSchema } from '../../schema/schema';
import type { RankedPath, SchemaRetriever } from './retrieval';

export type PathSteps = RankedPath['steps'];

/** The weight of the first step of two. The second one tells more about the answer. */
const WEIGHT_OF_FIRST = 0.4;

/** The factor for the reverse of a ranked relation: the retriever returns only one of them, but parents are not children. */
const WEIGHT_OF_REVERSE = 0.8;

/** The best first. */
export function rankPaths(
  question: string,
  walks: readonly PathSteps[],
  { retriever, schema }: { readonly retriever: SchemaRetriever; readonly schema: KbSchema },
  limit: number,
): readonly RankedPath[] {
  const among = new Set(walks.flatMap((steps) => steps.map(({ relation }) => relation)));
  const scores = new Map<string, number>();
  for (const { id, score } of retriever.relations(question, { limit: among.size, among })) {
    scores.set(id, Math.max(score, scores.get(id) ?? 0));
    const { reverse } = schema.relation(id) ?? {};
    if (reverse !== undefined)
      scores.set(reverse, Math.max(WEIGHT_OF_REVERSE * score, scores.get(reverse) ?? 0));
  }
  const scoreOf = ([first, second]: PathSteps): number => {
    const firstScore = scores.get(first?.relation ?? '') ?? 0;
    return second
      ? WEIGHT_OF_FIRST * firstScore + (1 - WEIGHT_OF_FIRST) * (scores.get(second.relation) ?? 0)
      : firstScore;
  };
  return walks
    .map((steps) => ({ steps, score: scoreOf(steps) }))
    .sort((left, right) => right.score - left.score || (keyOf(left.steps) < keyOf(right.steps) ? -1 : 1))
    .slice(0, Math.max(0, limit));
}

/** All paths that the schema has for these types. With `real`, the first relation must be one that the entity has. */
export function schemaPaths(
  types: Iterable<string>,
  schema: KbSchema,
  real?: ReadonlySet<string>,
): readonly PathSteps[] {
  const paths = new Map<string, PathSteps>();
  const includedTypes = new Set([...types].flatMap((type) => [...schema.includedTypes(type)]));
  for (const type of includedTypes) {
    if (isSystem(type) || isCommunity(type)) continue;
    for (const step of stepsFrom(type, schema)) {
      if (real && !hasRelation(real, step, schema)) continue;
      for (const path of pathsBy(step, schema)) paths.set(keyOf(path), path);
    }
  }
  return [...paths.values()];
}

type Step = PathSteps[number];

/** A relation is followed against its direction only if it has no reverse relation. */
function stepsFrom(type: string, schema: KbSchema): readonly Step[] {
  const incoming = domainIndexOf(schema)
    .relationsTo(type)
    .filter((id) => schema.relation(id)?.reverse === undefined && !isSystem(id));
  return [
    ...schema.relationsOf(type).map((relation) => ({ relation, reverse: false })),
    ...incoming.map((relation) => ({ relation, reverse: true })),
  ];
}

function hasRelation(real: ReadonlySet<string>, { relation }: Step, schema: KbSchema): boolean {
  return real.has(relation) || real.has(schema.relation(relation)?.reverse ?? '');
}

/** A mediator is never an answer: the path continues from it, and not back. */
function pathsBy(step: Step, schema: KbSchema): readonly PathSteps[] {
  const { domain, range, reverse } = schema.relation(step.relation) ?? {};
  const end = step.reverse ? domain : range;
  if (!schema.isMediator(end)) return [[step]];
  return schema
    .relationsOf(end)
    .filter((relation) => relation !== reverse || isSymmetric(step.relation, relation))
    .map((relation) => [step, { relation, reverse: false }]);
}

/** Whether both ends have the same role, as in a marriage, so that the reverse relation leads to the other end. */
function isSymmetric(relation: string, reverse: string): boolean {
  const { words } = parseName(relation);
  return parseName(reverse).words.some((word) => words.includes(word));
}

function keyOf(steps: PathSteps): string {
  return steps.map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`).join(' ');
}
