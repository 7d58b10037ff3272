/** The linker of an embedded KB over a dump; its table of names is kept in the cache folder. */
import { keepNames, keptNames, stateOf } from '../../server/src/adapters/name-cache';
import type { KbSchema } from '../../server/src/core/kb/schema';
import { gatherNames } from '../../server/src/core/link/gather-names';
import type { EntityLinker } from '../../server/src/core/link/linking';
import { NameTable } from '../../server/src/core/link/name-table';
import { tableLinker } from '../../server/src/core/link/table-linker';
import { EntityDirectory } from '../../server/src/core/run/entity-directory';
import { dumpKb, storeKb } from '../store-kb';

const CACHE = '.cache';
/** Fixed, so that a measurement says the same next year. */
const TODAY = new Date('2015-08-10T00:00:00Z');

export async function linkerOf(dump: string, schema: KbSchema): Promise<EntityLinker> {
  const table = await namesOf(dump, schema);
  return tableLinker({
    schema,
    directory: new EntityDirectory(storeKb(''), { schema, language: 'en' }),
    names: () => Promise.resolve({ table, troubles: [] }),
    today: () => TODAY,
  });
}

async function namesOf(dump: string, schema: KbSchema): Promise<NameTable> {
  const state = stateOf([dump], 'en', 'tools') ?? '';
  let entities = keptNames(CACHE, state);
  if (!entities) {
    const never = new AbortController().signal;
    ({ entities } = await gatherNames(
      dumpKb(dump, 'Dump'),
      { schema, language: 'en' },
      () => undefined,
      never,
    ));
    keepNames(CACHE, state, entities);
  }
  return NameTable.of(entities);
}
