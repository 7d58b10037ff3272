/** Ranks the candidates of a question. */
import type { Linking } from '../../question/linking/linking';
import type { KbSchema } from '../../schema/schema';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { Surroundings } from '../surroundings/surroundings';
import type { Ranker } from './ranker';
import type { Candidate } from '../enumerate/candidate';
import { enumerate, ENUMERATION, keyOf } from '../enumerate/enumerate';
import { isOfWrongKind } from './answer-kind';
import type { QuestionWord } from '../../language/english/words';
import { Features, type Feature } from './features';
import { asOf, linkedQuestion, type LinkedQuestion } from './linked-question';
import { hypotheticalCandidates } from './hypothetical';
import { WordsOfRelations } from './relation-words';
import { confidenceFeatures } from './confidence';

export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly score: number;
}

export interface Ranking {
  readonly asked: LinkedQuestion;
  /** The most likely first. */
  readonly ranked: readonly RankedCandidate[];
  readonly featuresOf: (candidate: Candidate) => readonly Feature[];
  /** Whether nothing in the candidate is similar to a word of the question. */
  readonly unsaid: (candidate: Candidate, word: string) => boolean;
  /** The words that ask for a certain relation and that the candidate does not express. */
  readonly leftOut: (candidate: Candidate) => readonly QuestionWord[];
  /** Whether its answers cannot have the kind that the question asks for. */
  readonly isOfWrongKind: (candidate: Candidate) => boolean;
  /** The features for the confidence in the candidate with this index, if those before it are rejected. */
  readonly sureness: (index: number) => readonly Feature[];
  /** A candidate without facts in the KB that scores higher than the best; undefined if there is none. */
  readonly lacking: () => Candidate | undefined;
}

export interface RankPorts {
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
  readonly ranker: Pick<Ranker, 'score'>;
  readonly around: Surroundings;
  /** The current date. */
  readonly date: () => string;
}

export async function rank(
  question: string,
  linking: Linking,
  { schema, retriever, ranker, around, date }: RankPorts,
  signal: AbortSignal,
): Promise<Ranking> {
  const asked = linkedQuestion(question, linking, asOf({ date }));
  const features = featuresFor(schema, retriever);
  const featuresOf = (candidate: Candidate): readonly Feature[] => features.of(asked, candidate);
  const scores = new Map<string, number>();
  const score = (candidate: Candidate): number => {
    const key = keyOf(candidate);
    let cached = scores.get(key);
    if (cached === undefined) scores.set(key, (cached = ranker.score(featuresOf(candidate))));
    return cached;
  };
  const unsaid: Ranking['unsaid'] = (candidate, word) => features.isUnsaid(candidate, word);
  const candidates = await enumerate(
    { ...asked, linking },
    { around, schema, retriever, score, unsaid },
    ENUMERATION,
    signal,
  );
  const coverage = features.sayable(asked, candidates);
  const allFeaturesOf = (candidate: Candidate): readonly Feature[] => [
    ...featuresOf(candidate),
    ...features.beside(asked, candidate, coverage),
  ];
  const toRanked = (candidate: Candidate): RankedCandidate => ({
    candidate,
    score: ranker.score(allFeaturesOf(candidate)),
  });
  const ranked = candidates.map(toRanked).sort((left, right) => right.score - left.score);
  const bestHypothetical = (index: number): RankedCandidate | undefined => {
    const best = ranked[index];
    const others = best ? hypotheticalCandidates(best.candidate, candidates, schema) : [];
    return likeliestOf(others.map(toRanked));
  };
  return {
    asked,
    ranked,
    featuresOf: allFeaturesOf,
    unsaid,
    isOfWrongKind: (candidate) =>
      isOfWrongKind(asked, candidate, schema, (word) => features.expressesLoosely(candidate, word)),
    leftOut: (candidate) => features.leftOut(asked, candidate, coverage),
    sureness: (index) => {
      const remaining = ranked.slice(index);
      return confidenceFeatures({
        asked,
        linking,
        features: new Map(remaining[0] ? allFeaturesOf(remaining[0].candidate) : []),
        ranked: remaining,
        imagined: bestHypothetical(index)?.score,
      });
    },
    lacking: () => {
      const [best] = ranked;
      const other = bestHypothetical(0);
      return best && other && other.score > best.score ? other.candidate : undefined;
    },
  };
}

export function likeliestOf(ranked: readonly RankedCandidate[]): RankedCandidate | undefined {
  return ranked.reduce<RankedCandidate | undefined>(
    (best, next) => (best && best.score >= next.score ? best : next),
    undefined,
  );
}

const cache = new WeakMap<
  KbSchema,
  { readonly retriever: RankPorts['retriever']; readonly features: Features }
>();

/** Reuses the features of a schema, which cache the similarities of words. */
function featuresFor(schema: KbSchema, retriever: RankPorts['retriever']): Features {
  const cached = cache.get(schema);
  if (cached?.retriever === retriever) return cached.features;
  const features = new Features(schema, new WordsOfRelations(schema, retriever));
  cache.set(schema, { retriever, features });
  return features;
}
