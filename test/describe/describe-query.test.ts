import { describe, expect, it } from 'vitest';
import type { QueryDescription } from '../../server/src/core/describe/description';
import { describeQuery } from '../../server/src/core/describe/describe-query';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';
import { librarySchema } from '../support/library-schema';

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const NAMES: Readonly<Record<string, string>> = {
  'm.02mjmr': 'Barack Obama',
  'm.02hrh0_': 'Honolulu',
  'm.0hhggmy': 'Taken',
  'm.04gc2': 'Lawyer',
  'm.02kdv5l': 'Action Film',
  'm.05p553': 'Comedy',
  'm.05b7q': 'North Korea',
  'm.060c4': 'President',
};

function read(query: string): QueryDescription {
  return describeQuery(
    parseQuery(PREFIX + query, 'virtuoso'),
    freebase(),
    (iri) => NAMES[iri.split('/').at(-1) ?? ''],
  );
}

describe('description of a query', () => {
  it.each([
    [
      'SELECT ?x { ?x ns:people.person.place_of_birth ns:m.02hrh0_ OPTIONAL { ?x ns:people.deceased_person.date_of_death ?d } FILTER(!BOUND(?d)) }',
      'Which people were born in Honolulu and have no date of death?',
    ],
    [
      'SELECT ?x { ?x ns:location.location.containedby ns:m.05b7q ; ns:location.statistical_region.population ?p . ?p ns:measurement_unit.dated_integer.number ?n FILTER(?n > 1000000) }',
      'Which statistical regions are in North Korea and have a population of more than 1,000,000?',
    ],
    [
      'SELECT ?x { ?x ns:geography.mountain.mountain_range ?r ; ns:location.location.geolocation ?g . ?g ns:location.geocode.elevation ?e FILTER(?e > 4000) }',
      'Which mountains have a mountain range as mountain range and have a geolocation with an elevation of more than 4000?',
    ],
    [
      'SELECT ?x { ?x ns:people.person.place_of_birth ns:m.02hrh0_ OPTIONAL { ?x ns:people.person.children ?s } FILTER(!BOUND(?s)) }',
      'Which people were born in Honolulu and are not parents of a person?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.parents? ?x }',
      'Which people are parents of Barack Obama (or are the same)?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.parents* ?x }',
      'Which people are parents of Barack Obama (directly, over several steps, or are the same)?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      'What is the place of birth of Barack Obama?',
    ],
    [
      `SELECT DISTINCT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x FILTER(?x != ns:m.02mjmr) FILTER(!isLiteral(?x) OR lang(?x) = '' OR langMatches(lang(?x), 'en')) }`,
      'What is the place of birth of Barack Obama?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?c . ?c ns:location.location.containedby ?x }',
      'What are the places that contain the place of birth of Barack Obama?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:film.actor.film ?y . ?y ns:film.performance.film ?x }',
      'What are the films that Barack Obama acted in?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:film.actor.film ?y . ?y ns:film.performance.character ?x ; ns:film.performance.film ns:m.0hhggmy }',
      'What are the characters that Barack Obama played in Taken?',
    ],
    [
      'SELECT ?x { ?x a ns:government.politician ; ns:people.person.place_of_birth ns:m.02hrh0_ ; ns:people.person.profession ns:m.04gc2 }',
      'Which politicians were born in Honolulu and have the profession Lawyer?',
    ],
    [
      'SELECT ?x ?name { ns:m.02mjmr ns:people.person.children ?x . ?x ns:type.object.name ?name FILTER(lang(?name) = "en") }',
      'Who are the children of Barack Obama?',
    ],
    [
      'SELECT ?name { ns:m.02mjmr ns:people.person.children ?x . ?x rdfs:label ?name }',
      'Who are the children of Barack Obama?',
    ],
    [
      'SELECT (COUNT(DISTINCT ?x) AS ?n) { ns:m.02mjmr ns:people.person.children ?x }',
      'How many children of Barack Obama are there?',
    ],
    [
      'SELECT (COUNT(?x) AS ?n) { ?x a ns:film.film ; ns:film.film.directed_by ns:m.0hhggmy }',
      'How many films were directed by Taken?',
    ],
    [
      'SELECT ?x { ?x a ns:location.country ; ns:location.statistical_region.population ?p . ?p ns:measurement_unit.dated_integer.number ?n } ORDER BY DESC(?n) LIMIT 1',
      'Which country has the largest population?',
    ],
    [
      'SELECT ?x { ?x a ns:geography.mountain ; ns:geography.mountain.prominence ?h } ORDER BY DESC(?h) LIMIT 1',
      'Which mountain has the largest prominence?',
    ],
    [
      'SELECT ?x { ?x a ns:geography.mountain ; ns:geography.mountain.prominence ?h } ORDER BY ?h LIMIT 3',
      'Which 3 mountains have the smallest prominence?',
    ],
    [
      'SELECT ?x { ?x a ns:geography.mountain . ?x ns:geography.mountain.prominence ?h { SELECT (MAX(?b) AS ?h) { ?a a ns:geography.mountain . ?a ns:geography.mountain.prominence ?b } } }',
      'Which mountains have the largest prominence?',
    ],
    [
      'SELECT ?x { ?x a ns:location.citytown ; ns:topic_server.population_number ?n FILTER(?n > 1000000) }',
      'Which cities or towns have a population number of more than 1,000,000?',
    ],
    [
      'SELECT ?x { ?x a ns:people.person ; ns:people.person.date_of_birth ?d FILTER(?d < "1990-01-01"^^xsd:dateTime) }',
      'Which people were born before 1 January 1990?',
    ],
    [
      'SELECT ?x { ?x ns:people.person.date_of_birth ?d FILTER(YEAR(?d) = 2004) }',
      'Which people were born in 2004?',
    ],
    [
      'SELECT ?x { ?x a ns:people.person ; ns:people.person.date_of_birth "1961-08-04"^^xsd:date }',
      'Which people were born on 4 August 1961?',
    ],
    [
      'SELECT ?x { ?x a ns:film.film FILTER NOT EXISTS { ?x ns:film.film.directed_by ?d } }',
      'Which films were not directed by a director?',
    ],
    [
      'SELECT ?x { ?x a ns:film.film MINUS { ?x ns:film.film.genre ns:m.02kdv5l } }',
      'Which films do not have Action Film as genre?',
    ],
    [
      'SELECT ?x { { ?x ns:film.film.directed_by ns:m.0hhggmy } UNION { ?x ns:film.film.written_by ns:m.0hhggmy } }',
      'Which films either were directed by Taken or were written by Taken?',
    ],
    [
      'SELECT ?x ?p { ?x a ns:film.film ; ns:film.film.directed_by ns:m.0hhggmy OPTIONAL { ?x ns:film.film.initial_release_date ?p } }',
      'Which films were directed by Taken, and, where known, their release date?',
    ],
    [
      'SELECT ?x { VALUES ?p { ns:m.02mjmr ns:m.0hhggmy } ?p ns:people.person.children ?x }',
      'Who are the children of Barack Obama or Taken?',
    ],
    [
      'SELECT ?x { ?x ns:film.film.genre ?g FILTER(?g IN (ns:m.02kdv5l, ns:m.05p553)) }',
      'Which films have Action Film or Comedy as genre?',
    ],
    [
      'ASK { ns:m.02mjmr ns:people.person.place_of_birth ns:m.02hrh0_ }',
      'Is it true that Barack Obama was born in Honolulu?',
    ],
    [
      'ASK { ?x a ns:film.film ; ns:film.film.directed_by ns:m.0hhggmy }',
      'Is there a film that was directed by Taken?',
    ],
    [
      'SELECT ?x { ns:m.05b7q ns:government.governmental_jurisdiction.governing_officials ?y . ?y ns:government.government_position_held.office_holder ?x ; ns:government.government_position_held.basic_title ns:m.060c4 . FILTER(NOT EXISTS {?y ns:government.government_position_held.from ?a} || EXISTS {?y ns:government.government_position_held.from ?b FILTER(xsd:datetime(?b) <= "2011-12-31"^^xsd:dateTime)}) FILTER(NOT EXISTS {?y ns:government.government_position_held.to ?c} || EXISTS {?y ns:government.government_position_held.to ?d FILTER(xsd:datetime(?d) >= "2011-01-01"^^xsd:dateTime)}) }',
      'Who are the holders of government positions in North Korea as President in 2011?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth/ns:location.location.containedby ?x }',
      'What are the places that contain the place of birth of Barack Obama?',
    ],
    ['SELECT ?x { ns:m.02mjmr ^ns:people.person.children ?x }', 'Which people are parents of Barack Obama?'],
    [
      'SELECT ?x { ns:m.02hrh0_ ns:location.location.containedby+ ?x }',
      'Which locations contain Honolulu (directly or over several steps)?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.children|ns:people.person.parents ?x }',
      'Which people are children of Barack Obama or are parents of Barack Obama?',
    ],
    [
      'SELECT ?g (COUNT(?x) AS ?n) { ?x ns:film.film.genre ?g } GROUP BY ?g ORDER BY DESC(?n) LIMIT 1',
      'Which of the genres of a film has the most films?',
    ],
    [
      'SELECT (AVG(?n) AS ?a) { ?x a ns:location.country ; ns:topic_server.population_number ?n }',
      'What is the average of the population numbers of a country?',
    ],
    ['DESCRIBE ns:m.02mjmr', 'What is known about Barack Obama?'],
    [
      'CONSTRUCT { ?x ns:people.person.parents ?y } { ?y ns:people.person.children ?x }',
      'Makes a fact out of every match, given that there is a person who is a parent of a person.',
    ],
    ['INSERT DATA { ns:m.02mjmr ns:type.object.name "X"@en }', 'Changes the KB: it writes a fact.'],
    [
      'DELETE WHERE { ns:m.02mjmr ns:people.person.children ?x }',
      'Changes the KB: it deletes all the facts that match, wherever Barack Obama is a parent of a person.',
    ],
    ['CLEAR ALL', 'Changes the KB: it empties or drops whole graphs.'],
    [
      'SELECT ?d { ?f ns:film.film.directed_by ns:m.02mjmr . ?f ns:film.film.initial_release_date ?d } ORDER BY ?d LIMIT 1',
      'Which of the release dates of a film that was directed by Barack Obama is the earliest?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x } ORDER BY DESC(?x) LIMIT 1',
      'Which of the children of Barack Obama comes last when sorted?',
    ],
    [
      'SELECT ?x { ?x a ns:film.film } ORDER BY ?n LIMIT 3',
      'Which films are there, sorted by ?n, only the first 3?',
    ],
    [
      'SELECT ?x { ?x a ns:film.film OPTIONAL { ?x ns:film.film.directed_by ?d } FILTER(BOUND(?d)) }',
      'Which films were directed by a director?',
    ],
    // "the same person" is ambiguous.
    [
      'SELECT ?x { ?x ns:people.person.parents ?p . ?p ns:people.person.profession ?j FILTER NOT EXISTS { ?x ns:people.person.profession ?j } }',
      'Which people are children of a person who has the profession a profession that is not one of the professions of the person who is asked for?',
    ],
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.parents|ns:people.person.place_of_birth ?x }',
      'Which things are parents of Barack Obama or are the birthplace of Barack Obama?',
    ],
    ['SELECT ?p { ns:m.02mjmr ?p ?x }', 'Which relations lead from Barack Obama to a thing?'],
    [
      'SELECT ?x { ?x ns:type.object.name ?n FILTER(CONTAINS(LCASE(?n), "obama")) }',
      'Which things have a name containing “obama”?',
    ],
    ['SELECT ?x { ?x ns:type.object.name "Barack Obama"@en }', 'Which things are called “Barack Obama”?'],
    ['SELECT * { ?x ns:film.film.directed_by ?d }', 'Which films are there, with their directors?'],
    ['SELECT ?x {', 'Which things are there?'],
  ])('%s', (query, question) => {
    const reading = read(query);
    expect(reading.question).toBe(question);
    expect(reading.leftOut).toEqual([]);
  });

  it('shows ids if names are unknown', () => {
    expect(read('SELECT ?x { ns:m.0d05w3 ns:location.country.capital ?x }').question).toBe(
      'What is the capital of m.0d05w3?',
    );
  });

  it('lists what it omits', () => {
    const query =
      'SELECT ?x { ?x a ns:film.film ; ns:film.film.initial_release_date ?d FILTER(MONTH(?d) = 5) }';
    const reading = read(query);
    expect(reading.leftOut).toEqual(['a filter condition']);
    expect(reading.question).toContain('(Not described: a filter condition.)');
  });

  it('reports that the maximum is of another pattern', () => {
    const query =
      'SELECT ?x { ?x a ns:geography.mountain ; ns:geography.mountain.prominence ?h . ?x ns:location.location.containedby ns:m.02hrh0_ { SELECT (MAX(?b) AS ?h) { ?a ns:geography.mountain.prominence ?b } } }';
    expect(read(query).leftOut).toEqual(['the values that the largest is taken from']);
  });

  it('mentions an inequality only if the nodes could be equal', () => {
    const boilerplate =
      'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?c . ?c ns:location.location.containedby ?x FILTER(?x != ?c) }';
    const siblings =
      'SELECT ?x { ?p ns:people.person.children ?a . ?p ns:people.person.children ?x FILTER(?a != ?x) }';
    expect([read(boilerplate).leftOut, read(siblings).leftOut]).toEqual([
      [],
      ['that ?a and ?x are not the same'],
    ]);
  });

  it('works with a user-defined schema', () => {
    const query =
      'PREFIX l: <http://example.org/library/> SELECT ?x { ?x a l:Book ; l:Book/loan ?l }'.replace(
        'l:Book/loan',
        '<http://example.org/library/Book/loan>',
      );
    expect(describeQuery(parseQuery(query, 'sparql11'), librarySchema(), () => undefined).question).toBe(
      'Which books have a loan?',
    );
  });
});

