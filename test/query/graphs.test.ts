import { describe, expect, it } from 'vitest';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import type { GraphResult } from '../../server/src/core/query/graph';
import { evidenceGraph } from '../../server/src/core/query/evidence-graph';
import { patternGraph } from '../../server/src/core/query/pattern-graph';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';
import { openOxigraphKb, type RecordingKb } from '../support/oxigraph-kb';

const NS = 'http://rdf.freebase.com/ns/';
const PROLOGUE = `PREFIX ns: <${NS}>\n`;

/** A line for each edge: `from -label-> to`, answers with a star, and how it must match. */
function lines({ nodes, edges }: GraphResult): readonly string[] {
  const shown = (id: string): string => {
    const node = nodes.find((one) => one.id === id);
    return node ? `${node.label}${node.answer ? '*' : ''}` : '!';
  };
  return edges.map(
    ({ from, to, label, manner }) => `${shown(from)} -${label}-> ${shown(to)}${manner ? ` (${manner})` : ''}`,
  );
}

describe("A query's own pattern as a graph", () => {
  const patternIn = (text: string): GraphResult =>
    patternGraph(parseQuery(PROLOGUE + text, 'virtuoso'), freebase(), (iri) =>
      iri.endsWith('m.06pj8')
        ? { name: 'Steven Spielberg', types: ['film.director'], mediator: false }
        : undefined,
    );

  it('has variables, entities by name, classes, literals and mediators, and marks selected variables', () => {
    const graph = patternIn(`SELECT ?actor WHERE {
      ?film a ns:film.film ; ns:film.film.directed_by ns:m.06pj8 ; ns:film.film.starring ?cast ; ns:type.object.name "Jaws"@en .
      ?cast ns:film.performance.actor ?actor . FILTER(?actor != ns:m.06pj8) }`);
    expect(lines(graph)).toEqual([
      '?film -a-> film.film',
      '?film -directed by-> Steven Spielberg',
      '?film -starring-> ?cast',
      '?film -name-> "Jaws"@en',
      '?cast -actor-> ?actor*',
    ]);
    const kinds = Object.fromEntries(graph.nodes.map(({ label, kind }) => [label, kind]));
    expect(kinds).toEqual({
      '?film': 'variable',
      'film.film': 'class',
      'Steven Spielberg': 'entity',
      '?cast': 'mediator',
      '"Jaws"@en': 'literal',
      '?actor': 'variable',
    });
    expect(graph.nodes.find(({ id }) => id === '?actor')?.detail).toBe('Selected\n?actor != ns:m.06pj8');
  });

  it('marks optional, alternative and negated parts', () => {
    expect(
      lines(
        patternIn(`SELECT ?x WHERE { { ?x ns:p.a.b ?y } UNION { ?x ns:p.a.c ?y OPTIONAL { ?y ns:p.a.o ?o } }
          OPTIONAL { ?x ns:p.a.d ?z } FILTER NOT EXISTS { ?x ns:p.a.e ?w } MINUS { ?x ns:p.a.f/^ns:p.a.g ?v } }`),
      ),
    ).toEqual([
      '?x* -e-> ?w (negated)',
      '?x* -b-> ?y (union)',
      '?x* -c-> ?y (union)',
      '?y -o-> ?o (union)',
      '?x* -d-> ?z (optional)',
      '?x* -f / ^g-> ?v (negated)',
    ]);
  });

  it('separates variables that a sub-select does not project', () => {
    const { nodes } = patternIn('SELECT ?x { ?x ns:p.a.b ?y { SELECT ?x { ?x ns:p.a.c ?y } } }');
    expect(nodes.map(({ label }) => label)).toEqual(['?x', '?y', '?y']);
  });

  it('is empty with a reason if there is nothing to draw', () => {
    expect(patternIn('SELECT * {}').problem).toContain('no triples');
  });
});

