/** All messages between client and server that LSP does not define. */
import type * as ask from './ask';
import type * as evaluation from './evaluation';
import type * as explain from './explain';
import type * as kbs from './knowledge-bases';
import type * as models from './models';
import type * as repair from './repair';
import type * as run from './run';
import type * as schema from './schema';
import type * as status from './status';
import type * as tools from './tools';
import type * as values from './values';

/**
 * The method of a request, with the types of its parameters and of its result. The classes of that name in the LSP packages cannot be
 * shared: client and server depend on different versions of them.
 */
export type RequestType<Params, Result> = string & { readonly request?: (params: Params) => Result };
export type NotificationType<Params> = string & { readonly notification?: (params: Params) => void };

/** The parameters of messages that have none. */
export type NoParams = Readonly<Record<string, never>>;

// Messages from the client to the server. Cancelling a request stops the work.

/** The prefix of all custom methods. */
export const CUSTOM_METHOD_PREFIX = 'funfusic/';

export const STATUS_REQUEST: RequestType<NoParams, status.ServerStatus> = 'funfusic/getStatus';

export const KB_LIST_REQUEST: RequestType<NoParams, readonly kbs.KbInfo[]> = 'funfusic/knowledgeBases';
export const KB_TEST_REQUEST: RequestType<kbs.KbParams, kbs.TestResult> = 'funfusic/testKnowledgeBase';
/** Loads a KB, so that the first query does not wait for it. */
export const KB_PREPARE_REQUEST: RequestType<kbs.KbPrepareParams, null> = 'funfusic/prepareKnowledgeBase';
export const DERIVE_SCHEMA_REQUEST: RequestType<kbs.DeriveSchemaParams, kbs.DeriveSchemaResult> =
  'funfusic/deriveSchema';
/** Loads a dump into a Virtuoso on this machine, which ends with the language server. */
export const SERVE_DUMP_REQUEST: RequestType<kbs.ServeDumpParams, kbs.ServeDumpResult> = 'funfusic/serveDump';

export const MODEL_LIST_REQUEST: RequestType<NoParams, readonly models.ModelInfo[]> = 'funfusic/models';
/** Costs a few tokens. */
export const MODEL_TEST_REQUEST: RequestType<models.ModelParams, kbs.TestResult> = 'funfusic/testModel';

/** The page of an ID, or of the whole schema if the ID is empty; null without a schema. */
export const SCHEMA_PAGE_REQUEST: RequestType<schema.SchemaIdParams, schema.SchemaPageResult | null> =
  'funfusic/schemaPage';
export const SCHEMA_CHILDREN_REQUEST: RequestType<schema.SchemaChildrenParams, readonly schema.SchemaNode[]> =
  'funfusic/schemaChildren';
/** The nodes from the root of the schema tree to an ID; empty for an unknown ID. */
export const SCHEMA_PATH_REQUEST: RequestType<schema.SchemaIdParams, readonly schema.SchemaNode[]> =
  'funfusic/schemaPath';
/** The relations and types that match a text, the best first. */
export const SCHEMA_SEARCH_REQUEST: RequestType<schema.SchemaSearchParams, readonly schema.SchemaNode[]> =
  'funfusic/schemaSearch';
/** The Markdown of the hover for an ID; empty for an unknown ID. */
export const SCHEMA_DESCRIPTION_REQUEST: RequestType<schema.SchemaIdParams, string> =
  'funfusic/schemaDescription';
/** The edits that replace a selection by a name or a literal; null if the document is not open. */
export const INSERT_NAME_REQUEST: RequestType<schema.InsertNameParams, schema.TextEdit[] | null> =
  'funfusic/insertName';

export const RUN_REQUEST: RequestType<run.RunParams, run.RunResult> = 'funfusic/run';
/** What a `RUN_REQUEST` with the same parameters would run, and where. */
export const RUN_TARGET_REQUEST: RequestType<run.RunParams, run.RunTargetResult> = 'funfusic/runTarget';
/** Entity cards by IRI. Entities that could not be looked up are absent. */
export const ENTITIES_REQUEST: RequestType<
  run.EntitiesParams,
  Readonly<Record<string, run.EntityCard>>
> = 'funfusic/entities';
export const FACTS_REQUEST: RequestType<run.FactsParams, run.EntityFacts> = 'funfusic/facts';
/** The facts around the answers, as a graph. */
export const NEIGHBOURHOOD_REQUEST: RequestType<run.NeighbourhoodParams, values.GraphResult> =
  'funfusic/neighbourhood';
/** The pattern of a query, as a graph. */
export const PATTERN_REQUEST: RequestType<run.PatternParams, values.GraphResult> = 'funfusic/pattern';
export const WHY_EMPTY_REQUEST: RequestType<run.WhyEmptyParams, run.WhyEmpty> = 'funfusic/whyEmpty';

/** Repairs the query at a position. Does not change the document. */
export const REPAIR_REQUEST: RequestType<repair.RepairParams, repair.RepairReply> = 'funfusic/repair';
/** What a `REPAIR_REQUEST` with the same parameters would repair, and where. */
export const REPAIR_TARGET_REQUEST: RequestType<repair.RepairParams, repair.RepairTargetResult> =
  'funfusic/repairTarget';
