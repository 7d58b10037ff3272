import type { RdfTerm } from '../../kb/knowledge-base';
import { literalFamily } from '../../language/rdf/datatypes';
import { RDF, XSD } from '../../language/rdf/names';
import type { Expression, LiteralTerm } from '../../language/sparql/model';
import { MISSING_DATA_WEIGHT, type Diagnosis, type DiagnosisContext } from './diagnose';
import { joinParts, type PatternPart } from './pattern-parts';

/** Diagnoses a filter: the values of its variable, and whether they can be compared with its literal. */
export async function diagnoseFilter(
  { prober }: DiagnosisContext,
  { filter, written }: PatternPart,
  rest: readonly PatternPart[],
): Promise<Diagnosis> {
  const restText = joinParts(rest);
  const bound = new Set(rest.flatMap(({ binds }) => [...binds]));
  const compared = filter ? findComparisons(filter) : [];
  const variable = compared.map(({ name }) => name).find((name) => bound.has(name));
  const sentence = `The rest of the pattern matches, but nothing passes ${written}.`;
  if (filter?.kind === 'exists' || variable === undefined)
    return { weight: MISSING_DATA_WEIGHT, broken: false, describe: () => ({ sentences: [sentence] }) };
  const samples = (await prober.values(variable, restText, 5)) ?? [];
  const mismatch = compared.flatMap(({ name, literal }) =>
    name === variable ? describeMismatch(literal, samples, name) : [],
  );
  return {
    weight: mismatch.length ? 65 : MISSING_DATA_WEIGHT + 5,
    broken: mismatch.length > 0,
    describe: async () => ({
      sentences: [sentence, ...mismatch.slice(0, 1)],
      instead: await describeValues(variable, samples),
    }),
  };

  /** The minimum and maximum of ordered values, otherwise examples. */
  async function describeValues(name: string, some: readonly RdfTerm[]): Promise<readonly string[]> {
    const rows = some.every((term) => isOrdered(term))
      ? await prober.rows(`(MIN(?${name}) AS ?least) (MAX(?${name}) AS ?most)`, restText)
      : undefined;
    const [least, most] = rows?.[0] ?? [];
    if (least && most)
      return [
        least.value === most.value
          ? `?${name} is ${least.value}`
          : `?${name} is between ${least.value} and ${most.value}`,
      ];
    return some.map((term) => `?${name} is ${formatTerm(term)}`);
  }
}

interface LiteralComparison {
  readonly name: string;
  readonly literal: LiteralTerm;
}

/** All comparisons of a variable with a literal. */
function findComparisons(expression: Expression): readonly LiteralComparison[] {
  if (expression.kind === 'call') return expression.args.flatMap(findComparisons);
  if (expression.kind !== 'operation') return [];
  const { args } = expression;
  const literal = args.flatMap((arg) =>
    arg.kind === 'term' && arg.term.kind === 'literal' ? [arg.term] : [],
  )[0];
  const name = args.flatMap((arg) =>
    arg.kind === 'term' && arg.term.kind === 'variable' ? [arg.term.name] : [],
  )[0];
  return [...(literal && name !== undefined ? [{ name, literal }] : []), ...args.flatMap(findComparisons)];
}

function describeMismatch(
  literal: LiteralTerm,
  samples: readonly RdfTerm[],
  name: string,
): readonly string[] {
  const [first] = samples;
  if (!first) return [];
  const expected = formatDatatype(literal.datatype);
  if (first.type !== 'literal')
    return [`?${name} is a node of the KB, such as ${formatTerm(first)}. It never equals a literal.`];
  const datatype = first['xml:lang'] === undefined ? (first.datatype ?? `${XSD}string`) : `${RDF}langString`;
  const [one, other] = [literalFamily(literal.datatype), literalFamily(datatype)];
  const numbers = ['integer', 'float'];
  // Dates of different precision can be compared.
  if (one === other) return [];
  if (numbers.includes(one) && numbers.includes(other)) return [];
  return [
    `?${name} holds ${formatDatatype(datatype)}, such as ${formatTerm(first)}, and is compared with ${expected}.`,
  ];
}

function isOrdered(term: RdfTerm): boolean {
  return (
    term.type === 'literal' && ['integer', 'float', 'datetime'].includes(literalFamily(term.datatype ?? ''))
  );
}

function formatTerm(term: RdfTerm): string {
  if (term.type !== 'literal') return `<${term.value}>`;
  const language = term['xml:lang'];
  return language === undefined ? `"${term.value}"` : `"${term.value}"@${language}`;
}

function formatDatatype(datatype: string): string {
  return datatype.replace(XSD, 'xsd:').replace(/^.*#langString$/, 'text with a language');
}
