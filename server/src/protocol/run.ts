/** Running a query, and inspecting its results. */
import type { Problem } from './status';
import type { Fix, LineRange, RdfTerm, Run } from './values';

/** A command of the client for code lenses: runs a query. */
export const RUN_COMMAND = 'funfusic.runQuery';

export type RunArguments = readonly [uri: string, range: LineRange];

export interface RunParams {
  readonly textDocument: { readonly uri: string };
  /** The selection. If it is empty, the query at the cursor is run. */
  readonly range: LineRange;
  /** Overrides the KB of the query and of the settings. */
  readonly kb?: string;
  /** The key of `RUN_PROGRESS_NOTIFICATION`s about this request. */
  readonly progress?: string;
}

export type RunTargetResult = RunTarget | Problem;

export interface RunTarget {
  readonly kb: string;
  /** Where the name of the KB comes from. */
  readonly kbSource: 'query' | 'settings' | 'request';
  /** Whether the KB is the sample or one of the settings. An address in a query may be neither. */
  readonly known: boolean;
  readonly query: string;
  readonly question?: string;
  /** The index of the query in the document. */
  readonly index: number;
}

/** A step in loading a KB or in answering a request. */
export interface RunProgress {
  readonly progress: string;
  readonly message: string;
  /** The progress between 0 and 1, if known. */
  readonly share?: number;
}

export type RunResult = { readonly run: Run } | Problem;

export interface EntitiesParams {
  readonly kb: string;
  readonly iris: readonly string[];
}

/** The name and the types of an entity. */
export interface EntityCard {
  readonly name?: string;
  /** IDs. */
  readonly types: readonly string[];
  readonly mediator: boolean;
}

export interface FactsParams {
  readonly kb: string;
  readonly iri: string;
}

export interface EntityFacts {
  readonly iri: string;
  readonly card: EntityCard;
  /** By relation. */
  readonly groups: readonly FactGroup[];
  /** There are more facts. */
  readonly truncated: boolean;
  readonly problem?: string;
}

export interface FactGroup {
  /** An IRI. */
  readonly relation: string;
  readonly label: string;
  readonly direction: 'out' | 'in';
  readonly values: readonly FactValue[];
  readonly truncated: boolean;
}

export interface FactValue {
  readonly term: RdfTerm;
  readonly name?: string;
  /** The facts of a mediator. */
  readonly parts?: readonly FactPart[];
}

export interface FactPart {
  readonly label: string;
  readonly relation: string;
  readonly term: RdfTerm;
  readonly name?: string;
}

export interface NeighbourhoodParams {
  readonly kb: string;
  /** The query that was run. */
  readonly query: string;
  readonly iris: readonly string[];
}

export interface PatternParams {
  readonly query: string;
  /** The KB to look up the names of entities in. */
  readonly kb?: string;
}

export interface WhyEmptyParams {
  readonly kb: string;
  readonly query: string;
}

/** Why a query has no results. */
export interface WhyEmpty {
  readonly verdict: 'no-such-data' | 'broken-pattern' | 'not-empty' | 'unknown';
  /** Plain text. */
  readonly summary: string;
  /** In the order of execution. */
  readonly probes: readonly {
    /** The part of the pattern that this probe adds, and its range in the query. */
    readonly added: string;
    readonly start: number;
    readonly end: number;
    readonly outcome: 'matches' | 'nothing' | 'unknown';
    readonly matches?: number;
  }[];
  /** Alternatives to the first part that matches nothing. */
  readonly instead: readonly string[];
  /** The most likely first. */
  readonly fixes?: readonly Fix[];
}

/** A command of the server: explains why the query at a position has no results, and marks the part that matches nothing. */
export const EXPLAIN_EMPTY_COMMAND = 'funfusic.explainEmptyAnswer';

export type ExplainEmptyArguments = readonly [uri: string, range: LineRange];

/** A command of the server: fixes the queries of a document, or of a range of it, as far as the fixes are verified. */
export const FIX_QUERIES_COMMAND = 'funfusic.fixQueries';

export type FixQueriesArguments = readonly [uri: string, range?: LineRange];