describe('description of negation', () => {
  it.each([
    [
      'ASK { FILTER NOT EXISTS { ns:m.02mjmr ns:people.person.children ?x } }',
      'Is it true that Barack Obama is not a parent of a person?',
    ],
    [
      'ASK { FILTER NOT EXISTS { ?x ns:film.film.directed_by ns:m.02mjmr } }',
      'Is it true that there is no film that was directed by Barack Obama?',
    ],
    [
      'SELECT ?x { ?x a ns:film.film FILTER NOT EXISTS { ?x ns:film.film.genre ?g . ?g a ns:film.film_genre } }',
      'Which films have no film genre as genre?',
    ],
    [
      'SELECT ?x { ?x a ns:people.person MINUS { ns:m.02mjmr ns:people.person.children|ns:people.person.parents ?x } }',
      'Which people do not satisfy: are children of Barack Obama or are parents of Barack Obama?',
    ],
    // The subject, not the last mentioned node.
    [
      'SELECT ?x { ?x ns:people.person.parents ?y . ?y ns:people.person.parents ?z . ?z ns:people.person.nationality ns:m.05b7q FILTER NOT EXISTS { ?y ns:people.person.nationality ns:m.05b7q } }',
      'Which people are children of a person who does not have the nationality North Korea and is a child of a person who has the nationality North Korea?',
    ],
    [
      'SELECT ?x { ?x ns:people.person.education ?e . ?e ns:education.education.institution ?i ; ns:education.education.degree ?d . ?i ns:location.location.containedby ns:m.05b7q FILTER NOT EXISTS { ?e ns:education.education.end_date ?t } }',
      'Who are the students of an educational institution that is in North Korea, with a degree where the education has no end date?',
    ],
  ])('%s', (query, question) => {
    const { question: said, leftOut } = read(query);
    expect({ said, leftOut }).toEqual({ said: question, leftOut: [] });
  });

  it('omits the whole pattern if a part cannot be described', () => {
    const onlyGenre =
      'SELECT ?x { ?x ns:film.film.genre ?g FILTER NOT EXISTS { ?x ns:film.film.genre ?h FILTER(?h != ?g) } }';
    expect(read(onlyGenre).question).toBe(
      'Which films have a film genre as genre? (Not described: a pattern that must not match.)',
    );
  });
});