describe('The evidence for answers', () => {
  const FILMS = `
    ns:m.0jaws ns:type.object.name "Jaws"@en ; ns:film.film.directed_by ns:m.06pj8 ; ns:film.film.starring ns:m.0p1 ; ns:film.film.genre ns:m.0horror .
    ns:m.0et ns:type.object.name "E.T."@en ; ns:film.film.directed_by ns:m.06pj8 ; ns:film.film.starring ns:m.0p2 .
    ns:m.0p1 ns:type.object.type ns:film.performance ; ns:film.performance.actor ns:m.0roy .
    ns:m.0p2 ns:type.object.type ns:film.performance ; ns:film.performance.actor ns:m.0dee .
    ns:m.06pj8 ns:type.object.name "Steven Spielberg"@en . ns:m.0horror ns:type.object.name "Horror"@en .
    ns:m.0roy ns:type.object.name "Roy"@en . ns:m.0dee ns:type.object.name "Dee"@en .`;

  function around(
    text: string,
    ids: readonly string[],
    kb: RecordingKb = openOxigraphKb(FILMS),
  ): Promise<GraphResult> {
    const reading = { schema: freebase(), language: 'en' };
    return evidenceGraph(
      kb,
      new EntityDirectory(kb, reading),
      parseQuery(PROLOGUE + text, 'virtuoso'),
      ids.map((id) => NS + id),
      reading,
      new AbortController().signal,
    );
  }

  it('contains the facts that the pattern matched, for these answers only', async () => {
    const graph = await around(
      `SELECT ?actor WHERE { ?film ns:film.film.directed_by ns:m.06pj8 ; ns:film.film.starring ?cast . ?cast ns:film.performance.actor ?actor }`,
      ['m.0roy'],
    );
    expect(lines(graph)).toEqual([
      'Jaws -directed by-> Steven Spielberg',
      'Jaws -starring-> performance',
      'performance -actor-> Roy*',
    ]);
    expect(graph.nodes.find(({ label }) => label === 'performance')?.kind).toBe('mediator');
    expect(graph.truncated).toBe(false);
  });

  it('finds the variable that holds the answers', async () => {
    const graph = await around('SELECT ?film ?director { ?film ns:film.film.directed_by ?director }', [
      'm.06pj8',
    ]);
    expect([...lines(graph)].sort()).toEqual([
      'E.T. -directed by-> Steven Spielberg*',
      'Jaws -directed by-> Steven Spielberg*',
    ]);
  });

  it('shows only the UNION branches and OPTIONALs of a solution', async () => {
    const graph = await around(
      `SELECT ?film { { ?film ns:film.film.directed_by ?x } UNION { ?film ns:film.film.genre ?x } OPTIONAL { ?film ns:film.film.genre ?genre } }`,
      ['m.0jaws', 'm.0et'],
    );
    expect([...lines(graph)].sort()).toEqual([
      'E.T.* -directed by-> Steven Spielberg',
      'Jaws* -directed by-> Steven Spielberg',
      'Jaws* -genre-> Horror',
    ]);
  });

  it('ignores the modifiers of a superlative and a grouping', async () => {
    const graph = await around(
      'SELECT ?d (COUNT(?f) AS ?n) { ?f ns:film.film.directed_by ?d } GROUP BY ?d HAVING (COUNT(?f) > 1) ORDER BY DESC(?n) LIMIT 1',
      ['m.06pj8'],
    );
    expect(lines(graph)).toHaveLength(2);
  });

  it('shows the solutions if the answer is not an entity', async () => {
    const graph = await around('SELECT (COUNT(?f) AS ?n) { ?f ns:film.film.genre ?g }', []);
    expect(lines(graph)).toEqual(['Jaws -genre-> Horror']);
    expect(lines(await around('ASK { ?f ns:film.film.genre ?g }', []))).toEqual(['Jaws -genre-> Horror']);
    const [first, ...others] = lines(
      await around('SELECT ?name { ?f ns:type.object.name ?name } ORDER BY ?name LIMIT 1', []),
    );
    expect([first, others]).toEqual(['Dee -name-> Dee', []]);
  });

  it('shows some facts if the pattern matches none, and marks them as incomplete', async () => {
    const graph = await around('SELECT ?f { { SELECT ?f { ?f ns:film.film.genre+ ?g } } }', ['m.0et']);
    expect(lines(graph)).toContain('E.T.* -directed by-> Steven Spielberg');
    expect(graph.truncated).toBe(true);
  });

  it('explains an empty graph', async () => {
    const kb = openOxigraphKb('');
    kb.intercept = () => ({ status: 'unreachable', message: 'Nobody is at home.' });
    expect((await around('SELECT ?f { ?f ns:film.film.genre ?g }', ['m.0et'], kb)).problem).toBe(
      'Nobody is at home.',
    );
  });
});
