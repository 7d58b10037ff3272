/** Creates the linker of an embedded KB over a dump. */
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { EntityLinker } from '../../server/src/core/question/linking/linking';
import type { NameTable } from '../../server/src/core/question/linking/name-table';
import type { LinkingWeights } from '../../server/src/core/question/linking/rank-entities';
import { tableLinker } from '../../server/src/core/question/linking/table-linker';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { storeKb } from '../store-kb';

/** The current date of the published questions. It is fixed, so that measurements are reproducible. */
export const DUMP_DATE = new Date('2015-08-10T00:00:00Z');

export function createLinker(table: NameTable, schema: KbSchema, learnt: LinkingWeights): EntityLinker {
  return tableLinker({
    schema,
    directory: new EntityDirectory(storeKb(''), { schema, language: 'en' }),
    names: () => Promise.resolve({ table, troubles: [] }),
    today: () => DUMP_DATE,
    weights: learnt,
  });
}
