import { describe, expect, it } from 'vitest';
import { fromSparql } from '../../server/src/core/logical-form/from-sparql';
import { parseSExpr } from '../../server/src/core/logical-form/parse-sexpr';
import { printSExpr } from '../../server/src/core/logical-form/print-sexpr';
import { isSameGraph } from '../../server/src/core/logical-form/same-graph';
import { toSparql } from '../../server/src/core/logical-form/to-sparql';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const ROSTER = 'ns:m.02d9k ns:sports.pro_athlete.teams ?y . ?y ns:sports.sports_team_roster.team ?x .';
const heldAt = (last: string, first: string): string => `
  FILTER (NOT EXISTS { ?y ns:sports.sports_team_roster.from ?a } || EXISTS { ?y ns:sports.sports_team_roster.from ?b . FILTER (xsd:datetime(?b) <= "${last}"^^xsd:dateTime) })
  FILTER (NOT EXISTS { ?y ns:sports.sports_team_roster.to ?c } || EXISTS { ?y ns:sports.sports_team_roster.to ?d . FILTER (xsd:datetime(?d) >= "${first}"^^xsd:dateTime) })`;

const AS_OF = { now: '2015-08-10' };

describe('fromSparql converts', () => {
  it.each([
    [
      'SELECT DISTINCT ?x WHERE { FILTER (?x != ns:m.06c62) ns:m.06c62 ns:location.location.containedby ?x }',
      '(JOIN (R location.location.containedby) m.06c62)',
    ],
    [
      'SELECT ?x { VALUES ?e { ns:m.03_gd } ?x a ns:film.film ; ns:film.film.directed_by ?e }',
      '(AND film.film (JOIN film.film.directed_by m.03_gd))',
    ],
    [
      'SELECT (?x0 AS ?value) WHERE { SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.film.directed_by ns:m.03_gd } }',
      '(JOIN film.film.directed_by m.03_gd)',
    ],
    [
      'SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x ns:film.film.directed_by ns:m.03_gd }',
      '(COUNT (JOIN film.film.directed_by m.03_gd))',
    ],
    [
      'SELECT (COUNT(?x0) AS ?value) WHERE { SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.film.directed_by ns:m.03_gd } }',
      '(COUNT (JOIN film.film.directed_by m.03_gd))',
    ],
    [
      'SELECT ?x { ns:m.0dr_4 ns:film.film.starring/ns:film.performance.actor ?x }',
      '(JOIN (R film.performance.actor) (JOIN (R film.film.starring) m.0dr_4))',
    ],
    ['SELECT ?x { ?x ^ns:film.film.directed_by ns:m.0dr_4 }', '(JOIN (R film.film.directed_by) m.0dr_4)'],
    [
      'SELECT ?x { ?x ns:people.person.height_meters ?h FILTER (?h > 2.0) }',
      `(gt people.person.height_meters 2.0^^${XSD}decimal)`,
    ],
    [
      "SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER (xsd:dateTime(?d) - xsd:dateTime('2014-01-01') >= 0) }",
      '(ge people.person.date_of_birth "2014-01-01")',
    ],
    [
      'SELECT ?x { ?x ns:base.biblioness.bibs_location.loc_type ?t FILTER (str(?t) = "Country") }',
      '(JOIN base.biblioness.bibs_location.loc_type "Country")',
    ],
    [
      'SELECT ?x { ?x ns:film.film.initial_release_date "2009-01-31-08:00"^^xsd:date }',
      `(JOIN film.film.initial_release_date 2009-01-31^^${XSD}date)`,
    ],
    [
      'SELECT ?x { ?x a ns:film.film { SELECT (MAX(?d2) AS ?d) { ?y a ns:film.film ; ns:film.film.initial_release_date ?d2 } } ?x ns:film.film.initial_release_date ?d }',
      '(ARGMAX film.film film.film.initial_release_date)',
    ],
    [
      'SELECT (MIN(?d) AS ?first) { ?x ns:film.film.directed_by ns:m.03_gd ; ns:film.film.initial_release_date ?d }',
      '(JOIN (R film.film.initial_release_date) (ARGMIN (JOIN film.film.directed_by m.03_gd) film.film.initial_release_date))',
    ],
    [
      `SELECT DISTINCT ?x { ${ROSTER} ${heldAt('2013-12-31', '2013-01-01')} }`,
      '(JOIN (R sports.sports_team_roster.team) (TC (JOIN (R sports.pro_athlete.teams) m.02d9k) sports.sports_team_roster.from 2013))',
    ],
    [
      `SELECT DISTINCT ?x { ${ROSTER} ${heldAt('2015-08-10', '2015-08-10')} }`,
      '(JOIN (R sports.sports_team_roster.team) (TC (JOIN (R sports.pro_athlete.teams) m.02d9k) sports.sports_team_roster.from NOW))',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd FILTER EXISTS { ?x ns:film.film.genre ns:m.07s9rl0 } }',
      '(AND (JOIN film.film.directed_by m.03_gd) (JOIN film.film.genre m.07s9rl0))',
    ],
  ])('%s', (query, form) => {
    expect(convert(query)).toEqual({ form, losses: [] });
  });
});

