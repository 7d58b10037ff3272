/** Builds the training and test data of the ranker: candidates as feature vectors with their relevance. */
import { literalNode } from '../../server/src/core/candidates/surroundings/surroundings';
import type { Candidate } from '../../server/src/core/candidates/enumerate/candidate';
import { pathsFromEntities } from '../../server/src/core/candidates/enumerate/entity-paths';
import {
  byScore,
  enumerateCandidates,
  ENUMERATION_LIMITS,
  candidateKey,
} from '../../server/src/core/candidates/enumerate/enumerate';
import { INITIAL_WEIGHTS } from './initial-weights';
import { Features } from '../../server/src/core/candidates/rank/features';
import {
  asOf,
  toLinkedQuestion,
  type LinkedQuestion,
} from '../../server/src/core/candidates/rank/linked-question';
import { mostLikely } from '../../server/src/core/candidates/rank/rank';
import { hypotheticalCandidates } from '../../server/src/core/candidates/rank/hypothetical-candidates';
import { RelationLexicon } from '../../server/src/core/candidates/rank/relation-lexicon';
import { scoreVector, type FeatureVector } from './train-weights';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { EntityLinker, Linking } from '../../server/src/core/question/linking/linking';
import type { SchemaRetriever } from '../../server/src/core/question/retrieval/retrieval';
import { createGoldForms, createRivals } from './gold-form';
import type { MemorySurroundings } from './memory-surroundings';
import type { GoldQuestion } from './question-sets';
import { DUMP_DATE } from './linker';

export interface TrainingQuestion {
  readonly question: GoldQuestion;
  readonly fold: number;
  /** The KB lacks the facts, so the gold form was added to the candidates. */
  readonly lacksFacts: boolean;
  readonly linkedQuestion: LinkedQuestion;
  readonly linking: Linking;
  readonly candidates: readonly Candidate[];
  readonly vectors: readonly FeatureVector[];
  /** F1 of the answers of each candidate. */
  readonly f1: readonly number[];
  readonly relevance: readonly number[];
}

export interface BuilderPorts {
  readonly schema: KbSchema;
  readonly around: MemorySurroundings;
  readonly linker: EntityLinker;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
}

/** Limits the wrong candidates of a question whose gold form was added. */
const MAX_WRONG_CANDIDATES = 100;

const never = new AbortController().signal;

const AS_OF_DUMP = asOf({ date: () => DUMP_DATE.toISOString() });

/** Builds the questions of one fold. */
export class TrainingQuestionBuilder {
  private readonly linkings = new Map<string, Linking>();
  private readonly words: RelationLexicon;
  private readonly features: Features;

  constructor(
    readonly fold: number,
    /** Not trained on the questions of the fold. */
    private readonly ports: BuilderPorts,
    /** Feature name → number, shared by all folds. */
    private readonly featureNumbers: Map<string, number>,
  ) {
    this.words = new RelationLexicon(ports.schema, ports.retriever);
    this.features = new Features(ports.schema, this.words);
  }

  private async link({ question }: GoldQuestion): Promise<Linking> {
    const linking = this.linkings.get(question) ?? (await this.ports.linker.link(question, undefined, never));
    this.linkings.set(question, linking);
    return linking;
  }

  /** Uses only chains of one relation or one mediator. */
  async fromChains(question: GoldQuestion): Promise<TrainingQuestion> {
    const linking = await this.link(question);
    const starts = linking.entities.slice(0, ENUMERATION_LIMITS.starts);
    const candidates = await pathsFromEntities(starts, this.ports.around, this.ports.schema, never);
    return this.build(question, linking, candidates);
  }

  /** Uses all forms, pruned by weights that were not trained on the question. */
  async fromAllForms(question: GoldQuestion, weights: Float32Array): Promise<TrainingQuestion> {
    const linking = await this.link(question);
    const linked = toLinkedQuestion(question.question, linking, AS_OF_DUMP);
    const { candidates, vectorOf } = await this.enumerateForms(linked, linking, weights);
    return this.build(question, linking, candidates, vectorOf);
  }

