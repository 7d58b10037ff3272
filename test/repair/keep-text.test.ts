import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTheAuthorsWords } from '../../server/src/core/repair/keep-text';
import { CUSTOMARY_PREFIXES } from '../../server/src/core/rdf/names';
import { parseQuery } from '../../server/src/core/sparql/parse';
import { Draw } from '../../tools/draw';
import { PROJECT } from '../support/check';

const keep = (before: string, proposal: string): string => inTheAuthorsWords(before, proposal, 'virtuoso');
const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>';

const AUTHOR = `# question: Where were the American actors of Titanic born?
${NS}
select distinct ?place where {
    ns:m.0dr_4 ns:film.film.starring ?actor . # the cast
    # American
    ?actor ns:people.person.nationality ns:m.09c7w0 .
    ?actor ns:people.person.birthplace ?place . # where
}
`;

describe('A proposal in the words of the author', () => {
  it.each<readonly [string, string, string]>([
    [
      'another relation, in another layout',
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?place WHERE { ns:m.0dr_4 ns:film.film.starring ?actor . ?actor ns:people.person.nationality ns:m.09c7w0 . ?actor ns:people.person.place_of_birth ?place . }',
      AUTHOR.replace('birthplace', 'place_of_birth'),
    ],
    [
      'other prefixes and variables',
      'PREFIX fb: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?x WHERE { fb:m.0dr_4 fb:film.film.starring ?y . ?y fb:people.person.nationality fb:m.09c7w0 . ?y fb:people.person.place_of_birth ?x . }',
      AUTHOR.replace('birthplace', 'place_of_birth'),
    ],
    [
      'a step more',
      `${NS}\nSELECT DISTINCT ?place WHERE {\n  ns:m.0dr_4 ns:film.film.starring ?performance .\n  ?performance ns:film.performance.actor ?actor .\n  ?actor ns:people.person.nationality ns:m.09c7w0 .\n  ?actor ns:people.person.place_of_birth ?place .\n}`,
      AUTHOR.replace(
        'starring ?actor . # the cast',
        'starring ?performance .\n    ?performance ns:film.performance.actor ?actor . # the cast',
      ).replace('birthplace', 'place_of_birth'),
    ],
  ])('keeps the rest as it is: %s', (_, proposal, expected) => {
    expect(keep(AUTHOR, proposal)).toBe(expected);
  });

  it('declares only what the proposal needs, below what the author has declared', () => {
    const proposal = `${NS}\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\nSELECT ?x { ?x ns:a.b.c ?y . FILTER (?y > "1"^^xsd:float) }`;
    const kept = keep(`# mine\n${NS}\n\nSELECT ?x { ?x ns:a.b.c ?y . }`, proposal);
    expect(kept).toContain(`# mine\n${NS}\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n\nSELECT ?x`);
    expect(kept).not.toContain('rdfs');
  });

  it('does not use a prefix for what it does not stand for', () => {
    const kept = keep(
      'PREFIX a: <http://a/> SELECT ?x { ?x a:p ?y }',
      'PREFIX a: <http://b/> SELECT ?x { ?x a:p ?y }',
    );
    expect(kept).toBe('PREFIX a: <http://a/> SELECT ?x { ?x <http://b/p> ?y }');
  });

  it('never captures a variable', () => {
    const before = `${NS} SELECT ?a { ?a ns:p.q.r ?b }`;
    const kept = keep(before, `${NS} SELECT ?x { ?x ns:p.q.r ?a . ?a ns:p.q.s ?y }`);
    const names = parseQuery(kept, 'virtuoso').query.groups[0]?.triples.map(({ subject, object }) =>
      [subject, object].map((term) => (term.kind === 'variable' ? term.name : '')),
    );
    const [[one, two] = [], [three, four] = []] = names ?? [];
    expect(two).toBe(three);
    expect(new Set([one, two, four]).size).toBe(3);
  });

  it('is the proposal under the header where the author wrote no query', () => {
    const proposal = `${NS} SELECT ?x { ?x ns:p.q.r ?y }`;
    expect(keep('# question: Who?\nSELECT ?x {', proposal)).toBe(`# question: Who?\n${proposal}`);
    expect(keep('', proposal)).toBe(proposal);
  });
});

