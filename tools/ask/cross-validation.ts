/**
 * Cross-validates the ranker: trains weights for each of five folds on the other four, ranks each question with weights that were not
 * trained on it, and estimates confidences in the same way. Linking and schema use counts exclude the fold too (`held-out.ts`).
 */
import { coverageFactor, confidenceFeatures } from '../../server/src/core/candidates/rank/confidence';
import {
  TRAINING_OPTIONS,
  scoreVector,
  trainRanker,
  type RankingExample,
  type TrainingOptions,
} from './train-weights';
import { trainConfidence, type ConfidenceCase } from './train-trees';
import { predictProbability } from '../../server/src/core/candidates/rank/boosted-trees';
import { writeAnswerableKb } from './answerable-kb';
import { join } from 'node:path';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { FOLDS, Folds } from '../folds';
import { addGoldAnswers } from './gold-answers';
import { HeldOutData, type FoldKnowledge } from './held-out';
import { toInitialWeights, TrainingQuestionBuilder, type TrainingQuestion } from './training-questions';
import { MemoryGraph } from './memory-graph';
import { MemorySurroundings } from './memory-surroundings';
import { classQuestions, phrasingQuestions, type PhrasingOptions } from './phrasing-questions';
import {
  isMadeUp,
  isPhrasing,
  isTestSet,
  readQuestions,
  type GoldQuestion,
  type SetName,
} from './question-sets';

export interface RankedQuestion {
  readonly training: TrainingQuestion;
  /** Index of the first candidate. */
  readonly best: number;
  readonly f1: number;
  /** The highest F1 of all candidates. */
  readonly oracle: number;
  /** The KB has names for all entities of the gold query; others cannot be linked. */
  readonly isLinkable: boolean;
  readonly features: ReadonlyMap<string, number>;
}

export interface CrossValidation {
  readonly questions: readonly TrainingQuestion[];
  readonly names: readonly string[];
  readonly initialWeights: Float32Array;
  readonly judged: readonly RankedQuestion[];
  readonly confidences: ReadonlyMap<RankedQuestion, number>;
  /** For each fold but those of phrasings, data and weights that exclude its questions. */
  readonly folds: readonly TrainedFold[];
}

export interface TrainedFold extends FoldKnowledge {
  readonly weights: Float32Array;
}

export interface CrossValidationOptions {
  readonly questions: string;
  readonly dump: string;
  readonly sets: readonly string[];
  /** Number of questions without an answer, and of simple ones, from each set. */
  readonly sample: number;
  readonly onProgress: (message: string) => void;
}

/** Phrasings have folds of their own, by path, so that the weights of the other folds are trained with all of them. */
const PHRASING_FOLDS = 3;

function allFolds(): readonly number[] {
  return Array.from({ length: FOLDS + PHRASING_FOLDS }, (_, fold) => fold);
}

const PHRASINGS: readonly PhrasingOptions[] = [
  { group: 'developed', each: 2, seed: 7 },
  { group: 'composed', each: 1, seed: 7 },
];

