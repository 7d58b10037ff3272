import { describe, expect, it, vi } from 'vitest';
import { checkDocument, type CheckOptions } from '../../server/src/core/check/check';
import { CleanParts } from '../../server/src/core/check/clean-parts';
import type { KbKnowledge } from '../../server/src/core/check/kb-knowledge';
import { tokenize } from '../../server/src/core/language/sparql/tokens';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { freebase, optionsOf } from '../support/check';
import { damage } from '../support/damage';
import { tokensByType } from '../support/damaged-texts';

const HEAD = 'PREFIX ns: <http://rdf.freebase.com/ns/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';
const HEADS = ['SELECT ?film {', 'SELECT DISTINCT ?film ?person WHERE {', 'SELECT * {', 'ASK {'];
const TAILS = ['}', '} ORDER BY ?film LIMIT 3', '} GROUP BY ?film'];
const LINES = [
  '?film ns:film.film.directed_by ?person .',
  '?person ns:people.person.place_of_birth ?place .',
  '?place ns:location.location.containedby ?region .',
  '?film ns:film.film.initial_release_date ?date .',
  'FILTER (?date >= "1990-01-01"^^xsd:dateTime)',
  'FILTER (?date = 1990)',
  '?film ns:film.film.starring ?performance .',
  '?performance ns:film.performance.actor ?person .',
  '?performance ns:type.object.name ?name .',
  '?person ns:people.person.gender ns:m.05zppz .',
  '?person ns:people.person.gendr ns:m.05zppz .',
  '?person ns:people.person.height_meters "1.7" .',
  '?person ns:film.film.genre ?genre .',
  '?place a ns:film.film .',
  '?place a ns:film.flim .',
  '?person ns: ?x .',
  '?film ?relation ?person .',
  'VALUES ?relation { ns:film.film.directed_by ns:film.film.nothing }',
  'VALUES ?person { ns:m.0AAAA ns:m.05zppz }',
  'FILTER NOT EXISTS { ?person ns:people.person.date_of_birth ?date . }',
  'FILTER EXISTS { ?film ns:film.film.country ?person . }',
  '{ SELECT ?person { ?person ns:people.person.profession ?date . } }',
  'BIND (?date AS ?other)',
  '_:b ns:people.person.parents ?person .',
  '[] ns:people.person.parents _:b .',
  '# funfusic-disable-next-line grounding',
];

describe('what a check remembers of the previous one', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'changes no finding while a text is edited (%i)',
    (seed) => {
      const draw = new SeededRandom(seed);
      const cleanParts = new CleanParts();
      const donors = tokensByType(LINES);
      let options = randomOptions(draw);
      let text = randomText(draw);
      const earlier = [text];
      for (let step = 0; step < 40; step++) {
        const fresh = checkAndListLookups(text, options);
        expect(checkAndListLookups(text, { ...options, cleanParts }), text).toEqual(fresh);
        if (draw.below(30) === 0) options = randomOptions(draw);
        text = edit(text, draw, earlier, donors);
        earlier.push(text);
      }
    },
  );

  it('saves the work in all UNION branches but one', () => {
    const schema = freebase();
    const branch = '{ ?film ns:film.film.directed_by ?person . ?person ns:people.person.gender ?gender }';
    const textOf = (relation: string): string =>
      `${HEAD}SELECT ?film { ${Array(10).fill(branch).join(' UNION ')} UNION { ?film ${relation} ?genre } }`;
    const lookups = vi.spyOn(schema, 'idOf');
    const options = { ...optionsOf({ schema }), cleanParts: new CleanParts() };
    const countAfter = (text: string): number => {
      lookups.mockClear();
      checkDocument(text, options);
      return lookups.mock.calls.length;
    };
    const first = countAfter(textOf('ns:film.film.genre'));
    expect(countAfter(textOf('ns:film.film.genr'))).toBeLessThan(first / 3);
    lookups.mockRestore();
  });
});

/** The findings, and the facts that were looked up in the KB. */
function checkAndListLookups(text: string, { kb, ...options }: CheckOptions): readonly unknown[] {
  const lookups: string[] = [];
  const known = kb?.(undefined as never);
  const reporting: KbKnowledge | undefined = known && {
    ...known,
    entity: (iri) => (lookups.push(iri), known.entity(iri)),
    matches: (pattern) => (lookups.push(pattern), known.matches(pattern)),
  };
  const { findings } = checkDocument(text, { ...options, ...(reporting && { kb: () => reporting }) });
  return [findings, lookups];
}

function randomOptions(draw: SeededRandom): CheckOptions {
  const kb: KbKnowledge = {
    name: 'test',
    complete: draw.below(2) === 0,
    entity: (iri) => (iri.length % 3 ? undefined : ({ exists: iri.length % 2 === 0, types: [] } as never)),
    matches: (pattern) => [true, false, undefined][pattern.length % 3],
  };
  return optionsOf({
    dialect: draw.pick(['virtuoso', 'sparql11', 'sparql12']),
    severities: draw.below(3) ? {} : { lf_semantic: 'off' },
    ...(draw.below(3) === 0 && { kb }),
  });
}

function randomText(draw: SeededRandom): string {
  const queries = Array.from({ length: 1 + (draw.below(4) === 0 ? 2 : 0) }, () =>
    [HEAD + draw.pick(HEADS), ...randomLines(draw, 2), ...randomParts(draw), draw.pick(TAILS)].join('\n'),
  );
  return queries.join('\n###\n');
}

function randomLines(draw: SeededRandom, most: number): readonly string[] {
  return Array.from({ length: draw.below(most + 1) }, () => draw.pick(LINES));
}

function randomParts(draw: SeededRandom): readonly string[] {
  const group = (depth: number): string =>
    `{\n${[...randomLines(draw, 3), ...(depth < 2 && draw.below(4) === 0 ? [part(depth + 1)] : [])].join('\n')}\n}`;
  const part = (depth: number): string => {
    const branches = Array.from({ length: 1 + draw.below(4) }, () => group(depth));
    return draw.pick([branches.join(' UNION '), `OPTIONAL ${group(depth)}`, `MINUS ${group(depth)}`]);
  };
  return Array.from({ length: 1 + draw.below(3) }, () => part(0));
}

/** One change, as a user makes it: a few letters, a word, a line, or undo. */
function edit(
  text: string,
  draw: SeededRandom,
  earlier: readonly string[],
  donors: ReturnType<typeof tokensByType>,
): string {
  const lines = text.split('\n');
  const line = draw.below(lines.length);
  const at = draw.below(text.length + 1);
  switch (draw.below(6)) {
    case 0:
      return (
        text.slice(0, at) + draw.pick(['a', '.', ' ', '{', '}', '"', '#', '?x ', ':', '\n']) + text.slice(at)
      );
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return [...lines.slice(0, line), draw.pick(LINES), ...lines.slice(line)].join('\n');
    case 3:
      return [...lines.slice(0, line), ...lines.slice(line + 1)].join('\n');
    case 4:
      return damage(text, tokenize(text).tokens, donors, draw);
    default:
      return draw.pick(earlier.slice(-6));
  }
}
