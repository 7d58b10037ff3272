import { describe, expect, it } from 'vitest';
import { defaultFormat } from '../../server/src/core/edit/format/format';
import { formatDocument } from '../support/formatting';
import { parseSExpr } from '../../server/src/core/logical-form/parse-sexpr';
import { toSparql, toSparqlWithMappings } from '../../server/src/core/logical-form/to-sparql';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { storeKb } from '../../tools/store-kb';
import { freebase } from '../support/check';

const FACTS = `
ns:m.0a ns:type.object.type ns:film.film ; ns:film.film.directed_by ns:m.0d1 ; ns:film.film.initial_release_date "1997"^^xsd:gYear .
ns:m.0b ns:type.object.type ns:film.film ; ns:film.film.directed_by ns:m.0d1 ; ns:film.film.initial_release_date "1999-05-01"^^xsd:date .
ns:m.0c ns:type.object.type ns:film.film ; ns:film.film.directed_by ns:m.0d2 ; ns:film.film.initial_release_date "1999-05-01"^^xsd:date .
ns:m.0d1 ns:people.person.height_meters "1.88"^^xsd:float ; ns:people.person.sibling_s ns:m.0s ; ns:type.object.name "Jim"@en, "Jakob"@de .
ns:m.0d2 ns:people.person.height_meters "1.7"^^xsd:float .
ns:m.0s ns:people.sibling_relationship.sibling ns:m.0d1, ns:m.0d2 .
ns:m.0t ns:sports.sports_team.roster ns:m.0r1, ns:m.0r2, ns:m.0r3 .
ns:m.0r1 ns:sports.sports_team_roster.player ns:m.0p1 ; ns:sports.sports_team_roster.from "1990"^^xsd:gYear ; ns:sports.sports_team_roster.to "1995-06"^^xsd:gYearMonth .
ns:m.0r2 ns:sports.sports_team_roster.player ns:m.0p2 ; ns:sports.sports_team_roster.from "1995-07-01"^^xsd:date .
ns:m.0r3 ns:sports.sports_team_roster.player ns:m.0p3 .
`;

/** Runs the queries on the embedded KB. */
const AS_OF = { now: '2015-08-10' };

