import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../server/src/core/edit/hover';
import { inlayHintsOf } from '../../server/src/core/edit/inlay-hints';
import { thingAt } from '../../server/src/core/edit/occurrences';
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
import { RIGHT, WRONG } from '../support/queries';
import { damaged } from '../support/texts';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const ALL = [
  `${NS}SELECT DISTINCT ?x WHERE { ns:m.02mjmr ns:people.person.spouse_s ?m . ?m ns:people.marriage.spouse ?x .\r\n{ SELECT ?m { ?m ?p ?x ; ?q _:b } } FILTER(!BOUND(?sk) || xsd:datetime(?sk) > "😀"@en) } ORDER BY DESC(?sk)\n###\nASK { ?x ^ns:film.film.genre/a ?y }`,
  ...RIGHT,
  ...WRONG,
];

/** Asks everything that can be asked at a place. */
function ask(queries: readonly QueryModel[], offset: number): void {
  thingAt(queries, offset);
  for (const query of queries) {
    hoverAt(query, freebase(), offset);
    signatureAt(query, offset);
  }
}

/** Tokens are in order, apart, within a line and within the text; hints are within the text. */
function askForAll(text: string, queries: readonly QueryModel[]): void {
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

describe('whatever the text', () => {
  it('all can be asked, at any place', () => {
    const draw = new SeededRandom(7);
    for (const text of damaged(ALL, 2, new SeededRandom(99))) {
      const queries = parseDocument(text, 'virtuoso');
      askForAll(text, queries);
      for (let count = 0; count < 3; count++) ask(queries, draw.below(text.length + 1));
    }
  });

  it('a new name can be taken back', () => {
    for (const text of damaged(ALL, 1, new SeededRandom(3))) {
      const queries = parseDocument(text, 'virtuoso');
      for (const variable of queries.flatMap(variablesOf)) {
        const at = variable.places[0]?.range.start ?? 0;
        const edits = renameAt(queries, at, 'entirely_new');
        if ('refusal' in edits) expect.fail(edits.refusal);
        const renamed = applyEdits(text, edits);
        const back = renameAt(parseDocument(renamed, 'virtuoso'), at, variable.name);
        if ('refusal' in back) expect.fail(`${back.refusal} ${text}`);
        expect(applyEdits(renamed, back)).toBe(text);
      }
    }
  });
});

describe('a large text', () => {
  const line = (number: number): string =>
    `  ?f${number} ns:film.film.directed_by ns:m.0${number.toString(36)} ; ns:film.film.starring ?p${number % 500} .`;
  const triples = Array.from({ length: 4_000 }, (_, number) => line(number)).join('\n');
  const many = Array.from({ length: 1_500 }, (_, number) => `${NS}SELECT ?x {\n${line(number)}\n}\n`);

  it.each([
    ['of one query', `${NS}SELECT * {\n${triples}\n}`],
    ['of many queries', many.join('###\n')],
    ['of sub-selects', `${NS}SELECT ?x {\n${'{ SELECT ?x { ?x ns:film.film.genre ?y } }\n'.repeat(6_000)}}`],
    ['of selected variables', `SELECT ${'?a '.repeat(90_000)}{}`],
    ['of pragmas', 'DEFINE sql:a 1\n'.repeat(20_000)],
    ['of brackets', `ASK { FILTER(${'STR('.repeat(60_000)}`],
  ])('%s is answered in time', (_, text) => {
    const queries = parseDocument(text, 'virtuoso');
    const before = process.cpuUsage();
    const middle = Math.floor(text.length / 2);
    const here = queries.find(({ range }) => range.start <= middle && middle <= range.end);
    if (here) {
      semanticTokensOf(here, freebase());
      inlayHintsOf(
        here,
        freebase(),
        { start: middle, end: middle + 4000 },
        {
          variableTypes: true,
          entityNames: () => 'name',
        },
      );
    }
    ask(here ? [here] : [], middle);
    thingAt(queries, middle + 5);
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1000;
    expect(milliseconds).toBeLessThan(2000);
  });
});
