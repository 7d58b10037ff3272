/** The formatter changes only white space and the case of keywords, and is idempotent. */
import { formatSafely } from '../../../support/formatting';
import { QUERIES } from '../seeds';
import type { Target } from '../target';

export const format: Target = {
  name: 'format',
  seeds: () => QUERIES,
  sources: ['core/language/sparql/tokens.ts', 'core/language/sparql/vocabulary.ts'],
  words: ['\n# comment\n', '\n\n\n', '\n  ### no separator\n', '\n### separator\n', '\r\n'],
  maxLength: 3000,
  run: (text) => void formatSafely(text),
};
