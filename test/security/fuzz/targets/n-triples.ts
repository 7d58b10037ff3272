/** The line filter of dumps passes only lines that the engine accepts, independent of the block size. */
import { parse } from 'oxigraph';
import { LineFilter, looksLikeNTriples } from '../../../../server/src/adapters/kb/engine/n-triples-lines';
import { readNTriples } from '../../../../server/src/core/query/n-triples';
import { must, type Target } from '../target';

const FB = '<http://rdf.freebase.com/ns/';

export const nTriples: Target = {
  name: 'n-triples',
  seeds: () => [
    `${FB}m.03_gd>\t${FB}film.director.film>\t${FB}m.0dr_4>\t.\n`,
    `${FB}m.0dr_4> ${FB}type.object.name> "Titanic"@en . # comment\n\n_:b1 <http://a/p> "1.5"^^<http://www.w3.org/2001/XMLSchema#float> .\n`,
    '# only a comment\r\n<http://a/s> <http://a/p> "\\u00e9\\U0001F600\\t\\"" .\r\n',
    '<http://a/s> <http://a/p> _:b.x .\n<http://a/s <http://a/p> "broken" .\n<http://a/s> <http://a/p> "\xc3\xa9" .',
    '<http://a/s> <http://a/p> "bad \xff bytes" .\n<http://a/s> <http://a/p> "\\ud83d\\ude00" .\n',
  ],
  sources: [],
  words: [
    '<http://a/b>',
    '_:b',
    '"text"',
    '@en-GB',
    '^^',
    ' .\n',
    '\\u0041',
    '\\ud800',
    '\\',
    '\xc3\xa9',
    '\x80',
    '\r',
    '"',
  ],
  maxLength: 3000,
  run: (input) => {
    const bytes = Buffer.from(input, 'latin1');
    looksLikeNTriples(bytes);
    const whole = filterLines(bytes, bytes.length);
    const inBlocks = filterLines(bytes, 1 + (bytes.length % 7));
    must(whole.passed.equals(inBlocks.passed), () => 'The block size changes the passed lines');
    must(whole.filter.facts === inBlocks.filter.facts, () => 'The block size changes the number of facts');
    const lines = whole.passed.toString('utf8').split('\n');
    for (const line of lines) {
      try {
        parse(line, { format: 'application/n-triples', lenient: true });
      } catch (error) {
        throw new Error(`The engine rejects ${JSON.stringify(line)}: ${String(error)}`, {
          cause: error,
        });
      }
    }
    for (const terms of readNTriples(input))
      for (const { value } of terms) must(typeof value === 'string', () => 'A term without a value');
  },
};

function filterLines(bytes: Buffer, size: number): { readonly passed: Buffer; readonly filter: LineFilter } {
  const filter = new LineFilter('dump.nt', new Set());
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(filter.push(bytes.subarray(at, at + size)));
  parts.push(filter.flush());
  return { passed: Buffer.concat(parts), filter };
}
