import { describe, expect, it } from 'vitest';
import { completeAt } from '../../../server/src/core/edit/complete/complete';
import type { CompletionItem, CompletionKind } from '../../../server/src/core/edit/complete/item';
import { applyEdits } from '../../../server/src/core/language/text/edit';
import { check, freebase } from '../../support/check';
import { librarySchema } from '../../support/library-schema';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

interface Found {
  readonly items: readonly CompletionItem[];
  labels(kind?: CompletionKind): readonly string[];
  /** The text after accepting an item, with the defaults of its placeholders. */
  accept(label: string): string;
}

/** The items at the `|` of a query. */
function complete(
  marked: string,
  { prologue = PROLOGUE, schema = freebase(), dialect = 'virtuoso' as const } = {},
): Found {
  const text = prologue + marked.replace('|', '');
  const offset = prologue.length + marked.indexOf('|');
  const found = completeAt(text, offset, { schema, dialect });
  const items = found?.items ?? [];
  return {
    items,
    labels: (kind) => items.filter((item) => !kind || item.kind === kind).map(({ label }) => label),
    accept: (label) => {
      const item = items.find((one) => one.label === label);
      if (!item || !found) throw new Error(`"${label}" is not offered.`);
      const newText = item.insertText
        .replace(/\$\{\d+:([^}]*)\}/g, '$1')
        .replace(/\$\{\d+\|([^,]*)[^}]*\}/g, '$1')
        .replace(/\$\d/g, '');
      return applyEdits(text, [...(item.additionalEdits ?? []), { range: found.word, newText }]);
    },
  };
}

