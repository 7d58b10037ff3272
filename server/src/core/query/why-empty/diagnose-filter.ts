import type { RdfTerm } from '../../kb/knowledge-base';
import { literalFamily } from '../../language/rdf/datatypes';
import { RDF, XSD } from '../../language/rdf/names';
import type { Expression, LiteralTerm } from '../../language/sparql/model';
import { DATA, type Diagnosis, type DiagnosisContext } from './diagnose';
import { textOf, type PatternPart } from './pattern-parts';

/** The values that a filter saw, and whether they can be compared with what it holds against them. */
export async function diagnoseFilter(
  { prober }: DiagnosisContext,
  { filter, written }: PatternPart,
  rest: readonly PatternPart[],
): Promise<Diagnosis> {
  const around = textOf(rest);
  const given = new Set(rest.flatMap(({ gives }) => [...gives]));
  const compared = filter ? comparisonsIn(filter) : [];
  const variable = compared.map(({ name }) => name).find((name) => given.has(name));
  if (filter?.kind === 'exists' || variable === undefined)
    return {
      weight: DATA,
      broken: false,
      tell: () =>
        Promise.resolve({
          sentences: [`The rest of the pattern matches, but nothing passes ${written}.`],
          instead: [],
        }),
    };
  const seen = (await prober.values(variable, around, 5)) ?? [];
  const mismatch = compared.flatMap(({ name, literal }) =>
    name === variable ? mismatchOf(literal, seen, name) : [],
  );
  return {
    weight: mismatch.length ? 65 : DATA + 5,
    broken: mismatch.length > 0,
    tell: async () => ({
      sentences: [`The rest of the pattern matches, but nothing passes ${written}.`, ...mismatch.slice(0, 1)],
      instead: await rangeOf(variable, seen),
    }),
  };

  /** From the least to the greatest, where they can be ordered; else some of them. */
  async function rangeOf(name: string, some: readonly RdfTerm[]): Promise<readonly string[]> {
    const rows = some.every((term) => isOrdered(term))
      ? await prober.rows(`(MIN(?${name}) AS ?least) (MAX(?${name}) AS ?most)`, around)
      : undefined;
    const [least, most] = rows?.[0] ?? [];
    if (least && most)
      return [
        least.value === most.value
          ? `?${name} is ${least.value}`
          : `?${name} is between ${least.value} and ${most.value}`,
      ];
    return some.map((term) => `?${name} is ${shown(term)}`);
  }
}

interface Compared {
  readonly name: string;
  readonly literal: LiteralTerm;
}

/** Each comparison of a variable with a literal; a variable inside a function is compared as it comes out of it. */
function comparisonsIn(expression: Expression): readonly Compared[] {
  if (expression.kind === 'call') return expression.args.flatMap(comparisonsIn);
  if (expression.kind !== 'operation') return [];
  const { args } = expression;
  const literal = args.flatMap((arg) =>
    arg.kind === 'term' && arg.term.kind === 'literal' ? [arg.term] : [],
  )[0];
  const name = args.flatMap((arg) =>
    arg.kind === 'term' && arg.term.kind === 'variable' ? [arg.term.name] : [],
  )[0];
  return [...(literal && name !== undefined ? [{ name, literal }] : []), ...args.flatMap(comparisonsIn)];
}

function mismatchOf(literal: LiteralTerm, seen: readonly RdfTerm[], name: string): readonly string[] {
  const [first] = seen;
  if (!first) return [];
  const asked = short(literal.datatype);
  if (first.type !== 'literal')
    return [`?${name} is a node of the KB, such as ${shown(first)}. It never equals a literal.`];
  const datatype = first['xml:lang'] === undefined ? (first.datatype ?? `${XSD}string`) : `${RDF}langString`;
  const [one, other] = [literalFamily(literal.datatype), literalFamily(datatype)];
  const numbers = ['integer', 'float'];
  // Dates of every precision are compared by the moment at which they begin.
  if (one === other) return [];
  if (numbers.includes(one) && numbers.includes(other)) return [];
  return [`?${name} holds ${short(datatype)}, such as ${shown(first)}, and is compared with ${asked}.`];
}

function isOrdered(term: RdfTerm): boolean {
  return (
    term.type === 'literal' && ['integer', 'float', 'datetime'].includes(literalFamily(term.datatype ?? ''))
  );
}

function shown(term: RdfTerm): string {
  if (term.type !== 'literal') return `<${term.value}>`;
  const language = term['xml:lang'];
  return language === undefined ? `"${term.value}"` : `"${term.value}"@${language}`;
}

function short(datatype: string): string {
  return datatype.replace(XSD, 'xsd:').replace(/^.*#langString$/, 'text with a language');
}
