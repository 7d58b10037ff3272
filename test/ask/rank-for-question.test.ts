import { describe, expect, it } from 'vitest';
import { compareByRanking, rankForQuestion } from '../../server/src/core/ask/rank-for-question';
import type { Agreement } from '../../server/src/core/describe/description';
import { parseDocument, parseQuery } from '../../server/src/core/language/sparql/parse';
import { repair } from '../../server/src/core/repair/repair';
import type { RepairPorts } from '../../server/src/core/repair/repair-ports';
import type { RepairTrace } from '../../server/src/core/repair/repair-events';
import { defaultSettings } from '../../server/src/settings/settings';
import { toAskOptions } from '../../server/src/settings/work-options';
import { samplePorts } from './ask-sample';

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>';
const OPTIONS = toAskOptions(defaultSettings);
const never = new AbortController().signal;

const compare = (question: string, body: string): Promise<Agreement | undefined> =>
  compareByRanking(parseQuery(`${NS}\n${body}`, 'virtuoso'), question, samplePorts(), OPTIONS, never);

describe('A query compared with the likeliest query for its question', () => {
  it.each([
    [
      'where was Tom Hanks born',
      'SELECT ?x { ns:m.0bxtg ns:people.person.nationality ?x }',
      'place of birth',
      'nationality',
    ],
    [
      'what is the official language of Brazil',
      'SELECT ?x { ns:m.015fr ns:location.country.capital ?x }',
      'official language',
      'capital',
    ],
    [
      'who are the children of Martin Sheen',
      'SELECT ?c { ns:m.0hvb2 ns:people.person.place_of_birth ?c }',
      'children',
      'place of birth',
    ],
  ])('differs if it uses another relation: %s', async (question, query, asked, used) => {
    const agreement = await compare(question, query);
    expect(agreement).toMatchObject({
      verdict: 'different',
      by: 'ranking',
      summary: `The question probably asks for “${asked}”, the query for “${used}”`,
    });
    expect(agreement?.explanation).toContain(asked);
    const repaired = parseQuery(agreement?.alternative?.query ?? '', 'virtuoso');
    expect(await compareByRanking(repaired, question, samplePorts(), OPTIONS, never)).toMatchObject({
      verdict: 'same',
    });
  });

  it.each([
    ['where was Tom Hanks born', 'SELECT ?place { ns:m.0bxtg ns:people.person.place_of_birth ?place }'],
    ['where was Tom Hanks born', 'SELECT ?place { ?place ns:location.location.people_born_here ns:m.0bxtg }'],
    [
      'what films did Tom Hanks star in',
      'SELECT ?f { ?p ns:film.performance.actor ns:m.0bxtg . ?p ns:film.performance.film ?f }',
    ],
  ])('matches if it has the same answers: %s, %s', async (question, query) => {
    expect(await compare(question, query)).toMatchObject({ verdict: 'same', by: 'ranking' });
  });

  it.each([
    [
      'selects the name of the answer',
      'where was Tom Hanks born',
      'SELECT ?n { ns:m.0bxtg ns:people.person.place_of_birth/ns:type.object.name ?n }',
    ],
    [
      'has some of the answers',
      'what films did Tom Hanks star in',
      'SELECT ?f { ?p ns:film.performance.actor ns:m.0bxtg . ?p ns:film.performance.film ?f } LIMIT 1',
    ],
    [
      'has an entity that the KB lacks',
      'where was Tom Hanks born',
      'SELECT ?x { ns:m.0zzzzzz ns:people.person.nationality ?x }',
    ],
    [
      'is not a SELECT query',
      'where was Tom Hanks born',
      'ASK { ns:m.0bxtg ns:people.person.nationality ?x }',
    ],
    [
      'has a question that no KB answers',
      'what is the meaning of life',
      'SELECT ?x { ns:m.0bxtg ns:people.person.nationality ?x }',
    ],
  ])('is not judged if it %s', async (_, question, query) => {
    expect(await compare(question, query)).toBeUndefined();
  });

  it('keeps the text of the author in the alternative', async () => {
    const text = `# a comment\n${NS}\n\nSELECT ?where\nWHERE {\n  # Tom Hanks\n  ns:m.0bxtg ns:people.person.nationality ?where .\n}\n`;
    const query = parseQuery(text, 'virtuoso');
    const agreement = await compareByRanking(
      query,
      'where was Tom Hanks born',
      samplePorts(),
      OPTIONS,
      never,
    );
    expect(agreement?.alternative?.query).toContain('# a comment');
    expect(agreement?.alternative?.query).toContain(
      '# Tom Hanks\n  ns:m.0bxtg ns:people.person.place_of_birth ?where .',
    );
  });

  it('is one of several queries of a document', async () => {
    const query = (relation: string): string =>
      `${NS}\nSELECT ?x { ns:m.0bxtg ns:people.person.${relation} ?x }\n`;
    const [, second] = parseDocument(`${query('place_of_birth')}###\n${query('nationality')}`, 'virtuoso');
    const agreement =
      second && (await compareByRanking(second, 'where was Tom Hanks born', samplePorts(), OPTIONS, never));
    expect(agreement?.alternative?.query.match(/SELECT/g)).toHaveLength(1);
    expect(agreement?.alternative?.query).toContain('place_of_birth');
  });
});

