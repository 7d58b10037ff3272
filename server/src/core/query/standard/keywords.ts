/** Replaces syntax of Virtuoso: other casts, LIKE, and implicit grouping. */
import { literalFamily } from '../../language/rdf/datatypes';
import { XSD } from '../../language/rdf/names';
import type { Expression, Select } from '../../language/sparql/model';
import { quoteString, unescapeString } from '../../language/rdf/escapes';
import { hasAggregate } from '../../language/sparql/query-parts';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { RewriteParts } from './parts';

export function keywordEdits({ expressions, orders, selects }: RewriteParts): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const expression of [...expressions, ...orders]) visit(expression, edits);
  for (const select of selects) edits.push(...groupByEdits(select));
  return edits;
}

function visit(expression: Expression, edits: TextEdit[]): void {
  if (expression.kind !== 'call' && expression.kind !== 'operation') return;
  if (expression.kind === 'call') {
    // The standard casts to integer, but not to int and its relatives.
    if (expression.name.startsWith(XSD) && literalFamily(expression.name) === 'integer')
      edits.push({ range: expression.nameRange, newText: `<${XSD}integer>` });
  } else if (expression.operator === 'LIKE') {
    likeEdit(expression, edits);
  }
  for (const arg of expression.args) visit(arg, edits);
}

/** `?name LIKE "%Obama%"`: % stands for anything, _ for one letter. */
function likeEdit({ args, range: whole }: Expression & { kind: 'operation' }, edits: TextEdit[]): void {
  const [left, right] = args;
  if (!left || right?.kind !== 'term' || right.term.kind !== 'literal') return;
  const pattern = unescapeString(right.term.value)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/%/g, '.*')
    .replace(/_/g, '.');
  edits.push(
    { range: range(whole.start, whole.start), newText: 'REGEX(STR(' },
    { range: range(left.range.end, whole.end), newText: `), ${quoteString(`^${pattern}$`)}, "s")` },
  );
}

/** Virtuoso groups implicitly by the selected variables beside an aggregate. */
function groupByEdits({ form, projection, groupBy, groups }: Select): TextEdit[] {
  const where = groups[groups.length - 1]?.range.end;
  if (form !== 'select' || groupBy || where === undefined) return [];
  if (!projection.some(({ expression }) => expression && hasAggregate(expression))) return [];
  const keys = projection.flatMap(({ variable, expression }) =>
    variable && !expression ? [`?${variable.name}`] : [],
  );
  return keys.length ? [{ range: range(where, where), newText: ` GROUP BY ${keys.join(' ')}` }] : [];
}
