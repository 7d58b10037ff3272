/** The task, the ports and the options of answering a question. */
import type { Ranker } from '../candidates/rank/ranker';
import type { EntityChoice, EntityLinker } from '../question/linking/linking';
import type { RepairOptions, RepairPorts } from '../repair/repair-ports';
import type { SchemaRetriever } from '../question/retrieval/retrieval';
import type { StrategyName } from './strategy';

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
  /** Whether fun-fusic also ranks candidates and decides with them; true by default. Without them it works as published. */
  readonly candidates?: boolean;
  readonly caps: {
    /** Queries to the KB per question. */
    readonly queries: number;
    readonly milliseconds: number;
  };
  /** How much of the schema the prompt contains. */
  readonly funFusic: { readonly paths: number; readonly classes: number; readonly relations: number };
  /** Limits of the candidates that are kept, shown to the model and executed. */
  readonly rngKbqa: { readonly keep: number; readonly shown: number; readonly executed: number };
  /** Limits of the requested skeletons, the entities and relations per phrase, and the executed combinations. */
  readonly chatKbqa: {
    readonly skeletons: number;
    readonly entities: number;
    readonly relations: number;
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
