/** Attempts to write to a read-only KB, compared with what a real Virtuoso does with the same text. */
import { afterAll, describe, expect, it } from 'vitest';
import type { KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { refusalBeforeSending } from '../../../server/src/core/query/refusal-before-sending';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { remote } from '../../adapters/kb/endpoint';
import { startVirtuoso } from '../../adapters/kb/virtuoso';
import { ATTACKED, BYPASSES, OTHER_ATTEMPTS, randomAttempt, type WriteAttempt } from './write-attempts';

const virtuoso = await startVirtuoso('<http://x/s> <http://x/p> "hello"@en .\n', 1000);
/** Both connect as a user with all permissions, so that only our checks protect the store. */
const reader = open({ writable: false });
const writer = open({ writable: true });
afterAll(async () => {
  await reader.close();
  await writer.close();
  await virtuoso?.stop();
});

function open({ writable }: { readonly writable: boolean }): KnowledgeBase {
  const endpoint = `${virtuoso?.address ?? 'http://127.0.0.1/sparql'}-auth`;
  const secretOf = (): Promise<string> => Promise.resolve('dba');
  return remote({ endpoint, engine: 'virtuoso', user: 'dba', writable }, { secretOf });
}

async function run(kb: KnowledgeBase, text: string): Promise<string> {
  const { status } = await kb.execute(
    text,
    { timeoutMs: 10_000, maxRows: 10_000 },
    new AbortController().signal,
  );
  return status;
}

/** Returns the ids of the attempts that changed the store since the last call. */
async function takeChanges(): Promise<readonly string[]> {
  const limits = { timeoutMs: 10_000, maxRows: 10_000 };
  const query = `SELECT ?id WHERE { GRAPH <${ATTACKED}> { ?s ?p ?id } }`;
  const execution = await writer.execute(query, limits, new AbortController().signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table')
    throw new Error(`The store could not be read: ${execution.status}.`);
  const ids = execution.answer.rows.map(([id]) => id?.value ?? '');
  if (ids.length) await run(writer, `CLEAR GRAPH <${ATTACKED}>`);
  return ids;
}

describe.skipIf(!virtuoso)('read-only Virtuoso', () => {
  it.each(BYPASSES)('a read-only KB rejects $name, which changes a writable one', async ({ text }) => {
    expect(await run(reader, text)).toBe('refused');
    expect(await takeChanges()).toEqual([]);
    await run(writer, text);
    expect(await takeChanges()).toHaveLength(1);
  });

  it.each(OTHER_ATTEMPTS)('a read-only KB is not changed by $name', async ({ text }) => {
    await run(reader, text);
    expect(await takeChanges()).toEqual([]);
  });

  it('a read-only KB is not changed by thousands of random texts', async () => {
    const draw = new SeededRandom(20_150_810);
    const attempts = Array.from({ length: 4000 }, (_, number) => randomAttempt(draw, number));
    const sent = attempts.filter(
      ({ text }) => !refusalBeforeSending(text, { name: 'Test', writable: false }),
    );
    for (const { text } of sent) await run(reader, text);
    const changed = new Set((await takeChanges()).map((id) => id.slice('urn:'.length)));
    const culprits = sent.filter(({ name }: WriteAttempt) => changed.has(name)).map(({ text }) => text);
    expect(culprits).toEqual([]);
    // Guards against a test in which all texts are rejected.
    expect(sent.length).toBeGreaterThan(400);
  });
});
