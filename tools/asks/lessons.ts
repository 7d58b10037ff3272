/** Questions as what a ranker learns from and is measured by: their candidates as numbers, and what each is worth. */
import { literalNode } from '../../server/src/core/ask/around/surroundings';
import type { Candidate } from '../../server/src/core/ask/candidates/candidate';
import { chainsFrom } from '../../server/src/core/ask/candidates/chains';
import { enumerate, ENUMERATION } from '../../server/src/core/ask/candidates/enumerate';
import { Features, type Asked } from '../../server/src/core/ask/rank/features';
import { askedOf } from '../../server/src/core/ask/rank/rank';
import { WordsOfRelations } from '../../server/src/core/ask/rank/relation-words';
import { scoreOf, type Counted } from '../../server/src/core/ask/rank/train';
import type { KbSchema } from '../../server/src/core/kb/schema';
import type { EntityLinker, Linking } from '../../server/src/core/link/linking';
import type { SchemaRetriever } from '../../server/src/core/retrieve/retrieval';
import type { MemorySurroundings } from './memory-surroundings';
import type { AskedQuestion } from './question-sets';

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
  readonly retriever: SchemaRetriever;
}

const never = new AbortController().signal;

export class Lessons {
  readonly names = new Map<string, number>();
  private readonly features: Features;

  constructor(private readonly desk: Desk) {
    this.features = new Features(desk.schema, new WordsOfRelations(desk.schema, desk.retriever));
  }

  /** With the walks of one step or one mediator only. */
  async short(question: AskedQuestion, fold: number): Promise<Lesson> {
    const linking = await this.desk.linker.link(question.question, undefined, never);
    const starts = linking.entities.slice(0, ENUMERATION.starts);
    const candidates = await chainsFrom(starts, this.desk.around, this.desk.schema, never);
    return this.lesson(question, fold, linking, candidates);
  }

  /** With all forms, the likeliest walks of them by weights that do not know the question. */
  async whole(question: AskedQuestion, fold: number, weights: Float32Array): Promise<Lesson> {
    const linking = await this.desk.linker.link(question.question, undefined, never);
    const asked = askedOf(question.question);
    const score = (candidate: Candidate): number => scoreOf(this.count(asked, candidate), weights);
    const candidates = await enumerate({ ...asked, linking }, { ...this.desk, score }, ENUMERATION, never);
    return this.lesson(question, fold, linking, candidates);
  }

  count(asked: Asked, candidate: Candidate): Counted {
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
    fold: number,
    linking: Linking,
    candidates: readonly Candidate[],
  ): Promise<Lesson> {
    const asked = askedOf(question.question);
    const gold = new Set(question.gold);
    const f1: number[] = [];
    for (const candidate of candidates) f1.push(gold.size ? f1Of(await this.answers(candidate), gold) : 0);
    const best = Math.max(0, ...f1);
    const worth = candidates.map((candidate, at) =>
      best > 0.1 && (f1[at] ?? 0) > best - 1e-6 ? (this.isNamed(candidate, question.sparql) ? 1 : 0.1) : 0,
    );
    const counted = candidates.map((candidate) => this.count(asked, candidate));
    return { question, fold, asked, linking, candidates, counted, f1, worth };
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

export function f1Of(answers: readonly string[], gold: ReadonlySet<string>): number {
  const hits = answers.filter((answer) => gold.has(answer)).length;
  return hits ? (2 * hits) / (answers.length + gold.size) : 0;
}
