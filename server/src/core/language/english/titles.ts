/** Titles that people write before the name of a person: “president obama”. */
const TITLES = new Set(
  'president senator governor king queen emperor empress prince princess pope sir dame lord lady dr mr mrs saint general captain professor'.split(
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
