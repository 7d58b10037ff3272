/** The messages between client and server that LSP does not define. Types and names only. */
import type { Execution } from './core/kb/knowledge-base';
import type { ModelRequest, Usage } from './core/model/language-model';
import type { Agreement, Reading } from './core/read/reading';
import type { RepairEvent, RepairTrace } from './core/repair/repair-events';

/** Sent by the server when the schema, the dialect or its own state changes, and once after start. */
export const STATUS_NOTIFICATION = 'funfusic/status';

/** Sent by the client to learn the state at any time; answered with a `ServerStatus`. */
export const STATUS_REQUEST = 'funfusic/getStatus';

export interface ServerStatus {
  /** Which schema the verifiers judge by. With `none`, nothing but the syntax is checked. */
  readonly schema: SchemaStatus;
  readonly dialect: 'virtuoso' | 'sparql11';
}

export type SchemaStatus =
  | {
      readonly state: 'bundled' | 'file';
      readonly name: string;
      /** What stands before every id of the KB to make it an IRI. */
      readonly namespace: string;
      readonly relations: number;
      readonly types: number;
      readonly problem?: string;
    }
  | { readonly state: 'none'; readonly problem: string };

/** The scheme of pages that tell what the schema knows; only clients that can show them are given addresses with it. */
export const SCHEMA_SCHEME = 'funfusic-schema';

/** The folder that all pages are in, by which an editor knows their language. */
export const SCHEMA_FOLDER = '/funfusic-schema/';

/** The name of the page of the schema as a whole; no id has a space. */
export const SCHEMA_OVERVIEW = 'schema overview';

/** A client says in `capabilities.experimental` that it shows schema pages, and which of the commands below it runs. */
export interface ExperimentalCapabilities {
  readonly funfusic?: { readonly schemaPages?: boolean; readonly commands?: readonly string[] };
}

/** A command of the client, named by code lenses: leads to a finding. */
export const GO_TO_FINDING_COMMAND = 'funfusic.goToFirstFinding';

export type GoToFindingArguments = readonly [uri: string, range: LineRange];

interface LineRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** Asks for the page of a relation, a type or a domain, or with an empty id of the whole schema; null without one. */
export const SCHEMA_PAGE_REQUEST = 'funfusic/schemaPage';

