import { describe, expect, it } from 'vitest';
import { askSample } from '../ask/ask-sample';
import { checkSafely } from '../support/check-safely';
import { findFirstEndpoint } from '../../server/src/core/language/sparql/endpoint';
import { hidePasswords } from '../../server/src/core/language/text/passwords';
import { findJson } from '../../server/src/core/model/find-json';
import { readXmlResults } from '../../server/src/core/query/xml-results';
import { detectShape } from '../../server/src/evaluation/datasets/detect-shape';

const COUNT = 300_000;

/** With regular expressions that backtrack, each of these takes minutes, so the test exceeds its time limit. */
describe('A text that makes regular expressions backtrack is read at once', () => {
  it.each([
    ['headers', `#KB:${'\t'.repeat(COUNT)}\n#KB:Sample`, findFirstEndpoint, 'Sample'],
    ['addresses', '+a'.repeat(COUNT), hidePasswords, '+a'.repeat(COUNT)],
    ['replies of models', `{"a": ${'"\\'.repeat(COUNT)}`, findJson, []],
    ['datasets', `[{"a": ${'\\"'.repeat(COUNT)}`, detectShape, undefined],
    [
      'XML results',
      `<?xml?><sparql>${'<variable<a'.repeat(COUNT)}<results>${'<uri/i'.repeat(COUNT)}</results></sparql>`,
      readXmlResults,
      { kind: 'table', columns: [], rows: [] },
    ],
  ] as readonly (readonly [string, string, (text: string) => unknown, unknown])[])(
    '%s',
    (_, text, read, expected) => {
      expect(read(text)).toEqual(expected);
    },
  );

  it('a query in Markdown', () => {
    expect(checkSafely(`~~~${'\t'.repeat(COUNT)}?x`)).toMatchObject([{ code: 'syntax' }]);
  });

  it.each([
    'eß'.repeat(450),
    'a'.repeat(1900),
    'who is older '.repeat(140),
    `${' a a'.repeat(300)}${' '.repeat(600)}1`,
  ])('question %#', async (text) => {
    const { result } = await askSample(`who directed Titanic ${text}`);
    expect(['answer', 'unanswerable']).toContain(result.kind);
  });
});
