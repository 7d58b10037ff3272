/** How many names of gold are among the first retrieved ones. */
import type { KbSchema } from '../../core/schema/schema';
import { canonicalStep } from '../../core/logical-form/same-graph';
import type { Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import type { RecallCurve } from '../report';
import { mean } from './bootstrap';
import type { ParsedGold } from './exact-match';
import { pathSpelling } from './gold-names';

export interface Retrieved {
  readonly gold: Gold;
  readonly readings: readonly ParsedGold[];
  readonly prediction: Prediction;
}

const KINDS = ['entities', 'relations', 'classes', 'paths'] as const;
type Kind = (typeof KINDS)[number];

const STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100];

export function recallCurves(asked: readonly Retrieved[], schema: KbSchema): readonly RecallCurve[] {
  // Gold of an inexpressible question names what does not exist.
  const all = asked.filter(({ gold }) => gold.answerability !== 'schema');
  return KINDS.flatMap((what): readonly RecallCurve[] => {
    const ranks = all.flatMap((one) => ranksOf(one, what, schema));
    const longest = all.reduce((most, { prediction }) => Math.max(most, foundIn(prediction, what).length), 1);
    if (!ranks.length) return [];
    const last = STEPS.findIndex((k) => k >= longest);
    const steps = last < 0 ? STEPS : STEPS.slice(0, last + 1);
    return [{ what, n: ranks.length, at: steps.map((k) => ({ k, ...within(ranks, k) })) }];
  });
}

/** The rank of each gold name, from 1, for each parse that has names. */
type Ranks = readonly (readonly number[])[];

function ranksOf({ gold, readings, prediction }: Retrieved, what: Kind, schema: KbSchema): readonly Ranks[] {
  const spell = spellings[what];
  const places = new Map<string, number>();
  for (const [index, id] of foundIn(prediction, what).entries()) {
    const key = spell(id, schema);
    if (!places.has(key)) places.set(key, index + 1);
  }
  const ranks = neededOf(gold, readings, what).map((ids) =>
    ids.map((id) => places.get(spell(id, schema)) ?? Infinity),
  );
  return ranks.length ? [ranks] : [];
}

function neededOf(gold: Gold, readings: readonly ParsedGold[], what: Kind): readonly (readonly string[])[] {
  const given = what === 'entities' && gold.entities ? [gold.entities] : undefined;
  return (given ?? readings.flatMap(({ names }) => (names ? [names[what]] : []))).filter(
    ({ length }) => length,
  );
}

const spellings: Readonly<Record<Kind, (id: string, schema: KbSchema) => string>> = {
  entities: (id) => id,
  relations: (relation, schema) => canonicalStep({ relation, reverse: false }, schema).relation,
  classes: (id) => id,
  paths: pathSpelling,
};

function foundIn({ entities, retrieved }: Prediction, what: Kind): readonly string[] {
  return what === 'entities' ? entities : retrieved[what];
}

/** Of the parse that matches best. */
function within(ranks: readonly Ranks[], k: number): { readonly all: number; readonly share: number } {
  const shares = ranks.map((readings) =>
    Math.max(...readings.map((places) => mean(places.map((place) => Number(place <= k))))),
  );
  return { all: mean(shares.map((share) => Number(share === 1))), share: mean(shares) };
}
