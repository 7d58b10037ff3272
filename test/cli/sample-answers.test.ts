/** Checks the answers of the samples on the sample KB against their second line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { QueryAnswer, KnowledgeBase, RdfTerm } from '../../server/src/core/kb/knowledge-base';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { findingsAfterRun } from '../../tools/check-after-run';
import { sampleKb } from '../../tools/store-kb';
import { ROOT } from '../lsp/build';
import { freebase } from '../support/check';

const folder = join(ROOT, 'samples');
const kb = sampleKb(ROOT);
const samples = readdirSync(folder).filter((name) => name.endsWith('.rq') && name !== 'mistakes.rq');

describe('The samples', () => {
  it.each(samples)('%s has the announced answer', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const [, expected = ''] = /^# answer: (.*)$/m.exec(text) ?? [];
    expect(expected).not.toBe('');
    expect(inOrder(await inWords(await ask(kb, text)))).toEqual(inOrder(expected.split('; ')));
  });

  it.each(samples)('%s has no findings after the run, unless the answer is empty', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const findings = await findingsAfterRun(kb, parseQuery(text, 'virtuoso'), freebase());
    expect(findings.map(({ code }) => code)).toEqual(text.includes('# answer: none') ? ['egf'] : []);
  });
});

async function ask(from: KnowledgeBase, query: string): Promise<QueryAnswer> {
  const execution = await from.execute(
    query,
    { timeoutMs: 10_000, maxRows: 1000 },
    new AbortController().signal,
  );
  if (execution.status !== 'answered') throw new Error(`${execution.status}: ${execution.message}`);
  return execution.answer;
}

/** Formats rows by the names of entities and the values of literals. */
async function inWords(answer: QueryAnswer): Promise<readonly string[]> {
  switch (answer.kind) {
    case 'boolean':
      return [String(answer.value)];
    case 'graph':
      return [`${answer.triples.length} facts`];
    case 'done':
      return [];
    case 'table': {
      const rows = answer.rows.map((row) => Promise.all(row.filter((term) => term !== null).map(wordOf)));
      const words = (await Promise.all(rows)).map((row) => row.join(', '));
      return words.length ? words : ['none'];
    }
  }
}

async function wordOf({ type, value }: RdfTerm): Promise<string> {
  if (type !== 'uri') return value;
  const query = `SELECT ?name { <${value}> <http://rdf.freebase.com/ns/type.object.name> ?name }`;
  const names = await ask(kb, query);
  return names.kind === 'table' ? (names.rows[0]?.[0]?.value ?? value) : value;
}

const inOrder = (words: readonly string[]): readonly string[] => [...words].sort();
