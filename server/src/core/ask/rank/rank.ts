/** All candidates of a question, the likeliest first. */
import type { Linking } from '../../link/linking';
import type { KbSchema } from '../../kb/schema';
import { focusOf } from '../../retrieve/question-focus';
import type { SchemaRetriever } from '../../retrieve/retrieval';
import type { AsOf } from '../../sexpr/time-relations';
import type { Surroundings } from '../around/surroundings';
import { asOf } from '../as-of';
import type { Ranker } from '../ask-ports';
import type { Candidate } from '../candidates/candidate';
import { enumerate, ENUMERATION, keyOf } from '../candidates/enumerate';
import { askedWords } from './asked-words';
import { cuesOf } from './cues';
import { Features, type Asked, type Feature } from './features';
import { WordsOfRelations } from './relation-words';
import { surenessOf } from './sureness';

export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly score: number;
}

export interface Ranking {
  readonly asked: Asked;
  /** The likeliest first. */
  readonly ranked: readonly RankedCandidate[];
  readonly featuresOf: (candidate: Candidate) => readonly Feature[];
  /** A word of the question that nothing in the form says. */
  readonly unsaid: (candidate: Candidate, word: string) => boolean;
  /** What the confidence is worked out of. */
  readonly sureness: readonly Feature[];
}

export interface RankPorts {
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
  readonly ranker: Pick<Ranker, 'score'>;
  readonly around: Surroundings;
  /** Today. */
  readonly date: () => string;
}

export function askedOf(question: string, { entities, literals }: Linking, today: AsOf): Asked {
  const mentions = new Map(
    entities.flatMap(({ mention }) =>
      mention
        ? [[`${mention.start} ${mention.end}`, { start: mention.start, end: mention.end }] as const]
        : [],
    ),
  );
  return {
    words: askedWords(question),
    cues: cuesOf(question, today),
    focus: focusOf(question),
    mentions: [...mentions.values()],
    literals,
  };
}

export async function rank(
  question: string,
  linking: Linking,
  { schema, retriever, ranker, around, date }: RankPorts,
  signal: AbortSignal,
): Promise<Ranking> {
  const asked = askedOf(question, linking, asOf({ date }));
  const features = featuresFor(schema, retriever);
  const featuresOf = (candidate: Candidate): readonly Feature[] => features.of(asked, candidate);
  const scores = new Map<string, number>();
  const score = (candidate: Candidate): number => {
    const key = keyOf(candidate);
    let known = scores.get(key);
    if (known === undefined) scores.set(key, (known = ranker.score(featuresOf(candidate))));
    return known;
  };
  const unsaid: Ranking['unsaid'] = (candidate, word) => features.isUnsaid(candidate, word);
  const all = await enumerate(
    { ...asked, linking },
    { around, schema, retriever, score, unsaid },
    ENUMERATION,
    signal,
  );
  const ranked = all
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .sort((left, right) => right.score - left.score);
  const [best] = ranked;
  const ofBest = new Map(best ? featuresOf(best.candidate) : []);
  return {
    asked,
    ranked,
    featuresOf,
    unsaid,
    sureness: surenessOf({ asked, linking, features: ofBest, ranked }),
  };
}

const known = new WeakMap<
  KbSchema,
  { readonly retriever: RankPorts['retriever']; readonly features: Features }
>();

/** The same for the same schema: words that were compared once are remembered. */
function featuresFor(schema: KbSchema, retriever: RankPorts['retriever']): Features {
  const before = known.get(schema);
  if (before?.retriever === retriever) return before.features;
  const features = new Features(schema, new WordsOfRelations(schema, retriever));
  known.set(schema, { retriever, features });
  return features;
}
