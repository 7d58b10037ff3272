/** Titles that people write before the name of a person: “president obama”. */
const TITLES = new Set(
  'president senator governor mayor chancellor judge king queen emperor empress caesar tsar prince princess duke duchess pope sir dame lord lady dr mr mrs saint general admiral colonel captain professor'.split(
    ' ',
  ),
);

export function isTitle(word: string): boolean {
  return TITLES.has(word);
}

/** A name in lower case without the title before it. */
export function withoutTitle(name: string): string {
  const [, first = '', rest = ''] = /^(\p{L}+)\.?\s+(.+)$/u.exec(name) ?? [];
  return isTitle(first) ? rest : name;
}
