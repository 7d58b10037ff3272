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
  /** Ids of the only relations to consider, if known. */
  readonly relations?: ReadonlySet<string>;
}

export interface AskPorts extends Omit<RepairPorts, 'kb' | 'schema'> {
  readonly schema: NonNullable<RepairPorts['schema']>;
  readonly kb: NonNullable<RepairPorts['kb']>;
  readonly linker: EntityLinker;
  readonly retriever: SchemaRetriever;
  /** What `npm run generate -- train` has learnt of which form answers which question; as the file has it. */
  readonly ranker: Ranker;
}

export interface AskOptions extends RepairOptions {
  /** `auto`: the best that can run. */
  readonly strategy: StrategyName | 'auto';
  /** Whether another strategy is tried if the first finds nothing. */
  readonly fallBack: boolean;
  /** Below this confidence a question is called unanswerable, where no model judges; 0 for never. */
  readonly threshold: number;
  readonly caps: {
    /** Queries to the KB for one question, all told. */
    readonly queries: number;
    readonly milliseconds: number;
  };
  /** Of `fun-fusic`: what the model is shown. */
  readonly funFusic: { readonly paths: number; readonly classes: number; readonly relations: number };
  /** Of `rng-kbqa`: how many candidates are kept, how many of them the model sees, how many are executed at most. */
  readonly rngKbqa: { readonly keep: number; readonly shown: number; readonly executed: number };
  /** Of `chatkbqa`: skeletons asked for, entities and relations tried for each phrase, combinations executed at most. */
  readonly chatKbqa: {
    readonly skeletons: number;
    readonly entities: number;
    readonly relations: number;
    readonly executed: number;
  };
  /** Of `fidelis`: steps shown for each path, paths kept, how long they grow, and the weight of looking ahead. */
  readonly fidelis: {
    readonly steps: number;
    readonly beam: number;
    readonly length: number;
    readonly lookAhead: number;
  };
}
