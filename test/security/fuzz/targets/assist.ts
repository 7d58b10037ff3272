/** Editor features at some offsets, which are derived from the text so that a run is reproducible. */
import { completeAt } from '../../../../server/src/core/edit/complete/complete';
import { hoverAt } from '../../../../server/src/core/edit/hover';
import { inlayHintsOf } from '../../../../server/src/core/edit/inlay-hints';
import { symbolAt } from '../../../../server/src/core/edit/occurrences';
import { renameAt } from '../../../../server/src/core/edit/rename';
import { semanticTokensOf } from '../../../../server/src/core/edit/semantic-tokens';
import { signatureAt } from '../../../../server/src/core/edit/signature';
import { describeQuery } from '../../../../server/src/core/describe/describe-query';
import { parseDocument } from '../../../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../../../server/src/core/language/text/edit';
import { freebase } from '../../../support/check';
import { QUERIES } from '../seeds';
import { must, type Target } from '../target';

export const assist: Target = {
  name: 'assist',
  seeds: () => QUERIES,
  sources: ['core/language/sparql/', 'core/edit/'],
  words: ['ns:film.film.starring', 'ns:m.02mjmr', 'a', '?x', '###\n'],
  maxLength: 2000,
  run: (text) => {
    const schema = freebase();
    const queries = parseDocument(text, 'virtuoso');
    let end = 0;
    for (const query of queries) {
      for (const token of semanticTokensOf(query, schema)) {
        must(
          token.start >= end && token.end > token.start,
          () => `A semantic token overlaps at ${token.start}`,
        );
        must(!/[\r\n]/.test(text.slice(token.start, token.end)), () => 'A semantic token spans lines');
        end = token.end;
      }
      const choices = { variableTypes: true, entityNames: () => 'name' };
      for (const { offset } of inlayHintsOf(query, schema, query.range, choices))
        must(0 <= offset && offset <= text.length, () => 'An inlay hint is outside the text');
      const { question, pairs } = describeQuery(query, schema, () => undefined);
      for (const { phrase, part } of pairs) {
        must(
          phrase.start < phrase.end && phrase.end <= question.length,
          () => 'A phrase is outside the description',
        );
        must(part.end <= text.length, () => 'A described part is outside the text');
      }
    }
    for (const offset of offsetsIn(text)) {
      symbolAt(queries, offset);
      for (const query of queries) {
        hoverAt(query, schema, offset);
        signatureAt(query, offset);
      }
      const completion = completeAt(text, offset, { schema, dialect: 'virtuoso' });
      if (completion) {
        const { word } = completion;
        must(
          0 <= word.start && word.start <= word.end && word.end <= text.length,
          () => 'A completed word is outside the text',
        );
      }
      const renamed = renameAt(queries, offset, 'entirely_new');
      if (!('refusal' in renamed)) applyEdits(text, renamed);
    }
  },
};

function offsetsIn(text: string): readonly number[] {
  let hash = 7;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return [hash % (text.length + 1), (hash >>> 7) % (text.length + 1), text.length];
}
