/** Links entities by a table of all names of the KB, which is built on first use. */
import type { KbSchema } from '../../schema/schema';
import type { EntityDirectory } from '../../query/entity-directory';
import { linkChosen } from './chosen-entities';
import { findByName } from './find-by-name';
import { linkLiterals } from './literals';
import type { EntityLinker } from './linking';
import { linkedEntities } from './linked-entities';
import { findMentions } from './mentions';
import type { NameTable } from './name-table';
import { EntityRanker, type LinkingWeights } from './rank-entities';

export interface LoadedNames {
  readonly table: NameTable;
  /** What could not be read, a sentence each. */
  readonly troubles: readonly string[];
}

export interface TableLinkerOptions {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  /** Called for each question; returns another table if the KB has changed. Rejects only when `signal` is aborted. */
  readonly names: (report: (message: string) => void, signal: AbortSignal) => Promise<LoadedNames>;
  readonly today: () => Date;
  readonly weights: LinkingWeights;
}

export function tableLinker(options: TableLinkerOptions): EntityLinker {
  const { schema, directory, names, weights: learnt } = options;
  const rankers = new WeakMap<NameTable, EntityRanker>();
  const rankerOf = (table: NameTable): EntityRanker => {
    let ranker = rankers.get(table);
    if (!ranker) rankers.set(table, (ranker = new EntityRanker(table, schema, learnt)));
    return ranker;
  };
  return {
    async link(question, chosen, signal, by) {
      signal.throwIfAborted();
      if (chosen) return linkChosen(question, chosen, options, by?.directory ?? directory, signal);
      const { table, troubles } = await names(() => undefined, signal);
      const entities = linkedEntities(findMentions(question, table), table, rankerOf(table), schema);
      return { entities, literals: linkLiterals(question, entities, options.today()), troubles };
    },
    async find(typed, limit, signal) {
      signal.throwIfAborted();
      const { table } = await names(() => undefined, signal);
      return findByName(typed, limit, table, schema);
    },
    async prepare(report, signal) {
      await names(report, signal);
    },
  };
}
