import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepAuthorText } from '../../server/src/core/repair/keep-text';
import { CUSTOMARY_PREFIXES } from '../../server/src/core/language/rdf/names';
import { parseDocument, parseQuery } from '../../server/src/core/language/sparql/parse';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { PROJECT } from '../support/check';

const keep = (before: string, proposal: string): string => keepAuthorText(before, proposal, 'virtuoso');
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

describe('A proposal merged into the text of the author', () => {
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
    const result = keep(`# mine\n${NS}\n\nSELECT ?x { ?x ns:a.b.c ?y . }`, proposal);
    expect(result).toContain(`# mine\n${NS}\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n\nSELECT ?x`);
    expect(result).not.toContain('rdfs');
  });

  it('takes the prefixes that the proposal does not declare from the author', () => {
    const before = 'PREFIX fb: <http://a/>\nPREFIX ns: <http://b/>\nSELECT ?x { ?x fb:p ns:o }';
    expect(keep(before, 'SELECT ?y { ?y fb:q ns:o }')).toBe(before.replace('fb:p', 'fb:q'));
    expect(keep(`${before} # a\n}`, 'ASK { ?y fb:q ns:o }')).toContain(
      'PREFIX fb: <http://a/>\nPREFIX ns: <http://b/>\n',
    );
  });

  it('does not use a prefix for another namespace', () => {
    const result = keep(
      'PREFIX a: <http://a/> SELECT ?x { ?x a:p ?y }',
      'PREFIX a: <http://b/> SELECT ?x { ?x a:p ?y }',
    );
    expect(result).toBe('PREFIX a: <http://a/> SELECT ?x { ?x <http://b/p> ?y }');
  });

  it('never captures a variable', () => {
    const before = `${NS} SELECT ?a { ?a ns:p.q.r ?b }`;
    const result = keep(before, `${NS} SELECT ?x { ?x ns:p.q.r ?a . ?a ns:p.q.s ?y }`);
    const names = parseQuery(result, 'virtuoso').query.groups[0]?.triples.map(({ subject, object }) =>
      [subject, object].map((term) => (term.kind === 'variable' ? term.name : '')),
    );
    const [[one, two] = [], [three, four] = []] = names ?? [];
    expect(two).toBe(three);
    expect(new Set([one, two, four]).size).toBe(3);
  });

  it('keeps BASE, whatever the proposal declares', () => {
    const before = `BASE <http://a/>\n${NS}\nSELECT ?x { <s> ns:p.q.r ?x } # mine\n`;
    expect(keep(before, `${NS} SELECT ?y { <http://a/s> ns:p.q.s ?y }`)).toBe(
      before.replace('ns:p.q.r', 'ns:p.q.s'),
    );
    expect(keep(before, `BASE <http://b/> ${NS} SELECT ?y { <s> ns:p.q.r ?y }`)).toBe(
      before.replace('<s>', '<http://b/s>'),
    );
  });

  it('is the proposal below the header if the author wrote no query', () => {
    const proposal = `${NS} SELECT ?x { ?x ns:p.q.r ?y }`;
    expect(keep('# question: Who?\n\n', proposal)).toBe(`# question: Who?\n${proposal}\n\n`);
    expect(keep('', proposal)).toBe(proposal);
  });

  it('has its own layout if it cannot be merged, with all comments and names of the author', () => {
    const before = `# top\r\n${NS}\r\nSELECT ?place { ### here\r\n  ns:m.1 ns:p.q.r ?place # what\r\n} # end\r\n\r\n`;
    const proposal = `DEFINE input:same-as "yes"\n${NS}\nSELECT ?x { ns:m.1 ns:p.q.r ?x }`;
    expect(keep(before, proposal)).toBe(
      `# top\r\n ### here\r\n# what\r\nDEFINE input:same-as "yes"\r\n${NS}\r\nSELECT ?place { ns:m.1 ns:p.q.r ?place } # end\r\n\r\n`,
    );
  });
});