describe('description of a UNION', () => {
  it.each([
    [
      'SELECT ?x { ?x ns:people.person.nationality ns:m.05b7q { ?x ns:people.person.profession ns:m.04gc2 } UNION { ?f ns:film.film.directed_by ?x } }',
      'Which people have the nationality North Korea, and either have the profession Lawyer or directed a film?',
    ],
    [
      'SELECT ?x { { ?x ns:people.person.profession ns:m.04gc2 } UNION { ?f ns:film.film.directed_by ?x } }',
      'Which people either have the profession Lawyer or directed a film?',
    ],
    [
      'SELECT ?x { { ?x ns:people.person.profession ns:m.04gc2 } UNION { ?x ns:film.film.genre ns:m.05p553 } }',
      'Which things either have the profession Lawyer or have Comedy as genre?',
    ],
  ])('%s', (query, question) => {
    expect(read(query).question).toBe(question);
  });
});

describe('phrases of a description', () => {
  function pairsOf(query: string): readonly (readonly [string, string])[] {
    const text = PREFIX + query;
    const { question, pairs } = read(query);
    return pairs.map(({ phrase, part }) => [
      question.slice(phrase.start, phrase.end),
      text.slice(part.start, part.end),
    ]);
  }

  it('are paired with their triples', () => {
    expect(pairsOf('SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }')).toEqual([
      ['place of birth of Barack Obama', 'ns:m.02mjmr ns:people.person.place_of_birth ?x'],
    ]);
  });

  it('are paired with single constraints, classes and filters too', () => {
    expect(
      pairsOf(
        'SELECT ?x { ?x a ns:people.person ; ns:people.person.date_of_birth ?d FILTER(?d < "1990"^^xsd:gYear) }',
      ),
    ).toEqual([
      ['people', '?x a ns:people.person'],
      ['were born', '?x a ns:people.person ; ns:people.person.date_of_birth ?d'],
      ['before 1990', '?d < "1990"^^xsd:gYear'],
    ]);
  });

  it('are paired with both hops through a mediator', () => {
    expect(
      pairsOf('SELECT ?x { ns:m.02mjmr ns:film.actor.film ?y . ?y ns:film.performance.film ?x }'),
    ).toEqual([
      ['films that', '?y ns:film.performance.film ?x'],
      ['films that Barack Obama acted in', 'ns:m.02mjmr ns:film.actor.film ?y'],
      ['acted in', '?y ns:film.performance.film ?x'],
    ]);
  });
});

