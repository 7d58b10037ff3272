/** The task, the ports and the options of a repair. */
import type { Execution, KnowledgeBase, ExecutionLimits } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { LanguageModel, Usage } from '../model/language-model';
import type { ExemplarStore, PromptLibrary } from '../model/prompts/prompt-library';
import type { Attempt } from './attempt';
import type { Agreement } from '../describe/description';
import type { SchemaRetriever } from '../question/retrieval/retrieval';
import type { EntityDirectory } from '../query/entity-directory';
import type { Dialect, QueryModel } from '../language/sparql/model';
import type { Severities } from '../check/verify';

export interface RepairTask {
  /** If absent, the model makes the first proposal. */
  readonly query?: string;
  readonly question?: string;
  /** Entities, relations and classes that were already retrieved for the question; they are shown to the model as they are. */
  readonly retrieved?: RetrievedContext;
  /** The exemplars of the prompt as text. By default, the nearest ones without a context. */
  readonly exemplars?: string;
  /** Whether another attempt would not change the decision. */
  readonly isDecided?: (attempts: readonly Attempt[]) => boolean;
}

/** What was retrieved for a question, likeliest first. */
export interface RetrievedContext {
  /** IRIs. */
  readonly entities: readonly string[];
  /** The user has chosen the entities, so no other is allowed. */
  readonly chosen: boolean;
  /** Numbers and dates in the question, written in SPARQL. */
  readonly values: readonly string[];
  /** Patterns that may lead to the answer, in SPARQL with the prefix `ns`. */
  readonly paths: readonly string[];
  /** Queries that were run and have an answer, each described in one line. */
  readonly forms?: readonly string[];
  readonly relations: readonly string[];
  readonly classes: readonly string[];
  /** The relations that the entities have in the KB. */
  readonly entityRelations: readonly string[];
  /** If present, no other relations are shown after a mediator. */
  readonly onlyRelations?: ReadonlySet<string>;
}

/** A query that the ranker found for the question. It has an answer. */
export interface RankedQuery {
  readonly query: string;
  /** In a few words: “Titanic → directed by”. */
  readonly path: string;
  /** Normalized and sorted. */
  readonly answers: readonly string[];
  readonly execution: Execution;
  readonly score: number;
  /** The probability that it asks the question. */
  readonly confidence: number;
}

/** The queries for a question, ranked without a model. */
export interface QuestionRanking {
  readonly best: RankedQuery;
  /** Compares a query and its answers with the likeliest one. */
  readonly compare: (query: QueryModel, execution: Execution | undefined) => Agreement;
}

export interface RepairPorts {
  readonly schema: KbSchema | undefined;
  /** Without a KB no query is run. */
  readonly kb?: { readonly kb: KnowledgeBase; readonly directory: EntityDirectory };
  /** Without a model only the search proposes, and templates describe queries. The model already has budget, cache and record. */
  readonly model?: {
    readonly model: LanguageModel;
    readonly prompts: PromptLibrary;
    readonly exemplars: ExemplarStore;
    /** The usage so far, with its cost, if a budget counts it. */
    readonly usage?: () => Usage;
  };
  /** Judges with known gold answers instead of cues and models. Returns undefined if it does not know. */
  readonly judge?: (query: string, answers: readonly string[] | undefined) => Agreement | undefined;
  /** Retrieves relations for a question. Without it they are ranked by the words of the question only. */
  readonly retriever?: Pick<SchemaRetriever, 'prepare' | 'relations'>;
  /** Ranks queries for the question without a model. Undefined if the ranker cannot express the question. */
  readonly rank?: (
    question: string,
    given: QueryModel | undefined,
    signal: AbortSignal,
  ) => Promise<QuestionRanking | undefined>;
  /** Milliseconds since an arbitrary start. */
  readonly now: () => number;
  /** ISO 8601. */
  readonly date: () => string;
  readonly onDefect: (code: string, error: unknown) => void;
  /** Called with the code of each check that influenced the result. */
  readonly onEffect?: ((code: string) => void) | undefined;
}

export interface RepairOptions {
  readonly dialect: Dialect;
  /** Only whether a check is off matters here. */
  readonly severities: Severities;
  /** Further proposals of the model after the first query. */
  readonly rounds: number;
  readonly search: boolean;
  /** Whether an existing relation that the model was not shown is a fault, as in the paper. */
  readonly onlyContext: boolean;
  readonly exemplars: number;
  /** Whether the model describes a query before it judges, instead of a template; true by default. */
  readonly backTranslation?: boolean;
  /** Whether the attempts vote if none passes every check; true by default. */
  readonly selfConsistency?: boolean;
  /** Whether the attempts vote as in the published code, and a reply without a query ends the loop. */
  readonly publishedVotes?: boolean;
  /** Whether the model also sees the context when it compares a query with the question. */
  readonly contextInComparison?: boolean;
  readonly limits: ExecutionLimits;
}
