/** Escapes of strings, which SPARQL, Turtle and N-Triples write alike. */

const SIGNS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };
const LAST_CODE_POINT = 0x10ffff;

/** A number that is no character stays as it is written. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gs,
    (written: string, short?: string, long?: string, sign?: string) => {
      const code = short ?? long;
      if (code === undefined) return SIGNS[sign ?? ''] ?? sign ?? written;
      const point = parseInt(code, 16);
      return point > LAST_CODE_POINT ? written : String.fromCodePoint(point);
    },
  );
}