describe('The ranking of queries for a question', () => {
  it('prefers the entity of the given query', async () => {
    const bestFor = async (id: string): Promise<string> => {
      const given = parseQuery(`${NS} SELECT ?x { ns:${id} ns:location.location.area ?x }`, 'virtuoso');
      const question = 'where is Cambridge located';
      return (await rankForQuestion(question, given, samplePorts(), OPTIONS, never))?.best.query ?? '';
    };
    expect(await bestFor('m.01qh7')).toContain('m.01qh7');
    expect(await bestFor('m.0978r')).toContain('m.0978r');
  });

  it('is missing for a question that candidates cannot express', async () => {
    const question = 'which films did Tom Hanks not star in';
    expect(await rankForQuestion(question, undefined, samplePorts(), OPTIONS, never)).toBeUndefined();
  });
});

describe('A repair without a model', () => {
  const repaired = async (question: string, body: string): Promise<RepairTrace> => {
    const ports = samplePorts();
    const rank: RepairPorts['rank'] = (asked, given, signal) =>
      rankForQuestion(asked, given, ports, OPTIONS, signal);
    const running = repair(
      { question, query: `${NS}\n${body}` },
      { ...ports, rank },
      { ...OPTIONS, search: true },
      never,
    );
    for (;;) {
      const next = await running.next();
      if (next.done) return next.value;
    }
  };
  const query = (relation: string): string => `SELECT ?x { ns:m.0bxtg ns:people.person.${relation} ?x }`;

  it('replaces a query that works but asks something else', async () => {
    const { result } = await repaired('where was Tom Hanks born', query('nationality'));
    expect(result).toMatchObject({
      kind: 'repaired',
      basis: 'verified',
      query: `${NS}\n${query('place_of_birth').replace(' }', ' . }')}`,
    });
    expect(result.explanation).toContain('Ask for Tom Hanks → place of birth');
  });

  it('keeps a query that the ranking confirms', async () => {
    const { result, attempts } = await repaired('where was Tom Hanks born', query('place_of_birth'));
    expect(result.kind).toBe('unchanged');
    expect(attempts).toMatchObject([{ agreement: { verdict: 'same', by: 'ranking' } }]);
  });

  it('keeps a query whose question the ranking cannot judge', async () => {
    const { result } = await repaired('what makes Tom Hanks special', query('nationality'));
    expect(result.kind).toBe('unchanged');
  });

  it('counts the answers if the question asks how many there are', async () => {
    const { result } = await repaired(
      'how many children does Martin Sheen have',
      'SELECT ?x { ns:m.0hvb2 ns:people.person.children ?x }',
    );
    expect(result).toMatchObject({ kind: 'repaired', basis: 'verified' });
    expect(result.query).toContain('COUNT(DISTINCT ?x)');
  });
});