export const EXPLAIN_REQUEST: RequestType<explain.ExplainParams, explain.ExplainReply> = 'funfusic/explain';

export const ASK_REQUEST: RequestType<ask.AskParams, ask.AskReply> = 'funfusic/ask';
/** Which KB, strategy and model an `ASK_REQUEST` with the same parameters would use. */
export const ASK_TARGET_REQUEST: RequestType<ask.AskParams, ask.AskTargetResult> = 'funfusic/askTarget';
/** Searches entities by the beginning of a name. */
export const FIND_ENTITIES_REQUEST: RequestType<ask.FindEntitiesParams, ask.FindEntitiesResult> =
  'funfusic/findEntities';
/** Converts between SPARQL and logical forms. */
export const CONVERT_REQUEST: RequestType<ask.ConvertParams, ask.ConvertResult> = 'funfusic/convert';

/** Calls a tool for agents. */
export const TOOL_REQUEST: RequestType<tools.ToolParams, tools.ToolResult> = 'funfusic/tool';
/** Which KB and model a tool would use. */
export const TOOL_TARGET_REQUEST: RequestType<NoParams, tools.ToolTarget> = 'funfusic/toolTarget';

export const EVALUATIONS_REQUEST: RequestType<NoParams, evaluation.EvaluationList> = 'funfusic/evaluations';
export const EVALUATION_REQUEST: RequestType<evaluation.EvaluationParams, evaluation.EvaluationResult> =
  'funfusic/evaluation';
/** The trace of one question of an evaluation. */
export const EVALUATION_TRACE_REQUEST: RequestType<evaluation.EvaluationQuestionParams, ask.AskReply> =
  'funfusic/evaluationTrace';
/** A question of an evaluation with its correct query. */
export const EVALUATION_EXEMPLAR_REQUEST: RequestType<
  evaluation.EvaluationQuestionParams,
  evaluation.ExemplarResult
> = 'funfusic/evaluationExemplar';
export const EVALUATION_REPORT_REQUEST: RequestType<evaluation.EvaluationParams, evaluation.PageResult> =
  'funfusic/evaluationReport';
export const COMPARE_EVALUATIONS_REQUEST: RequestType<
  evaluation.CompareEvaluationsParams,
  evaluation.PageResult
> = 'funfusic/compareEvaluations';
/** Which of these files are datasets. */
export const DATASETS_REQUEST: RequestType<evaluation.DatasetsParams, evaluation.DatasetsResult> =
  'funfusic/datasets';
/** Runs an evaluation. One that was stopped can be resumed. */
export const EVALUATE_REQUEST: RequestType<evaluation.EvaluateParams, evaluation.EvaluateReply> =
  'funfusic/evaluate';
/** What an `EVALUATE_REQUEST` with the same parameters would use. */
export const EVALUATE_TARGET_REQUEST: RequestType<
  evaluation.EvaluateParams,
  evaluation.EvaluateTargetResult
> = 'funfusic/evaluateTarget';

/** The configuration or a secret of a KB has changed. */
export const KB_CHANGED_NOTIFICATION: NotificationType<kbs.KbParams> = 'funfusic/knowledgeBaseChanged';
/** The key of a model has changed. */
export const MODEL_CHANGED_NOTIFICATION: NotificationType<models.ModelParams> = 'funfusic/modelChanged';
/** A part of the reply of one of the editor's models. */
export const EDITOR_MODEL_PART_NOTIFICATION: NotificationType<models.EditorModelPart> =
  'funfusic/editorModelPart';
/** The user trusts the workspace from now on. */
export const TRUST_GRANTED_NOTIFICATION: NotificationType<NoParams> = 'funfusic/trustGranted';

// Messages from the server to the client.

/**
 * Asks for consent before the server contacts an address that the settings do not contain. Clients that do not declare it in
 * `capabilities.experimental` get `window/showMessageRequest` instead.
 */
export const CONSENT_REQUEST: RequestType<status.ConsentParams, boolean> = 'funfusic/consent';
/** Asks for the secret of a KB or a model; null if the user has none. Sent to clients that declare it in `capabilities.experimental`. */
export const SECRET_REQUEST: RequestType<kbs.SecretParams, string | null> = 'funfusic/secret';
/** Sends a request to one of the editor's own models. */
export const EDITOR_MODEL_REQUEST: RequestType<models.EditorModelParams, models.ModelCompletion> =
  'funfusic/editorModel';

/** Sent when the schema or the dialect changes, and once after the start, to clients that declare it in `capabilities.experimental`. */
export const STATUS_NOTIFICATION: NotificationType<status.ServerStatus> = 'funfusic/status';
/** The progress of a request with a `progress` key. */
export const RUN_PROGRESS_NOTIFICATION: NotificationType<run.RunProgress> = 'funfusic/runProgress';
export const REPAIR_EVENT_NOTIFICATION: NotificationType<repair.RepairEventParams> = 'funfusic/repairEvent';
export const ASK_EVENT_NOTIFICATION: NotificationType<ask.AskEventParams> = 'funfusic/askEvent';
export const EVALUATE_EVENT_NOTIFICATION: NotificationType<evaluation.EvaluateEventParams> =
  'funfusic/evaluateEvent';
