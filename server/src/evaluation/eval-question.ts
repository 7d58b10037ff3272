/** A question with its gold, from any dataset. */
import * as z from 'zod/mini';
import type { ValueOf } from '../core/language/value-of';

export const DATASET_SHAPES = [
  'grailqa',
  'grailqability',
  'webqsp',
  'complexwebquestions',
  'simplequestions',
  'plain',
] as const;
/** The format of a dataset file. GraphQAbility uses that of GrailQAbility. */
export type DatasetShape = (typeof DATASET_SHAPES)[number];

const text = z.string();
const texts = z.array(text);
const maybe = z.exactOptional;

const goldParse = z.object({
  sparql: maybe(text),
  /** Absent if the dataset marks it as nonexistent. */
  sexpr: maybe(text),
  /** IDs and values as in the output of `ask`. Absent if unknown, empty if there are none. */
  answers: maybe(texts),
});
export type GoldParse = ValueOf<typeof goldParse>;

/** The annotations of a question in its dataset. */
const gold = z.object({
  /** Alternative queries for the question; the one that matches best counts. */
  parses: z.array(goldParse),
  /** Answers on the complete KB, if `answers` are those of a reduced one. */
  ideal: maybe(texts),
  /** The logical form on the complete KB, if the reduced one cannot express the question. */
  idealSexpr: maybe(text),
  /** Unanswerable because the schema cannot express the question, because facts are missing, or for an unknown reason. */
  answerability: maybe(z.enum(['answerable', 'schema', 'data', 'unanswerable'])),
  /** Generalization level: `i.i.d.`, `compositional`, `zero-shot`. */
  level: maybe(text),
  /** Function of GrailQA: `none`, `count`, `argmax`, `>=` and so on. */
  function: maybe(text),
  /** Number of relations between the topic entities and the answer. */
  hops: maybe(z.number()),
  /** IDs of the topic entities. */
  entities: maybe(texts),
  /** Elements that were removed from the KB, as the dataset names them. */
  missing: maybe(texts),
});
export type Gold = ValueOf<typeof gold>;
export type Answerability = NonNullable<Gold['answerability']>;

export const evalQuestion = z.object({
  /** Unique in a dataset. */
  id: text,
  /** The line, or the index in the list, from 1. */
  row: z.number(),
  question: text,
  gold,
});
export type EvalQuestion = ValueOf<typeof evalQuestion>;

export interface Dataset {
  readonly shape: DatasetShape;
  readonly questions: readonly EvalQuestion[];
  readonly bad: readonly BadRow[];
}

/** A row that cannot be used, with the reason. */
export interface BadRow {
  readonly row: number;
  readonly rule: 'bad-row' | 'no-question' | 'duplicate-id';
  /** Absent if the row has none. */
  readonly id?: string;
  readonly message: string;
}
