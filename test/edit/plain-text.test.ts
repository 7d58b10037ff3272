import { expect, it } from 'vitest';
import { toPlainText } from '../../server/src/core/edit/plain-text';

it.each([
  [
    '**place of birth** — relation `people.person.place_of_birth`',
    'place of birth — relation people.person.place_of_birth',
  ],
  ['*anything* \\*and\\_ `` a`b ``', 'anything *and_ a`b'],
  ['**A \\* B** and COUNT(*)', 'A * B and COUNT(*)'],
  ['[Look it up](https://example.org/?a=b)', 'Look it up: https://example.org/?a=b'],
  ['**Reads:** who?\n\n---\n\n**SELECT** — keyword', 'Reads: who?\n\nSELECT — keyword'],
  ['```sparql\nSELECT * WHERE { ?a ?b `*c*` }\n```', 'SELECT * WHERE { ?a ?b `*c*` }'],
  ['- `a.b` → *anything*\n- and 2 more', '- a.b → anything\n- and 2 more'],
])('the plain text of %j has no markup', (markdown, text) => {
  expect(toPlainText(markdown)).toBe(text);
});
