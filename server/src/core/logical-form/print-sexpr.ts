/** Prints a logical form on one line, in the notation of GrailQA. */
import { quoteString } from '../language/rdf/escapes';
import { XSD } from '../language/rdf/names';
import { parseLiteralWord } from './parse-literal';
import type { LiteralExpr, SExpr, RelationExpr } from './sexpr';

export function printSExpr(expr: SExpr): string {
  switch (expr.kind) {
    case 'entity':
    case 'class':
      return expr.id;
    case 'literal':
      return printLiteral(expr);
    case 'join':
      return `(JOIN ${printStep(expr.step)} ${printSExpr(expr.of)})`;
    case 'and':
      return `(AND ${printSExpr(expr.left)} ${printSExpr(expr.right)})`;
    case 'or':
      return `(OR ${printSExpr(expr.left)} ${printSExpr(expr.right)})`;
    case 'minus':
      return `(MINUS ${printSExpr(expr.of)} ${printSExpr(expr.without)})`;
    case 'count':
      return `(COUNT ${printSExpr(expr.of)})`;
    case 'extreme':
      return `(${expr.which === 'max' ? 'ARGMAX' : 'ARGMIN'} ${printSExpr(expr.of)} ${printChain(expr.by)}${expr.rank === undefined ? '' : ` ${expr.rank}`})`;
    case 'compare':
      return `(${expr.operator} ${printChain(expr.by)} ${printLiteral(expr.literal)})`;
    case 'time':
      return `(TC ${printSExpr(expr.of)} ${expr.relation} ${expr.at === 'NOW' ? 'NOW' : expr.at.year})`;
  }
}

function printStep({ relation, reverse }: RelationExpr): string {
  return reverse ? `(R ${relation})` : relation;
}

function printChain(steps: readonly RelationExpr[]): string {
  const [first, ...rest] = steps;
  if (!first) return '';
  return rest.length ? `(JOIN ${printStep(first)} ${printChain(rest)})` : printStep(first);
}

function printLiteral({ value, datatype, language }: LiteralExpr): string {
  if (language !== undefined) return `${quoteString(value)}@${language}`;
  if (datatype === `${XSD}string`) return quoteString(value);
  const word = `${value}^^${datatype}`;
  // Quotes a value that would not be parsed back as the same value.
  return value !== '' && !/[\s()";]/.test(word) && parseLiteralWord(word)?.value === value
    ? word
    : `${quoteString(value)}^^${datatype}`;
}
