import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { UNUSED } from '../../../server/src/core/schema/schema';
import { synonymSetOf } from '../../../server/src/core/schema/synonyms';
import { IndexedNames } from '../../../server/src/core/question/retrieval/indexed-names';
import { LexicalIndex } from '../../../server/src/core/question/retrieval/lexical-index';
import type { SchemaName } from '../../../server/src/core/question/retrieval/schema-names';
import { keywordsOf } from '../../../server/src/core/language/english/words';

const NAMES = [
  ['place of birth', 'person people', 'location'],
  ['date of birth', 'person people', 'datetime'],
  ['born birthplace', 'people', ''],
  ['directed by', 'film film', 'director'],
  ['film', 'director film', 'film'],
  ['spouse partner wife', 'person', 'marriage'],
  ['people born here', 'location location', 'person'],
] as const;
const names = NAMES.map(([own, owner, range], at): SchemaName => ({
  id: `r${at}`,
  own: keywordsOf(own),
  owner: keywordsOf(owner),
  range: keywordsOf(range),
  use: UNUSED,
  remote: false,
}));

const textOf = (tokens: SchemaName['own']): string =>
  tokens
    .flatMap(({ stem }) => (synonymSetOf(stem) === undefined ? [stem] : [stem, `=${synonymSetOf(stem)}`]))
    .join(' ');

/** The scores of MiniSearch. */
function reference(question: string): ReadonlyMap<number, number> {
  const search = new MiniSearch({
    fields: ['own', 'owner', 'range'],
    tokenize: (text) => (text ? text.split(' ') : []),
    processTerm: (term) => term,
    searchOptions: {
      boost: { own: 2, owner: 0.7, range: 0.8 },
      boostTerm: (term) => (term.startsWith('=') ? 0.5 : 1),
    },
  });
  for (const [id, { own, owner, range }] of names.entries())
    search.add({ id, own: textOf(own), owner: textOf(owner), range: textOf(range) });
  const found = search.search(textOf(keywordsOf(question)));
  return new Map(found.map(({ id, score }) => [id as number, score / (found[0]?.score ?? 1)]));
}

describe('lexical index', () => {
  const indexed = new IndexedNames();
  for (const name of names) indexed.add(name);
  const index = new LexicalIndex(indexed);

  it.each([
    'In which place was … born?',
    'When is the birthday and what is the birth date of …?',
    'Which movie did … direct?',
    'who is the wife or the husband of the person …',
    'zorblax',
    '',
  ])('scores like MiniSearch: %s', (question) => {
    const found = index.scores(keywordsOf(question));
    const expected = reference(question);
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [number, score] of expected) expect(found.get(number)).toBeCloseTo(score, 10);
  });
});
