import { describe, expect, it } from 'vitest';
import { compareCues } from '../../server/src/core/describe/compare-cues';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';

const compare = (question: string, query: string): ReturnType<typeof compareCues> =>
  compareCues(
    question,
    parseQuery(`PREFIX ns: <http://rdf.freebase.com/ns/>\n${query}`, 'virtuoso'),
    freebase(),
  );

const CHILDREN = 'SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }';
const BORN = 'SELECT ?x { ns:m.02mjmr ns:people.person.date_of_birth ?x }';
const PEAK =
  'SELECT ?x { ?x a ns:geography.mountain ; ns:geography.mountain.prominence ?h } ORDER BY DESC(?h) LIMIT 1';
const FOUNDED =
  'SELECT ?x { ?x a ns:sports.sports_team ; ns:sports.sports_team.founded ?d } ORDER BY ?d LIMIT 1';
const AFTER =
  'SELECT ?x { ?x a ns:sports.sports_team ; ns:sports.sports_team.founded ?d FILTER(?d > "1912"^^xsd:dateTime) }';

describe('cues report a query that contradicts its question', () => {
  it.each([
    ['how many children does barack obama have?', CHILDREN, '“how many”'],
    ['who are the children of barack obama?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {'), 'COUNT'],
    ['which mountain has the smallest prominence?', PEAK, '“smallest”'],
    ['what is the mountain with the largest prominence?', PEAK.replace(/ ORDER.*/, ''), '“largest”'],
    ['which mountains have a prominence?', PEAK, 'ORDER BY … LIMIT 1'],
    ['which sports team was founded last?', FOUNDED, '“last”'],
    ['which sports team is the youngest?', FOUNDED, '“youngest”'],
    ['what sports team was founded before 1912?', AFTER, '“before 1912”'],
    ['What team was founded before March 6, 1912?', AFTER, '“before March 6, 1912”'],
    ['who is barack obama?', BORN, '“who”'],
    ['where was barack obama born?', BORN, '“where”'],
    ['when was sasha obama born?', CHILDREN, '“when”'],
  ])('%s', (question, query, words) => {
    const { verdict, explanation, by } = compare(question, query);
    expect({ verdict, by }).toEqual({ verdict: 'different', by: 'cues' });
    expect(explanation).toContain(words);
  });
});

describe('cues report nothing', () => {
  it.each([
    // A list answers a question that also asks for a list.
    ['how many kids does obama have and who are they', CHILDREN],
    ['How many children does Obama have? Name them', CHILDREN],
    ['who, of how many children, are obama’s daughters', CHILDREN],
    ['who wrote how many miles to babylon', CHILDREN],
    // The absence of a word is no evidence.
    ['howmany kids does obama have', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['how mny children does obama have', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['does obama have 2 daughters, or is it more?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['what mountain beats all others in prominence', PEAK],
    ['which mountain has the maximal prominence', PEAK],
    ['what mountain is more prominent than every other', PEAK],
    ['the no. 1 mountain by prominence', PEAK],
    // Superlatives of several, two superlatives, and superlatives in names.
    ['which of the earliest mountains were climbed', PEAK.replace(/ ORDER.*/, '')],
    ['what are the highest mountains', PEAK.replace(/ ORDER.*/, '')],
    ['the least known of the highest mountains', PEAK.replace('DESC(?h)', '?h')],
    ['who are the children of the tallest president', CHILDREN],
    ['who wrote the longest day', 'SELECT ?x { ns:m.0h1v19 ns:film.film.written_by ?x }'],
    [
      'when did the longest day start',
      'SELECT ?x { ns:m.0h1v19 ns:time.event.start_date ?x } ORDER BY ?x LIMIT 1',
    ],
    // The cue is about another node.
    ['which team was founded after the one that played before 1912', AFTER],
    // Questions in other languages are not analyzed.
    ['Wie viele Kinder hat Obama?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['Combien d’enfants a Obama ?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['¿Cuántos hijos tiene Obama?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['奥巴马有几个孩子？', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['Welcher Berg ragt am weitesten heraus?', PEAK],
    ['who are the children of barack obama?', CHILDREN],
    ['how many children does barack obama have?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    ['what is the number of children of barack obama?', CHILDREN.replace('?x {', '(COUNT(?x) AS ?n) {')],
    // A stored number need not be counted.
    [
      'how many people live in honolulu?',
      'SELECT ?n { ns:m.02hrh0_ ns:location.statistical_region.population ?p . ?p ns:measurement_unit.dated_integer.number ?n }',
    ],
    ['which mountain is the highest?', PEAK],
    ['which mountain has the most prominence?', PEAK],
    // The latest value is also the current one.
    [
      'who is the wife of newt gingrich?',
      'SELECT ?x { ns:m.018fzs ns:people.person.spouse_s ?m . ?m ns:people.marriage.spouse ?x ; ns:people.marriage.from ?d } ORDER BY DESC(?d) LIMIT 1',
    ],
    ['who was the first lady of barack obama?', FOUNDED],
    ['what is the last name of the first team?', FOUNDED],
    ['which sports team was founded first?', FOUNDED],
    ['which sports team is the oldest?', FOUNDED],
    ['what sports team was founded after 1912?', AFTER],
    ['what sports team was not founded before 1912?', AFTER],
    ['who directed The Longest Yard?', 'SELECT ?x { ns:m.02mjmr ns:film.film.directed_by ?x }'],
    ['what tracks are on ace of base greatest hits?', 'SELECT ?x { ns:m.02mjmr ns:music.release.track ?x }'],
    ['what is the highest point of hawaii?', 'SELECT ?x { ns:m.02mjmr ns:base.x.y.highest_point ?x }'],
    ['when is the super bowl and who won?', CHILDREN],
    ['', CHILDREN],
    ['how many?', 'SELECT ?x {'],
  ])('%s', (question, query) => {
    expect(compare(question, query).verdict).toBe('unknown');
  });

  it('if the words are part of a name', () => {
    const query = parseQuery(
      'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.0d1qmz ns:film.film.genre ?x }',
      'virtuoso',
    );
    const compareWith = (question: string, name: string | undefined): string =>
      compareCues(question, query, freebase(), () => name).verdict;
    expect([
      compareWith('what is the longest yard about?', 'The Longest Yard'),
      // The name is unknown.
      compareWith('what is the longest yard about?', undefined),
      compareWith('what is the longest genre of the longest yard?', 'The Longest Yard'),
    ]).toEqual(['unknown', 'unknown', 'different']);
  });
});

describe('cues suggest', () => {
  const LISTED = CHILDREN.replace('?x {', 'DISTINCT ?x {');
  const COUNTED = CHILDREN.replace('?x {', '(COUNT(DISTINCT ?x) AS ?count) {');
  const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

  it('to count, or to list what the query counts', () => {
    expect(compare('how many children does barack obama have?', LISTED).alternative?.query).toBe(
      NS + COUNTED,
    );
    expect(compare('who are the children of barack obama?', COUNTED).alternative?.query).toBe(NS + LISTED);
  });

  it('nothing for a query that selects more than one variable, or orders its rows', () => {
    const question = 'how many children does barack obama have?';
    expect(compare(question, CHILDREN.replace('?x {', '?x ?x {')).alternative).toBeUndefined();
    expect(compare(question, `${CHILDREN} ORDER BY ?x`).alternative).toBeUndefined();
  });
});
