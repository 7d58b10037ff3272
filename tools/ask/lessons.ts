/** Questions as what a ranker learns from and is measured by: their candidates as numbers, and what each is worth. */
import { literalNode } from '../../server/src/core/candidates/surroundings/surroundings';
import type { Candidate } from '../../server/src/core/candidates/enumerate/candidate';
import { chainsFrom } from '../../server/src/core/candidates/enumerate/chains';
import { best, enumerate, ENUMERATION, keyOf } from '../../server/src/core/candidates/enumerate/enumerate';
import { INITIAL_WEIGHTS } from './initial-weights';
import { Features } from '../../server/src/core/candidates/rank/features';
import {
  asOf,
  linkedQuestion,
  type LinkedQuestion,
} from '../../server/src/core/candidates/rank/linked-question';
import { likeliestOf } from '../../server/src/core/candidates/rank/rank';
import { hypotheticalCandidates } from '../../server/src/core/candidates/rank/hypothetical';
import { WordsOfRelations } from '../../server/src/core/candidates/rank/relation-words';
import { scoreOf, type Counted } from './train-weights';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { EntityLinker, Linking } from '../../server/src/core/question/linking/linking';
import type { SchemaRetriever } from '../../server/src/core/question/retrieval/retrieval';
import { goldForms, rivalsOf } from './gold-form';
import type { MemorySurroundings } from './memory-surroundings';
import type { AskedQuestion } from './question-sets';
import { TODAY } from './linker';

export interface Lesson {
  readonly question: AskedQuestion;
  readonly fold: number;
  /** The KB does not have its facts, and the right form was put among the others. */
  readonly lacking: boolean;
  readonly asked: LinkedQuestion;
  readonly linking: Linking;
  readonly candidates: readonly Candidate[];
  readonly counted: readonly Counted[];
  /** F1 of the answers of each. */
  readonly f1: readonly number[];
  readonly worth: readonly number[];
}

export interface Desk {
  readonly schema: KbSchema;
  readonly around: MemorySurroundings;
  readonly linker: EntityLinker;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
}

/** Forms that a right one which is not there is compared with. */
const MOST_WRONG = 100;

const never = new AbortController().signal;

const ON_THAT_DAY = asOf({ date: () => TODAY.toISOString() });

/** Those of one fold. */
export class Lessons {
  private readonly linkings = new Map<string, Linking>();
  private readonly words: WordsOfRelations;
  private readonly features: Features;

  constructor(
    readonly fold: number,
    /** With nothing on it that comes of the questions of the fold. */
    private readonly desk: Desk,
    /** The numbers of features, the same for all folds. */
    private readonly names: Map<string, number>,
  ) {
    this.words = new WordsOfRelations(desk.schema, desk.retriever);
    this.features = new Features(desk.schema, this.words);
  }

  private async linked({ question }: AskedQuestion): Promise<Linking> {
    const linking = this.linkings.get(question) ?? (await this.desk.linker.link(question, undefined, never));
    this.linkings.set(question, linking);
    return linking;
  }

  /** With the walks of one step or one mediator only. */
  async short(question: AskedQuestion): Promise<Lesson> {
    const linking = await this.linked(question);
    const starts = linking.entities.slice(0, ENUMERATION.starts);
    const candidates = await chainsFrom(starts, this.desk.around, this.desk.schema, never);
    return this.lesson(question, linking, candidates);
  }

  /** With all forms, the likeliest walks of them by weights that do not know the question. */
  async whole(question: AskedQuestion, weights: Float32Array): Promise<Lesson> {
    const linking = await this.linked(question);
    const asked = linkedQuestion(question.question, linking, ON_THAT_DAY);
    const { candidates, count } = await this.enumerated(asked, linking, weights);
    return this.lesson(question, linking, candidates, count);
  }

  private async enumerated(
    asked: LinkedQuestion,
    linking: Linking,
    weights: Float32Array,
  ): Promise<{ readonly candidates: readonly Candidate[]; readonly count: (one: Candidate) => Counted }> {
    const known = new Map<string, Counted>();
    const count = (candidate: Candidate): Counted => {
      const key = keyOf(candidate);
      const before = known.get(key) ?? this.count(asked, candidate);
      known.set(key, before);
      return before;
    };
    const score = (candidate: Candidate): number => scoreOf(count(candidate), weights);
    const unsaid = (candidate: Candidate, word: string): boolean => this.features.isUnsaid(candidate, word);
    const ports = { ...this.desk, score, unsaid };
    return { candidates: await enumerate({ ...asked, linking }, ports, ENUMERATION, never), count };
  }

  /**
   * Of a question whose facts the KB does not have: the forms that its gold query takes, among those that there are and those that
   * come near it. Nothing where the entities are not linked, or no form says the same. Only chains are among them without weights.
   */
  async lacking(question: AskedQuestion, weights?: Float32Array): Promise<Lesson | undefined> {
    const { schema } = this.desk;
    const linking = await this.linked(question);
    const asked = linkedQuestion(question.question, linking, ON_THAT_DAY);
    const many = 1 + (question.question.length % 4);
    const right = goldForms(question.sparql, linking, asked, schema, many);
    if (!right.length) return undefined;
    const there = weights
      ? await this.likeliest(asked, linking, weights)
      : await chainsFrom(linking.entities.slice(0, ENUMERATION.starts), this.desk.around, schema, never);
    const near = right.flatMap((one) => rivalsOf(one, schema, question.question.length));
    const known = new Set(right.map((one) => this.meaningOf(one)));
    const wrong = [...there, ...near].filter((one) => !known.has(this.meaningOf(one)));
    const candidates = [...right, ...wrong];
    const beside = this.besideEachOther(asked, candidates);
    return {
      question,
      fold: this.fold,
      lacking: true,
      asked,
      linking,
      candidates,
      counted: candidates.map((candidate) => beside(candidate, this.count(asked, candidate))),
      f1: [],
      worth: candidates.map((_, at) => (at < right.length ? 1 : 0)),
    };
  }

