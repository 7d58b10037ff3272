import type { TextRange } from '../language/text/range';
import type { Engine } from './kb-config';

/** A term in the format of the SPARQL JSON results. */
export type RdfTerm =
  | { readonly type: 'uri'; readonly value: string }
  | { readonly type: 'bnode'; readonly value: string }
  | {
      readonly type: 'literal';
      readonly value: string;
      readonly datatype?: string;
      readonly 'xml:lang'?: string;
    };

/** One term for each column; null if the variable is unbound. */
export type AnswerRow = readonly (RdfTerm | null)[];

export type RdfTriple = readonly [subject: RdfTerm, predicate: RdfTerm, object: RdfTerm];

/** The answer to a query or update. */
export type QueryAnswer =
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly AnswerRow[] }
  /** For ASK. */
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** For CONSTRUCT and DESCRIBE. */
  | { readonly kind: 'graph'; readonly triples: readonly RdfTriple[] }
  /** For an update. */
  | {
      readonly kind: 'done';
      /** A remark about the change for the user. */
      readonly note?: string;
    };

/** Why an answer is incomplete. An incomplete answer never counts as empty. */
export interface Incompleteness {
  readonly reason: 'row-limit' | 'server-cap' | 'time';
  /** What is missing and how to get it, for the user. */
  readonly message: string;
}

/** The outcome of a request. Rejections, timeouts and connection failures are values, not exceptions. */
export type Execution =
  | {
      readonly status: 'answered';
      readonly answer: QueryAnswer;
      readonly incomplete?: Incompleteness;
      /** A remark about a KB that could not load all of its data. */
      readonly note?: string;
    }
  /** `place` is the range in the given query, if the engine reports it. */
  | { readonly status: 'refused'; readonly message: string; readonly place?: TextRange }
  | { readonly status: 'timed-out'; readonly message: string }
  /** The message includes advice. */
  | { readonly status: 'unreachable'; readonly message: string };

export interface ExecutionLimits {
  readonly timeoutMs: number;
  readonly maxRows: number;
  /** The rows are not shown, so booleans may be `true` or `1`. The engine uses the format that it writes fastest. */
  readonly fastFormat?: boolean;
}

/** The progress of a long operation. */
export interface TaskProgress {
  /** For example: Reading mini-freebase.nt.gz, 400,000 facts. */
  readonly message: string;
  /** Between 0 and 1; undefined if unknown. */
  readonly share?: number;
}

/** The result of testing a KB. */
export interface ConnectionTestResult {
  readonly works: boolean;
  /** The steps of the test with their results. On failure, the last line says what to do. */
  readonly lines: readonly string[];
  /** Present if not everything was read. */
  readonly skipped?: readonly SkippedLines[];
}

/** Lines of a file that are not facts. */
export interface SkippedLines {
  readonly file: string;
  readonly lines: number;
  /** The number of the first of them. */
  readonly first: number;
  /** The beginning of the first of them. A KB that was saved by an earlier version has none. */
  readonly text?: string;
}

/** The port to a knowledge base. */
export interface KnowledgeBase {
  readonly name: string;
  /** Whether missing facts do not exist. False for a sample of a larger KB. */
  readonly complete: boolean;
  /** Whether updates are accepted. */
  readonly writable: boolean;
  /** The number of facts, once it is known without a query. */
  readonly factCount?: number | undefined;
  /**
   * Runs one query in any supported dialect; the implementation translates it for its engine. Rejects only if `signal` is
   * aborted, and then immediately, after stopping the engine.
   */
  execute(query: string, limits: ExecutionLimits, signal: AbortSignal): Promise<Execution>;
  /**
   * Loads the KB, which may take long for a new file. Without this call, the first query waits; that time does not count
   * against its limit. Failures are reported by `execute`.
   */
  prepare?(onProgress: (step: TaskProgress) => void, signal: AbortSignal): Promise<void>;
  /** Detects the engine, or reports why there is no response. */
  detectEngine?(
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Engine | { readonly problem: string } | undefined>;
  /** Tests what a query depends on, such as the address. Absent if there is nothing to test. */
  testConnection?(timeoutMs: number, signal: AbortSignal): Promise<ConnectionTestResult>;
  /** Cancels running requests and stops the engine. */
  close(): Promise<void>;
}

export interface EntityNameAndTypes {
  readonly name?: string;
  /** The ids of its types. */
  readonly types: readonly string[];
  readonly mediator: boolean;
}

export interface KnownEntity extends EntityNameAndTypes {
  /** Whether any fact of the KB has it as subject or object. */
  readonly exists: boolean;
}
