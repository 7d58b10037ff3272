/** A knowledge base that answers queries: the port, and what comes through it. */
import type { TextRange } from '../language/text/range';
import type { Engine } from './kb-config';

/** A term as SPARQL's JSON results write it. */
export type RdfTerm =
  | { readonly type: 'uri'; readonly value: string }
  | { readonly type: 'bnode'; readonly value: string }
  | {
      readonly type: 'literal';
      readonly value: string;
      readonly datatype?: string;
      readonly 'xml:lang'?: string;
    };

/** As long as there are columns; null where a variable has no value. */
export type Row = readonly (RdfTerm | null)[];

export type RdfTriple = readonly [subject: RdfTerm, predicate: RdfTerm, object: RdfTerm];

export type Answer =
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly Row[] }
  /** Of ASK. */
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Of CONSTRUCT and DESCRIBE. */
  | { readonly kind: 'graph'; readonly triples: readonly RdfTriple[] }
  /** Of an update. */
  | {
      readonly kind: 'done';
      /** What should be known about the change. */
      readonly note?: string;
    };

/** Why an answer is not the whole answer. What is not whole is never called empty. */
export interface Incomplete {
  readonly reason: 'row-limit' | 'server-cap' | 'time';
  /** A sentence that says what is missing, and how to get it. */
  readonly message: string;
}

/** An engine that refuses, stalls or is away is an outcome to show, not an exception. */
export type Execution =
  | {
      readonly status: 'answered';
      readonly answer: Answer;
      readonly incomplete?: Incomplete;
      /** What is to be known of a KB that did not take in all that it was given. */
      readonly note?: string;
    }
  /** `place` is in the query as it was given, where the engine says where. */
  | { readonly status: 'refused'; readonly message: string; readonly place?: TextRange }
  | { readonly status: 'timed-out'; readonly message: string }
  /** With advice. */
  | { readonly status: 'unreachable'; readonly message: string };

export interface Limits {
  readonly timeoutMs: number;
  readonly maxRows: number;
}

/** How far something is that takes long. */
export interface ProgressStep {
  /** Such as: Reading mini-freebase.nt.gz, 400,000 facts. */
  readonly message: string;
  /** Between 0 and 1, where it is known. */
  readonly share?: number;
}

/** What came of testing a KB. */
export interface Examination {
  readonly works: boolean;
  /** What was tried and what came of it, a sentence or two each; where it fails, the last says what to do. */
  readonly lines: readonly string[];
}

export interface KnowledgeBase {
  readonly name: string;
  /** Whether what it does not have does not exist: not so for a sample of a larger KB. */
  readonly complete: boolean;
  /** Updates are refused otherwise. */
  readonly writable: boolean;
  /**
   * One query as its author wrote it, in any dialect that we read: whoever answers it puts it into the words of its engine.
   * Rejects only when `signal` is aborted, and then at once, the engine having been stopped.
   */
  execute(query: string, limits: Limits, signal: AbortSignal): Promise<Execution>;
  /**
   * Makes it ready to answer, which may take a while for a file that was never read before. Where it is not called, the first
   * query waits; that time does not count against its limit. What cannot be made ready is told by `execute`.
   */
  prepare?(onProgress: (step: ProgressStep) => void, signal: AbortSignal): Promise<void>;
  /** Which engine answers, where that can be found out, or why it does not answer. */
  engine?(timeoutMs: number, signal: AbortSignal): Promise<Engine | { readonly problem: string } | undefined>;
  /** Tries what lies before any query, such as the address; where it is not there, there is nothing of the kind. */
  examine?(timeoutMs: number, signal: AbortSignal): Promise<Examination>;
  /** What is under way ends, and the engine with it. */
  close(): Promise<void>;
}

/** What an entity is called and what it is. */
export interface EntityCard {
  readonly name?: string;
  /** Ids of types. */
  readonly types: readonly string[];
  readonly mediator: boolean;
}

/** With the answer to whether the KB has it at all, as subject or as object of any fact. */
export interface KnownEntity extends EntityCard {
  readonly exists: boolean;
}
