/** Gold queries as logical forms, and similar ones, for training on questions whose facts the KB lacks. */
import { describe, expect, it } from 'vitest';
import { toLinkedQuestion } from '../../server/src/core/candidates/rank/linked-question';
import type { LinkedEntity, LinkedLiteral } from '../../server/src/core/question/linking/linking';
import { XSD } from '../../server/src/core/language/rdf/names';
import { printSExpr } from '../../server/src/core/logical-form/print-sexpr';
import { createGoldForms, createRivals } from '../../tools/ask/gold-form';
import { freebase } from '../support/check';

function entity(id: string): LinkedEntity {
  return {
    iri: `http://rdf.freebase.com/ns/${id}`,
    id,
    name: id,
    types: [],
    match: 'exact',
    score: 0.9,
    popularity: 9,
    because: [],
  };
}

const YEAR: LinkedLiteral = {
  mention: { start: 0, end: 4 },
  kind: 'year',
  value: '1966',
  datatype: `${XSD}gYear`,
};

function formsOf(where: string, question = 'what is it?'): readonly string[] {
  const linking = { entities: [entity('m.0a'), entity('m.0b')], literals: [YEAR], troubles: [] };
  const sparql = `PREFIX fb: <http://rdf.freebase.com/ns/> SELECT DISTINCT ?x WHERE { FILTER ( ?x != fb:m.0a ) ${where}`;
  const asked = toLinkedQuestion(question, linking, { now: '2015-08-10' });
  return createGoldForms(sparql, linking, asked, freebase(), 2).map(({ expr }) => printSExpr(expr));
}

const PLAYS = 'fb:m.0a fb:sports.pro_athlete.teams ?y . ?y fb:sports.sports_team_roster.team ?x .';
const FROM =
  'FILTER ( NOT EXISTS { ?y fb:sports.sports_team_roster.from ?sk0 } || EXISTS { ?y fb:sports.sports_team_roster.from ?sk1 . FILTER ( xsd:datetime ( ?sk1 ) <= "2011-12-31" ^^ xsd:dateTime ) } )';

describe('A gold query is', () => {
  it.each([
    ['a step', 'fb:m.0a fb:people.person.children ?x . }', ['(JOIN (R people.person.children) m.0a)']],
    [
      'a step against its relation, by the reverse',
      '?x fb:people.person.children fb:m.0a . }',
      ['(JOIN (R people.person.parents) m.0a)'],
    ],
    [
      'a path of two hops',
      '?c fb:book.author.works_written fb:m.0a . ?c fb:people.person.place_of_birth ?x . }',
      ['(JOIN (R people.person.place_of_birth) (JOIN (R book.written_work.author) m.0a))'],
    ],
    [
      'a path with a time constraint',
      `${PLAYS} ${FROM} }`,
      [
        '(JOIN (R sports.sports_team_roster.team) (TC (JOIN (R sports.pro_athlete.teams) m.0a) sports.sports_team_roster.from 2011))',
      ],
    ],
    [
      'a path with a year',
      `${PLAYS} ?x fb:sports.sports_team.founded "1966" ^^ xsd:dateTime . }`,
      [expect.stringContaining('(ge sports.sports_team.founded')],
    ],
    ['nothing if an entity is not linked', 'fb:m.0c fb:people.person.children ?x . }', []],
    ['nothing if a relation is unknown', 'fb:m.0a fb:no.such.relation ?x . }', []],
  ])('%s', (_, where, forms) => {
    expect(formsOf(where)).toEqual(forms);
  });

  it('two logical forms for two entities, one from each', () => {
    const where = `fb:m.0a fb:film.director.film ?x . ?x fb:film.film.produced_by fb:m.0b . }`;
    expect(formsOf(where)).toEqual([
      '(AND (JOIN (R film.producer.film) m.0b) (JOIN (R film.director.film) m.0a))',
      '(AND (JOIN (R film.director.film) m.0a) (JOIN (R film.producer.film) m.0b))',
    ]);
  });

  it('a superlative, if the question asks for it', () => {
    const where = `${PLAYS} ?x fb:sports.sports_team.founded ?num . } ORDER BY DESC ( ?num ) LIMIT 1`;
    expect(formsOf(where, 'which is the newest?')).toEqual([
      '(ARGMAX (JOIN (R sports.sports_team_roster.team) (JOIN (R sports.pro_athlete.teams) m.0a)) sports.sports_team.founded)',
    ]);
    expect(formsOf(where)).toEqual([]);
  });
});

describe('Logical forms similar to another', () => {
  it('differ from it in one part', () => {
    const linking = { entities: [entity('m.0a'), entity('m.0b')], literals: [], troubles: [] };
    const asked = toLinkedQuestion('what is it?', linking, { now: '2015-08-10' });
    const sparql =
      'SELECT DISTINCT ?x WHERE { fb:m.0a fb:film.director.film ?x . ?x fb:film.film.produced_by fb:m.0b . }';
    const [right] = createGoldForms(sparql, linking, asked, freebase(), 2);
    if (!right) throw new Error('no form');
    const rivals = createRivals(right, freebase(), 7).map(({ expr }) => printSExpr(expr));
    expect(rivals).toContain('(JOIN (R film.director.film) m.0a)');
    expect(rivals.length).toBeGreaterThan(3);
    expect(rivals).not.toContain(printSExpr(right.expr));
  });
});
