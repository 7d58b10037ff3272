/** Reads the names of a dump, as for the linker of an embedded KB, and caches them. */
import { writeCachedNames, readCachedNames, cacheState } from '../../server/src/adapters/name-cache';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { gatherNames } from '../../server/src/core/question/linking/gather-names';
import { NameTable } from '../../server/src/core/question/linking/name-table';
import { dumpKb } from '../store-kb';

const CACHE = '.cache';

export async function readNameTable(dump: string, schema: KbSchema): Promise<NameTable> {
  const state = cacheState([dump], 'en', 'tools') ?? '';
  let entities = readCachedNames(CACHE, state);
  if (!entities) {
    const never = new AbortController().signal;
    const gathered = await gatherNames(
      dumpKb(dump, 'Dump'),
      { schema, language: 'en' },
      () => undefined,
      never,
    );
    for (const trouble of gathered.troubles) console.error(trouble);
    ({ entities } = gathered);
    writeCachedNames(CACHE, state, entities);
  }
  return NameTable.of(entities);
}