export async function crossValidate({
  questions: folder,
  dump,
  sets,
  sample,
  onProgress,
}: CrossValidationOptions): Promise<CrossValidation> {
  const all = await addGoldAnswers(readQuestions(folder), dump);
  const split = new Folds(all);
  const foldOf = (one: GoldQuestion): number =>
    isPhrasing(one.set) ? FOLDS + (hash(one.id) % PHRASING_FOLDS) : split.foldOf(one);
  const heldOut = await HeldOutData.open(folder, dump);
  onProgress('questions and dump read');
  const graph = new MemoryGraph(dump);
  const around = new MemorySurroundings(graph, heldOut.schema);
  const phrasings = [
    ...PHRASINGS.flatMap((options) => phrasingQuestions(graph, options)),
    ...classQuestions(graph, { each: 2, seed: 7 }),
  ].filter((one) => !split.knows(one));
  const madeUp = await addMadeUpFacts(all, { dump, graph, schema: heldOut.schema });
  const questions = sampleQuestions([...all, ...phrasings, ...madeUp.questions], sets, sample);
  const numbers = new Map<string, number>();
  const known = allFolds().map((fold) => heldOut.withoutFold(fold));
  const builders = known.map((one) => new TrainingQuestionBuilder(one.fold, { ...one, around }, numbers));
  const linkerOf = await heldOut.linkersFor(madeUp.dump);
  const aroundMadeUp = new MemorySurroundings(new MemoryGraph(madeUp.dump), heldOut.schema);
  const buildersWithMadeUp = known.map(
    (one) =>
      new TrainingQuestionBuilder(one.fold, { ...one, around: aroundMadeUp, linker: linkerOf(one) }, numbers),
  );
  const builderFor = (one: GoldQuestion): TrainingQuestionBuilder =>
    (isMadeUp(one.set) ? buildersWithMadeUp : builders)[foldOf(one)] ?? fail();
  onProgress('data of each fold prepared');
  const firstQuestions: TrainingQuestion[] = [];
  for (const one of questions)
    if (one.gold.length && SET_WEIGHTS[one.set]) firstQuestions.push(await builderFor(one).fromChains(one));
  const withoutAnswers = all.filter(({ gold, set }) => !gold.length && set !== 'simple' && !isTestSet(set));
  const buildFromGoldForms = async (
    weights?: readonly Float32Array[],
  ): Promise<readonly TrainingQuestion[]> => {
    const goldFormQuestions: TrainingQuestion[] = [];
    for (const one of withoutAnswers) {
      const training = await builderFor(one).fromGoldForms(one, weights?.[foldOf(one)]);
      if (training) goldFormQuestions.push(training);
    }
    return goldFormQuestions;
  };
  const firstGoldForms = await buildFromGoldForms();
  onProgress(
    `${firstQuestions.length} questions with chains only, ${firstGoldForms.length} with missing facts`,
  );
  const trainFolds = (from: readonly TrainingQuestion[], options: TrainingOptions): readonly Float32Array[] =>
    allFolds().map((fold) =>
      trainRanker(
        toExamples(from.filter((one) => one.fold !== fold)),
        toInitialWeights(numbers),
        options,
        lexicalMask(numbers.keys()),
      ),
    );
  const firstWeights = trainFolds([...firstQuestions, ...firstGoldForms], { ...TRAINING_OPTIONS, epochs: 4 });
  const trainingQuestions: TrainingQuestion[] = [];
  for (const one of questions)
    trainingQuestions.push(await builderFor(one).fromAllForms(one, firstWeights[foldOf(one)] ?? fail()));
  const goldFormQuestions = await buildFromGoldForms(firstWeights);
  const names = [...numbers.keys()];
  onProgress(
    `${trainingQuestions.length} questions, ${Math.round(mean(trainingQuestions.map(({ candidates }) => candidates.length)))} candidates each, ${names.length} features`,
  );
  const weights = trainFolds([...trainingQuestions, ...goldFormQuestions], TRAINING_OPTIONS);
  const lackingFacts = trainingQuestions
    .filter(({ question: { set } }) => isPhrasing(set) || isMadeUp(set))
    .map(withoutFacts);
  const judged = [...trainingQuestions, ...lackingFacts].map((training) =>
    rankQuestion(
      training,
      builders[training.fold] ?? fail(),
      weights[training.fold] ?? fail(),
      names,
      heldOut.named,
    ),
  );
  onProgress('weights trained');
  for (const [set, shares] of rateGoldForms(goldFormQuestions, weights))
    onProgress(`${set}: the gold form is first in ${(100 * mean(shares)).toFixed(1)} % of ${shares.length}`);
  return {
    questions: [...trainingQuestions, ...goldFormQuestions],
    names,
    initialWeights: toInitialWeights(numbers),
    judged,
    confidences: estimateConfidences(judged),
    folds: known.slice(0, FOLDS).map((one) => ({ ...one, weights: weights[one.fold] ?? fail() })),
  };
}

const ANSWERABLE_KB = join('.cache', 'answerable-kb.nt.gz');

/** The questions of training and development splits whose facts the dump lacks, with made-up facts. */
async function addMadeUpFacts(
  all: readonly GoldQuestion[],
  input: { readonly dump: string; readonly graph: MemoryGraph; readonly schema: KbSchema },
): Promise<{ readonly dump: string; readonly questions: readonly GoldQuestion[] }> {
  const lacking = all.filter(({ gold, set }) => !gold.length && (set === 'more' || set === 'cwq'));
  const { completed } = writeAnswerableKb(ANSWERABLE_KB, lacking, input);
  const answered = await addGoldAnswers(completed, ANSWERABLE_KB);
  return {
    dump: ANSWERABLE_KB,
    questions: answered
      .filter(({ gold }) => gold.length)
      .map((one) => ({ ...one, set: one.set === 'cwq' ? 'cwq made-up' : 'more made-up' })),
  };
}

/** The question as if the KB lacked its facts: without the candidates that have a gold answer. */
function withoutFacts(training: TrainingQuestion): TrainingQuestion {
  const isWrong = (_: unknown, at: number): boolean => !training.f1[at];
  return {
    ...training,
    question: { ...training.question, gold: [] },
    candidates: training.candidates.filter(isWrong),
    vectors: training.vectors.filter(isWrong),
    f1: training.f1.filter(isWrong),
    relevance: training.relevance.filter(isWrong),
  };
}

/** By set: how often the gold form of a question with missing facts is ranked first. */
function rateGoldForms(
  goldFormQuestions: readonly TrainingQuestion[],
  weights: readonly Float32Array[],
): ReadonlyMap<string, readonly number[]> {
  const bySet = new Map<string, number[]>();
  for (const { vectors, relevance, fold, question } of goldFormQuestions) {
    const scores = vectors.map((one) => scoreVector(one, weights[fold] ?? fail()));
    const best = scores.indexOf(Math.max(...scores));
    bySet.set(question.set, [...(bySet.get(question.set) ?? []), relevance[best] ?? 0]);
  }
  return bySet;
}

