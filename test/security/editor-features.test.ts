import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../server/src/core/edit/hover';
import { inlayHintsOf } from '../../server/src/core/edit/inlay-hints';
import { symbolAt } from '../../server/src/core/edit/occurrences';
import { renameAt } from '../../server/src/core/edit/rename';
import { semanticTokensOf } from '../../server/src/core/edit/semantic-tokens';
import { signatureAt } from '../../server/src/core/edit/signature';
import { variablesOf } from '../../server/src/core/edit/variables';
import { summarizeQueries } from '../../server/src/core/edit/query-summary';
import type { QueryModel } from '../../server/src/core/language/sparql/model';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { freebase } from '../support/check';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { damageAll } from '../support/damaged-texts';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const ALL = [
  `${NS}SELECT DISTINCT ?x WHERE { ns:m.02mjmr ns:people.person.spouse_s ?m . ?m ns:people.marriage.spouse ?x .\r\n{ SELECT ?m { ?m ?p ?x ; ?q _:b } } FILTER(!BOUND(?sk) || xsd:datetime(?sk) > "😀"@en) } ORDER BY DESC(?sk)\n###\nASK { ?x ^ns:film.film.genre/a ?y }`,
  ...VALID_QUERIES,
  ...INVALID_QUERIES,
];

/** Calls every feature that takes an offset. */
function callAtOffset(queries: readonly QueryModel[], offset: number): void {
  symbolAt(queries, offset);
  for (const query of queries) {
    hoverAt(query, freebase(), offset);
    signatureAt(query, offset);
  }
}

/** Expects semantic tokens that are sorted, disjoint and within one line, and inlay hints inside the text. */
function expectValidRanges(text: string, queries: readonly QueryModel[]): void {
  let end = 0;
  for (const query of queries) {
    for (const token of semanticTokensOf(query, freebase())) {
      expect(token.start).toBeGreaterThanOrEqual(end);
      expect(token.end).toBeGreaterThan(token.start);
      expect(text.slice(token.start, token.end)).not.toMatch(/[\r\n]/);
      end = token.end;
    }
    const choices = { variableTypes: true, entityNames: () => 'name' };
    for (const { offset } of inlayHintsOf(query, freebase(), query.range, choices))
      expect(offset).toBeLessThanOrEqual(text.length);
  }
  summarizeQueries(queries, [], { schema: true });
}

describe('damaged queries', () => {
  it('hover, signature help, semantic tokens and inlay hints work at any offset of a damaged query', () => {
    const draw = new SeededRandom(7);
    for (const text of damageAll(ALL, 2, new SeededRandom(99))) {
      const queries = parseDocument(text, 'virtuoso');
      expectValidRanges(text, queries);
      for (let count = 0; count < 3; count++) callAtOffset(queries, draw.below(text.length + 1));
    }
  });

  it('a rename in a damaged query can be reverted by a second rename', () => {
    for (const text of damageAll(ALL, 1, new SeededRandom(3))) {
      const queries = parseDocument(text, 'virtuoso');
      for (const variable of queries.flatMap(variablesOf)) {
        const at = variable.places[0]?.range.start ?? 0;
        const edits = renameAt(queries, at, 'entirely_new');
        if ('refusal' in edits) expect.fail(edits.refusal);
        const changed = applyEdits(text, edits);
        const revert = renameAt(parseDocument(changed, 'virtuoso'), at, variable.name);
        if ('refusal' in revert) expect.fail(`${revert.refusal} ${text}`);
        expect(applyEdits(changed, revert)).toBe(text);
      }
    }
  });
});

describe('large documents', () => {
  const line = (number: number): string =>
    `  ?f${number} ns:film.film.directed_by ns:m.0${number.toString(36)} ; ns:film.film.starring ?p${number % 500} .`;
  const triples = Array.from({ length: 4_000 }, (_, number) => line(number)).join('\n');
  const many = Array.from({ length: 1_500 }, (_, number) => `${NS}SELECT ?x {\n${line(number)}\n}\n`);

  it.each([
    ['one query', `${NS}SELECT * {\n${triples}\n}`],
    ['many queries', many.join('###\n')],
    ['sub-selects', `${NS}SELECT ?x {\n${'{ SELECT ?x { ?x ns:film.film.genre ?y } }\n'.repeat(6_000)}}`],
    ['selected variables', `SELECT ${'?a '.repeat(90_000)}{}`],
    ['pragmas', 'DEFINE sql:a 1\n'.repeat(20_000)],
    ['nested brackets', `ASK { FILTER(${'STR('.repeat(60_000)}`],
  ])('editor features take less than two seconds in a large document of %s', (_, text) => {
    const queries = parseDocument(text, 'virtuoso');
    const before = process.cpuUsage();
    const middle = Math.floor(text.length / 2);
    const query = queries.find(({ range }) => range.start <= middle && middle <= range.end);
    if (query) {
      semanticTokensOf(query, freebase());
      const range = { start: middle, end: middle + 4000 };
      inlayHintsOf(query, freebase(), range, { variableTypes: true, entityNames: () => 'name' });
    }
    callAtOffset(query ? [query] : [], middle);
    symbolAt(queries, middle + 5);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});