  private async likeliest(
    asked: LinkedQuestion,
    linking: Linking,
    weights: Float32Array,
  ): Promise<readonly Candidate[]> {
    const { candidates, count } = await this.enumerated(asked, linking, weights);
    return best(candidates, (one) => scoreOf(count(one), weights)).slice(0, MOST_WRONG);
  }

  /** The same for two forms that walk a relation and its reverse. */
  private meaningOf({ start, hops, also, extreme, compare, time }: Candidate): string {
    const ways = [hops, also?.hops ?? []].map((way) => way.map((hop) => this.words.canonical(hop)).join(' '));
    const conditions = [
      also?.entity.id,
      extreme?.relation,
      compare?.relation,
      time && JSON.stringify(time.at),
    ];
    return [start?.id, ...ways, ...conditions].join('|');
  }

  /** The score of the best that could be there instead of the best. */
  imagined({ asked, candidates }: Lesson, best: number, weights: Float32Array): number | undefined {
    const one = candidates[best];
    const others = one ? hypotheticalCandidates(one, candidates, this.desk.schema) : [];
    const beside = this.besideEachOther(asked, candidates);
    return likeliestOf(
      others.map((candidate) => ({
        candidate,
        score: scoreOf(beside(candidate, this.count(asked, candidate)), weights),
      })),
    )?.score;
  }

  /** Adds what can only be told of a form beside the others. */
  private besideEachOther(
    asked: LinkedQuestion,
    candidates: readonly Candidate[],
  ): (candidate: Candidate, counted: Counted) => Counted {
    const sayable = this.features.sayable(asked, candidates);
    return (candidate, { names, values }) => {
      const more = this.features.beside(asked, candidate, sayable);
      return {
        names: Int32Array.from([...names, ...more.map(([name]) => this.numberOf(name))]),
        values: Float32Array.from([...values, ...more.map(([, value]) => value)]),
      };
    };
  }

  private count(asked: LinkedQuestion, candidate: Candidate): Counted {
    const features = this.features.of(asked, candidate);
    return {
      names: Int32Array.from(features, ([name]) => this.numberOf(name)),
      values: Float32Array.from(features, ([, value]) => value),
    };
  }

  private numberOf(name: string): number {
    let number = this.names.get(name);
    if (number === undefined) this.names.set(name, (number = this.names.size));
    return number;
  }

  private async lesson(
    question: AskedQuestion,
    linking: Linking,
    candidates: readonly Candidate[],
    count?: (candidate: Candidate) => Counted,
  ): Promise<Lesson> {
    const asked = linkedQuestion(question.question, linking, ON_THAT_DAY);
    const gold = new Set(question.gold);
    const f1: number[] = [];
    // What leads to very many cannot be worth much: it is not followed.
    for (const candidate of candidates)
      f1.push(
        gold.size && (candidate.counts || (candidate.ends ?? 0) <= 50 * gold.size)
          ? f1Of(await this.answers(candidate), gold)
          : 0,
      );
    const best = Math.max(0, ...f1);
    const worth = candidates.map((candidate, at) =>
      best > 0.1 && (f1[at] ?? 0) > best - 1e-6 ? (this.isNamed(candidate, question.sparql) ? 1 : 0.1) : 0,
    );
    const beside = this.besideEachOther(asked, candidates);
    const counted = candidates.map((candidate) =>
      beside(candidate, count?.(candidate) ?? this.count(asked, candidate)),
    );
    return { question, fold: this.fold, lacking: false, asked, linking, candidates, counted, f1, worth };
  }

  /** By the right relations, and not by chance. */
  private isNamed({ hops, also }: Candidate, sparql: string): boolean {
    return [...hops, ...(also?.hops ?? [])].every(({ relation }) => {
      const reverse = this.desk.schema.relation(relation)?.reverse;
      return sparql.includes(relation) || (reverse !== undefined && sparql.includes(reverse));
    });
  }

  private async answers(candidate: Candidate): Promise<readonly string[]> {
    const { start, value, hops, answers, counts } = candidate;
    if (answers) return answers;
    const node = start?.id ?? (value && literalNode(value.value, value.datatype));
    if (node === undefined) return [];
    const [reached] = await this.desk.around.reach([{ node, hops }], 100_000);
    const ends = [...new Set(reached?.ends.map(({ end }) => end))];
    return counts ? [String(ends.length)] : ends;
  }
}

/** Where learning starts from. */
export function believedOf(names: ReadonlyMap<string, number>): Float32Array {
  const weights = new Float32Array(names.size);
  for (const [name, weight] of INITIAL_WEIGHTS) {
    const number = names.get(name);
    if (number !== undefined) weights[number] = weight;
  }
  return weights;
}

export function f1Of(answers: readonly string[], gold: ReadonlySet<string>): number {
  const hits = answers.filter((answer) => gold.has(answer)).length;
  return hits ? (2 * hits) / (answers.length + gold.size) : 0;
}