describe('omissions of a description', () => {
  it.each([
    [
      'SELECT ?x { ?x ns:people.person.place_of_birth ?p ; ns:people.deceased_person.place_of_death ?q FILTER(?p != ?q) }',
      'that ?p and ?q are not the same',
    ],
    ['SELECT ?x { ns:m.02mjmr ns:people.person.children ?x FILTER(!BOUND(?y)) }', 'that ?y has no value'],
    ['SELECT ?x { ns:m.02mjmr ns:people.person.children ?x BIND(5 AS ?n) }', 'that ?n is 5'],
    [
      'SELECT ?x ?y { ?x a ns:people.person ; ns:people.person.parents+ ?y }',
      'the number of steps of a relation',
    ],
    [
      'SELECT ?x { ?x a ns:people.person ; ns:people.person.date_of_birth|ns:people.deceased_person.date_of_death ?d } ORDER BY ?d LIMIT 1',
      'the choice between relations',
    ],
    // It shares no variable, so it has no effect.
    [
      'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x MINUS { ?y a ns:film.film } }',
      'a nested pattern',
    ],
    [
      'SELECT ?x { ?x a ns:film.film OPTIONAL { ?x ns:film.film.directed_by ?d } OPTIONAL { ?x ns:film.film.written_by ?w } FILTER(BOUND(?d) || BOUND(?w)) }',
      'a filter condition',
    ],
  ])('%s', (query, leftOut) => {
    expect(read(query).leftOut).toContain(leftOut);
  });
});