describe('A query with syntax errors', () => {
  it.each<readonly [string, string, string]>([
    ['an open bracket', AUTHOR.replace('}\n', '\n# more\n\n'), AUTHOR.replace('}\n', '}\n# more\n\n')],
    ['a misspelt keyword', AUTHOR.replace('select', 'selct'), AUTHOR.replace('select', 'SELECT')],
    ['a missing name', AUTHOR.replace(' ?actor .', ' .'), AUTHOR],
    ['a bracket too many', AUTHOR.replace('}\n', '}}\n'), AUTHOR],
    ['a prefix without its colon', AUTHOR.replace('ns: <', 'ns <'), AUTHOR.replace(/(select)/, '\n$1')],
    ['an open string', AUTHOR.replace('}', '  FILTER (?place = "x)\n}'), AUTHOR],
  ])('is mended in the words of its author: %s', (_, before, expected) => {
    const proposal = `${NS}\nSELECT DISTINCT ?x WHERE { ns:m.0dr_4 ns:film.film.starring ?y . ?y ns:people.person.nationality ns:m.09c7w0 . ?y ns:people.person.birthplace ?x . }`;
    const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim());
    expect(lines(keep(before, proposal))).toEqual(lines(expected));
    const windows = before.replaceAll('\n', '\r\n');
    expect(lines(keep(windows, proposal).replaceAll('\r\n', '\n'))).toEqual(lines(expected));
    expect(keep(windows, proposal).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

describe('Text after a query', () => {
  it.each(['', '\n', '\r\n\r\n', ' # end', ' # end\n\n', '\n# end\n \t\n'])('stays behind it: %j', (tail) => {
    const before = `${NS}\nSELECT ?x {\n  ?x ns:p.q.r ?y\n} LIMIT 3${tail}`;
    for (const end of ['', ' LIMIT 3', ' LIMIT 1', ' LIMIT 3 OFFSET 1'])
      for (const given of [before, before.replace('}', '')]) {
        const result = keep(given, `${NS} SELECT ?x { ?x ns:p.q.r ?y }${end}`);
        expect(result.slice(result.trimEnd().length)).toBe(tail.slice(tail.trimEnd().length));
        expect(commentsOf(result)).toEqual(tail.includes('#') ? ['# end'] : []);
      }
  });
});

const samples = ['samples', join('samples', 'mistakes')].flatMap((folder) =>
  readdirSync(join(PROJECT, folder))
    .filter((file) => file.endsWith('.rq') && file !== 'mistakes.rq')
    .map((file) => readFileSync(join(PROJECT, folder, file), 'utf8')),
);
const sound = samples.filter((text) => parseQuery(text, 'virtuoso').parses);

/** The query with numbered variables: equal for two that differ only in names and layout. */
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
      if (type !== 'pname' && type !== 'pname-ns') return written;
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
    const draw = new SeededRandom(7);
    let merged = 0;
    for (let round = 0; round < 300; round++) {
      const before = commented(draw.pick(sound), draw);
      const proposal = mutated(draw.pick([before, draw.pick(sound)]), draw);
      if (!parseQuery(before, 'virtuoso').parses || !parseQuery(proposal, 'virtuoso').parses) continue;
      const result = keep(before, proposal);
      expect(meaning(result)).toBe(meaning(proposal));
      expect(keep(result, result)).toBe(result);
      expect([...commentsOf(result)].sort()).toEqual([...commentsOf(before)].sort());
      if (commentsOf(result).join('\n') === commentsOf(before).join('\n')) merged++;
    }
    expect(merged).toBeGreaterThan(150);
  });

  it('stays one query of its file, however it is broken', () => {
    const draw = new SeededRandom(11);
    for (let round = 0; round < 300; round++) {
      const before = broken(
        `${commented(draw.pick(sound), draw)}${draw.pick(['', ' # end\n', '\r\n\r\n'])}\n`,
        draw,
      );
      const file = (query: string): string => `ASK {}\n### first\n${query}### next\nASK {}\n`;
      const proposal = mutated(draw.pick(sound), draw);
      const result = keep(before, proposal);
      expect(meaning(result)).toBe(meaning(proposal));
      expect(parseDocument(file(result), 'virtuoso')).toHaveLength(
        parseDocument(file(proposal + '\n'), 'virtuoso').length,
      );
      for (const comment of commentsOf(before)) expect(result).toContain(comment);
    }
  });
});

/** Removes one word. */
function broken(text: string, draw: SeededRandom): string {
  const { start, end } = draw.pick(parseQuery(text, 'virtuoso').tokens);
  return text.slice(0, start) + text.slice(end);
}

function commented(text: string, draw: SeededRandom): string {
  return text
    .split('\n')
    .map((line) => (line.trim() && draw.below(4) === 0 ? `${line} # remark ${draw.below(100)}` : line))
    .join('\n');
}

/** Rewrites a query like a model: without comments, with other names, and one change. */
function mutated(text: string, draw: SeededRandom): string {
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
