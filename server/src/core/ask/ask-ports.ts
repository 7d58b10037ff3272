/** The task, the ports and the options of answering a question. */
import type { Ranker } from '../candidates/rank/ranker';
import type { EntityChoice, EntityLinker } from '../question/linking/linking';
import type { RepairOptions, RepairPorts } from '../repair/repair-ports';
import type { SchemaRetriever } from '../question/retrieval/retrieval';
import type { StrategyName } from './strategy';

export const VOTES = ['weighted', 'published'] as const;
export type Votes = (typeof VOTES)[number];
export const COMPARISONS = ['questions', 'context'] as const;

export interface AskTask {
  readonly question: string;
  /** Entities that the user has chosen. */
  readonly entities?: readonly EntityChoice[];
  /** Restricts the search to these relations. */
  readonly relations?: ReadonlySet<string>;
}

export interface AskPorts extends Omit<RepairPorts, 'kb' | 'schema'> {
  readonly schema: NonNullable<RepairPorts['schema']>;
  readonly kb: NonNullable<RepairPorts['kb']>;
  readonly linker: EntityLinker;
  readonly retriever: SchemaRetriever;
  /** Trained by `npm run generate -- train`. */
  readonly ranker: Ranker;
}

export interface AskOptions extends RepairOptions {
  /** `auto`: the best strategy that can run. */
  readonly strategy: StrategyName | 'auto';
  /** Whether another strategy is tried if the first finds nothing. */
  readonly fallBack: boolean;
  /** Without a model, a question with a lower confidence is unanswerable. */
  readonly threshold: number;
  /** Whether fun-fusic also ranks candidates; true by default. */
  readonly candidates?: boolean;
  readonly caps: {
    /** Queries to the KB per question. */
    readonly queries: number;
    readonly milliseconds: number;
  };
  readonly funFusic: {
    /** How much of the schema the prompt contains. */
    readonly paths: number;
    readonly classes: number;
    readonly relations: number;
    /** How many relations and classes the prompt contains for each exemplar. */
    readonly exemplarContext: number;
    /** `published`: the attempts vote as in the published code. `weighted`: all evidence is weighed, or else each distinct query has a vote. */
    readonly votes: Votes;
    /** What the model sees when it compares a query with the question: only the two questions, or the context too. */
    readonly comparison: (typeof COMPARISONS)[number];
  };
  /** Limits of the candidates that are kept, shown to the model and executed, and of the forms that the model composes. */
  readonly rngKbqa: {
    readonly keep: number;
    readonly shown: number;
    readonly composed: number;
    readonly executed: number;
  };
  /** Limits of the requested skeletons, the entities and relations per phrase, and the executed combinations. */
  readonly chatKbqa: {
    readonly skeletons: number;
    readonly entities: number;
    /** Entities with a lower score are not tried. */
    readonly entityThreshold: number;
    readonly relations: number;
    /** Relations and classes with a lower score are not tried. */
    readonly relationThreshold: number;
    readonly executed: number;
  };
  /** Limits of the steps per path, the paths in the beam and their length, and the weight of the look-ahead score. */
  readonly fidelis: {
    readonly steps: number;
    readonly beam: number;
    readonly length: number;
    readonly lookAhead: number;
  };
}
