/** A question with what is known of its answer, whichever dataset it comes from. */

export const SHAPES = [
  'grailqa',
  'grailqability',
  'webqsp',
  'complexwebquestions',
  'simplequestions',
  'plain',
] as const;
/** How a file says its questions; GrailQAbility and GraphQAbility are alike. */
export type Shape = (typeof SHAPES)[number];

export interface EvalQuestion {
  /** As the dataset has it, as a text; each once in a dataset. */
  readonly id: string;
  /** Where it stands: the line of a file of lines, the number of the element of a list. From 1 on. */
  readonly row: number;
  readonly question: string;
  readonly gold: Gold;
}

/** What a dataset says of a question. All that it does not say is absent, never guessed. */
export interface Gold {
  /** A dataset may have several readings of one question: whichever is met best counts. */
  readonly parses: readonly GoldParse[];
  /** On the whole KB, where `answers` are those of a KB from which parts were taken. */
  readonly ideal?: readonly string[];
  /** The form that gives them, where the KB that is left has none. */
  readonly idealSexpr?: string;
  readonly answerability?: Answerability;
  /** How far it is from what was trained on: `i.i.d.`, `compositional`, `zero-shot`. */
  readonly level?: string;
  /** `none`, `count`, `argmax`, `>=` and so on. */
  readonly function?: string;
  /** Relations between what is named and what is asked for. */
  readonly hops?: number;
  /** Ids of the entities that the question names. */
  readonly entities?: readonly string[];
  /** What was taken from the KB, as the dataset calls it. */
  readonly missing?: readonly string[];
}

export interface GoldParse {
  readonly sparql?: string;
  /** Absent where the dataset says that there is none. */
  readonly sexpr?: string;
  /** Ids and values, as `ask` gives them; absent where the dataset does not tell, empty where it says that there are none. */
  readonly answers?: readonly string[];
}

/** Unanswerable because the schema has no way to ask it, because facts are not there, or for a reason that is not told. */
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
  /** Where it has one. */
  readonly id?: string;
  readonly message: string;
}
