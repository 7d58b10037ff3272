import type { TextRange } from '../../language/text/range';
import type { Verifier } from '../verifier';

/** Every prefix that is declared is used. */
export const unusedPrefix: Verifier<'text'> = {
  code: 'unused_prefix',
  stage: 'text',
  strength: 'weak',
  severity: 'hint',
  title: 'A prefix is declared but not used',
  about:
    'Harmless, so only shown faded. Silent in a text that holds no query yet, and where the query is broken.',
  *verify({ query }) {
    // What is broken is not read to its end, so a use may have been passed over.
    if (query.query.form === 'none' || !query.parses) return;
    const used = new Set(query.prefixUses.map(({ prefix }) => prefix));
    for (const { prefix, range } of query.prefixes) {
      if (used.has(prefix)) continue;
      yield {
        range,
        message: `Prefix '${prefix}:' is not used`,
        because: 'Nothing in the query is written with it.',
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

/** A declaration on a line of its own goes with its line. */
export function withLineBreak(text: string, { start, end }: TextRange): TextRange {
  const after = /^[ \t]*(?:\r\n|\n|\r)|^[ \t]+/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  return { start, end: end + after };
}
