/** The port of entity linking and its result, which can be serialized as JSON. */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { EntityDirectory } from '../../query/entity-directory';
import type { TextRange } from '../../language/text/range';

/** An entity that the question may mention. */
export interface LinkedEntity {
  readonly iri: string;
  readonly id: string;
  readonly name: string;
  /** Ids, the most specific first. */
  readonly types: readonly string[];
  /** Absent if the user added the entity. */
  readonly mention?: TextRange;
  /** The name or alias that matched, if it is not `name`. */
  readonly alias?: string;
  /** `exact` ignores case, accents, punctuation and spaces; `given` means chosen by the user. */
  readonly match: 'exact' | 'plural' | 'partial' | 'fuzzy' | 'given';
  /** Between 0 and 1; comparable within one question. */
  readonly score: number;
  /** The number of facts about it, up to a limit. */
  readonly popularity: number;
  /** The reasons for its rank, a few words each. */
  readonly because: readonly string[];
}

/** Whether the question has the whole name of the entity, and not only a part of it. */
export function hasWholeName({ match }: Pick<LinkedEntity, 'match'>): boolean {
  return match !== 'partial' && match !== 'fuzzy';
}

/** Whether the question has exactly the name of the entity, or the user has chosen it. */
export function hasExactName({ match }: Pick<LinkedEntity, 'match'>): boolean {
  return match === 'exact' || match === 'given';
}

/** A number or a date in the question. */
export interface LinkedLiteral {
  readonly mention: TextRange;
  readonly kind: 'integer' | 'float' | 'year' | 'month' | 'date' | 'now';
  /** The lexical form of XML Schema: `2010`, `2010-05`, `2010-05-17`, `3.5`. For `now`, the current date. */
  readonly value: string;
  /** The full IRI. */
  readonly datatype: string;
  /** The unit after the number, such as `km`. */
  readonly unit?: string;
  /** How the question compares with it: `more than 5`, `before 1990`, `at least two`. */
  readonly comparison?: 'lt' | 'le' | 'gt' | 'ge';
}

export interface Linking {
  /** The best first, for all mentions together; each entity once. */
  readonly entities: readonly LinkedEntity[];
  readonly literals: readonly LinkedLiteral[];
  /** Problems with the KB, a sentence each. */
  readonly troubles: readonly string[];
  /** Why names may be missing although the KB responded, and what to do about it. */
  readonly note?: string;
}

/** An entity that the user has chosen. */
export interface EntityChoice {
  readonly iri: string;
  /** The range that mentions it; absent if the user added the entity. */
  readonly mention?: TextRange;
}

/** The KB for one question, through which its queries are counted. */
export interface KbAccess {
  readonly kb: KnowledgeBase;
  readonly directory: EntityDirectory;
  /** Reports queries that the linker sent elsewhere. */
  readonly count?: (queries: number) => void;
}

export interface EntityLinker {
  /**
   * Links the question. If the user has chosen entities, only these are returned, in their order. Queries for this question use
   * `by`, if given. Rejects only when `signal` is aborted; problems of the KB are in `troubles`.
   */
  link(
    question: string,
    chosen: readonly EntityChoice[] | undefined,
    signal: AbortSignal,
    by?: KbAccess,
  ): Promise<Linking>;
  /** Finds entities by a part of their name, the most likely first. */
  find(typed: string, limit: number, signal: AbortSignal): Promise<readonly LinkedEntity[]>;
  /** Builds the index, if there is one, before the first question. */
  prepare?(report: (message: string) => void, signal: AbortSignal): Promise<void>;
}
