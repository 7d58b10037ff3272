/** Ranks the candidates of a question. */
import type { LinkedEntity, Linking } from '../../question/linking/linking';
import type { KbSchema } from '../../schema/schema';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { Surroundings } from '../surroundings/surroundings';
import type { Ranker } from './ranker';
import type { Candidate } from '../enumerate/candidate';
import { enumerateCandidates, ENUMERATION_LIMITS, candidateKey } from '../enumerate/enumerate';
import { isOfWrongKind } from './wrong-kind';
import { contradictsVoice } from './voice';
import type { QuestionWord } from '../../language/english/words';
import { Features, type Feature } from './features';
import { asOf, toLinkedQuestion, type LinkedQuestion } from './linked-question';
import { hypotheticalCandidates, likelierStart } from './hypothetical-candidates';
import { RelationLexicon } from './relation-lexicon';
import { confidenceFeatures } from './confidence';
import { memoizeWeak } from '../../language/text/cache';
import { ExpressedWords, type Expressed } from './expressed-words';

export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly score: number;
}

export interface Ranking {
  readonly question: LinkedQuestion;
  /** The most likely first. */
  readonly ranked: readonly RankedCandidate[];
  readonly featuresOf: (candidate: Candidate) => readonly Feature[];
  /** Also for candidates that were not enumerated. */
  readonly scoreOf: (candidate: Candidate) => number;
  /** Whether nothing in the candidate is similar to a word of the question. */
  readonly isUncovered: (candidate: Candidate, word: string) => boolean;
  /** The words that ask for a certain relation and that the candidate does not express. */
  readonly omittedWords: (candidate: Candidate) => readonly QuestionWord[];
  /** Whether its answers cannot have the kind that the question asks for. */
  readonly isOfWrongKind: (candidate: Candidate) => boolean;
  /** Whether it continues a path that the question does not mention. */
  readonly continuesUnmentioned: (candidate: Candidate) => boolean;
  /** Whether one of its relations has a certain meaning that no word of the question asks for. */
  readonly hasUnaskedMeaning: (candidate: Candidate) => boolean;
  /** An entity that the question more likely means than the start of the candidate, but that the KB lacks such facts about. */
  readonly likelierStart: (candidate: Candidate) => LinkedEntity | undefined;
  /** Whether it expresses a word of the question, and how many words it had to express. */
  readonly expressed: (candidate: Candidate) => { readonly expressed: Expressed; readonly open: number };
  /** The content words outside its names and numbers that it does not express. */
  readonly unexpressedWords: (candidate: Candidate) => readonly QuestionWord[];
  /** Whether it expresses the noun that the question asks for; true if there is none. */
  readonly expressesNoun: (candidate: Candidate) => boolean;
  /** The features for the confidence in the candidate with this index, if those before it are rejected. */
  readonly confidenceFeatures: (index: number) => readonly Feature[];
  /** A candidate without facts in the KB that scores higher than the best; undefined if there is none. */
  readonly missingCandidate: () => Candidate | undefined;
}

export interface RankPorts {
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
  readonly ranker: Pick<Ranker, 'score'>;
  readonly around: Surroundings;
  /** The current date. */
  readonly date: () => string;
}

export async function rankCandidates(
  text: string,
  linking: Linking,
  { schema, retriever, ranker, around, date }: RankPorts,
  signal: AbortSignal,
): Promise<Ranking> {
  const question = toLinkedQuestion(text, linking, asOf({ date }));
  const features = featuresFor(schema, retriever);
  const featuresOf = memoizeWeak((candidate: Candidate) => features.of(question, candidate));
  const scores = new Map<string, number>();
  const score = (candidate: Candidate): number => {
    const key = candidateKey(candidate);
    let cached = scores.get(key);
    if (cached === undefined) scores.set(key, (cached = ranker.score(featuresOf(candidate))));
    return cached;
  };
  const isUncovered: Ranking['isUncovered'] = (candidate, word) =>
    features.coverage.isUncovered(candidate, word);
  const candidates = await enumerateCandidates(
    { ...question, linking },
    { around, schema, retriever, score, isUncovered },
    ENUMERATION_LIMITS,
    signal,
  );
  return toRanking(candidates, { question, linking, features, featuresOf, schema, ranker, isUncovered });
}

