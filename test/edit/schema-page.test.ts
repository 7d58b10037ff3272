import { describe, expect, it } from 'vitest';
import { schemaPage, type SchemaPage } from '../../server/src/core/edit/schema-page';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { check, freebase } from '../support/check';
import { librarySchema } from '../support/library-schema';

const page = (id: string): SchemaPage => schemaPage(freebase(), id);

/** The lines below a heading, up to the next one. */
function section({ text }: SchemaPage, heading: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading));
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && /^\S/.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).filter(Boolean);
}

const fact = ({ text }: SchemaPage, name: string): string =>
  new RegExp(`^${name} +(.*)$`, 'm').exec(text)?.[1] ?? '';

function expectSoundExample(id: string): void {
  const example = section(page(id), 'Example').join('\n');
  const query = `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT * WHERE {\n${example}\n}`;
  expect(parseQuery(query, 'virtuoso').parses, query).toBe(true);
  const wrong = check(query).filter(({ severity }) => severity === 'error' || severity === 'warning');
  expect(wrong, query).toEqual([]);
}

describe('The page of a type', () => {
  it('starts with its label, kind and id', () => {
    expect(page('film.film').text).toMatch(/^film\ntype film\.film\n/);
    expect(page('film.performance').text).toMatch(/^performance\nmediator film\.performance\n/);
    expect(page('type.datetime').text).toMatch(/^datetime\nliteral type type\.datetime\n/);
  });

  it('shows its domain and the types it includes', () => {
    expect(fact(page('film.film'), 'Domain')).toBe('film');
    expect(page('film.film').text).toMatch(/^Includes +common\.topic +\d+ relations$/m);
  });

  it('lists its relations with their ranges in columns', () => {
    const rows = section(page('film.film'), 'Relations (');
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.find((row) => row.includes('film.film.directed_by'))).toMatch(/→ {2}film\.director$/);
    expect(new Set(rows.map((row) => row.indexOf('→'))).size).toBe(1);
  });

  it('marks literals by their kind and mediators by their relations', () => {
    const rows = section(page('film.film'), 'Relations (');
    expect(rows.find((row) => row.includes('.initial_release_date'))).toMatch(/literal: dates and times$/);
    expect(rows.find((row) => row.includes('.starring'))).toMatch(
      /film\.performance +mediator: actor, character/,
    );
  });

  it('lists the relations of each mediator once, without the one back', () => {
    const rows = section(page('film.film'), 'Through mediators');
    expect(rows.filter((row) => row.trim().startsWith('film.performance.actor '))).toHaveLength(1);
    expect(rows.some((row) => row.includes('film.performance.film '))).toBe(false);
    expect(rows.filter((row) => row.startsWith('  measurement_unit.dated_money_value'))).toEqual([
      '  measurement_unit.dated_money_value (2 relations)',
    ]);
  });

  it('lists incoming relations, those of the commons first', () => {
    const rows = section(page('film.director'), 'Incoming relations');
    expect(rows[0]?.trim()).toBe('film.film.directed_by');
    const firstOfCommunity = rows.findIndex((row) => /^ +(?:base|user)\./.test(row));
    expect(rows.slice(firstOfCommunity).every((row) => /^ +(?:base|user)\.|^ +and/.test(row))).toBe(true);
  });

  it('shows how many rows of a long list are left out', () => {
    const rows = section(page('type.datetime'), 'Incoming relations');
    expect(rows).toHaveLength(101);
    expect(rows.at(-1)).toMatch(/^ {2}and 1,\d{3} more$/);
  });

  it('lists the types that include it', () => {
    expect(section(page('people.person'), 'Included by').map((row) => row.trim())).toContain('film.director');
  });
});

