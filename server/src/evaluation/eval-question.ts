/** A question with its gold, from any dataset. */

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

export interface EvalQuestion {
  /** Unique in a dataset. */
  readonly id: string;
  /** The line, or the index in the list, from 1. */
  readonly row: number;
  readonly question: string;
  readonly gold: Gold;
}

/** The annotations of a question in its dataset. */
export interface Gold {
  /** Alternative queries for the question; the one that matches best counts. */
  readonly parses: readonly GoldParse[];
  /** Answers on the complete KB, if `answers` are those of a reduced one. */
  readonly ideal?: readonly string[];
  /** The logical form on the complete KB, if the reduced one cannot express the question. */
  readonly idealSexpr?: string;
  readonly answerability?: Answerability;
  /** Generalization level: `i.i.d.`, `compositional`, `zero-shot`. */
  readonly level?: string;
  /** Function of GrailQA: `none`, `count`, `argmax`, `>=` and so on. */
  readonly function?: string;
  /** Number of relations between the topic entities and the answer. */
  readonly hops?: number;
  /** IDs of the topic entities. */
  readonly entities?: readonly string[];
  /** Elements that were removed from the KB, as the dataset names them. */
  readonly missing?: readonly string[];
}

export interface GoldParse {
  readonly sparql?: string;
  /** Absent if the dataset marks it as nonexistent. */
  readonly sexpr?: string;
  /** IDs and values as in the output of `ask`. Absent if unknown, empty if there are none. */
  readonly answers?: readonly string[];
}

/** Unanswerable because the schema cannot express the question, because facts are missing, or for an unknown reason. */
export type Answerability = 'answerable' | 'schema' | 'data' | 'unanswerable';

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