interface RankingParts extends Pick<RankPorts, 'schema' | 'ranker'> {
  readonly question: LinkedQuestion;
  readonly linking: Linking;
  readonly features: Features;
  /** Without the comparison with the other candidates; cached. */
  readonly featuresOf: (candidate: Candidate) => readonly Feature[];
  readonly isUncovered: Ranking['isUncovered'];
}

function toRanking(
  candidates: readonly Candidate[],
  { question, linking, features, featuresOf, schema, ranker, isUncovered }: RankingParts,
): Ranking {
  const { coverage } = features;
  const jointCoverage = coverage.ofAll(question, candidates);
  const withComparison = (candidate: Candidate, own: readonly Feature[]): readonly Feature[] => [
    ...own,
    ...features.comparativeFeatures(question, candidate, jointCoverage),
  ];
  const allFeaturesOf = (candidate: Candidate): readonly Feature[] =>
    withComparison(candidate, featuresOf(candidate));
  const toRanked = (candidate: Candidate): RankedCandidate => ({
    candidate,
    score: ranker.score(allFeaturesOf(candidate)),
  });
  // Hundreds of hypothetical candidates are scored once, so their features are not kept.
  const toRankedOnce = (candidate: Candidate): RankedCandidate => ({
    candidate,
    score: ranker.score(withComparison(candidate, features.of(question, candidate))),
  });
  const ranked = candidates.map(toRanked).sort((left, right) => right.score - left.score);
  const expression = new ExpressedWords(question, features, (feature) => ranker.score([feature]));
  const omittedWords = memoizeWeak((candidate: Candidate): readonly QuestionWord[] => {
    const omitted = coverage.omittedWords(question, candidate, jointCoverage);
    const skipped = [
      ...coverage.skippedNoun(question, candidate),
      ...coverage.skippedWords(question, candidate, candidates),
    ];
    return [...new Set([...omitted, ...skipped])];
  });
  const hypothetical = new Map<number, RankedCandidate | undefined>();
  const bestHypothetical = (index: number): RankedCandidate | undefined => {
    const best = ranked[index];
    if (best && !hypothetical.has(index)) {
      const ports = { schema, isUncovered };
      const others = hypotheticalCandidates(best.candidate, candidates, question, ports);
      hypothetical.set(index, mostLikely(others.map(toRankedOnce)));
    }
    return hypothetical.get(index);
  };
  return {
    question,
    ranked,
    featuresOf: allFeaturesOf,
    scoreOf: (candidate) => toRanked(candidate).score,
    isUncovered,
    isOfWrongKind: (candidate) =>
      contradictsVoice(question, candidate, schema) ||
      isOfWrongKind(question, candidate, schema, (word) => coverage.expressesLoosely(candidate, word)),
    omittedWords,
    continuesUnmentioned: (candidate) => coverage.continuesUnmentioned(question, candidate),
    hasUnaskedMeaning: (candidate) => expression.hasUnaskedMeaning(candidate),
    likelierStart: (candidate) => likelierStart(candidate, candidates, linking, schema),
    expressed: (candidate) => expression.of(candidate),
    unexpressedWords: (candidate) => expression.unexpressed(candidate),
    expressesNoun: (candidate) => expression.expressesNoun(candidate),
    confidenceFeatures: (index) => {
      const remaining = ranked.slice(index);
      return confidenceFeatures({
        question,
        linking,
        features: new Map(remaining[0] ? allFeaturesOf(remaining[0].candidate) : []),
        ranked: remaining,
        hypotheticalScore: bestHypothetical(index)?.score,
      });
    },
    missingCandidate: () => {
      const [best] = ranked;
      const other = bestHypothetical(0);
      return best && other && other.score > best.score ? other.candidate : undefined;
    },
  };
}

export function mostLikely(ranked: readonly RankedCandidate[]): RankedCandidate | undefined {
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
  const features = new Features(schema, new RelationLexicon(schema, retriever));
  cache.set(schema, { retriever, features });
  return features;
}
