import type { TextRange } from '../../language/text/range';
import type { Fix, Verifier } from '../verifier';
import { withLineBreak } from './unused-prefix';

/** Every prefix is declared once. */
export const duplicatePrefix: Verifier<'text'> = {
  code: 'duplicate_prefix',
  stage: 'text',
  strength: 'weak',
  severity: 'warning',
  title: 'A prefix is declared twice',
  about: 'The last declaration applies. A hint where both have the same IRI, a warning where they differ.',
  *verify({ query }) {
    if (query.query.form === 'update') return;
    const removal = (title: string, declaration: TextRange, safety: Fix['safety']): Fix => ({
      title,
      edits: [{ range: withLineBreak(query.text, declaration), newText: '' }],
      safety,
    });
    const latest = new Map<string, (typeof query.prefixes)[number]>();
    for (const declaration of query.prefixes) {
      const { prefix, iri, range } = declaration;
      const earlier = latest.get(prefix);
      latest.set(prefix, declaration);
      if (!earlier) continue;
      const same = earlier.iri === iri;
      yield {
        range,
        message: same
          ? `Prefix '${prefix}:' is declared twice`
          : `Prefix '${prefix}:' is declared twice with different IRIs`,
        because: same ? '' : `The earlier declaration is <${earlier.iri}>. This one applies.`,
        advice: 'Remove one of them.',
        severity: same ? 'hint' : 'warning',
        related: [{ range: earlier.range, message: 'Declared here' }],
        fixes: same
          ? [removal(`Remove this declaration of '${prefix}:'`, range, 'safe')]
          : [
              removal(`Remove the earlier declaration and keep <${iri}>`, earlier.range, 'unsafe'),
              removal(`Remove this declaration and keep <${earlier.iri}>`, range, 'unsafe'),
            ],
      };
    }
  },
};
