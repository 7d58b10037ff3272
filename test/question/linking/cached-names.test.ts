import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBundledSchema } from '../../../server/src/adapters/bundled-schema';
import { KbNames } from '../../../server/src/adapters/kb-names';
import { storeKb, type StoreKb } from '../../../tools/store-kb';

const schema = loadBundledSchema(join('server', 'data', 'freebase.schema'));
const never = new AbortController().signal;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ff-names-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const turtle = 'ns:m.05kkh ns:type.object.name "Ohio"@en ; ns:type.object.type ns:location.us_state .';

/** The names of a KB that is read from a file, and the KB with its queries. */
async function names(
  file: string,
  prepare?: (names: KbNames) => void,
): Promise<{ kb: StoreKb; text: string }> {
  const kb = storeKb(turtle);
  const kbNames = new KbNames({ kb, schema, language: 'en', files: [file], cacheFolder: folder });
  prepare?.(kbNames);
  const { table } = await kbNames.get(() => undefined, never);
  return { kb, text: JSON.stringify([...table.rows()]) };
}

test('names are cached, and read again if the cache is damaged or the file or the KB has changed', async () => {
  const file = join(folder, 'facts.ttl');
  writeFileSync(file, turtle);
  const first = await names(file);
  expect(first.kb.queries.length).toBeGreaterThan(0);

  const second = await names(file);
  expect(second.kb.queries).toEqual([]);
  expect(second.text).toBe(first.text);

  const updated = await names(file, (kbNames) => kbNames.forget());
  expect(updated.kb.queries.length).toBeGreaterThan(0);

  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.names'));
  writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replace('Ohio', 'Oslo'));
  const third = await names(file);
  expect(third.kb.queries.length).toBeGreaterThan(0);
  expect(third.text).toBe(first.text);

  writeFileSync(file, `${turtle}\n`);
  expect((await names(file)).kb.queries.length).toBeGreaterThan(0);
});