export interface SchemaPageParams {
  readonly id: string;
}
export interface SchemaPageResult {
  readonly title: string;
  readonly text: string;
  /** Every id on the page, as UTF-16 offsets. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly id: string }[];
}

/** Asks what stands below a node of the schema tree, or at its top; answered with `SchemaNode[]`. */
export const SCHEMA_CHILDREN_REQUEST = 'funfusic/schemaChildren';

export interface SchemaChildrenParams {
  readonly parent?: Pick<SchemaNode, 'kind' | 'id'>;
}

/** Asks for the nodes from the top of the tree down to an id; answered with `SchemaNode[]`, empty where it is not known. */
export const SCHEMA_PATH_REQUEST = 'funfusic/schemaPath';

export interface SchemaPathParams {
  readonly id: string;
}

/** Asks for the relations and types that a text may mean, the best first; answered with `SchemaNode[]`. */
export const SCHEMA_SEARCH_REQUEST = 'funfusic/schemaSearch';

export interface SchemaSearchParams {
  readonly text: string;
  readonly most: number;
}

/** Asks for a few lines of Markdown about an id, as a hover shows them; empty where there is nothing to tell. */
export const SCHEMA_DESCRIPTION_REQUEST = 'funfusic/schemaDescription';

export interface SchemaDescriptionParams {
  readonly id: string;
}

export interface SchemaNode {
  readonly kind: 'group' | 'domain' | 'type' | 'relation';
  readonly id: string;
  /** What is needed of the id below its parent. */
  readonly name: string;
  readonly description: string;
  /** The whole in words, for those who hear it. */
  readonly spoken: string;
  /** What a type is, or what a relation leads to. */
  readonly nature?: 'entity' | 'mediator' | 'literal' | 'unknown';
  readonly expandable: boolean;
}

/** Asks how a name is to be written in place of a selection; answered with the `TextEdit[]` of LSP, or null. */
export const INSERT_NAME_REQUEST = 'funfusic/insertName';

export interface InsertNameParams {
  readonly textDocument: { readonly uri: string };
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly id: string;
}

export type { EntityCard } from './core/kb/entity';
export type { EntityFacts, FactGroup, FactPart, FactValue } from './core/run/facts';
export type { GraphEdge, GraphNode, GraphResult } from './core/run/graph';
export type { Answer, Execution, Incomplete, RdfTerm, RdfTriple, Row } from './core/kb/knowledge-base';

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

export type RunResult = { readonly run: Run } | { readonly problem: string };

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

/** Asks for the KBs that can be chosen; answered with `KbInfo[]`. */
export const KB_LIST_REQUEST = 'funfusic/knowledgeBases';

export interface KbInfo {
  readonly name: string;
  readonly kind: 'sample' | 'file' | 'endpoint';
  /** The address or path. */
  readonly where: string;
  readonly writable: boolean;
}

/** Asks whether a KB answers; answered with a `KbTestResult`. */
export const KB_TEST_REQUEST = 'funfusic/testKnowledgeBase';

export interface KbTestParams {
  readonly kb: string;
}
export interface KbTestResult {
  readonly works: boolean;
  /** What was tried and what came of it, a sentence each; where it fails, the last says what to do. */
  readonly lines: readonly string[];
}

/** Has a KB made ready to answer, so that the first query need not wait; tells its steps as a run does. */
export const KB_PREPARE_REQUEST = 'funfusic/prepareKnowledgeBase';

export interface KbPrepareParams {
  readonly kb: string;
  /** As for a run. */
  readonly progress?: string;
}

/** Has a schema worked out from the facts of a KB; tells its steps as a run does. Cancelling the request stops it. */
export const DERIVE_SCHEMA_REQUEST = 'funfusic/deriveSchema';

export interface DeriveSchemaParams {
  readonly kb: string;
  /** As for a run. */
  readonly progress?: string;
}

/** The text of a schema file, and what is to be known of how it came about. */
export type DeriveSchemaResult =
  { readonly text: string; readonly notes: readonly string[] } | { readonly problem: string };

/** Sent by the client: what was known of a KB, such as its secrets, is no longer so. */
export const KB_CHANGED_NOTIFICATION = 'funfusic/knowledgeBaseChanged';

export interface KbChangedParams {
  readonly kb: string;
}

/** Asked by the server: the secret that a KB or a model wants, or null. The address is that which it will be sent to. */
export const SECRET_REQUEST = 'funfusic/secret';

export interface SecretParams {
  /** The name of the KB, or of the model. */
  readonly kb: string;
  readonly of?: 'model';
  readonly address: string;
  /** `password`, `token`, the name of a header, or of a model `key`. */
  readonly what: string;
  /** The one that was given is not accepted: another is wanted. */
  readonly rejected?: boolean;
  /** Nobody waits for it: what is kept may be given, and the user is not to be asked. */
  readonly quiet?: boolean;
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

export type { WhyEmpty } from './core/run/why-empty/why-empty';

export type { ModelConfig } from './core/model/model-config';
export type { Completion, ModelRequest, Usage } from './core/model/language-model';
export type { Agreement, Reading } from './core/read/reading';
export type { Attempt } from './core/repair/attempt';
export type { RepairEvent, RepairKind, RepairResult, RepairTrace } from './core/repair/repair-events';

export { isLoopback } from './core/text/loopback';
export { hidePasswords } from './core/text/passwords';

/** A command of the client, named by quick fixes and code lenses: repairs a query. */
export const REPAIR_COMMAND = 'funfusic.repairQuery';

/** The scheme under which an editor shows what a repair proposes; a proposal is not repaired itself. */
export const PROPOSAL_SCHEME = 'funfusic-proposal';

export type RepairArguments = readonly [uri: string, range: LineRange];

/** Repairs the query around a place; answered with a `RepairReply`. Nothing is changed. Cancelling the request stops it. */
export const REPAIR_REQUEST = 'funfusic/repair';

export interface RepairParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** Where the query does not say its question. */
  readonly question?: string;
  /** No model is asked, whatever the settings say. */
  readonly withoutModel?: boolean;
  /** As for a run: tells how a KB is made ready, and with it `REPAIR_EVENT_NOTIFICATION`s tell what happens. */
  readonly progress?: string;
}

export type RepairReply =
  | {
      readonly trace: RepairTrace;
      /** The query as it stood and where; the offsets of the trace's first attempt start there. */
      readonly range: LineRange;
      readonly before: string;
      /**
       * The proposal as it would stand there, with the comments, prefixes and names of before; alike where nothing changes. A question
       * that the query did not say stands above it.
       */
      readonly after: string;
    }
  | { readonly problem: string };

/** Asks what a `REPAIR_REQUEST` at a place would be about; answered with a `RepairTargetResult`. */
export const REPAIR_TARGET_REQUEST = 'funfusic/repairTarget';

export type RepairTargetResult = RepairTarget | { readonly problem: string };

/** As for a run, because the query will be run; but always the whole query. */
export interface RepairTarget extends RunTarget {
  readonly range: LineRange;
  /** How many queries are tried at most, with the one that is there. */
  readonly rounds: number;
  /** Absent where none is chosen. */
  readonly model?: ModelInfo;
}

/** Sent by the server while a repair goes on. */
export const REPAIR_EVENT_NOTIFICATION = 'funfusic/repairEvent';

export interface RepairEventParams {
  readonly progress: string;
  readonly event: RepairEvent;
}

/** A command of the client, named by code lenses: puts a query into words. */
export const EXPLAIN_COMMAND = 'funfusic.explainQuery';

/** A command of the client, named by code lenses: asks whether a query asks what its question asks. */
export const CHECK_QUESTION_COMMAND = 'funfusic.checkQuestion';

/** Asks what a query says in words, and whether that is its question; answered with an `ExplainReply`. */
export const EXPLAIN_REQUEST = 'funfusic/explain';

export interface ExplainParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** Whether a model may be asked; otherwise by templates and cues alone, which costs nothing. */
  readonly withModel: boolean;
  /** Where the query does not say its question. */
  readonly question?: string;
  readonly progress?: string;
}

