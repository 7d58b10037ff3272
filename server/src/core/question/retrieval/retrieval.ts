/** Schema retrieval: the port that ranks relations and classes for a question. */

export interface RankedName {
  readonly id: string;
  /** Between 0 and 1, the fusion of all signals; comparable within one question. */
  readonly score: number;
  /** What each signal gives, between 0 and 1. */
  readonly signals: {
    readonly words: number;
    readonly meaning: number;
    readonly usage: number;
    /** What questions and queries have taught. */
    readonly learnt: number;
  };
}

/** A way from an entity to what is asked for, of one or two steps; the middle of two is mostly a mediator. */
export interface RankedPath {
  readonly steps: readonly { readonly relation: string; readonly reverse: boolean }[];
  readonly score: number;
}

export interface RetrieveOptions {
  readonly most: number;
  /** Only these are ranked, such as those that an entity really has; all of the schema where it is not given. */
  readonly among?: Iterable<string>;
}

/** All offline: words (BM25), word vectors and how often a relation is used. Pure; synchronous but for what is made before. */
export interface SchemaRetriever {
  /**
   * Makes what relations and classes are found by, in small steps that let others in. Whoever does not wait for it has it made in
   * one go, which takes a second for a large schema. Rejects only when `signal` is aborted; what is made by then is kept.
   */
  prepare(signal: AbortSignal, what?: 'relations' | 'all'): Promise<void>;
  /** A question with `…` for the names of entities serves best. Of a relation and its reverse only the better. */
  relations(question: string, options: RetrieveOptions): readonly RankedName[];
  classes(question: string, options: RetrieveOptions): readonly RankedName[];
  /** How near two texts are in meaning, between 0 and 1. */
  similarity(left: string, right: string): number;
  /** What it has to do without, and what to do about it, where something that comes along cannot be used. */
  readonly problem?: string | undefined;
}

/** Vectors of words. Pure: whoever has the file makes one of its bytes. */
export interface WordVectors {
  readonly dimensions: number;
  readonly size: number;
  /** Unit length; undefined for a word that is not known. The same array for the same word. */
  vector(word: string): Float32Array | undefined;
  /** Why there are none, where the file cannot be used. */
  readonly problem?: string | undefined;
}