describe('the query of a form returns the expected answers', () => {
  it.each([
    ['film.film', 'm.0a m.0b m.0c'],
    ['(JOIN film.film.directed_by m.0d1)', 'm.0a m.0b'],
    ['(JOIN (R film.film.directed_by) m.0a)', 'm.0d1'],
    ['(JOIN (R film.film.directed_by) (JOIN film.film.directed_by m.0d1))', ''],
    ['(JOIN (R people.sibling_relationship.sibling) (JOIN (R people.person.sibling_s) m.0d1))', 'm.0d2'],
    [
      '(JOIN (R people.person.height_meters) (JOIN (R people.sibling_relationship.sibling) (JOIN (R people.person.sibling_s) m.0d1)))',
      '1.7',
    ],
    ['(COUNT film.film)', '3'],
    ['(ARGMAX film.film film.film.initial_release_date)', 'm.0b m.0c'],
    ['(ARGMIN film.film film.film.initial_release_date)', 'm.0a'],
    ['(ARGMIN film.film film.film.initial_release_date 3)', 'm.0b m.0c'],
    ['(ARGMAX (OR m.0d1 m.0d2) people.person.height_meters 2)', 'm.0d2'],
    ['(ARGMAX (OR m.0d1 m.0d2) people.person.height_meters 3)', ''],
    ['(OR (JOIN film.film.directed_by m.0d2) m.0a)', 'm.0a m.0c'],
    ['(MINUS film.film m.0a)', 'm.0b m.0c'],
    ['(MINUS film.film (JOIN film.film.directed_by m.0d1))', 'm.0c'],
    ['(COUNT (MINUS film.film (OR m.0a m.0b)))', '1'],
    ['(ARGMAX film.film (JOIN film.film.directed_by people.person.height_meters))', 'm.0a m.0b'],
    [
      '(JOIN (R film.film.directed_by) (ARGMIN (JOIN film.film.directed_by m.0d1) film.film.initial_release_date))',
      '',
    ],
    ['(AND film.film (gt film.film.initial_release_date 1998))', 'm.0b m.0c'],
    ['(AND film.film (lt film.film.initial_release_date 1998-06-01))', 'm.0a'],
    ['(ge people.person.height_meters 1.8)', 'm.0d1'],
    ['(lt (JOIN film.film.directed_by people.person.height_meters) 1.8)', 'm.0c'],
    ['(JOIN film.film.initial_release_date 1997)', 'm.0a'],
    ['(JOIN type.object.name "Jim")', 'm.0d1'],
    ['(JOIN type.object.name "Jim"@en)', 'm.0d1'],
    ['(JOIN (R type.object.name) m.0d1)', 'Jim'],
    [
      '(JOIN (R sports.sports_team_roster.player) (TC (JOIN (R sports.sports_team.roster) m.0t) sports.sports_team_roster.from 1992))',
      'm.0p1 m.0p3',
    ],
    [
      '(JOIN (R sports.sports_team_roster.player) (TC (JOIN (R sports.sports_team.roster) m.0t) sports.sports_team_roster.from 1995))',
      'm.0p1 m.0p2 m.0p3',
    ],
    [
      '(JOIN (R sports.sports_team_roster.player) (TC (JOIN (R sports.sports_team.roster) m.0t) sports.sports_team_roster.to NOW))',
      'm.0p2 m.0p3',
    ],
    ['(AND m.0d1 (JOIN (R film.film.directed_by) film.film))', 'm.0d1'],
  ])('%s → %s', async (form, answers) => {
    const query = queryOf(form);
    const execution = await storeKb(FACTS).execute(
      query,
      { maxRows: 100, timeoutMs: 1000 },
      new AbortController().signal,
    );
    const rows =
      execution.status === 'answered' && execution.answer.kind === 'table' ? execution.answer.rows : [];
    expect(
      rows
        .map(([value]) => value?.value.replace(/.*\//, ''))
        .sort()
        .join(' '),
    ).toBe(answers);
  });
});

describe('the text of the query', () => {
  it.each([
    '(AND film.film (JOIN film.film.directed_by m.0d1))',
    '(ARGMIN (AND film.film (JOIN (R film.actor.film) m.0d1)) (JOIN film.film.directed_by people.person.height_meters))',
    '(JOIN (R government.government_position_held.office_holder) (TC (JOIN (R government.governmental_jurisdiction.governing_officials) m.07b_l) government.government_position_held.from 1998))',
    '(TC (JOIN (R a.b) m.07b_l) a.from NOW)',
    `(AND film.film ${'(AND (JOIN film.film.genre m.07s9rl0) '.repeat(1)}${['1', '2', '3', '4', '5', '6', '7'].reduce((rest, digit) => `(AND (JOIN film.film.genre m.07s9rl${digit}) ${rest})`, 'film.film')}))`,
    '(COUNT (JOIN (R type.object.name) m.0d1))',
  ])('%s becomes standard SPARQL that the formatter does not change', (form) => {
    const query = queryOf(form);
    expect(parseQuery(query, 'sparql11')).toMatchObject({ parses: true, problems: [] });
    expect(formatDocument(query, 'sparql11', defaultFormat).edits).toEqual([]);
  });

  it.each([
    ['(JOIN amusement_parks.ride.capacity 1200^^xsd:gYear)', '"1200"^^xsd:integer'],
    ['(JOIN people.person.height_meters 2)', '"2"^^xsd:float'],
    ['(gt amusement_parks.ride.capacity 20.0)', '"20"^^xsd:integer'],
    ['(JOIN film.film.initial_release_date 1999^^xsd:dateTime)', '"1999"^^xsd:gYear'],
    ['(JOIN film.film.initial_release_date 1999-05-01T00:00:00)', '"1999-05-01T00:00:00"^^xsd:dateTime'],
  ])('%s contains %s', (form, literal) => {
    expect(queryOf(form)).toContain(literal);
  });

  it.each([
    '(JOIN type.object.name "x\\" } DROP ALL #")',
    '(JOIN type.object.name "x"@en}DROP)',
    '(JOIN a.b>{}DROP m.0d1)',
    '(JOIN film.film.genre "5"^^xsd:x>{}DROP)',
    '(AND film.film m.0}DROP#)',
  ])('%s becomes one valid term', (form) => {
    const { expr } = parseSExpr(form);
    if (!expr) return;
    const query = parseQuery(toSparql(expr, freebase(), AS_OF), 'sparql11');
    expect(query).toMatchObject({ parses: true, problems: [], query: { form: 'select' } });
  });

  it('maps each name and value of the form to its range in the query', () => {
    const form = '(ARGMAX (AND film.film (JOIN (R film.actor.film) m.0d1)) film.film.initial_release_date)';
    const { expr } = parseSExpr(form);
    if (!expr) throw new Error('not read');
    const { text, places } = toSparqlWithMappings(expr, freebase(), AS_OF);
    const pairs = places.map(({ inQuery, inForm }) => [
      text.slice(inQuery.start, inQuery.end),
      form.slice(inForm.start, inForm.end),
    ]);
    expect(new Set(pairs.map((pair) => pair.join(' ')))).toEqual(
      new Set([
        'ns:film.film film.film',
        'ns:film.actor.film film.actor.film',
        'ns:m.0d1 m.0d1',
        'ns:film.film.initial_release_date film.film.initial_release_date',
      ]),
    );
  });
});

function queryOf(form: string): string {
  const { expr, problems } = parseSExpr(form, freebase());
  if (!expr) throw new Error(problems.map(({ message }) => message).join('; '));
  return toSparql(expr, freebase(), AS_OF);
}
