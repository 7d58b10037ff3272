/** String escapes, which are the same in SPARQL, Turtle and N-Triples. */

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };
const MAX_CODE_POINT = 0x10ffff;

/** Replaces the escapes. An invalid code point stays as it is. */
export function unescapeString(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gs,
    (written: string, short?: string, long?: string, character?: string) => {
      const code = short ?? long;
      if (code === undefined) return ESCAPES[character ?? ''] ?? character ?? written;
      const point = parseInt(code, 16);
      return point > MAX_CODE_POINT ? written : String.fromCodePoint(point);
    },
  );
}

/** Quotes a string. The escapes of JSON are valid in SPARQL, Turtle and N-Triples; unpaired surrogates are removed. */
export function quoteString(text: string): string {
  return JSON.stringify(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
  );
}