export type ExplainReply =
  | {
      /** Ranges of its pairs are in `query`. */
      readonly reading: Reading;
      readonly agreement?: Agreement;
      readonly query: string;
      readonly question?: string;
      readonly range: LineRange;
      readonly usage: Usage;
      /** What could not be done, such as a model that is away; the reading is then by templates. */
      readonly trouble?: string;
    }
  | { readonly problem: string };

/** Asks for the models that can be chosen; answered with `ModelInfo[]`. */
export const MODEL_LIST_REQUEST = 'funfusic/models';

export interface ModelInfo {
  readonly name: string;
  readonly kind: 'server' | 'editor';
  /** Who gets what is sent: an origin, or the editor's id for it. */
  readonly where: string;
  /** As its server calls it. */
  readonly model: string;
  /** It runs on this computer: nothing leaves it. */
  readonly local: boolean;
}

/** Asks whether a model answers; answered with a `KbTestResult`. Costs a few tokens. */
export const MODEL_TEST_REQUEST = 'funfusic/testModel';

export interface ModelTestParams {
  readonly model: string;
}

/** Sent by the client: the key of a model is no longer what it was. */
export const MODEL_CHANGED_NOTIFICATION = 'funfusic/modelChanged';

/** Asked by the server: has one of the editor's own models complete a request; answered with a `Completion`. */
export const EDITOR_MODEL_REQUEST = 'funfusic/editorModel';

export interface EditorModelParams {
  /** The editor's id for it. */
  readonly id: string;
  readonly request: ModelRequest;
  readonly timeoutSeconds: number;
  /** Parts of the reply are told with it by `EDITOR_MODEL_PART_NOTIFICATION`. */
  readonly key: string;
}

/** Sent by the client while one of the editor's models writes. */
export const EDITOR_MODEL_PART_NOTIFICATION = 'funfusic/editorModelPart';

export interface EditorModelPart {
  readonly key: string;
  readonly text: string;
}

export * from './ask-protocol';
export * from './tool-protocol';
