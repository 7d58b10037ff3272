/** Schema retrieval: the port that ranks relations and classes for a question. */

export interface RankedName {
  readonly id: string;
  /** Between 0 and 1, the fusion of all signals; comparable within one question. */
  readonly score: number;
  /** The signals, each between 0 and 1. */
  readonly signals: {
    readonly words: number;
    readonly meaning: number;
    readonly usage: number;
    /** From associations that are learned from questions and queries. */
    readonly learnt: number;
  };
}

/** A path from an entity to the answer, of one or two steps. The node between two steps is mostly a mediator. */
export interface RankedPath {
  readonly steps: readonly { readonly relation: string; readonly reverse: boolean }[];
  readonly score: number;
}

export interface RetrieveOptions {
  readonly limit: number;
  /** Ranks only these, such as the relations that an entity has; by default all of the schema. */
  readonly among?: Iterable<string>;
}

/** Works offline by words (BM25), word vectors, usage and learned associations. */
export interface SchemaRetriever {
  /**
   * Builds the indexes in small steps that do not block. Otherwise the first question builds them at once, which takes a second
   * for a large schema. Rejects only when `signal` is aborted; finished steps are kept.
   */
  prepare(signal: AbortSignal, what?: 'relations' | 'all'): Promise<void>;
  /** Names of entities should be replaced by `…`. Returns only the better of a relation and its reverse. */
  relations(question: string, options: RetrieveOptions): readonly RankedName[];
  classes(question: string, options: RetrieveOptions): readonly RankedName[];
  /** The semantic similarity of two texts, between 0 and 1. */
  similarity(left: string, right: string): number;
  /** Whether the word is an English word with a vector; true for all words if there are no vectors. */
  isKnownWord(word: string): boolean;
  /** The known words in names of the schema with the same first letter and an edit distance of one. */
  similarWords(word: string): readonly string[];
  /** The problem with a bundled file that cannot be used, and what to do about it. */
  readonly problem?: string | undefined;
}

export interface WordVectors {
  readonly dimensions: number;
  readonly size: number;
  /** A vector of unit length, the same array for the same word; undefined for an unknown word. */
  vector(word: string): Float32Array | undefined;
  /** Why the file cannot be used. */
  readonly problem?: string | undefined;
}
