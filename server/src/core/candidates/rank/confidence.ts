/** Features of the whole list of candidates, from which the confidence in its best one is computed. */
import { stem } from '../../language/english/nouns';
import type { Linking } from '../../question/linking/linking';
import { covers } from '../../language/text/range';
import type { Feature } from './features';
import type { LinkedQuestion } from './linked-question';
import type { RankedCandidate, Ranking } from './rank';

export interface RankedList {
  readonly asked: LinkedQuestion;
  readonly linking: Linking;
  /** Of the best, by their names. */
  readonly features: ReadonlyMap<string, number>;
  /** The best first. */
  readonly ranked: readonly RankedCandidate[];
  /** The score of the best that could be there and is not; nothing where none could. */
  readonly imagined: number | undefined;
}

/** Features of the best candidate that are taken over. */
const OF_THE_BEST = [
  'said',
  'unsaid',
  'unsaid share',
  'nothing left',
  'last own',
  'last range',
  'owner',
  'exact',
  'exact around',
  'queries',
  'community',
  'ends',
  'link',
  'popularity',
  'mention words',
  'mention content',
  'mention share',
  'match exact',
  'match folded',
  'match plural',
  'match partial',
  'match fuzzy',
  'counts asked',
  'counts missed',
  'extreme',
  'from value',
  'of class',
  'class said',
  'focus',
  'inside',
  'idle',
  'some idle',
  'extreme near',
  'extreme fits',
  'extreme misfits',
  'extreme missed',
  'compare fit',
  'comparison idle',
  'year idle',
  'now idle',
  'part says nothing',
  'within',
  'end says nothing',
  'both parts say',
  'both parts plainly say',
  'whole class',
  'person fits',
  'person misfits',
  'place fits',
  'place misfits',
  'date misfits',
  'number misfits',
  'date unasked',
  'number unasked',
  'group for a place',
  'noun',
  'noun exact',
  'noun unsaid',
  'event for a date',
  'noun before the end',
  'idle likely',
  'leaves out',
  'leaves something out',
  'leaves out the noun',
  'leaves out a name',
] as const;

const AGAINST = [
  'leaves something out',
  'leaves out the noun',
  'unsaid share',
  'noun unsaid',
  'person misfits',
  'place misfits',
  'date misfits',
] as const;

export function confidenceFeatures({
  asked,
  linking,
  features,
  ranked,
  imagined,
}: RankedList): readonly Feature[] {
  const [best, ...others] = ranked;
  if (!best) return [['none', 1]];
  const top = ranked.slice(0, 30).map(({ score }) => Math.exp(score - best.score));
  const all = top.reduce((sum, one) => sum + one, 0);
  // Another form with other relations: the same ones with another condition are no rivals.
  const rival = others.find(
    ({ candidate }) =>
      candidate.hops.map((hop) => hop.relation).join() !==
      best.candidate.hops.map((hop) => hop.relation).join(),
  );
  const { start, also, value, compare } = best.candidate;
  const used = [start?.mention, also?.entity.mention, value?.mention, compare?.literal.mention].filter(
    (one) => one !== undefined,
  );
  const content = asked.words.filter(({ content: says }) => says);
  const outside = content.filter(({ range }) => !used.some((mention) => covers(mention, range)));
  const linked = outside.filter(({ range }) =>
    linking.entities.some(({ mention }) => mention && covers(mention, range)),
  );
  const share = 1 / all;
  const lacks = lacking(best.score, imagined);
  const against = AGAINST.map((name) => [name, features.get(name) ?? 0] as const);
  return [
    ['bias', 1],
    // To be far ahead of the others says little where something speaks against all of them.
    ...[...against, ...lacks].map(([name, value]): Feature => [`share, ${name}`, share * value]),
    ['score', best.score / 10],
    ['margin', Math.min(5, best.score - (rival?.score ?? best.score - 5)) / 5],
    ['share', share],
    ...lacks,
    ['candidates', Math.log2(1 + ranked.length) / 10],
    ['outside', outside.length / Math.max(1, asked.words.length)],
    ['outside many', Math.min(6, outside.length) / 6],
    ['linked outside', linked.length / Math.max(1, content.length)],
    [`hops ${best.candidate.hops.length}`, 1],
    ['also', also ? 1 : 0],
    ...OF_THE_BEST.map((name): Feature => [name, features.get(name) ?? 0]),
  ];
}

/** Whether a candidate without facts in the KB would express the question better. */
function lacking(score: number, imagined: number | undefined): readonly Feature[] {
  if (imagined === undefined) return [['nothing lacks', 1]];
  const lead = Math.max(-5, Math.min(5, score - imagined)) / 5;
  return [
    ['lead over what lacks', lead],
    ['what lacks is better', lead < 0 ? 1 : 0],
  ];
}

/** Too few correct candidates express no word of the question to learn from, so the confidence is halved. */
const FACTOR_IF_SILENT = 0.5;

export function silenceFactor(features: Iterable<Feature>): number {
  const known = new Map(features);
  const says = (name: string): number => known.get(name) ?? 0;
  const silent = says('unsaid share') >= 1 && says('unsaid') > 0.5 && says('noun unsaid') > 0;
  return silent ? FACTOR_IF_SILENT : 1;
}

/** Rules of thumb. A correct candidate nearly always expresses a word that asks for a certain relation. */
const FACTOR_IF_WORD_OMITTED = 0.35;
/** For what is asked for itself, and for answers of the wrong kind. */
const FACTOR_IF_WRONG_KIND = 0.2;

/** By how much certain rules reduce the confidence in the candidate at a place. */
export function ruleFactor(
  place: number | undefined,
  { ranked, leftOut, isOfWrongKind, asked: { noun: asked } }: Ranking,
): number {
  const form = place === undefined ? undefined : ranked[place];
  if (!form) return 1;
  const words = leftOut(form.candidate);
  const noun = stem(asked?.split(' ').at(-1) ?? '');
  if (isOfWrongKind(form.candidate) || words.some((word) => word.stem === noun)) return FACTOR_IF_WRONG_KIND;
  return words.length ? FACTOR_IF_WORD_OMITTED : 1;
}