const samples = ['samples', join('samples', 'mistakes')].flatMap((folder) =>
  readdirSync(join(PROJECT, folder))
    .filter((file) => file.endsWith('.rq') && file !== 'mistakes.rq')
    .map((file) => readFileSync(join(PROJECT, folder, file), 'utf8')),
);
const sound = samples.filter((text) => parseQuery(text, 'virtuoso').parses);

/** What a query says, with variables numbered as they come: equal for two that differ in names and layout alone. */
function meaning(text: string): string {
  const { tokens, prefixes } = parseQuery(text, 'virtuoso');
  const from = tokens.findIndex(
    ({ type, value }) => type === 'keyword' && value !== 'PREFIX' && value !== 'BASE',
  );
  const numbers = new Map<string, number>();
  return tokens
    .slice(from)
    .map(({ type, value, start, end }) => {
      const written = text.slice(start, end);
      if (type === 'keyword') return value;
      if (type === 'variable') {
        const name = written.slice(1);
        if (!numbers.has(name)) numbers.set(name, numbers.size);
        return `?${numbers.get(name) ?? ''}`;
      }
      if (type !== 'pname') return written;
      const colon = written.indexOf(':');
      const own = written.slice(0, colon);
      const namespace = prefixes.findLast(({ prefix }) => prefix === own)?.iri ?? CUSTOMARY_PREFIXES.get(own);
      return namespace === undefined ? written : `<${namespace}${written.slice(colon + 1)}>`;
    })
    .join(' ');
}

const commentsOf = (text: string): readonly string[] =>
  parseQuery(text, 'virtuoso').comments.map(({ start, end }) => text.slice(start, end).trimEnd());

describe('Any query', () => {
  it.each(sound.map((text) => [text.slice(0, 60), text] as const))('stays as it is: %s', (_, text) => {
    expect(keep(text, text)).toBe(text);
  });

  it('keeps its comments, and the proposal its meaning, whatever is proposed', () => {
    const draw = new Draw(7);
    let woven = 0;
    for (let round = 0; round < 300; round++) {
      const before = commented(draw.pick(sound), draw);
      const proposal = mutated(draw.pick([before, draw.pick(sound)]), draw);
      if (!parseQuery(before, 'virtuoso').parses || !parseQuery(proposal, 'virtuoso').parses) continue;
      const kept = keep(before, proposal);
      expect(meaning(kept)).toBe(meaning(proposal));
      expect(keep(kept, kept)).toBe(kept);
      for (const comment of commentsOf(before).filter((each) => each.startsWith('# question')))
        expect(commentsOf(kept)).toContain(comment);
      if (commentsOf(kept).join('\n') === commentsOf(before).join('\n')) woven++;
    }
    expect(woven).toBeGreaterThan(150);
  });
});

function commented(text: string, draw: Draw): string {
  return text
    .split('\n')
    .map((line) => (line.trim() && draw.below(4) === 0 ? `${line} # remark ${draw.below(100)}` : line))
    .join('\n');
}

/** As a model would write it: without comments, with other names, and something changed. */
function mutated(text: string, draw: Draw): string {
  const { comments } = parseQuery(text, 'virtuoso');
  let plain = text;
  for (const { start, end } of [...comments].reverse()) plain = plain.slice(0, start) + plain.slice(end);
  const lines = plain.split('\n').filter((line) => line.trim());
  const at = draw.below(lines.length);
  switch (draw.below(6)) {
    case 0:
      return lines.join(' ');
    case 1:
      return lines.join('\n').replace(/\bns:/g, 'fb:');
    case 2:
      return lines.join('\n').replace(/\?(\w)/g, '?v$1');
    case 3:
      return lines.filter((_, line) => line !== at).join('\n');
    case 4:
      return [...lines.slice(0, at), lines[at] ?? '', ...lines.slice(at)].join('\n');
    default:
      return lines.join('\n').replace(/ns:\w+\.\w+\.\w+/, 'ns:people.person.parents');
  }
}