  private async enumerateForms(
    linked: LinkedQuestion,
    linking: Linking,
    weights: Float32Array,
  ): Promise<{
    readonly candidates: readonly Candidate[];
    readonly vectorOf: (one: Candidate) => FeatureVector;
  }> {
    const cache = new Map<string, FeatureVector>();
    const vectorOf = (candidate: Candidate): FeatureVector => {
      const key = candidateKey(candidate);
      const vector = cache.get(key) ?? this.computeVector(linked, candidate);
      cache.set(key, vector);
      return vector;
    };
    const score = (candidate: Candidate): number => scoreVector(vectorOf(candidate), weights);
    const isUncovered = (candidate: Candidate, word: string): boolean =>
      this.features.coverage.isUncovered(candidate, word);
    const ports = { ...this.ports, score, isUncovered };
    return {
      candidates: await enumerateCandidates({ ...linked, linking }, ports, ENUMERATION_LIMITS, never),
      vectorOf,
    };
  }

  /**
   * Builds a question whose facts are missing in the KB: the forms of its gold query among the enumerated ones and similar wrong ones.
   * Undefined if its entities are not linked or the gold query has no form. Without weights, only chains are enumerated.
   */
  async fromGoldForms(question: GoldQuestion, weights?: Float32Array): Promise<TrainingQuestion | undefined> {
    const { schema } = this.ports;
    const linking = await this.link(question);
    const linked = toLinkedQuestion(question.question, linking, AS_OF_DUMP);
    const ends = 1 + (question.question.length % 4);
    const right = createGoldForms(question.sparql, linking, linked, schema, ends);
    if (!right.length) return undefined;
    const enumerated = weights
      ? await this.bestCandidates(linked, linking, weights)
      : await pathsFromEntities(
          linking.entities.slice(0, ENUMERATION_LIMITS.starts),
          this.ports.around,
          schema,
          never,
        );
    const rivals = right.flatMap((one) => createRivals(one, schema, question.question.length));
    const rightKeys = new Set(right.map((one) => this.canonicalKey(one)));
    const wrong = [...enumerated, ...rivals].filter((one) => !rightKeys.has(this.canonicalKey(one)));
    const candidates = [...right, ...wrong];
    const relative = this.relativeFeatures(linked, candidates);
    return {
      question,
      fold: this.fold,
      lacksFacts: true,
      linkedQuestion: linked,
      linking,
      candidates,
      vectors: candidates.map((candidate) => relative(candidate, this.computeVector(linked, candidate))),
      f1: [],
      relevance: candidates.map((_, at) => (at < right.length ? 1 : 0)),
    };
  }

  private async bestCandidates(
    linked: LinkedQuestion,
    linking: Linking,
    weights: Float32Array,
  ): Promise<readonly Candidate[]> {
    const { candidates, vectorOf } = await this.enumerateForms(linked, linking, weights);
    return byScore(candidates, (one) => scoreVector(vectorOf(one), weights)).slice(0, MAX_WRONG_CANDIDATES);
  }

  /** Equal for forms with a relation and with its reverse. */
  private canonicalKey({ start, hops, also, extreme, compare, time }: Candidate): string {
    const ways = [hops, also?.hops ?? []].map((way) => way.map((hop) => this.words.canonical(hop)).join(' '));
    const conditions = [
      also?.entity.id,
      extreme?.relation,
      compare?.relation,
      time && JSON.stringify(time.at),
    ];
    return [start?.id, ...ways, ...conditions].join('|');
  }

  /** Returns the score of the best hypothetical candidate, which the KB does not have. */
  scoreHypothetical(
    { linkedQuestion: linked, candidates }: TrainingQuestion,
    best: number,
    weights: Float32Array,
  ): number | undefined {
    const one = candidates[best];
    const ports = {
      schema: this.ports.schema,
      isUncovered: (candidate: Candidate, word: string) =>
        this.features.coverage.isUncovered(candidate, word),
    };
    const others = one ? hypotheticalCandidates(one, candidates, linked, ports) : [];
    const relative = this.relativeFeatures(linked, candidates);
    return mostLikely(
      others.map((candidate) => ({
        candidate,
        score: scoreVector(relative(candidate, this.computeVector(linked, candidate)), weights),
      })),
    )?.score;
  }