describe('a relation', () => {
  it('is found by the start of its id', () => {
    expect(complete('SELECT ?x { ?x ns:film.film.dir| }').labels('relation')[0]).toBe(
      'film.film.directed_by',
    );
  });

  it('is found by a word of its label', () => {
    expect(complete('SELECT ?x { ?x ns:directed| }').labels('relation')[0]).toBe('film.film.directed_by');
    expect(complete('SELECT ?x { ns:m.02mjmr ns:birth| ?x }').labels('relation').slice(0, 5)).toContain(
      'people.person.place_of_birth',
    );
  });

  it('is found by synonyms', () => {
    expect(complete('SELECT ?x { ns:m.02mjmr ns:born| ?x }').labels('relation').slice(0, 5)).toContain(
      'people.person.place_of_birth',
    );
    expect(complete('SELECT ?x { ?x a ns:film.film ; ns:director| ?d }').labels('relation')[0]).toBe(
      'film.film.directed_by',
    );
  });

  it('of a mediator is not offered first for an entity', () => {
    const found = complete('SELECT ?x { ns:m.02mjmr ns:wife| ?x }').labels('relation');
    expect(found[0]).toBe('people.person.spouse_s');
  });

  it('is ranked by its own words before synonyms', () => {
    const found = complete('SELECT ?x { ns:m.0d05w3 ns:popul| ?x }').labels('relation');
    expect(found[0]).toMatch(/population/);
  });

  it('is found by several words in any order', () => {
    expect(complete('SELECT ?x { ?x ns:birth_date| ?d }').labels('relation')[0]).toBe(
      'people.person.date_of_birth',
    );
    expect(complete('SELECT ?x { ?x ns:film.dir| ?d }').labels('relation').slice(0, 3)).toContain(
      'film.film.directed_by',
    );
  });

  it('is found without a prefix and inserted with the declared one', () => {
    const found = complete('SELECT ?x { ?x directed| }', {
      prologue: 'PREFIX fb: <http://rdf.freebase.com/ns/>\n',
    });
    expect(found.accept('film.film.directed_by')).toContain('?x fb:film.film.directed_by }');
  });

  it('declares its prefix', () => {
    const after = complete('# question: who\nSELECT ?x { ?x directed| }', { prologue: '' }).accept(
      'film.film.directed_by',
    );
    expect(after).toBe(
      '# question: who\nPREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ?x ns:film.film.directed_by }',
    );
  });

  it('keeps a typed prefix, and declares it if it is a customary one', () => {
    const after = complete('SELECT ?x { ?x fb:directed| }', { prologue: '' }).accept('film.film.directed_by');
    expect(after).toContain('PREFIX fb: <http://rdf.freebase.com/ns/>');
    expect(after).toContain('?x fb:film.film.directed_by }');
  });

  it('is inserted in angle brackets if it was started so', () => {
    const found = complete('SELECT ?x { ?x <http://rdf.freebase.com/ns/film.film.dir| }');
    expect(found.accept('film.film.directed_by')).toContain(
      '?x <http://rdf.freebase.com/ns/film.film.directed_by> }',
    );
  });

  it('replaces the whole name at the cursor', () => {
    const after = complete('SELECT ?x { ?x ns:film.film.dir|ect_by ?d }').accept('film.film.directed_by');
    expect(after).toContain('?x ns:film.film.directed_by ?d }');
  });

  it('is ranked by the class of the subject', () => {
    const [first, ...others] = complete('SELECT ?x { ?x a ns:film.film ; ns:| }').labels('relation');
    expect([first, ...others.slice(0, 9)].every((id) => id?.startsWith('film.film.'))).toBe(true);
  });

  it('is ranked by the other relations of the subject', () => {
    const found = complete('SELECT ?x { ns:m.0abc ns:film.film.starring ?p . ?p ns:| ?x }').labels(
      'relation',
    );
    expect(found.slice(0, 3)).toContain('film.performance.actor');
  });

  it('is ranked by the type of the object', () => {
    const found = complete('SELECT ?x { ?f ns:fil| ?p . ?p ns:film.performance.actor ?x }').labels(
      'relation',
    );
    expect(found[0]).toBe('film.film.starring');
  });

  it('is ranked in the inverse direction after ^', () => {
    const found = complete('SELECT ?x { ?p a ns:film.performance ; ^ns:film| ?x }').labels('relation');
    expect(found.slice(0, 2).sort()).toEqual(['film.actor.film', 'film.film.starring']);
  });

  it('is ranked inside a path', () => {
    const found = complete('SELECT ?x { ?f ns:film.film.starring/ns:| ?x }').labels('relation');
    expect(found.slice(0, 3)).toContain('film.performance.actor');
  });

  it('is offered after a semicolon and in a blank node', () => {
    expect(complete('SELECT ?x { ?x a ns:film.film ; | }').labels('relation')[0]).toMatch(/^film\.film\./);
    expect(complete('SELECT ?x { ?f ns:film.film.starring [ ns:| ] }').labels('relation')[0]).toMatch(
      /^film\.performance\./,
    );
  });

  it('is offered between incomplete lines', () => {
    const found = complete('SELECT ?x {\n  ?f a ns:film.film .\n  ?f ns:dir|\n  ?d ns:people.person.\n');
    expect(found.labels('relation')[0]).toBe('film.film.directed_by');
  });

  it('is ranked in NOT EXISTS by the patterns outside', () => {
    const found = complete(
      'SELECT ?x { ns:m.0 ns:government.government_position_held ?y . ?c ns:government.governmental_jurisdiction.governing_officials ?y . FILTER NOT EXISTS { ?y ns:| } }',
    );
    expect(found.labels('relation')[0]).toMatch(/^government\.government_position_held\./);
  });

  it('that matches the question comes first', () => {
    const asked = (question: string): string | undefined =>
      complete(`# question: ${question}\nSELECT ?x { ns:m.02mjmr ns:peo| ?x }`, {
        prologue: '',
      }).labels('relation')[0];
    expect(asked('Where was he born?')).toMatch(/birth/);
    expect(asked('Who are his kids?')).toBe('people.person.children');
  });

  it('is ranked by the patterns of its own query only', () => {
    const found = complete(
      'SELECT ?x { ?x a ns:film.film }\n### next\nPREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ?x a ns:people.person ; ns:| }',
    );
    expect(found.labels('relation')[0]).toMatch(/^people\.person\./);
  });

  it('to a mediator is offered with the next hop', () => {
    const found = complete('SELECT ?x {\n  ?f a ns:film.film ; ns:starring|\n}');
    const hop = found.labels('snippet').find((label) => label.startsWith('film.film.starring ›')) ?? '';
    const after = found.accept(hop);
    expect(after).toContain('ns:film.film.starring ?performance .\n?performance ns:film.performance.');
    expect(check(after).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('of a custom schema is found by its words and inserted as a valid name', () => {
    const found = complete('SELECT ?x { ?x a <http://example.org/library/Book> ; auth| }', {
      schema: librarySchema(),
      prologue: '',
    });
    expect(found.labels('relation')[0]).toBe('Book/author');
    expect(found.accept('Book/author')).toContain('; <http://example.org/library/Book/author> }');
  });
});

describe('the filter text', () => {
  it('continues the typed word as in the name', () => {
    const filters = new Map(
      complete('SELECT ?x { ?x ns:dir| }').items.map(({ label, filterText: filter }) => [label, filter]),
    );
    expect(filters.get('film.film.directed_by')).toBe('ns:directed_by ');
    expect(filters.get('film.director.film')).toBe('ns:director.film ');
  });

  it('is the typed word if the name does not contain it', () => {
    const born = complete('SELECT ?x { ?x ns:born| }').items.find(
      ({ label }) => label === 'people.person.place_of_birth',
    );
    expect(born?.filterText).toBe('ns:born ');
  });
});

describe('a class', () => {
  it('is offered after a and after type.object.type', () => {
    expect(complete('SELECT ?x { ?x a ns:act| }').labels('class').slice(0, 5)).toContain('film.actor');
    expect(complete('SELECT ?x { ?x ns:type.object.type ns:film.act| }').labels('class')[0]).toBe(
      'film.actor',
    );
  });

  it('is ranked by the types of the subject', () => {
    const found = complete('SELECT ?x { ?x ns:film.film.directed_by ?d . ?d a ns:| }');
    expect(found.labels('class')[0]).toBe('film.director');
  });

  it('is not offered after another relation', () => {
    expect(complete('SELECT ?x { ?x ns:film.film.directed_by ns:| }').labels('class')).toEqual([]);
  });
});

describe('a variable', () => {
  it('is offered if it fits, after a new one named after its type', () => {
    const found = complete('SELECT ?x { ?f ns:film.film.directed_by ?boss . ?g ns:film.film.directed_by | }');
    expect(found.labels('variable').slice(0, 2)).toEqual(['?director', '?boss']);
  });

  it('is offered in the projection from the patterns below', () => {
    expect(complete('SELECT ?| { ?film ns:film.film.directed_by ?director }').labels('variable')).toEqual([
      '?film',
      '?director',
    ]);
  });

  it('keeps its sigil', () => {
    expect(complete('SELECT $| { $film ns:film.film.directed_by ?d }').labels('variable')).toContain('$film');
  });
});

describe('a value', () => {
  it('has the datatype of the relation', () => {
    expect(complete('SELECT ?x { ?x ns:people.person.height_meters | }').labels('value')).toEqual([
      '"0.0"^^xsd:float',
    ]);
  });

  it('has the datatype of the compared variable', () => {
    const found = complete('SELECT ?x { ?x ns:people.person.date_of_birth ?d . FILTER(?d > |) }');
    expect(found.labels('value')[0]).toBe('"2000"^^xsd:gYear');
    expect(check(found.accept('"2000"^^xsd:gYear')).filter(({ code }) => code === 'float_suffix')).toEqual(
      [],
    );
  });

  it('has the full IRI of its datatype if no prefix is declared', () => {
    const found = completeAt(
      `${PROLOGUE}SELECT ?x { ?x ns:people.person.height_meters  }`,
      PROLOGUE.length + 'SELECT ?x { ?x ns:people.person.height_meters '.length,
      { schema: freebase(), dialect: 'sparql11' },
    );
    expect(found?.items.find(({ kind }) => kind === 'value')?.label).toContain('^^<http://www.w3.org/2001/');
  });
});

describe('a keyword', () => {
  it.each([
    ['|', ['SELECT', 'PREFIX', 'ASK'], ['WHERE', 'FILTER']],
    ['SELECT | { ?x ?y ?z }', ['DISTINCT'], ['FILTER', 'LIMIT']],
    ['SELECT ?x { | }', ['FILTER', 'OPTIONAL', 'FILTER NOT EXISTS', 'VALUES', 'BIND'], ['LIMIT', 'GROUP BY']],
    ['SELECT ?x { ?x ?y ?z } |', ['ORDER BY', 'GROUP BY', 'LIMIT'], ['FILTER', 'OPTIONAL']],
    ['SELECT ?x { ?x ?y ?z } ORDER BY |', ['DESC', 'ASC'], ['FILTER']],
    ['SELECT ?x { ?x ?y ?z . FIL| }', ['FILTER'], ['OPTIONAL']],
    ['SELECT ?x { | }', ['FILTER'], ['true', 'IN']],
    ['SELECT ?x { ?x ?y ?z . FILTER(|) }', ['NOT EXISTS', 'true'], ['AS', 'DISTINCT']],
  ])('at %j is allowed by the grammar', (marked, there, notThere) => {
    const labels = complete(marked, { prologue: '' }).labels('keyword');
    expect(labels).toEqual(expect.arrayContaining(there));
    for (const word of notThere) expect(labels).not.toContain(word);
  });
});

describe('a cast', () => {
  it.each([
    ['SELECT ?x { ?x ?y ?z } ORDER BY |', true],
    ['SELECT ?x { ?x ?y ?z } ORDER |', false],
  ])('at %j is offered only if the grammar allows it', (marked, isOffered) => {
    expect(complete(marked, { prologue: '' }).labels('function').includes('xsd:integer')).toBe(isOffered);
  });
});

describe('the most common keyword', () => {
  it.each([
    ['|', 'SELECT'],
    ['SELECT ?x { | }', 'FILTER'],
    ['SELECT ?x { ?x ?y ?z } |', 'ORDER BY'],
    ['SELECT ?x { ?x ?y ?z } GROUP BY ?x |', 'ORDER BY'],
  ])('comes first at %j', (marked, first) => {
    expect(complete(marked, { prologue: '' }).labels('keyword')[0]).toBe(first);
  });
});

describe('a function', () => {
  it('is offered in an expression, with a placeholder for its argument', () => {
    const found = complete('SELECT ?x { ?x ?y ?z . FILTER(STRL|) }');
    expect(found.labels('function')).toContain('STRLEN');
    expect(found.accept('STRLEN')).toContain('FILTER(STRLEN())');
  });

  it('that aggregates is offered where aggregates are allowed', () => {
    expect(complete('SELECT (| AS ?n) { ?x ?y ?z }').labels('aggregate')).toContain('COUNT');
  });

  it('is not offered in a pattern', () => {
    expect(complete('SELECT ?x { ?x | }').labels('function')).toEqual([]);
  });
});

describe('a snippet', () => {
  it.each(['select query', 'count query', 'argmax query', 'argmin query', 'ask query'])(
    'for a whole query (%s) gives a valid query',
    (label) => {
      const after = complete('|', { prologue: '' }).accept(label);
      expect(check(after).filter(({ code }) => code === 'syntax')).toEqual([]);
    },
  );

  it('for a mediator hop, a name and a superlative gives a valid query', () => {
    const found = complete('SELECT ?x { ?x ns:film.film.runtime ?r .\n| }');
    for (const label of ['mediator hop', 'English name'])
      expect(check(found.accept(label)).filter(({ severity }) => severity === 'error')).toEqual([]);
    const modifiers = complete('SELECT ?x { ?x ns:people.person.height_meters ?h } |');
    expect(modifiers.accept('argmax')).toContain('ORDER BY DESC(?h)\nLIMIT 1');
    expect(check(modifiers.accept('argmax')).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('for current facts uses the time relations of the mediator', () => {
    const found = complete(
      'SELECT ?x { ?c ns:government.governmental_jurisdiction.governing_officials ?held . ?held ns:government.government_position_held.office_holder ?x .\n| }',
    );
    const after = found.accept('?held holds now');
    expect(after).toContain('?held ns:government.government_position_held.from ?from');
    expect(after).toContain('?held ns:government.government_position_held.to ?to');
    expect(check(after).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('compares a variable with a literal of its kind', () => {
    const found = complete('SELECT ?x { ?x ns:people.person.height_meters ?h .\n| }');
    const after = found.accept('compare ?h');
    expect(after).toContain('FILTER (?h < "0.0"^^xsd:float)');
    expect(check(after).filter(({ code }) => code === 'float_suffix')).toEqual([]);
  });
});

describe('a prefix', () => {
  it('is offered after PREFIX with its namespace', () => {
    const found = complete('PREFIX n| SELECT ?x {}', { prologue: '' });
    expect(found.accept('ns:')).toContain('PREFIX ns: <http://rdf.freebase.com/ns/> SELECT');
  });

  it('of the KB comes first, and so does its IRI', () => {
    expect(complete('PREFIX | SELECT ?x {}', { prologue: '' }).labels('prefix')[0]).toBe('ns:');
    expect(complete('PREFIX ns: | SELECT ?x {}', { prologue: '' }).labels('prefix')[0]).toBe(
      '<http://rdf.freebase.com/ns/>',
    );
  });

  it('of another vocabulary offers its names', () => {
    expect(complete('SELECT ?x { ?x ?y "1"^^xsd:fl| }').labels('value')).toContain('xsd:float');
    expect(complete('SELECT ?x { ?x rdfs:| ?y }').labels('value')).toContain('rdfs:label');
  });
});

describe('nothing is offered', () => {
  it.each([
    'SELECT ?x { # a comment |\n }',
    'SELECT ?x { ?x ns:type.object.name "a |name" }',
    'SELECT ?x { ?x ns:film.film.runtime 12| }',
    'SELECT ?x { ?x ns:type.object.name "never closed |\n }',
  ])('in %j', (marked) => {
    expect(complete(marked).items).toEqual([]);
  });
});

describe('the text around the cursor', () => {
  it.each([
    ['SELECT ?x { ?x ?y ?z . OPTION| { ?x ?a ?b } }', 'OPTIONAL', 'OPTIONAL { ?x ?a ?b }'],
    ['SELECT ?x { { ?x ?y ?z } UN| { ?x ?a ?b } }', 'UNION', 'UNION { ?x ?a ?b }'],
    ['SELECT ?x WHER| { ?x ?y ?z }', 'WHERE', 'WHERE { ?x ?y ?z }'],
    ['SELECT ?x { ?x ?y ?z . FILT|(?z > 1) }', 'FILTER', 'FILTER(?z > 1)'],
    ['SELECT ?x { ?x ?y ?z . FILTER(lan|(?z) = "en") }', 'LANG', 'FILTER(LANG(?z)'],
    [
      'SELECT ?x { ?x <http://rdf.freebase.com/ns/film.film.dir|> ?y }',
      'film.film.directed_by',
      '?x <http://rdf.freebase.com/ns/film.film.directed_by> ?y',
    ],
  ])('is not inserted twice: %j', (marked, label, after) => {
    expect(complete(marked).accept(label)).toContain(after);
  });

  it.each([
    ['SELECT ?x { ?x ns:film.film.starring [|] }', 'film.performance.'],
    ['SELECT ?x { ?x ns:film.film.starring [ | ] }', 'film.performance.'],
    ['SELECT ?x {\n  ?x ns:film.film.genre\n  ?x ns:film.film.dir|\n}', 'film.film.directed_by'],
    ['SELECT ?x {\n  ?x\n  ?x ns:film.film.dir|\n}', 'film.film.directed_by'],
  ])('does not hide relations at %j', (marked, id) => {
    expect(complete(marked).labels('relation')[0]).toContain(id);
  });

  it.each([
    ['SELECT ?x { } LIMIT |', ['1', '10', '100']],
    ['SELECT ?x { ?x ?y ?z . BIND(?z AS |) }', ['?value']],
    ['SELECT (COUNT(?x) AS |) { ?x ?y ?z }', ['?count', '?value']],
    ['SELECT ?x { ?x ns:type.object.name "Rome"@| }', ['en', 'de', 'es', 'fr', 'it', 'pt', 'zh', 'ja']],
  ])('limits the items at %j', (marked, labels) => {
    expect(complete(marked).labels()).toEqual(labels);
  });

  it('determines the datatype', () => {
    const typed = (marked: string): string | undefined => complete(marked).labels('value')[0];
    expect(typed('SELECT ?x { ?x ns:people.person.height_meters "1"^^| }')).toBe('xsd:float');
    expect(typed('SELECT ?x { ?x ns:people.person.date_of_birth "2000"^^xsd:| }')).toBe('xsd:date');
  });

  it('excludes values from comparisons with function results', () => {
    expect(
      complete('SELECT ?x { ?x ns:people.person.date_of_birth ?d . FILTER(YEAR(?d) > |) }').labels('value'),
    ).toEqual([]);
  });

  it('excludes variables that a sub-select does not select', () => {
    const found = complete(
      'SELECT ?x { { SELECT ?y { ?y ns:people.person.gender ?secret } } ?x ns:people.person.gender | }',
    );
    expect(found.labels('variable')).not.toContain('?secret');
    expect(found.labels('variable')).toContain('?y');
  });

  it('excludes impossible relations unless their name is typed', () => {
    const at = (typed: string): readonly string[] =>
      complete(`SELECT ?x { ?x ns:film.film.starring ?p . ?p ns:${typed}| }`).labels('relation');
    expect(at('')).not.toContain('film.film.genre');
    expect(at('film.film.gen')).toContain('film.film.genre');
  });

  it('gives the variables of a template the types of the pattern', () => {
    const found = complete('CONSTRUCT { ?x ns:| ?y } WHERE { ?x a ns:film.film }').labels('relation');
    expect(found[0]).toMatch(/^film\.film\./);
  });

  it.each([
    ['SELECT ?x { ?p a ns:people.person ; ns:mother| ?x }', 'people.person.parents'],
    ['SELECT ?x { ?c a ns:location.country ; ns:timezone| ?x }', 'location.location.time_zones'],
    ['SELECT ?x { ?p a ns:people.person ; ns:kids| ?x }', 'people.person.children'],
    ['SELECT ?x { ?p a ns:people.person ; ns:sex| ?x }', 'people.person.gender'],
  ])('matches synonyms of plurals at %j', (marked, id) => {
    expect(complete(marked).labels('relation').slice(0, 3)).toContain(id);
  });

  it('ranks relations by the type of the object', () => {
    const found = complete('SELECT ?x { ?x ns:| ?d . ?d a ns:film.director }').labels('relation');
    expect(found.slice(0, 3)).toContain('film.film.directed_by');
  });

  it.each([
    'SELECT ?x { ?x ns:film.film.starr| . }',
    'SELECT ?x { ?y ns:p [ ns:film.film.starr|\n ] }',
    'SELECT ?x { ?x ^ns:film.film.starr|\n }',
  ])('excludes mediator hops from %j', (marked) => {
    expect(complete(marked).labels('snippet')).toEqual([]);
  });

  it('gives a hop new variable names', () => {
    const found = complete(
      'SELECT ?x {\n ?x ns:film.film.starring ?performance . ?performance ns:film.performance.actor ?actor .\n ?y ns:film.film.starr|\n}',
    );
    expect(found.accept('film.film.starring › actor')).toContain(
      '?y ns:film.film.starring ?performance2 .\n?performance2 ns:film.performance.actor ?actor2 .',
    );
  });

  it('shows the domain of a relation after ^', () => {
    const turned = complete('SELECT ?x { ?f ^ns:film.performance.film| ?x }').items;
    expect(turned.find(({ label }) => label === 'film.performance.film')?.detail).toContain('performance');
  });
});

describe('a small custom schema', () => {
  const options = { schema: librarySchema(), prologue: 'PREFIX lib: <http://example.org/library/>\n' };

  it('is offered completely before anything is typed', () => {
    expect(complete('SELECT ?x { ?x lib:| }', options).labels('relation').length).toBeGreaterThan(4);
    expect(complete('SELECT ?x { ?x a lib:| }', options).labels('class')).toContain('Book');
  });

  it('has no snippets of Freebase', () => {
    const labels = complete('SELECT ?x { | }', options).labels('snippet');
    expect(labels).not.toContain('mediator hop');
    expect(labels).not.toContain('English name');
  });
});

describe('without a schema', () => {
  it('keywords and variables are still offered', () => {
    const text = 'SELECT ?x { ?x ?y ?z .  }';
    const found = completeAt(text, text.length - 2, { schema: undefined, dialect: 'virtuoso' });
    expect(found?.items.map(({ label }) => label)).toEqual(expect.arrayContaining(['?x', 'FILTER']));
  });
});
