// Written by `npm run generate -- docs`.
// The types of report.json, run.json, predictions.jsonl, times.jsonl, schema files and settings.
export {};

export interface Report {
  readonly format: 'funfusic-report';
  readonly version: 1;
  /** The facts about a run that a report shows. */
  readonly run: RunFacts;
  readonly scores: Readonly<Partial<Record<'f1R' | 'f1L' | 'precision' | 'recall' | 'emGraph' | 'emSubstring' | 'hits1' | 'exactAnswers' | 'answerability', Score>>>;
  readonly groups: readonly {
    readonly by: 'answerability' | 'level' | 'function' | 'hops' | 'strategy';
    readonly groups: readonly {
      readonly name: string;
      readonly n: number;
      readonly scores: Readonly<Partial<Record<'f1R' | 'f1L' | 'precision' | 'recall' | 'emGraph' | 'emSubstring' | 'hits1' | 'exactAnswers' | 'answerability', Score>>>;
    }[];
  }[];
  readonly confusion: {
    readonly rows: readonly string[];
    readonly columns: readonly string[];
    readonly counts: readonly (readonly number[])[];
  };
  readonly retrieval: readonly {
    readonly what: 'entities' | 'relations' | 'classes' | 'paths';
    readonly n: number;
    readonly at: readonly {
      readonly k: number;
      readonly all: number;
      readonly share: number;
    }[];
  }[];
  readonly verifiers: readonly {
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
  }[];
  /** The score if each question had ended after this many attempts. */
  readonly rounds: readonly {
    readonly round: number;
    /** The mean of `n` questions with a 95 % interval. */
    readonly f1R: Score;
  }[];
  /** For answers with at least this confidence: their share of all questions, and 1 minus their f1R. */
  readonly risk: readonly {
    readonly confidence: number;
    readonly coverage: number;
    readonly risk: number;
  }[];
  /** How far the confidence of the answers is from their f1R. Absent without judged answers, and in older reports. */
  readonly calibration?: {
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
  };
  readonly cost: {
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
  };
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
  readonly verdict: 'right' | 'partly' | 'wrong' | 'abstained' | 'refused' | 'invented' | 'failed' | 'unjudged' | 'missing';
  readonly scores: Readonly<Partial<Record<'f1R' | 'f1L' | 'precision' | 'recall' | 'emGraph' | 'emSubstring' | 'hits1' | 'exactAnswers' | 'answerability', number>>>;
  readonly groups: Readonly<Partial<Record<'answerability' | 'level' | 'function' | 'hops' | 'strategy', string>>>;
  readonly gold: readonly string[];
  readonly answers: readonly string[];
  readonly names: readonly string[];
  readonly confidence: number;
  /** A column of the confusion table. Absent if it was not asked. */
  readonly said?: 'answer' | 'schema' | 'data' | 'unanswerable' | 'failed';
  /** Gold has no answer but is not marked unanswerable, so an empty answer counts as right. */
  readonly presumed?: true;
  /** The replayed record is incomplete, so the result is unknown. */
  readonly unrecorded?: true;
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  readonly isExemplar?: true;
  readonly cost?: {
    readonly tokens: number;
    readonly queries: number;
    readonly money?: number;
  };
}

export interface RunManifest {
  readonly format: 'funfusic-run';
  readonly version: 1;
  /** The facts about a run that a report shows. */
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
    /** The format of a dataset file. GraphQAbility uses that of GrailQAbility. */
    readonly shape: 'grailqa' | 'grailqability' | 'webqsp' | 'complexwebquestions' | 'simplequestions' | 'plain';
    readonly questions: number;
    readonly bad: number;
  };
  readonly kb: string;
  readonly strategy: string;
  readonly model?: string;
  /** The source of gold answers: the dataset, or gold queries run on the KB. */
  readonly gold: 'dataset' | 'kb';
  /** Parts that were switched off, and codes of checks such as `grounding`. */
  readonly off: readonly string[];
  readonly oracle: readonly string[];
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
  readonly strategy: string;
  readonly fellBackFrom?: string;
  readonly confidence: number;
  readonly rounds: number;
  /** Number of queries to the KB. */
  readonly queries: number;
  readonly usage: {
    readonly calls: number;
    readonly tokens: {
      readonly input: number;
      readonly output: number;
      /** The model did not report its usage. */
      readonly estimated?: boolean;
    };
    /** In the currency of the prices; absent without prices. */
    readonly money?: number;
  };
  /** The limit that was reached. Where it cuts off depends on timing, so a replay may differ. */
  readonly capped?: 'queries' | 'time';
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
  readonly attempts: readonly {
    readonly query: string;
    readonly sexpr?: string;
    /** Absent if the query was not run. */
    readonly answers?: readonly string[];
    readonly findings: readonly {
      readonly code: string;
      readonly rule?: string;
      readonly strength: 'strong' | 'weak';
    }[];
    /** Whether all checks ran. If not, the absence of a finding is not informative. */
    readonly checked: boolean;
    readonly chosen: boolean;
  }[];
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

