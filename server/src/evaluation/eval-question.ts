/** A question with its gold, from any dataset. */

export const SHAPES = [
  'grailqa',
  'grailqability',
  'webqsp',
  'complexwebquestions',
  'simplequestions',
  'plain',
] as const;
/** The format of a dataset file. GraphQAbility uses that of GrailQAbility. */
export type Shape = (typeof SHAPES)[number];

export interface EvalQuestion {
  /** Unique in a dataset. */
  readonly id: string;
  /** The line, or the index in the list, from 1. */
  readonly row: number;
  readonly question: string;
  readonly gold: Gold;
}

/** What a dataset contains about a question. Nothing is guessed. */
export interface Gold {
  /** Alternative queries for the question; the one that matches best counts. */
  readonly parses: readonly GoldParse[];
  /** Answers on the complete KB, if `answers` are those of a reduced one. */
  readonly ideal?: readonly string[];
  /** The logical form for them, if the reduced KB has none. */
  readonly idealSexpr?: string;
  readonly answerability?: Answerability;
  /** Generalization level: `i.i.d.`, `compositional`, `zero-shot`. */
  readonly level?: string;
  /** `none`, `count`, `argmax`, `>=` and so on. */
  readonly function?: string;
  /** Relations between the named entities and the answer. */
  readonly hops?: number;
  /** IDs of the entities that the question names. */
  readonly entities?: readonly string[];
  /** What was removed from the KB, in the terms of the dataset. */
  readonly missing?: readonly string[];
}

export interface GoldParse {
  readonly sparql?: string;
  /** Absent if the dataset says that there is none. */
  readonly sexpr?: string;
  /** IDs and values, as `ask` gives them. Absent if unknown, empty if there are none. */
  readonly answers?: readonly string[];
}

/** Unanswerable because the schema cannot express it, because facts are missing, or for an unknown reason. */
export type Answerability = 'answerable' | 'schema' | 'data' | 'unanswerable';

export interface Dataset {
  readonly shape: Shape;
  readonly questions: readonly EvalQuestion[];
  readonly bad: readonly BadRow[];
}

/** A row that cannot be used, with the reason. */
export interface BadRow {
  readonly row: number;
  readonly rule: 'bad-row' | 'no-question' | 'duplicate-id';
  /** If it has one. */
  readonly id?: string;
  readonly message: string;
}