  /** Adds features that compare a candidate with the others. */
  private relativeFeatures(
    linked: LinkedQuestion,
    candidates: readonly Candidate[],
  ): (candidate: Candidate, vector: FeatureVector) => FeatureVector {
    const sayable = this.features.coverage.ofAll(linked, candidates);
    return (candidate, { indices: names, values }) => {
      const more = this.features.comparativeFeatures(linked, candidate, sayable);
      return {
        indices: Int32Array.from([...names, ...more.map(([name]) => this.featureNumber(name))]),
        values: Float32Array.from([...values, ...more.map(([, value]) => value)]),
      };
    };
  }

  private computeVector(linked: LinkedQuestion, candidate: Candidate): FeatureVector {
    const features = this.features.of(linked, candidate);
    return {
      indices: Int32Array.from(features, ([name]) => this.featureNumber(name)),
      values: Float32Array.from(features, ([, value]) => value),
    };
  }

  private featureNumber(name: string): number {
    let number = this.featureNumbers.get(name);
    if (number === undefined) this.featureNumbers.set(name, (number = this.featureNumbers.size));
    return number;
  }

  private async build(
    question: GoldQuestion,
    linking: Linking,
    candidates: readonly Candidate[],
    vectorOf?: (candidate: Candidate) => FeatureVector,
  ): Promise<TrainingQuestion> {
    const linked = toLinkedQuestion(question.question, linking, AS_OF_DUMP);
    const gold = new Set(question.gold);
    const f1: number[] = [];
    // Candidates with very many answers have a low F1, so they are not executed.
    for (const candidate of candidates)
      f1.push(
        gold.size && (candidate.counts || (candidate.ends ?? 0) <= 50 * gold.size)
          ? computeF1(await this.answers(candidate), gold)
          : 0,
      );
    const best = Math.max(0, ...f1);
    const relevance = candidates.map((candidate, at) =>
      best > 0.1 && (f1[at] ?? 0) > best - 1e-6
        ? this.usesGoldRelations(candidate, question.sparql)
          ? 1
          : 0.1
        : 0,
    );
    const relative = this.relativeFeatures(linked, candidates);
    const vectors = candidates.map((candidate) =>
      relative(candidate, vectorOf?.(candidate) ?? this.computeVector(linked, candidate)),
    );
    return {
      question,
      fold: this.fold,
      lacksFacts: false,
      linkedQuestion: linked,
      linking,
      candidates,
      vectors,
      f1,
      relevance,
    };
  }

  /** Whether the candidate has the gold answers by the gold relations and not by chance. */
  private usesGoldRelations({ hops, also }: Candidate, sparql: string): boolean {
    return [...hops, ...(also?.hops ?? [])].every(({ relation }) => {
      const reverse = this.ports.schema.relation(relation)?.reverse;
      return sparql.includes(relation) || (reverse !== undefined && sparql.includes(reverse));
    });
  }

  private async answers(candidate: Candidate): Promise<readonly string[]> {
    const { start, value, hops, answers, counts } = candidate;
    if (answers) return answers;
    const node = start?.id ?? (value && literalNode(value.value, value.datatype));
    if (node === undefined) return [];
    const [reached] = await this.ports.around.findPathEnds([{ node, hops }], 100_000);
    const ends = [...new Set(reached?.ends.map(({ end }) => end))];
    return counts ? [String(ends.length)] : ends;
  }
}

export function toInitialWeights(names: ReadonlyMap<string, number>): Float32Array {
  const weights = new Float32Array(names.size);
  for (const [name, weight] of INITIAL_WEIGHTS) {
    const number = names.get(name);
    if (number !== undefined) weights[number] = weight;
  }
  return weights;
}

export function computeF1(answers: readonly string[], gold: ReadonlySet<string>): number {
  const hits = answers.filter((answer) => gold.has(answer)).length;
  return hits ? (2 * hits) / (answers.length + gold.size) : 0;
}
