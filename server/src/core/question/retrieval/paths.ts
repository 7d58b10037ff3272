/** Paths of one step, or of two through a mediator, from an entity to the answer. */
import { nameOf } from '../../schema/inference/near-names';
import { domainsOf, isCommunity, isSystem } from '../../schema/domains';
import type { KbSchema } from '../../schema/schema';
import type { RankedPath, SchemaRetriever } from './retrieval';

export type PathSteps = RankedPath['steps'];

/** Of a fact over a mediator the second step says more: what one goes to, and not what it is part of. */
const SHARE_OF_FIRST = 0.4;

/** The retriever names the better of a relation and its reverse; parents are no children, though. */
const OTHER_WAY_ROUND = 0.8;

/** The best first. */
export function rankPaths(
  question: string,
  walks: readonly PathSteps[],
  { retriever, schema }: { readonly retriever: SchemaRetriever; readonly schema: KbSchema },
  most: number,
): readonly RankedPath[] {
  const among = new Set(walks.flatMap((steps) => steps.map(({ relation }) => relation)));
  const scores = new Map<string, number>();
  for (const { id, score } of retriever.relations(question, { most: among.size, among })) {
    scores.set(id, Math.max(score, scores.get(id) ?? 0));
    const { reverse } = schema.relation(id) ?? {};
    if (reverse !== undefined)
      scores.set(reverse, Math.max(OTHER_WAY_ROUND * score, scores.get(reverse) ?? 0));
  }
  const scoreOf = ([first, ...others]: PathSteps): number => {
    const begin = scores.get(first?.relation ?? '') ?? 0;
    const [second] = others;
    return second
      ? SHARE_OF_FIRST * begin + (1 - SHARE_OF_FIRST) * (scores.get(second.relation) ?? 0)
      : begin;
  };
  return walks
    .map((steps) => ({ steps, score: scoreOf(steps) }))
    .sort((left, right) => right.score - left.score || (keyOf(left.steps) < keyOf(right.steps) ? -1 : 1))
    .slice(0, Math.max(0, most));
}

/** All that the schema has from things of these types; where it is known what the entity has, only by these relations. */
export function walksFrom(
  types: Iterable<string>,
  schema: KbSchema,
  real?: ReadonlySet<string>,
): readonly PathSteps[] {
  const walks = new Map<string, PathSteps>();
  const all = new Set([...types].flatMap((type) => [...schema.included(type)]));
  for (const type of all) {
    if (isSystem(type) || isCommunity(type)) continue;
    for (const step of stepsFrom(type, schema)) {
      if (real && !has(real, step, schema)) continue;
      for (const walk of goingOn(step, schema)) walks.set(keyOf(walk), walk);
    }
  }
  return [...walks.values()];
}

type Step = PathSteps[number];

/** Against its direction only where the schema has no relation that says so. */
function stepsFrom(type: string, schema: KbSchema): readonly Step[] {
  const back = domainsOf(schema)
    .relationsTo(type)
    .filter((id) => schema.relation(id)?.reverse === undefined && !isSystem(id));
  return [
    ...schema.relationsOf(type).map((relation) => ({ relation, reverse: false })),
    ...back.map((relation) => ({ relation, reverse: true })),
  ];
}

function has(real: ReadonlySet<string>, { relation }: Step, schema: KbSchema): boolean {
  return real.has(relation) || real.has(schema.relation(relation)?.reverse ?? '');
}

/** A mediator is never an answer: the way goes on from it, and not back. */
function goingOn(step: Step, schema: KbSchema): readonly PathSteps[] {
  const { domain, range, reverse } = schema.relation(step.relation) ?? {};
  const end = step.reverse ? domain : range;
  if (end === undefined || schema.type(end)?.kind !== 'mediator') return [[step]];
  return schema
    .relationsOf(end)
    .filter((relation) => relation !== reverse || calledAlike(step.relation, relation))
    .map((relation) => [step, { relation, reverse: false }]);
}

/** Where both ends play the same part, as in a marriage, the way back is also the way on. */
function calledAlike(from: string, back: string): boolean {
  const { words } = nameOf(from);
  return nameOf(back).words.some((word) => words.includes(word));
}

function keyOf(steps: PathSteps): string {
  return steps.map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`).join(' ');
}