function fail(): never {
  throw new Error('There is no such fold.');
}

/** Marks lexical features, which pair words with a part of a form or name a relation. */
export function lexicalMask(names: Iterable<string>): Uint8Array {
  return Uint8Array.from(names, (name) => (/[|=]/.test(name) ? 1 : 0));
}

/** Selects all questions with answers, and a sample of the others and of the simple ones. */
function sampleQuestions(
  questions: readonly GoldQuestion[],
  sets: readonly string[],
  sample: number,
): readonly GoldQuestion[] {
  const counts = new Map<string, number>();
  return questions
    .filter(({ set }) => sets.includes(set))
    .sort((left, right) => hash(left.question) - hash(right.question))
    .filter(({ set, gold, unanswerable }) => {
      const kind = `${set} ${gold.length > 0}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return (gold.length && set !== 'simple') || unanswerable || count <= sample;
    });
}

function hash(text: string): number {
  let sum = 7;
  for (const char of text) sum = (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0;
  return sum;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function rankQuestion(
  training: TrainingQuestion,
  builder: TrainingQuestionBuilder,
  weights: Float32Array,
  names: readonly string[],
  named: ReadonlySet<string>,
): RankedQuestion {
  const scores = training.vectors.map((one) => scoreVector(one, weights));
  const order = [...scores.keys()].sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
  const best = order[0] ?? -1;
  const vector = training.vectors[best];
  const features = new Map<string, number>();
  vector?.indices.forEach((name, at) => features.set(names[name] ?? '', vector.values[at] ?? 0));
  const ranked = order.flatMap((at) => {
    const candidate = training.candidates[at];
    return candidate ? [{ candidate, score: scores[at] ?? 0 }] : [];
  });
  return {
    training,
    best,
    f1: training.f1[best] ?? 0,
    oracle: Math.max(0, ...training.f1),
    isLinkable: (training.question.sparql.match(/\b[mg]\.[0-9a-z_]+/g) ?? []).every((id) => named.has(id)),
    features: new Map(
      confidenceFeatures({
        question: training.linkedQuestion,
        linking: training.linking,
        features,
        ranked,
        hypotheticalScore: builder.scoreHypothetical(training, best, weights),
      }),
    ),
  };
}

/** Weights small sets higher, and sets without gold answers lower. */
const SET_WEIGHTS: Readonly<Record<SetName, number>> = {
  webqsp: 1,
  'webqsp test': 0,
  'cwq test': 0,
  more: 0.7,
  simple: 0.5,
  phrasings: 0.3,
  composed: 0.15,
  classes: 0.2,
  // Their gold forms are examples already.
  'more made-up': 0,
  'cwq made-up': 0,
  grail: 2.5,
  graph: 2,
  cwq: 2.5,
};

export function toExamples(trainingQuestions: readonly TrainingQuestion[]): readonly RankingExample[] {
  return trainingQuestions
    .filter(({ relevance, question }) => relevance.some(Boolean) && SET_WEIGHTS[question.set])
    .map(({ vectors, relevance, question, lacksFacts }) => ({
      candidates: vectors,
      relevance,
      weight: lacksFacts ? Math.min(1, SET_WEIGHTS[question.set]) : SET_WEIGHTS[question.set],
    }));
}

/** Excludes simple questions that cannot be linked: they would teach that linked questions have no answer. */
export function toConfidenceCases(
  judged: readonly RankedQuestion[],
): readonly (ConfidenceCase & { readonly one: RankedQuestion })[] {
  return judged
    .filter(
      ({ training: { question }, oracle }) =>
        !isTestSet(question.set) && (question.set !== 'simple' || !question.gold.length || oracle > 0),
    )
    .map((one) => ({
      one,
      features: one.features,
      right: one.f1,
      weight: caseWeight(one.training.question),
    }));
}

/** Balances sets in which the dump answers only a few questions. */
function caseWeight({ set, gold }: GoldQuestion): number {
  if (set === 'grail' || set === 'graph') return 4;
  if (set === 'cwq') return gold.length ? 4 : 0.4;
  if (isPhrasing(set)) return gold.length ? 0.3 : 0.15;
  if (isMadeUp(set)) return gold.length ? 0.5 : 0.25;
  return gold.length ? 1 : 0.7;
}

function estimateConfidences(judged: readonly RankedQuestion[]): ReadonlyMap<RankedQuestion, number> {
  const confidences = new Map<RankedQuestion, number>();
  const cases = toConfidenceCases(judged);
  for (const fold of allFolds()) {
    const trees = trainConfidence(cases.filter(({ one }) => one.training.fold !== fold));
    for (const one of judged.filter(({ training }) => training.fold === fold)) {
      const probability = predictProbability(trees, (name) => one.features.get(name));
      confidences.set(one, coverageFactor(one.features) * probability);
    }
  }
  return confidences;
}
