/** What only the engine over files needs: it has one graph, and it is particular about white space. */
import type { QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';

export function oxigraphEdits(model: QueryModel): TextEdit[] {
  return [...graphEdits(model), ...gapEdits(model)];
}

/** A file has one graph, whatever name it goes by elsewhere. */
function graphEdits({ tokens }: QueryModel): TextEdit[] {
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    if (token.value !== 'FROM' && token.value !== 'GRAPH') return [];
    return next?.type === 'iri' || next?.type === 'pname'
      ? [{ range: range(token.start, next.end), newText: ' ' }]
      : [];
  });
}

/** `CONCAT (…)` is not taken with the space. */
function gapEdits({ tokens }: QueryModel): TextEdit[] {
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    const apart = token.value === 'CONCAT' || token.value === 'COALESCE';
    return apart && next?.value === '(' && next.start > token.end
      ? [{ range: range(token.end, next.start), newText: '' }]
      : [];
  });
}