describe('fromSparql reports what the logical form does not express', () => {
  it.each([
    [
      `SELECT ?x { ${ROSTER} ?y ns:sports.sports_team_roster.from ?d } ORDER BY xsd:datetime(?d) LIMIT 1`,
      '(JOIN (R sports.sports_team_roster.team) (ARGMIN (JOIN (R sports.pro_athlete.teams) m.02d9k) sports.sports_team_roster.from))',
      'If several answers share the first place',
    ],
    [
      `SELECT ?x { ${ROSTER} ?x ns:sports.sports_team.founded ?d } ORDER BY DESC(?d) LIMIT 1`,
      '(ARGMAX (JOIN (R sports.sports_team_roster.team) (JOIN (R sports.pro_athlete.teams) m.02d9k)) sports.sports_team.founded)',
      'If several answers',
    ],
    [
      `SELECT ?x { ${ROSTER} ?x ns:sports.sports_team.sport ns:m.018w8 . ?y ns:sports.sports_team_roster.from ?d } ORDER BY ?d LIMIT 1`,
      '(AND (JOIN (R sports.sports_team_roster.team) (ARGMIN (AND (JOIN (R sports.pro_athlete.teams) m.02d9k) (JOIN sports.sports_team_roster.team (JOIN sports.sports_team.sport m.018w8))) sports.sports_team_roster.from)) (JOIN sports.sports_team.sport m.018w8))',
      'If several answers',
    ],
    [
      'SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER (YEAR(?d) = 1970) }',
      `(AND (ge people.person.date_of_birth 1970^^${XSD}gYear) (lt people.person.date_of_birth 1971^^${XSD}gYear))`,
      'each condition may match a different one',
    ],
    [
      'SELECT ?x ?name { ?x ns:film.film.directed_by ns:m.03_gd OPTIONAL { ?x ns:film.film.tagline ?name } }',
      '(JOIN film.film.directed_by m.03_gd)',
      'OPTIONAL',
    ],
    [
      'SELECT ?name { ?x ns:film.film.directed_by ns:m.03_gd ; ns:type.object.name ?name }',
      '(JOIN film.film.directed_by m.03_gd)',
      'instead of their names',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd } LIMIT 5',
      '(JOIN film.film.directed_by m.03_gd)',
      'LIMIT 5',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd } ORDER BY ?x',
      '(JOIN film.film.directed_by m.03_gd)',
      'order',
    ],
    [
      'SELECT (COUNT(?x) AS ?n) { ?x ns:film.film.directed_by ns:m.03_gd }',
      '(COUNT (JOIN film.film.directed_by m.03_gd))',
      'counted once',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ?d }',
      '(JOIN film.film.directed_by film.director)',
      'The class film.director expresses that',
    ],
    [
      'SELECT ?x { ?c ns:religion.religion.beliefs ns:m.074hw . ?c ns:religion.religion.beliefs ?x }',
      '(JOIN (R religion.religion.beliefs) (JOIN religion.religion.beliefs m.074hw))',
      'm.074hw itself',
    ],
  ])('%s', (query, form, loss) => {
    const converted = convert(query);
    expect(converted.form).toBe(form);
    expect(converted.losses?.join(' ')).toContain(loss);
  });
});

