/** Entity linking: the port and its result, which can be serialized as JSON. */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { EntityDirectory } from '../../query/entity-directory';
import type { TextRange } from '../../language/text/range';

/** An entity that some words of the question may mean. */
export interface LinkedEntity {
  readonly iri: string;
  readonly id: string;
  readonly name: string;
  /** Ids; the most telling first. */
  readonly types: readonly string[];
  /** Where the question says it; absent for one that the user has added. */
  readonly mention?: TextRange;
  /** The name or alias that matched, where it is not `name`. */
  readonly alias?: string;
  /** How it matched; `exact` but for capitals, accents, signs and spaces. `given` by the user. */
  readonly match: 'exact' | 'plural' | 'partial' | 'fuzzy' | 'given';
  /** Between 0 and 1; comparable within one question. */
  readonly score: number;
  /** How many facts of the KB speak of it, up to a cap: how well known it is. */
  readonly popularity: number;
  /** Why it ranks where it does, a few words each. */
  readonly because: readonly string[];
}

/** A number, a date or the like that the question says. */
export interface LinkedLiteral {
  readonly mention: TextRange;
  readonly kind: 'integer' | 'float' | 'year' | 'month' | 'date' | 'now';
  /** As XML Schema writes it: `2010`, `2010-05`, `2010-05-17`, `3.5`; of `now` the day that counts as today. */
  readonly value: string;
  /** A full IRI of XML Schema. */
  readonly datatype: string;
  /** Such as `km`, where one stands behind it. */
  readonly unit?: string;
  /** How the question compares with it, where it does: `more than 5`, `before 1990`, `at least two`. */
  readonly comparison?: 'lt' | 'le' | 'gt' | 'ge';
}

export interface Linking {
  /** The best first, of all mentions together; the same entity once. */
  readonly entities: readonly LinkedEntity[];
  readonly literals: readonly LinkedLiteral[];
  /** What the KB could not be asked, a sentence each. */
  readonly troubles: readonly string[];
  /** Why names may have been missed although the KB answered, and what to do about it. */
  readonly note?: string;
}

/** What the user says of the entities: these and no others are meant. */
export interface EntityChoice {
  readonly iri: string;
  /** The words of the question that it stands for; absent for one that was added. */
  readonly mention?: TextRange;
}

/** The KB that is asked. */
export interface LinkedBy {
  readonly kb: KnowledgeBase;
  readonly directory: EntityDirectory;
  /** For a linker that asked somebody else: how many queries it took. */
  readonly count?: (queries: number) => void;
}

export interface EntityLinker {
  /**
   * What the question names. Where the user has chosen, the entities are those, in their order, and nothing else. Rejects only when
   * `signal` is aborted; a KB that does not answer is told in `troubles`. What must be asked for this question is asked by way of `by`,
   * where it is given: somebody counts.
   */
  link(
    question: string,
    chosen: readonly EntityChoice[] | undefined,
    signal: AbortSignal,
    by?: LinkedBy,
  ): Promise<Linking>;
  /** Entities by what is typed of a name, the likeliest first: for picking another. */
  find(typed: string, most: number, signal: AbortSignal): Promise<readonly LinkedEntity[]>;
  /** Makes the index, where there is one, so that the first question need not wait. */
  prepare?(tell: (message: string) => void, signal: AbortSignal): Promise<void>;
}
