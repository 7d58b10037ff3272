/** All candidates of a question, the likeliest first. */
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
  /** The likeliest first. */
  readonly ranked: readonly RankedCandidate[];
  readonly featuresOf: (candidate: Candidate) => readonly Feature[];
  /** A word of the question that nothing in the form says. */
  readonly unsaid: (candidate: Candidate, word: string) => boolean;
  /** Words that ask for a relation of their own, which the form does not say: another does, or nothing in it comes near them. */
  readonly leftOut: (candidate: Candidate) => readonly QuestionWord[];
  /** Its answers are of a kind that the question cannot mean. */
  readonly isOfWrongKind: (candidate: Candidate) => boolean;
  /** What the confidence in one of them is worked out of, by its place; those before it have come to nothing. */
  readonly sureness: (place: number) => readonly Feature[];
  /** The form that would be likelier than the likeliest, had the KB facts of it; nothing where there is none. */
  readonly lacking: () => Candidate | undefined;
}

export interface RankPorts {
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
  readonly ranker: Pick<Ranker, 'score'>;
  readonly around: Surroundings;
  /** Today. */
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
  const sayable = features.sayable(asked, all);
  const besideOthers = (candidate: Candidate): readonly Feature[] => [
    ...featuresOf(candidate),
    ...features.beside(asked, candidate, sayable),
  ];
  const scored = (candidate: Candidate): RankedCandidate => ({
    candidate,
    score: ranker.score(besideOthers(candidate)),
  });
  const ranked = all.map(scored).sort((left, right) => right.score - left.score);
  const imagined = (place: number): RankedCandidate | undefined => {
    const best = ranked[place];
    const others = best ? hypotheticalCandidates(best.candidate, all, schema) : [];
    return likeliestOf(others.map(scored));
  };
  return {
    asked,
    ranked,
    featuresOf: besideOthers,
    unsaid,
    isOfWrongKind: (candidate) =>
      isOfWrongKind(asked, candidate, schema, (word) => features.expressesLoosely(candidate, word)),
    leftOut: (candidate) => features.leftOut(asked, candidate, sayable),
    sureness: (place) => {
      const left = ranked.slice(place);
      const ofBest = new Map(left[0] ? besideOthers(left[0].candidate) : []);
      return confidenceFeatures({
        asked,
        linking,
        features: ofBest,
        ranked: left,
        imagined: imagined(place)?.score,
      });
    },
    lacking: () => {
      const [best] = ranked;
      const other = imagined(0);
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