describe('The page of a relation', () => {
  it('shows label, id, domain, range and reverse', () => {
    const text = page('film.film.directed_by');
    expect(text.text).toMatch(/^directed by\nrelation film\.film\.directed_by\n/);
    expect(fact(text, 'Domain')).toMatch(/^film\.film\b/);
    expect(fact(text, 'Range')).toMatch(/^film\.director\b/);
    expect(fact(text, 'Reverse')).toBe('film.director.film');
  });

  it('lists the relations beyond a mediator', () => {
    const rows = section(page('film.film.starring'), 'Through the mediator');
    expect(rows[0]).toMatch(/film\.performance\.actor +→ {2}film\.actor/);
    expect(rows.some((row) => row.includes('film.performance.film '))).toBe(false);
  });

  it('shows "anything" for an unknown domain', () => {
    expect(fact(page('common.topic.article'), 'Domain')).toBe('anything');
  });

  it('has an example that continues through the mediator', () => {
    expect(section(page('film.film.starring'), 'Example')).toEqual([
      '  ?film ns:film.film.starring ?performance .',
      '  ?performance ns:film.performance.actor ?actor .',
    ]);
  });

  it('compares dates with a full dateTime in its example', () => {
    expect(section(page('people.person.date_of_birth'), 'Example')[1]).toBe(
      '  FILTER (?date_of_birth >= "2000-01-01T00:00:00"^^xsd:dateTime)',
    );
  });

  it('uses different variables for two entities of one type in its example', () => {
    expect(section(page('film.film.sequel'), 'Example')).toEqual(['  ?film ns:film.film.sequel ?film2 .']);
  });

  it('has an example without findings', () => {
    const every = [...freebase().relationIds()].filter((_, index) => index % 37 === 0);
    expect(every.length).toBeGreaterThan(500);
    for (const id of every) expectSoundExample(id);
  });

  it('has a valid example for every kind of literal', () => {
    const schema = freebase();
    const byKind = new Map<string, string[]>();
    for (const id of schema.relationIds()) {
      const range = schema.relation(id)?.range;
      const kind = range === undefined ? undefined : schema.type(range)?.literal;
      const list = kind === undefined ? [] : (byKind.get(kind) ?? []);
      if (kind !== undefined && list.length < 10) byKind.set(kind, [...list, id]);
    }
    expect([...byKind.keys()].sort()).toEqual(['boolean', 'datetime', 'float', 'integer', 'text']);
    for (const id of [...byKind.values()].flat()) expectSoundExample(id);
  });
});

describe('The page of a domain', () => {
  it('lists its types and mediators separately', () => {
    const film = page('film');
    expect(film.text).toMatch(/^film\ndomain film of Freebase\n/);
    expect(section(film, 'Types').some((row) => /^ {2}film\.film +\d+ relations$/.test(row))).toBe(true);
    expect(section(film, 'Mediators').some((row) => row.startsWith('  film.performance '))).toBe(true);
  });

  it('has the first two parts of the id for a community domain', () => {
    const rows = section(page('base.aareas'), 'Types');
    expect(rows.some((row) => row.startsWith('  base.aareas.schema.ad.parish'))).toBe(true);
    expect(fact(page('base.aareas.schema.ad.parish'), 'Domain')).toBe('base.aareas');
  });
});

describe('The page of the schema', () => {
  it('lists all domains, the community domains last', () => {
    const overview = page('');
    expect(overview.title).toBe('Freebase');
    expect(section(overview, 'Domains (').some((row) => /^ {2}film +\d+ types$/.test(row))).toBe(true);
    expect(section(overview, 'Domains (').some((row) => row.startsWith('  base.'))).toBe(false);
    expect(section(overview, 'Community domains').length).toBeGreaterThan(1000);
  });
});

describe('The page of an id that is not in the schema', () => {
  it('says so and lists similar names', () => {
    const unknown = page('film.film.directedby');
    expect(unknown.text).toContain('film.film.directedby is not in the schema of Freebase');
    expect(section(unknown, 'Similar names')[0]).toBe('  film.film.directed_by');
  });

  it('identifies an entity and refers to the KB', () => {
    const { text } = page('m.02mjmr');
    expect(text).toMatch(/^m\.02mjmr\nentity of Freebase\n/);
    expect(text).toContain('Connect a KB');
    expect(text).not.toContain('no relation');
  });

  it('lists synonyms among similar names', () => {
    expect(section(page('people.person.wife'), 'Similar names')).toContain('  people.person.spouse_s');
  });

  it('does not judge user domains', () => {
    expect(page('user.nobody.thing').text).toContain('does not cover this part');
  });
});

describe('Every page', () => {
  it.each([
    '',
    'film',
    'film.film',
    'film.film.starring',
    'film.performance',
    'type.datetime',
    'film.film.cast',
  ])('of “%s” has a link at every id and nowhere else', (id) => {
    const { text, links } = page(id);
    for (const { range, id: target } of links)
      expect([target, 'Freebase']).toContain(text.slice(range.start, range.end));
    const linked = new Set(links.map(({ range }) => range.start));
    for (const { index } of text.matchAll(/(?<=→ {2})(?!anything)\S/g)) expect(linked).toContain(index);
  });

  it('has no trailing white space', () => {
    for (const id of ['', 'film', 'film.film', 'film.film.starring', 'people.person'])
      expect(page(id).text).not.toMatch(/[ \t]$/m);
  });
});

describe('A custom schema', () => {
  it('has pages for ids of any form', () => {
    const book = schemaPage(librarySchema(), 'Book');
    expect(section(book, 'Relations (').map((row) => row.trim().split(/\s+/)[0])).toEqual([
      'Book/author',
      'Book/year',
      'Book/loan',
    ]);
    expect(section(schemaPage(librarySchema(), 'Book/author'), 'Example')).toEqual([
      '  ?Book <http://example.org/library/Book/author> ?Person .',
    ]);
    expect(section(schemaPage(librarySchema(), ''), 'Relations without a domain')).toHaveLength(1);
    expect(section(schemaPage(librarySchema(), ''), 'Types')).toHaveLength(4);
  });
});
