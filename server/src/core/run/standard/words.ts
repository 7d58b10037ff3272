/** What Virtuoso understands and the standard words otherwise: other casts, LIKE, grouping that goes without saying, FROM. */
import { literalFamily } from '../../rdf/datatypes';
import { XSD } from '../../rdf/names';
import type { Expression, QueryModel, Select } from '../../sparql/model';
import { hasAggregate } from '../../sparql/semantics';
import type { TextEdit } from '../../text/edit';
import { range } from '../../text/range';
import type { Parts } from './parts';

export function wordEdits(model: QueryModel, { expressions, orders, selects }: Parts): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const expression of [...expressions, ...orders]) visit(expression, model.text, edits);
  for (const select of selects) edits.push(...groupingOf(select));
  edits.push(...graphEdits(model));
  return edits;
}

function visit(expression: Expression, text: string, edits: TextEdit[]): void {
  if (expression.kind !== 'call' && expression.kind !== 'operation') return;
  if (expression.kind === 'call') {
    // The standard casts to integer, but not to int and its kin.
    if (expression.name.startsWith(XSD) && literalFamily(expression.name) === 'integer')
      edits.push({ range: expression.nameRange, newText: `<${XSD}integer>` });
  } else if (expression.operator === 'LIKE') {
    likeEdit(expression, text, edits);
  }
  for (const arg of expression.args) visit(arg, text, edits);
}

/** `?name LIKE "%Obama%"`: % stands for anything, _ for one letter. */
function likeEdit(
  { args, range: whole }: Expression & { kind: 'operation' },
  text: string,
  edits: TextEdit[],
): void {
  const [left, right] = args;
  if (left?.kind !== 'term' || right?.kind !== 'term' || right.term.kind !== 'literal') return;
  if (/[()]/.test(text.slice(left.range.end, right.range.start))) return;
  const pattern = right.term.value
    .replace(/[.*+?^${}()|[\]]/g, '\\\\$&')
    .replace(/%/g, '.*')
    .replace(/_/g, '.');
  const value = text.slice(left.range.start, left.range.end);
  edits.push({ range: whole, newText: `REGEX(STR(${value}), "^${pattern}$", "s")` });
}

/** Virtuoso groups by what is selected as it is, next to what is counted. */
function groupingOf({ form, projection, groupBy, groups }: Select): TextEdit[] {
  const where = groups[groups.length - 1]?.range.end;
  if (form !== 'select' || groupBy || where === undefined) return [];
  if (!projection.some(({ expression }) => expression && hasAggregate(expression))) return [];
  const keys = projection.flatMap(({ variable, expression }) =>
    variable && !expression ? [`?${variable.name}`] : [],
  );
  return keys.length ? [{ range: range(where, where), newText: ` GROUP BY ${keys.join(' ')}` }] : [];
}

/** A file has one graph, whatever name it goes by elsewhere. */
function graphEdits({ query, tokens, text }: QueryModel): TextEdit[] {
  if (query.form === 'update') return [];
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    if (token.type !== 'keyword' || (next?.type !== 'iri' && next?.type !== 'pname')) return [];
    const names = token.value === 'FROM' || (token.value === 'GRAPH' && text[next.end] !== undefined);
    return names ? [{ range: range(token.start, next.end), newText: ' ' }] : [];
  });
}