export type KbConfig = {
  /** A schema for this KB, in the form of `funfusic.schema.file`. The default is the active schema. */
  readonly schema?: string;
  /** Whether updates may be sent. */
  readonly writable?: boolean;
  /** Whether the KB is complete: an id that it does not contain does not exist. */
  readonly complete?: boolean;
  readonly endpoint: string;
  /** The address for updates, if it differs. */
  readonly updateEndpoint?: string;
  /** The supported engines. `auto` detects the engine with a request. */
  readonly engine?: 'auto' | 'virtuoso' | 'qlever' | 'graphdb' | 'fuseki' | 'blazegraph' | 'stardog' | 'other';
  /** It is sent as `<…>` in the query, so it must not contain characters that end an IRI. */
  readonly defaultGraph?: string | readonly string[];
  readonly auth?: 'none' | 'basic' | 'bearer';
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers with secret values, which are stored by the editor or taken from the environment. */
  readonly secretHeaders?: readonly string[];
  /** Whether secrets may be sent over plain http to another machine. */
  readonly allowInsecureAuth?: boolean;
} | {
  /** A schema for this KB, in the form of `funfusic.schema.file`. The default is the active schema. */
  readonly schema?: string;
  /** Whether updates may be sent. */
  readonly writable?: boolean;
  /** Whether the KB is complete: an id that it does not contain does not exist. */
  readonly complete?: boolean;
  /** N-Triples or Turtle, plain or gzipped. */
  readonly file: string | readonly string[];
};

export type ModelConfig = {
  readonly temperature?: number;
  readonly seed?: number;
  /** The maximum length of a reply. */
  readonly maxTokens?: number;
  readonly timeoutSeconds?: number;
  /** How often a request is repeated if the model is busy or unreachable. */
  readonly retries?: number;
  /** Per million tokens. */
  readonly prices?: {
    readonly input: number;
    readonly output: number;
    readonly currency?: string;
  };
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
} | {
  readonly temperature?: number;
  readonly seed?: number;
  /** The maximum length of a reply. */
  readonly maxTokens?: number;
  readonly timeoutSeconds?: number;
  /** How often a request is repeated if the model is busy or unreachable. */
  readonly retries?: number;
  /** Per million tokens. */
  readonly prices?: {
    readonly input: number;
    readonly output: number;
    readonly currency?: string;
  };
  /** The editor's ID of the model, such as copilot/gpt-4o. */
  readonly editor: string;
};

/** A schema file. */
export interface UserSchema {
  /** For editors; it has no meaning. */
  readonly $schema?: string;
  /** The name in messages. Default: the name of the file. */
  readonly name?: string;
  /** The prefix that makes an ID an IRI. Default: that of Freebase. */
  readonly namespace?: string;
  /** Full IRIs of the relations that give the type of a node. */
  readonly typing?: readonly string[];
  /** `false`: the schema is incomplete, and an unknown name is information, not an error. */
  readonly complete?: boolean;
  /** ID prefixes for which the schema is incomplete. */
  readonly open?: readonly string[];
  /** Entities have Freebase IDs (`m.02mjmr`), whose form is checked. */
  readonly machineIds?: boolean;
  /** The classes, by ID. */
  readonly types: Readonly<Record<string, UserType>>;
  /** The relations, by ID; at least one. */
  readonly relations: Readonly<Record<string, UserRelation>>;
  /** Pairs of types that one node may have, although neither includes the other. */
  readonly together?: readonly (readonly [string, string])[];
}

export interface UserType {
  /** `mediator`: a node that holds the parts of one fact together. `unknown`: nothing is inferred. Default: `entity`. */
  readonly kind?: 'entity' | 'mediator' | 'literal' | 'unknown';
  /** Required for the kind `literal`, and only for it. */
  readonly literal?: 'integer' | 'float' | 'datetime' | 'boolean' | 'text';
  /** Types that every node of this type also has. */
  readonly includes?: readonly string[];
  /** The number of nodes. Completion lists frequent types first. */
  readonly uses?: number;
}

export interface UserRelation {
  /** The type of its subject. If it is absent, nothing is inferred. */
  readonly domain?: string;
  /** The type of its object: one of `types`, or `integer`, `float`, `datetime`, `boolean` or `text`. */
  readonly range?: string;
  /** The same relation from object to subject. */
  readonly reverse?: string;
  /** The number of facts. Completion lists frequent relations first. */
  readonly uses?: number;
}

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