describe('fromSparql rejects what a logical form cannot express', () => {
  it.each([
    ['ASK { ns:m.0dr_4 ns:film.film.directed_by ns:m.03_gd }', 'ASK'],
    [
      'SELECT ?x { { ?x ns:film.film.directed_by ns:m.03_gd } UNION { ?x ns:film.film.genre ns:m.07s9rl0 } }',
      'UNION',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd FILTER NOT EXISTS { ?x ns:film.film.genre ns:m.07s9rl0 } }',
      'NOT EXISTS',
    ],
    [
      'SELECT ?x ?y { ?x ns:film.film.directed_by ?y . ?y ns:people.person.nationality ns:m.09c7w0 }',
      'several variables, ?x and ?y',
    ],
    ['SELECT ?x { ?x ns:film.film.directed_by ?y . ?x ns:film.film.written_by ?y }', 'cycle'],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd . ?y ns:film.film.directed_by ns:m.03_gd }',
      '?y is not connected to',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by|ns:film.film.written_by ns:m.03_gd }',
      'choice between relations',
    ],
    ['SELECT ?x { ?x ns:people.person.parents+ ns:m.03_gd }', 'repeated'],
    ['SELECT ?x { ns:m.03_gd ?r ?x }', 'variable'],
    [
      'SELECT ?x { VALUES ?d { ns:m.03_gd ns:m.0dr_4 } ?x ns:film.film.directed_by ?d }',
      'choice between values',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd ; ns:film.film.initial_release_date ?d } ORDER BY ?d LIMIT 3',
      'LIMIT 3',
    ],
    [
      'SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd ; ns:film.film.initial_release_date ?d } ORDER BY ?d LIMIT 1 OFFSET 1',
      'skipped',
    ],
    ['SELECT ?x (COUNT(?y) AS ?n) { ?x ns:film.film.starring ?y } GROUP BY ?x', 'GROUP BY'],
    ['SELECT ?x { ?x ns:type.object.name ?n FILTER (CONTAINS(?n, "Ring")) }', 'part of a string'],
    ['SELECT ?x { ?x ns:film.film.directed_by }', 'does not parse'],
    ['', 'does not parse'],
  ])('%s', (query, words) => {
    expect(convert(query).problem).toContain(words);
  });
});

