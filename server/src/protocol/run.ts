/** Running a query, and what is asked about its answer. */
import type { Execution } from '../core/kb/knowledge-base';
import type { Problem } from './consent';
import type { LineRange } from './status';

/** A command of the client, named by code lenses: runs a query. */
export const RUN_COMMAND = 'funfusic.runQuery';

export type RunArguments = readonly [uri: string, range: LineRange];

/** Runs a query; answered with a `RunResult`. Cancelling the request stops the engine. */
export const RUN_REQUEST = 'funfusic/run';

export interface RunParams {
  readonly textDocument: { readonly uri: string };
  /** What is selected; where nothing is, the query around the caret is run. */
  readonly range: LineRange;
  /** On this KB, whatever the query and the settings say. */
  readonly kb?: string;
  /** Where it is given, `RUN_PROGRESS_NOTIFICATION`s with it tell how far the KB is. */
  readonly progress?: string;
}

/** Asks what a `RUN_REQUEST` with the same parameters would run, and where; answered with a `RunTargetResult`. */
export const RUN_TARGET_REQUEST = 'funfusic/runTarget';

export type RunTargetResult = RunTarget | { readonly problem: string };

export interface RunTarget {
  readonly kb: string;
  /** Who says so: the query, the settings, or whoever asks. */
  readonly saidBy: 'query' | 'settings' | 'request';
  /** Whether it is one that the user knows of: the sample, or one of the settings. An address in a query need not be. */
  readonly known: boolean;
  readonly query: string;
  readonly question?: string;
  /** Which query of the document it is, or is a part of. */
  readonly index: number;
}

/** Sent by the server while a KB is made ready for a run. */
export const RUN_PROGRESS_NOTIFICATION = 'funfusic/runProgress';

export interface RunProgress {
  readonly progress: string;
  readonly message: string;
  /** Between 0 and 1, where it is known. */
  readonly share?: number;
}

export type RunResult = { readonly run: Run } | Problem;

/** A query that was run, with all that is needed to show it again. */
export interface Run {
  readonly id: string;
  readonly kb: string;
  /** As it was written; a selection with the prefixes that it needs before it. */
  readonly query: string;
  readonly question?: string;
  /** Where the query stood. */
  readonly uri: string;
  readonly range: LineRange;
  /** How much of `query` stands before what was in the document at `range`: offsets into it are that much larger. */
  readonly added: number;
  /** Where in the document the engine saw what it refused. */
  readonly place?: LineRange;
  /** ISO 8601. */
  readonly began: string;
  readonly milliseconds: number;
  readonly execution: Execution;
  /** What the answer verifiers say. */
  readonly remarks: readonly Remark[];
}

export interface Remark {
  readonly code: string;
  readonly message: string;
  readonly because: string;
  readonly advice: string;
}

/** Asks what entities are; answered with `EntityCard`s by IRI, without those that could not be asked for. */
export const ENTITIES_REQUEST = 'funfusic/entities';

export interface EntitiesParams {
  readonly kb: string;
  readonly iris: readonly string[];
}

/** Asks for the facts about one entity; answered with an `EntityFacts`. */
export const FACTS_REQUEST = 'funfusic/facts';

export interface FactsParams {
  readonly kb: string;
  readonly iri: string;
}

/** Asks for what lies around the answers, to draw it; answered with a `GraphResult`. */
export const NEIGHBOURHOOD_REQUEST = 'funfusic/neighbourhood';

export interface NeighbourhoodParams {
  readonly kb: string;
  /** The query that was run, and the answers it gave. */
  readonly query: string;
  readonly iris: readonly string[];
}

/** Asks for a query's own pattern as a graph; answered with a `GraphResult`. */
export const PATTERN_REQUEST = 'funfusic/pattern';

export interface PatternParams {
  readonly query: string;
  /** The KB that is asked what the entities are called. */
  readonly kb?: string;
}

/** Asks why a run came back empty; answered with a `WhyEmpty`. Cancelling the request stops the probes. */
export const WHY_EMPTY_REQUEST = 'funfusic/whyEmpty';

export interface WhyEmptyParams {
  readonly kb: string;
  readonly query: string;
}

/** A command of the server: asks why the query at a place came back empty, and marks the part that leaves nothing. */
export const EXPLAIN_EMPTY_COMMAND = 'funfusic.explainEmptyAnswer';

export type ExplainEmptyArguments = readonly [uri: string, range: LineRange];
