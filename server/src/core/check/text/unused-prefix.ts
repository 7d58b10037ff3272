import type { TextRange } from '../../language/text/range';
import type { Verifier } from '../verifier';

/** Every declared prefix is used. */
export const unusedPrefix: Verifier<'text'> = {
  code: 'unused_prefix',
  stage: 'text',
  strength: 'weak',
  severity: 'hint',
  title: 'A prefix is declared but not used',
  about:
    'Harmless, so it is only shown faded. Not reported where the text contains no query, or a broken one.',
  *verify({ query }) {
    // A broken query is not parsed to its end, so uses may be missing.
    if (query.query.form === 'none' || !query.parses) return;
    const used = new Set(query.prefixUses.map(({ prefix }) => prefix));
    for (const { prefix, range } of query.prefixes) {
      if (used.has(prefix)) continue;
      yield {
        range,
        message: `Prefix '${prefix}:' is not used`,
        because: '',
        advice: 'Remove the declaration.',
        unnecessary: true,
        fixes: [
          {
            title: `Remove the unused prefix '${prefix}:'`,
            edits: [{ range: withLineBreak(query.text, range), newText: '' }],
            safety: 'safe',
          },
        ],
      };
    }
  },
};

/** Extends the range of a declaration by its line break, or by the spaces after it. */
export function withLineBreak(text: string, { start, end }: TextRange): TextRange {
  const after = /^[ \t]*(?:\r\n|\n|\r)|^[ \t]+/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  return { start, end: end + after };
}