describe('graph equality', () => {
  const and = '(AND film.film (AND (JOIN film.film.directed_by m.03_gd) (JOIN film.film.genre m.07s9rl0)))';
  it.each([
    [
      and,
      '(AND (AND (JOIN film.film.genre m.07s9rl0) film.film) (JOIN film.film.directed_by m.03_gd))',
      true,
    ],
    [and, '(AND (JOIN film.film.genre m.07s9rl0) (JOIN film.film.directed_by m.03_gd))', true],
    [
      and,
      '(AND film.film (AND (JOIN (R film.director.film) m.03_gd) (JOIN film.film.genre m.07s9rl0)))',
      true,
    ],
    [and, '(AND film.film (JOIN film.film.directed_by m.03_gd))', false],
    [
      and,
      '(AND award.award_winning_work (AND (JOIN film.film.directed_by m.03_gd) (JOIN film.film.genre m.07s9rl0)))',
      false,
    ],
    ['(COUNT film.film)', 'film.film', false],
    [
      '(ARGMAX film.film film.film.initial_release_date)',
      '(ARGMIN film.film film.film.initial_release_date)',
      false,
    ],
    ['(gt food.food.energy 802)', '(gt food.food.energy 802.0^^xsd:float)', true],
    ['(gt food.food.energy 802)', '(ge food.food.energy 802)', false],
    [
      '(JOIN film.film.starring (JOIN film.performance.actor m.0dr_4))',
      '(JOIN (R film.film.starring) (JOIN film.performance.actor m.0dr_4))',
      false,
    ],
    [
      '(lt (JOIN film.film.directed_by people.person.height_meters) 2)',
      '(JOIN film.film.directed_by (lt people.person.height_meters 2))',
      true,
    ],
    [
      '(TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from 2012)',
      '(TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.to 2012)',
      true,
    ],
    [
      '(TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from 2012)',
      '(JOIN (R sports.pro_athlete.teams) m.0a)',
      false,
    ],
    // The greatest of an intersection differs from the greatest of one set that is also in the other.
    [
      '(ARGMAX (AND (JOIN film.film.genre m.07s9rl0) (JOIN film.film.directed_by m.03_gd)) film.film.initial_release_date)',
      '(AND (JOIN film.film.genre m.07s9rl0) (ARGMAX (JOIN film.film.directed_by m.03_gd) film.film.initial_release_date))',
      false,
    ],
    [
      '(ARGMAX (ARGMIN film.film film.film.initial_release_date) film.film.gross_revenue)',
      '(ARGMIN (ARGMAX film.film film.film.gross_revenue) film.film.initial_release_date)',
      false,
    ],
    [
      '(AND film.film (ARGMAX (JOIN film.film.genre m.07s9rl0) film.film.initial_release_date))',
      '(ARGMAX (AND (JOIN film.film.genre m.07s9rl0) film.film) film.film.initial_release_date)',
      true,
    ],
    [
      '(TC (ARGMAX (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.number) sports.sports_team_roster.from 2012)',
      '(ARGMAX (TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from 2012) sports.sports_team_roster.number)',
      false,
    ],
    // The order of two conditions does not matter.
    [
      '(TC (AND (JOIN (R sports.pro_athlete.teams) m.0a) (JOIN sports.sports_team_roster.team m.0b)) sports.sports_team_roster.from 2012)',
      '(AND (JOIN sports.sports_team_roster.team m.0b) (TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from 2012))',
      true,
    ],
    ['(JOIN type.object.name "Titanic"@en)', '(JOIN type.object.name "Titanic"@fr)', false],
    ['(JOIN type.object.name "Titanic"@en)', '(JOIN type.object.name "Titanic"@EN)', true],
    ['(JOIN type.object.name "Titanic"@en)', '(JOIN type.object.name "Titanic")', false],
    ['(JOIN type.object.name "007")', '(JOIN type.object.name "7")', false],
    ['(JOIN type.object.name "007")', '(JOIN type.object.name 7)', false],
    ['(JOIN own.kb.code "7")', '(JOIN own.kb.code 7)', false],
    ['(JOIN own.kb.code 007)', '(JOIN own.kb.code 7)', true],
    ['(gt own.kb.amount 9007199254740993)', '(gt own.kb.amount 9007199254740992)', false],
    ['(gt own.kb.amount 0.10)', '(gt own.kb.amount 1e-1)', true],
    ['(gt own.kb.amount -0.0)', '(gt own.kb.amount 0)', true],
    ['(gt own.kb.amount -5)', '(gt own.kb.amount 5)', false],
    ['(gt own.kb.amount 1200)', '(gt own.kb.amount 12e2)', true],
    ['(gt own.kb.amount 1e400)', '(gt own.kb.amount 1e401)', false],
    ['(lt film.film.initial_release_date 1990)', '(lt film.film.initial_release_date 1990^^xsd:gYear)', true],
    ['(lt film.film.initial_release_date 1990)', '(lt film.film.initial_release_date 1990-01-01)', false],
  ])('%s and %s: %s', (left, right, same) => {
    const [one, other] = [exprOf(left), exprOf(right)];
    expect(isSameGraph(one, other, freebase())).toBe(same);
    expect(isSameGraph(other, one, freebase())).toBe(same);
  });

  it.each([
    '(ARGMIN (AND film.film (JOIN (R film.actor.film) m.0d1)) (JOIN film.film.directed_by people.person.height_meters))',
    '(JOIN (R film.film.directed_by) (ARGMAX (JOIN film.film.genre m.07s9rl0) film.film.initial_release_date))',
    '(COUNT (AND film.film (le film.film.initial_release_date 1990)))',
    '(AND sports.sports_team (JOIN (R sports.sports_team_roster.team) (TC (JOIN (R sports.pro_athlete.teams) m.02d9k) sports.sports_team_roster.from 2010-05)))',
    '(JOIN type.object.name "Rome")',
    String.raw`(JOIN type.object.name "O\"Brien \\ x"@en)`,
    String.raw`(JOIN type.object.name "a\n\tb\\n")`,
    '(AND (JOIN type.object.name "Rome"@en) (JOIN type.object.name "Rome"@it))',
  ])('%s comes back from SPARQL as the same graph', (form) => {
    const back = fromSparql(
      parseQuery(toSparql(exprOf(form), freebase(), AS_OF), 'sparql11'),
      freebase(),
      AS_OF,
    );
    expect('expr' in back ? isSameGraph(back.expr, exprOf(form), freebase()) : back.problem).toBe(true);
  });
});

function exprOf(form: string): Parameters<typeof printSExpr>[0] {
  const { expr, problems } = parseSExpr(form, freebase());
  if (!expr) throw new Error(problems.map(({ message }) => message).join('; '));
  return expr;
}

function convert(query: string): { form?: string; losses?: readonly string[]; problem?: string } {
  const text = query && `PREFIX ns: <http://rdf.freebase.com/ns/> ${query}`;
  const converted = fromSparql(parseQuery(text, 'virtuoso'), freebase(), AS_OF);
  return 'expr' in converted ? { form: printSExpr(converted.expr), losses: converted.losses } : converted;
}
