import { describe, expect, it } from 'vitest';
import { completeAt } from '../../../server/src/core/edit/complete/complete';
import type { EntityMatch, EntitySearch } from '../../../server/src/core/edit/complete/entity-items';
import type { CompletionItem } from '../../../server/src/core/edit/complete/item';
import { freebase } from '../../support/check';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const NS = 'http://rdf.freebase.com/ns/';

/** The search for entities at the `|` of a query. */
function searchAt(marked: string, prologue = PROLOGUE): EntitySearch | undefined {
  const text = prologue + marked.replace('|', '');
  const options = { schema: freebase(), dialect: 'virtuoso' as const };
  return completeAt(text, prologue.length + marked.indexOf('|'), options)?.entities;
}

const entity = (id: string, name: string, type: string, popularity: number): EntityMatch => ({
  iri: NS + id,
  id,
  name,
  types: [type, 'common.topic'],
  popularity,
});
const DIRECTOR = entity('m.0184dt', 'Christopher Nolan', 'film.director', 40);
const FOOTBALLER = entity('m.0zzz1', 'Nolan', 'soccer.football_player', 400);
const itemsAt = (marked: string, ...found: readonly EntityMatch[]): readonly CompletionItem[] =>
  searchAt(marked)?.itemsFor(found) ?? [];

describe('Entities are searched', () => {
  it.each([
    ['as an object', 'SELECT ?x { ?x ns:film.film.directed_by ns:Nolan| }', 'Nolan'],
    ['as an object without a prefix', 'SELECT ?x { ?x ns:film.film.directed_by Nolan| }', 'Nolan'],
    ['as a subject', 'SELECT ?x { ns:Nolan| }', 'Nolan'],
    ['after a triple', 'SELECT ?x { ?x ns:film.film.directed_by ?y . Nol| }', 'Nol'],
    ['by several words', 'SELECT ?x { ns:Christopher_Nol| }', 'Christopher Nol'],
    ['in VALUES', 'SELECT ?x { VALUES ?x { ns:Nolan| } }', 'Nolan'],
    ['in a comparison', 'SELECT ?x { ?x ?y ?z . FILTER(?z = ns:Nolan|) }', 'Nolan'],
    ['in angle brackets', `SELECT ?x { ?x ?y <${NS}Nolan| }`, 'Nolan'],
    ['after a bare prefix', 'SELECT ?x { ?x ns:film.film.directed_by ns:| }', ''],
  ])('%s', (_, marked, text) => {
    expect(searchAt(marked)?.text).toBe(text);
  });

  it.each([
    ['as a relation', 'SELECT ?x { ?x ns:Nolan| }'],
    ['as a class', 'SELECT ?x { ?x a ns:Nolan| }'],
    ['by a variable', 'SELECT ?x { ?x ns:film.film.directed_by ?Nolan| }'],
    ['by one letter', 'SELECT ?x { ?x ns:film.film.directed_by N| }'],
    ['in another vocabulary', 'SELECT ?x { ?x ns:film.film.directed_by rdf:Nolan| }'],
    ['for a literal', 'SELECT ?x { ?x ns:type.object.name Nolan| }'],
    ['as a function', 'SELECT ?x { ?x ?y ?z . FILTER(STR|) }'],
    ['as the name of a graph', 'SELECT ?x { GRAPH ns:Nolan| }'],
    ['in a comment', 'SELECT ?x { } # ns:Nolan|'],
  ])('never %s', (_, marked) => {
    expect(searchAt(marked)).toBeUndefined();
  });

  it('by the relation of the triple and the question before anything is typed', () => {
    expect(searchAt('# question: who?\nSELECT ?x { ?x ns:film.film.directed_by ns:| }')).toMatchObject({
      pattern: `?other <${NS}film.film.directed_by> ?e`,
      question: 'who?',
    });
    expect(searchAt('SELECT ?x { ns:| ns:film.film.directed_by ?x }')?.pattern).toBe(
      `?e <${NS}film.film.directed_by> ?other`,
    );
    expect(searchAt('SELECT ?x { ?x ^ns:film.film.directed_by ns:| }')?.pattern).toBe(
      `?e <${NS}film.film.directed_by> ?other`,
    );
  });
});

describe('Entities are offered', () => {
  it('by fit to the expected type, then by popularity', () => {
    const names = (marked: string): readonly string[] =>
      itemsAt(marked, FOOTBALLER, DIRECTOR).map(({ label }) => label);
    expect(names('SELECT ?x { ?x ns:film.film.directed_by ns:Nolan| }')).toEqual([
      'Christopher Nolan',
      'Nolan',
    ]);
    expect(names('SELECT ?x { ns:Nolan| ns:film.director.film ?x }')[0]).toBe('Christopher Nolan');
    expect(names('SELECT ?x { ?x ns:film.film.directed_by ?d . VALUES ?d { ns:Nolan| } }')[0]).toBe(
      'Christopher Nolan',
    );
    expect(names('SELECT ?x { ns:Nolan| }')).toEqual(['Nolan', 'Christopher Nolan']);
  });

  it('with type, number of facts and id, and are inserted as the id', () => {
    expect(itemsAt('SELECT ?x { ?x ns:film.film.directed_by ns:Nolan| }', DIRECTOR)).toEqual([
      {
        kind: 'entity',
        label: 'Christopher Nolan',
        detail: 'director · 40 facts · m.0184dt',
        insertText: 'ns:m.0184dt',
        additionalEdits: [],
        filterText: 'ns:Nolan Christopher Nolan',
      },
    ]);
    const alias = { ...DIRECTOR, alias: 'Chris Nolan', popularity: 1 };
    expect(itemsAt('SELECT ?x { ns:Chris| }', alias)[0]?.detail).toBe(
      'also Chris Nolan · director · 1 fact · m.0184dt',
    );
  });

  it('after keywords that match as well', () => {
    const [item] = itemsAt('SELECT ?x { ?x ?y ?z . fil| }', DIRECTOR);
    // Editors prefer a match in the same case, and FILTER is in capitals too.
    expect(item?.filterText).toBe('FIL Christopher Nolan');
    expect(searchAt('SELECT ?x { ?x ?y ?z . fil| }')?.isName).toBe(false);
    expect(searchAt('SELECT ?x { ?x ?y ?z . Nolan| }')?.isName).toBe(true);
  });

  it('only with the whole id if an id is typed', () => {
    expect(itemsAt('SELECT ?x { ns:m.0184d| }', DIRECTOR)).toEqual([]);
    expect(itemsAt('SELECT ?x { ns:m.0184dt| }', DIRECTOR)).toHaveLength(1);
  });
});

describe('Relations without facts in the KB', () => {
  it('come last and say so', () => {
    const text = `${PROLOGUE}SELECT ?x { ?x a ns:film.film ; ns:direct`;
    const labels = (hasFacts: (iri: string) => boolean | undefined): readonly CompletionItem[] =>
      (
        completeAt(text, text.length, {
          schema: freebase(),
          dialect: 'virtuoso',
          kbOf: () => ({ name: 'mine', hasFacts }),
        })?.items ?? []
      ).filter(({ kind }) => kind === 'relation');
    const before = labels(() => undefined);
    expect(before[0]).toMatchObject({ label: 'film.film.directed_by', detail: '→ director' });
    const after = labels((iri) => (iri === `${NS}film.film.directed_by` ? false : true));
    expect(after.at(-1)).toMatchObject({
      label: 'film.film.directed_by',
      detail: '→ director · no facts in mine',
    });
    expect(after.filter(({ detail }) => detail?.includes('no facts'))).toHaveLength(1);
  });
});
