/** Questions as what a ranker learns from and is measured by: their candidates as numbers, and what each is worth. */
import { hopKey, literalNode, type Walk } from '../../server/src/core/ask/around/surroundings';
import type { Candidate } from '../../server/src/core/ask/candidates/candidate';
import { chainsFrom, walk } from '../../server/src/core/ask/candidates/chains';
import { asOf } from '../../server/src/core/ask/as-of';
import { enumerate, ENUMERATION, keyOf } from '../../server/src/core/ask/candidates/enumerate';
import { BELIEVED, Features, type Asked } from '../../server/src/core/ask/rank/features';
import { askedOf } from '../../server/src/core/ask/rank/rank';
import { WordsOfRelations } from '../../server/src/core/ask/rank/relation-words';
import { scoreOf, type Counted } from '../../server/src/core/ask/rank/train';
import type { KbSchema } from '../../server/src/core/kb/schema';
import type { EntityLinker, Linking } from '../../server/src/core/link/linking';
import type { SchemaRetriever } from '../../server/src/core/retrieve/retrieval';
import type { MemorySurroundings } from './memory-surroundings';
import type { AskedQuestion } from './question-sets';
import { TODAY } from './linker';

export interface Lesson {
  readonly question: AskedQuestion;
  readonly fold: number;
  readonly asked: Asked;
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

const never = new AbortController().signal;

const ON_THAT_DAY = asOf({ date: () => TODAY.toISOString() });

/** Those of one fold. */
export class Lessons {
  private readonly features: Features;

  constructor(
    readonly fold: number,
    /** With nothing on it that comes of the questions of the fold. */
    private readonly desk: Desk,
    /** The numbers of features, the same for all folds. */
    private readonly names: Map<string, number>,
  ) {
    this.features = new Features(desk.schema, new WordsOfRelations(desk.schema, desk.retriever));
  }

  /** With the walks of one step or one mediator only. */
  async short(question: AskedQuestion): Promise<Lesson> {
    const linking = await this.desk.linker.link(question.question, undefined, never);
    const starts = linking.entities.slice(0, ENUMERATION.starts);
    const candidates = await chainsFrom(starts, this.desk.around, this.desk.schema, never);
    return this.lesson(question, linking, candidates);
  }

  /** With all forms, the likeliest walks of them by weights that do not know the question. */
  async whole(question: AskedQuestion, weights: Float32Array): Promise<Lesson> {
    const linking = await this.desk.linker.link(question.question, undefined, never);
    const asked = askedOf(question.question, linking, ON_THAT_DAY);
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
    const candidates = await enumerate({ ...asked, linking }, ports, ENUMERATION, never);
    return this.lesson(question, linking, candidates, count);
  }

  /**
   * Of a question whose facts the KB does not have: the walk that its gold query takes, among those that there are. Nothing where
   * the entity is not linked.
   */
  async lacking(question: AskedQuestion): Promise<Lesson | undefined> {
    const linking = await this.desk.linker.link(question.question, undefined, never);
    const gold = goldWalk(question.sparql);
    const start = linking.entities.find(({ id }) => id === gold?.node);
    if (!gold || !start) return undefined;
    const { schema, around } = this.desk;
    if (!gold.hops.every(({ relation }) => schema.hasRelation(relation))) return undefined;
    const starts = linking.entities.slice(0, ENUMERATION.starts);
    const key = gold.hops.map(hopKey).join(' ');
    const others = (await chainsFrom(starts, around, schema, never)).filter(
      (one) => one.start?.id !== start.id || one.hops.map(hopKey).join(' ') !== key,
    );
    const candidates = [walk(start, gold.hops, 1 + (question.question.length % 4), schema), ...others];
    const asked = askedOf(question.question, linking, ON_THAT_DAY);
    return {
      question,
      fold: this.fold,
      asked,
      linking,
      candidates,
      counted: candidates.map((candidate) => this.count(asked, candidate)),
      f1: [],
      worth: candidates.map((_, at) => (at ? 0 : 1)),
    };
  }

  private count(asked: Asked, candidate: Candidate): Counted {
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
    const asked = askedOf(question.question, linking, ON_THAT_DAY);
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
    const counted = candidates.map((candidate) => count?.(candidate) ?? this.count(asked, candidate));
    return { question, fold: this.fold, asked, linking, candidates, counted, f1, worth };
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
  for (const [name, weight] of BELIEVED) {
    const number = names.get(name);
    if (number !== undefined) weights[number] = weight;
  }
  return weights;
}

/** The walk of a gold query that has one entity and one or two steps from it. */
function goldWalk(sparql: string): Walk | undefined {
  const triples = [...sparql.matchAll(/(\S+) (?:fb|ns|):([a-z_]+(?:\.[a-z0-9_]+)+) (\S+) \./g)].map(
    ([, from = '', relation = '', to = '']) => ({ from, relation, to }),
  );
  const [first, second, ...more] = triples;
  const node = first && /:([mg]\.\S+)$/.exec(first.from)?.[1];
  if (!first || node === undefined || more.length) return undefined;
  const hop = { relation: first.relation, reverse: false };
  if (!second) return first.to === '?x' ? { node, hops: [hop] } : undefined;
  if (second.from !== first.to || second.to !== '?x') return undefined;
  return { node, hops: [hop, { relation: second.relation, reverse: false }] };
}

export function f1Of(answers: readonly string[], gold: ReadonlySet<string>): number {
  const hits = answers.filter((answer) => gold.has(answer)).length;
  return hits ? (2 * hits) / (answers.length + gold.size) : 0;
}
