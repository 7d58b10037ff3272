/** Diagnoses a part of a pattern without matches: the evidence against it, and what would match instead. */
import type { KnowledgeBase, RdfTerm } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel, Expression, LiteralTerm } from '../../language/sparql/model';
import type { Fix } from '../../check/verifier';
import { diagnoseTriple } from './diagnose-triple';
import type { EntityDirectory } from '../entity-directory';
import { type PatternPart, joinParts } from './pattern-parts';
import type { Probe, Prober } from './prober';
import { lookUpLabels } from './labels';
import { literalFamily } from '../../language/rdf/datatypes';
import { RDF, XSD } from '../../language/rdf/names';

export interface DiagnosisContext {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema | undefined;
  readonly directory: Pick<EntityDirectory, 'lookUp'>;
  readonly model: QueryModel;
  readonly prober: Prober;
  readonly signal: AbortSignal;
}

export interface Diagnosis {
  /** The evidence against the part: from `MISSING_DATA_WEIGHT`, if only facts are missing, up to 100. */
  readonly weight: number;
  /** Whether it can never match, rather than only lacking facts. */
  readonly broken: boolean;
  /** Computed only for the reported part. */
  readonly describe: () => DiagnosisText | Promise<DiagnosisText>;
}

export interface DiagnosisText {
  readonly sentences: readonly string[];
  readonly instead?: readonly string[];
  readonly fixes?: readonly Fix[];
  readonly inner?: readonly Probe[];
}

/** The rest of a pattern without one part. */
export interface RestOfPattern {
  /** The parts that match without it. */
  readonly rest: readonly PatternPart[];
  /** Those of `rest` that precede it. */
  readonly before: readonly PatternPart[];
  /** Tests that were removed with it, because only it binds their variables. */
  readonly removedTests: readonly PatternPart[];
}

/** The weight of a part that may be right. */
export const MISSING_DATA_WEIGHT = 20;

export function diagnose(
  context: DiagnosisContext,
  part: PatternPart,
  around: RestOfPattern,
): Promise<Diagnosis> {
  switch (part.kind) {
    case 'triple':
      return diagnoseTriple(context, part, around);
    case 'filter':
      return diagnoseFilter(context, part, around.rest);
    case 'values':
      return diagnoseValues(context, part);
    case 'minus':
      return simpleDiagnosis('The pattern matches, but MINUS removes all its rows.');
    case 'union':
      return simpleDiagnosis('No branch of the UNION fits the rest of the pattern.');
    case 'group':
    case 'optional':
    case 'bind':
      return simpleDiagnosis(
        part.groups?.some(({ select }) => select)
          ? 'The subquery has answers, but none fits the rest of the pattern.'
          : 'This group matches by itself, but not together with the rest of the pattern.',
      );
  }
}

function simpleDiagnosis(sentence: string): Promise<Diagnosis> {
  const describe = (): DiagnosisText => ({ sentences: [sentence] });
  return Promise.resolve({ weight: MISSING_DATA_WEIGHT, broken: false, describe });
}

/** VALUES binds ids that the KB does not have, or that have no such facts. */
async function diagnoseValues(
  context: DiagnosisContext,
  { values, written }: PatternPart,
): Promise<Diagnosis> {
  const { kb } = context;
  const iris = (values?.rows ?? []).flatMap((row) =>
    row.flatMap((term) => (term?.kind === 'iri' ? [term.iri] : [])),
  );
  const labels = await lookUpLabels(context, iris);
  const absent = iris.filter((iri) => labels.entity(iri)?.exists === false);
  const all = iris.length > 0 && absent.length === iris.length;
  const named = iris.map(labels.label).join(', ');
  const sentence = all
    ? `${named} ${iris.length > 1 ? 'are' : 'is'} not in the KB ${kb.name}.`
    : `The rest of the pattern matches, but not with ${iris.length ? named : written}.`;
  return {
    weight: all ? 100 : MISSING_DATA_WEIGHT - 5,
    broken: all && kb.complete,
    describe: () => ({ sentences: [sentence] }),
  };
}

/** Diagnoses a filter: the values of its variable, and whether they can be compared with its literal. */
async function diagnoseFilter(
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
