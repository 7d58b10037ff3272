// Written by `npm run generate -- docs`.
// The types of report.json, run.json, predictions.jsonl, times.jsonl, schema files and settings.
export {};

export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  readonly run: RunFacts;
  readonly scores: Scores;
  readonly groups: readonly Grouping[];
  readonly confusion: ConfusionMatrix;
  readonly retrieval: readonly RecallCurve[];
  readonly verifiers: readonly VerifierScore[];
  /** The score if each question had ended after this many attempts. */
  readonly rounds: readonly { readonly round: number; readonly f1R: Score }[];
  /** For answers with at least this confidence: their share of all questions, and 1 minus their f1R. */
  readonly risk: readonly { readonly confidence: number; readonly coverage: number; readonly risk: number }[];
  /** How far the confidence of the answers is from their f1R. Absent without judged answers, and in older reports. */
  readonly calibration?: Calibration | undefined;
  readonly cost: RunCost;
  /** In the order of the dataset. */
  readonly questions: readonly ScoredQuestion[];
}

/** The mean of `n` questions with a 95 % interval. */
export interface Score {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

export interface ScoredQuestion {
  readonly id: string;
  readonly question: string;
  readonly verdict: AnswerVerdict;
  readonly scores: Readonly<Partial<Record<ScoreName, number>>>;
  readonly groups: Readonly<Partial<Record<(typeof GROUPINGS)[number], string>>>;
  readonly gold: readonly string[];
  readonly answers: readonly string[];
  readonly names: readonly string[];
  readonly confidence: number;
  /** A column of the confusion table. Absent if it was not asked. */
  readonly said?: PredictedOutcome;
  /** Gold has no answer but is not marked unanswerable, so an empty answer counts as right. */
  readonly presumed?: true;
  /** The replayed record is incomplete, so the result is unknown. */
  readonly unrecorded?: true;
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  readonly isExemplar?: true;
  readonly cost?: { readonly tokens: number; readonly queries: number; readonly money?: number };
}

export interface RunManifest {
  readonly format: typeof RUN_FORMAT;
  readonly version: typeof RUN_VERSION;
  readonly facts: RunFacts;
  /** Hash of the dataset's bytes, in hex. A run is resumed only if it is equal. */
  readonly sha256: string;
  /** Options and settings that affect the answers, without secrets. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The command that resumes the run. */
  readonly started: {
    /** Arguments of `funfusic eval`, without `--out`. */
    readonly arguments: readonly string[];
    /** The working directory. */
    readonly folder: string;
    /** The file of the schema; absent for the bundled one. */
    readonly schema?: string;
  };
  /** The version of this program. */
  readonly program: string;
  /** ISO 8601. */
  readonly began: string;
  /** Absent until all questions are finished. */
  readonly ended?: string;
}

/** The facts about a run that a report shows. */
export interface RunFacts {
  readonly dataset: {
    readonly name: string;
    readonly shape: DatasetShape;
    readonly questions: number;
    readonly bad: number;
  };
  readonly kb: string;
  readonly strategy: string;
  readonly model?: string;
  /** The source of gold answers: the dataset, or gold queries run on the KB. */
  readonly gold: 'dataset' | 'kb';
  readonly off: readonly Switch[];
  readonly oracle: readonly Oracle[];
  readonly threshold: number;
  readonly seed: number;
}

export interface Prediction {
  readonly id: string;
  readonly question: string;
  readonly kind: 'answer' | 'unanswerable' | 'failed';
  readonly level?: 'schema' | 'data';
  /** IDs and values. */
  readonly answers: readonly string[];
  readonly names: readonly string[];
  /** There are more answers than were read. */
  readonly more?: true;
  /** If facts are missing, the query that asks the question and has no answer. Null if no query asks it. */
  readonly query: string | null;
  readonly sexpr?: string;
  readonly strategy: StrategyName;
  readonly fellBackFrom?: StrategyName;
  readonly confidence: number;
  readonly rounds: number;
  /** Number of queries to the KB. */
  readonly queries: number;
  readonly usage: Usage;
  /** The limit that was reached. Where it cuts off depends on timing, so a replay may differ. */
  readonly capped?: ReachedLimit;
  /** The replayed record is incomplete, so the result is unknown. */
  readonly unrecorded?: true;
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  readonly isExemplar?: true;
  /** IDs of linked entities, the best first. */
  readonly entities: readonly string[];
  /** IDs from the retriever, the best first, whether the strategy used them or not. */
  readonly retrieved: {
    readonly relations: readonly string[];
    readonly classes: readonly string[];
    /** Steps `a.b.c` and `^a.b.c`, separated by spaces. */
    readonly paths: readonly string[];
  };
  /** Every query that was tried, in order. */
  readonly attempts: readonly PredictedAttempt[];
  /** Sorted codes of the checks that reported a finding or queried the KB. Switching off any other check has no effect. */
  readonly effects?: readonly string[];
  readonly explanation: string;
  readonly troubles: readonly string[];
}

/** A line of `times.jsonl`. */
export interface QuestionTimes {
  readonly id: string;
  readonly milliseconds: number;
  readonly kbMilliseconds: number;
  readonly modelMilliseconds: number;
}

/** A schema file. */
export interface UserSchema {
  /** For editors; it has no meaning. */
  readonly $schema?: string | undefined;
  /** The name in messages. Default: the name of the file. */
  readonly name?: string | undefined;
  /** The prefix that makes an ID an IRI. Default: that of Freebase. */
  readonly namespace?: string | undefined;
  /** Full IRIs of the relations that give the type of a node. */
  readonly typing?: readonly string[] | undefined;
  /** `false`: the schema is incomplete, and an unknown name is information, not an error. */
  readonly complete?: boolean | undefined;
  /** ID prefixes for which the schema is incomplete. */
  readonly open?: readonly string[] | undefined;
  /** Entities have Freebase IDs (`m.02mjmr`), whose form is checked. */
  readonly machineIds?: boolean | undefined;
  /** The classes, by ID. */
  readonly types: Readonly<Record<string, UserType>>;
  /** The relations, by ID; at least one. */
  readonly relations: Readonly<Record<string, UserRelation>>;
  /** Pairs of types that one node may have, although neither includes the other. */
  readonly together?: readonly (readonly [string, string])[] | undefined;
}

export interface UserType {
  /** `mediator`: a node that holds the parts of one fact together. `unknown`: nothing is inferred. Default: `entity`. */
  readonly kind?: 'entity' | 'mediator' | 'literal' | 'unknown' | undefined;
  /** Required for the kind `literal`, and only for it. */
  readonly literal?: (typeof SCHEMA_LITERALS)[number] | undefined;
  /** Types that every node of this type also has. */
  readonly includes?: readonly string[] | undefined;
  /** The number of nodes. Completion lists frequent types first. */
  readonly uses?: number | undefined;
}

export interface UserRelation {
  /** The type of its subject. If it is absent, nothing is inferred. */
  readonly domain?: string | undefined;
  /** The type of its object: one of `types`, or `integer`, `float`, `datetime`, `boolean` or `text`. */
  readonly range?: string | undefined;
  /** The same relation from object to subject. */
  readonly reverse?: string | undefined;
  /** The number of facts. Completion lists frequent relations first. */
  readonly uses?: number | undefined;
}

export type KbConfig = EndpointConfig | FileConfig;

export type ModelConfig = ServedModelConfig | EditorModelConfig;

declare const REPORT_FORMAT = 'funfusic-report';

declare const REPORT_VERSION = 1;

type Scores = Readonly<Partial<Record<ScoreName, Score>>>;

interface Grouping {
  readonly by: (typeof GROUPINGS)[number];
  readonly groups: readonly { readonly name: string; readonly n: number; readonly scores: Scores }[];
}

interface ConfusionMatrix {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

/** How often all gold items are among the first k. */
interface RecallCurve {
  readonly what: 'entities' | 'relations' | 'classes' | 'paths';
  readonly n: number;
  readonly at: readonly { readonly k: number; readonly all: number; readonly share: number }[];
}

/** A check as a classifier of wrong queries, over every tried query that can be judged. */
interface VerifierScore {
  readonly code: string;
  readonly fired: number;
  /** Number of fired queries that were wrong. */
  readonly hits: number;
  /** Number of all wrong queries. */
  readonly wrong: number;
  readonly judged: number;
  /** Absent if it never fired or nothing was wrong. */
  readonly precision?: number;
  readonly recall?: number;
}

interface Calibration {
  /** Expected calibration error: the mean distance of confidence and f1R over the bins, weighted by their answers. */
  readonly error: number;
  /** The number of answers. */
  readonly n: number;
  /** Ten bins of equal width, without the empty ones. */
  readonly bins: readonly {
    /** The lower end. */
    readonly from: number;
    readonly n: number;
    readonly confidence: number;
    readonly f1R: number;
  }[];
}

interface RunCost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly money?: number;
  readonly queries: number;
  /** Not reproducible. */
  readonly milliseconds?: {
    readonly median: number;
    readonly p95: number;
    readonly total: number;
    readonly kb: number;
    readonly model: number;
  };
}

type AnswerVerdict = (typeof VERDICTS)[number];

type ScoreName = (typeof SCORES)[number];

declare const GROUPINGS: readonly ['answerability', 'level', 'function', 'hops', 'strategy'];

type PredictedOutcome = (typeof PREDICTED_OUTCOMES)[number];

declare const RUN_FORMAT = 'funfusic-run';

declare const RUN_VERSION = 1;

/** The format of a dataset file. GraphQAbility uses that of GrailQAbility. */
type DatasetShape = (typeof DATASET_SHAPES)[number];

/** A part, or the code of a check such as `grounding`. */
type Switch = string;

type Oracle = (typeof ORACLES)[number];

type StrategyName = (typeof STRATEGY_NAMES)[number];

interface Usage {
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** In the currency of the prices; undefined without prices. */
  readonly money?: number;
}

/** The limit that was reached. */
type ReachedLimit = 'queries' | 'time';

interface PredictedAttempt {
  readonly query: string;
  readonly sexpr?: string;
  /** Absent if the query was not run. */
  readonly answers?: readonly string[];
  readonly findings: readonly {
    readonly code: string;
    readonly rule?: string;
    readonly strength: Strength;
  }[];
  /** Whether all checks ran. If not, the absence of a finding is not informative. */
  readonly checked: boolean;
  readonly chosen: boolean;
}

declare const SCHEMA_LITERALS: readonly ['integer', 'float', 'datetime', 'boolean', 'text'];

/** A SPARQL endpoint in the settings or on the command line. */
interface EndpointConfig extends CommonConfig {
  readonly endpoint: string;
  /** The address for updates, if it differs. */
  readonly updateEndpoint?: string;
  readonly engine?: Engine;
  readonly defaultGraph?: string | readonly string[];
  readonly auth?: Authentication;
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers with secret values, which are stored by the editor or taken from the environment. */
  readonly secretHeaders?: readonly string[];
  /** Whether secrets may be sent over plain http to another machine. */
  readonly allowInsecureAuth?: boolean;
}

interface FileConfig extends CommonConfig {
  /** N-Triples or Turtle, plain or gzipped. */
  readonly file: string | readonly string[];
}

/** A server with OpenAI's chat API: OpenAI, Azure, Ollama, vLLM, llama.cpp and others. */
interface ServedModelConfig extends CommonModelConfig {
  /** Such as https://api.openai.com/v1 or http://localhost:11434/v1. */
  readonly url: string;
  /** The name that the server uses. Default: the name in the settings. */
  readonly model?: string;
  /** Required by Azure. */
  readonly apiVersion?: string;
  /** Whether the server requires a key, which the editor stores or the environment provides. */
  readonly key?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which structured replies the server supports: by a JSON schema, any JSON, or none. */
  readonly structured?: 'schema' | 'json' | 'none';
}

/** A model that the editor provides. */
interface EditorModelConfig extends CommonModelConfig {
  /** The editor's ID of the model, such as copilot/gpt-4o. */
  readonly editor: string;
}

declare const VERDICTS: readonly ['right', 'partly', 'wrong', 'abstained', 'refused', 'invented', 'failed', 'unjudged', 'missing'];

declare const SCORES: readonly ['f1R', 'f1L', 'precision', 'recall', 'emGraph', 'emSubstring', 'hits1', 'exactAnswers', 'answerability'];

declare const PREDICTED_OUTCOMES: readonly ['answer', 'schema', 'data', 'unanswerable', 'failed'];

declare const DATASET_SHAPES: readonly ['grailqa', 'grailqability', 'webqsp', 'complexwebquestions', 'simplequestions', 'plain'];

declare const ORACLES: readonly ['entities', 'relations', 'reading'];

declare const STRATEGY_NAMES: readonly ['fun-fusic', 'rng-kbqa', 'chatkbqa', 'fidelis'];

interface TokenUsage {
  readonly input: number;
  readonly output: number;
  /** The model did not report its usage. */
  readonly estimated?: boolean;
}

/** Strong: the query is certainly wrong. Weak: it is probably wrong, or unwise. */
type Strength = 'strong' | 'weak';

interface CommonConfig {
  /** A schema for this KB, in the form of `funfusic.schema.file`. The default is the active schema. */
  readonly schema?: string;
  /** Whether updates may be sent. */
  readonly writable?: boolean;
  /** Whether the KB is complete: an id that it does not contain does not exist. */
  readonly complete?: boolean;
}

type Engine = (typeof ENGINES)[number];

type Authentication = (typeof AUTHENTICATIONS)[number];

interface CommonModelConfig {
  readonly temperature?: number;
  readonly seed?: number;
  /** The maximum length of a reply. */
  readonly maxTokens?: number;
  readonly timeoutSeconds?: number;
  /** How often a request is repeated if the model is busy or unreachable. */
  readonly retries?: number;
  /** Per million tokens. */
  readonly prices?: { readonly input: number; readonly output: number; readonly currency?: string };
}

declare const ENGINES: readonly ['auto', 'virtuoso', 'qlever', 'graphdb', 'fuseki', 'blazegraph', 'stardog', 'other'];

declare const AUTHENTICATIONS: readonly ['none', 'basic', 'bearer'];

/** The settings of FUn-FuSIC in a settings.json. */
export interface Settings {
  readonly 'funfusic.dialect'?: 'virtuoso' | 'sparql11' | 'sparql12';
  readonly 'funfusic.severity'?: { readonly 'syntax'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'grounding'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'lf_semantic'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'float_suffix'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'intermediate'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'egf'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'qans'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'nl_semantic'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'undeclared_prefix'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'unused_prefix'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'duplicate_prefix'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'unbound_variable'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off'; readonly 'disconnected_pattern'?: 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off' };
  readonly 'funfusic.schema.file'?: string;
  readonly 'funfusic.codeLens.enabled'?: boolean;
  readonly 'funfusic.inlayHints.variableTypes'?: boolean;
  readonly 'funfusic.inlayHints.entityNames'?: boolean;
  readonly 'funfusic.names.language'?: string;
  readonly 'funfusic.format.keywordCase'?: 'upper' | 'lower' | 'keep';
  readonly 'funfusic.knowledgeBase'?: string;
  readonly 'funfusic.knowledgeBases'?: Readonly<Record<string, KbConfig>>;
  readonly 'funfusic.run.timeoutSeconds'?: number;
  readonly 'funfusic.run.maxRows'?: number;
  readonly 'funfusic.results.location'?: 'auto' | 'beside' | 'below' | 'active';
  readonly 'funfusic.results.keepRuns'?: number;
  readonly 'funfusic.model'?: string;
  readonly 'funfusic.models'?: Readonly<Record<string, ModelConfig>>;
  readonly 'funfusic.prompts.folder'?: string;
  readonly 'funfusic.exemplars.file'?: string;
  readonly 'funfusic.exemplars.count'?: number;
  readonly 'funfusic.ask.strategy'?: 'auto' | 'fun-fusic' | 'rng-kbqa' | 'chatkbqa' | 'fidelis';
  readonly 'funfusic.ask.fallBack'?: boolean;
  readonly 'funfusic.ask.threshold'?: number;
  readonly 'funfusic.ask.limits'?: { readonly 'queries'?: number; readonly 'seconds'?: number };
  readonly 'funfusic.ask.keepQuestions'?: number;
  readonly 'funfusic.repair.rounds'?: number;
  readonly 'funfusic.repair.searchFirst'?: boolean;
  readonly 'funfusic.repair.onlyContext'?: boolean;
  readonly 'funfusic.repair.budget'?: { readonly 'calls'?: number; readonly 'tokens'?: number; readonly 'money'?: number };
  readonly 'funfusic.evaluation.folder'?: string;
  readonly 'funfusic.ask.advanced'?: { readonly 'funFusic.paths'?: number; readonly 'funFusic.classes'?: number; readonly 'funFusic.relations'?: number; readonly 'funFusic.exemplarContext'?: number; readonly 'funFusic.votes'?: 'weighted' | 'published'; readonly 'funFusic.comparison'?: 'questions' | 'context'; readonly 'rngKbqa.keep'?: number; readonly 'rngKbqa.shown'?: number; readonly 'rngKbqa.composed'?: number; readonly 'rngKbqa.executed'?: number; readonly 'chatKbqa.skeletons'?: number; readonly 'chatKbqa.entities'?: number; readonly 'chatKbqa.entityThreshold'?: number; readonly 'chatKbqa.relations'?: number; readonly 'chatKbqa.relationThreshold'?: number; readonly 'chatKbqa.executed'?: number; readonly 'fidelis.steps'?: number; readonly 'fidelis.beam'?: number; readonly 'fidelis.length'?: number; readonly 'fidelis.lookAhead'?: number };
  readonly 'funfusic.trace.server'?: 'off' | 'messages' | 'verbose';
}
