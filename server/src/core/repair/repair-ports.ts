/** What a repair is about, and what it works with. */
import type { KnowledgeBase, Limits } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { LanguageModel, Usage } from '../model/language-model';
import type { Exemplars, PromptLibrary } from '../model/prompts/prompt-library';
import type { Agreement } from '../describe/description';
import type { SchemaRetriever } from '../question/retrieval/retrieval';
import type { EntityDirectory } from '../query/entity-directory';
import type { Dialect } from '../language/sparql/model';
import type { Severities } from '../check/verify';

export interface RepairTask {
  /** Where it is not given, the model makes the first proposal. */
  readonly query?: string;
  readonly question?: string;
  /** Where somebody has looked for what the question is about already: it is shown to the model, and not looked up again. */
  readonly retrieved?: RetrievedContext;
}

/** What a question is about, the likeliest first. */
export interface RetrievedContext {
  /** IRIs. */
  readonly entities: readonly string[];
  /** The user has chosen the entities: no other is meant. */
  readonly chosen: boolean;
  /** Numbers and dates that the question says, as they are written in SPARQL. */
  readonly values: readonly string[];
  /** Patterns that may lead to the answer, in SPARQL with the prefix `ns`. */
  readonly paths: readonly string[];
  readonly relations: readonly string[];
  readonly classes: readonly string[];
  /** Those relations that the entities have in the KB. */
  readonly real: readonly string[];
  /** Where it is known which relations count: no others are meant. */
  readonly only?: ReadonlySet<string>;
}

export interface RepairPorts {
  readonly schema: KbSchema | undefined;
  /** Without one, nothing is run. The directory knows its entities. */
  readonly kb?: { readonly kb: KnowledgeBase; readonly directory: EntityDirectory };
  /** Without one, only the search proposes, and readings are by templates. Budget, cache and record are already around it. */
  readonly model?: {
    readonly model: LanguageModel;
    readonly prompts: PromptLibrary;
    readonly exemplars: Exemplars;
    /** What was spent so far, where a budget counts it; it knows the prices. */
    readonly usage?: () => Usage;
  };
  /** Where it is known what is right: it judges in the place of cues and models. Undefined where it does not know either. */
  readonly judge?: (query: string, answers: readonly string[] | undefined) => Agreement | undefined;
  /** Says which relations a question may be about; without one its words alone do. */
  readonly retriever?: Pick<SchemaRetriever, 'prepare' | 'relations'>;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
  /** ISO 8601. */
  readonly date: () => string;
  readonly onDefect: (code: string, error: unknown) => void;
  /** Hears of every check that had a say in anything: without the others, all would be the very same. */
  readonly onEffect?: ((code: string) => void) | undefined;
}

export interface RepairOptions {
  readonly dialect: Dialect;
  /** Checks that are off count for nothing; what severity one has is of no account here. */
  readonly severities: Severities;
  /** How often another query is tried after the first. */
  readonly rounds: number;
  /** Whether the search without a model goes first. */
  readonly search: boolean;
  /** Whether a relation that exists, but was not among those shown to the model, is a fault. The paper says so. */
  readonly onlyContext: boolean;
  /** How many exemplars are shown. */
  readonly exemplars: number;
  /** Unless it is false, the model puts a query into words before it judges; otherwise templates do. */
  readonly backTranslation?: boolean;
  /** Unless it is false, the attempts vote where none passed every check. */
  readonly selfConsistency?: boolean;
  readonly limits: Limits;
}
