/** A tree → the form on one line, as GrailQA writes it. */
import { XSD } from '../language/rdf/names';
import { literalOfWord } from './literal-words';
import type { LiteralExpr, SExpr, RelationStep } from './sexpr';

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
    case 'count':
      return `(COUNT ${printSExpr(expr.of)})`;
    case 'extreme':
      return `(${expr.which === 'max' ? 'ARGMAX' : 'ARGMIN'} ${printSExpr(expr.of)} ${printChain(expr.by)})`;
    case 'compare':
      return `(${expr.operator} ${printChain(expr.by)} ${printLiteral(expr.literal)})`;
    case 'time':
      return `(TC ${printSExpr(expr.of)} ${expr.relation} ${expr.at === 'NOW' ? 'NOW' : expr.at.year})`;
  }
}

function printStep({ relation, reverse }: RelationStep): string {
  return reverse ? `(R ${relation})` : relation;
}

function printChain(steps: readonly RelationStep[]): string {
  const [first, ...rest] = steps;
  if (!first) return '';
  return rest.length ? `(JOIN ${printStep(first)} ${printChain(rest)})` : printStep(first);
}

function printLiteral({ value, datatype, language }: LiteralExpr): string {
  if (language !== undefined) return `${quoted(value)}@${language}`;
  if (datatype === `${XSD}string`) return quoted(value);
  const word = `${value}^^${datatype}`;
  // What is not read back as the same value goes between quotes.
  return value !== '' && !/[\s()";]/.test(word) && literalOfWord(word)?.value === value
    ? word
    : `${quoted(value)}^^${datatype}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? `\\${sign}`)}"`;
}
