import { isNeeded, type Scope } from '../../schema/inference/scopes';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import { isNumeric, literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import type { KbKnowledge } from '../kb-knowledge';
import type { Evidence, Fix, Observation, Verifier } from '../verifier';
import { literalInKb } from './literal-in-kb';
import { formatDatatype, looksLike } from './literal-form';

/** A literal has the kind of the property that it is compared with. */
export const literalKind: Verifier<'schema'> = {
  code: 'float_suffix',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A literal has the wrong datatype',
  about:
    'The datatype of the property decides: a float property takes xsd:float, double or decimal; an integer property integers; a date property xsd:date, gYear, gYearMonth or dateTime; a string property strings. Numbers of the other numeric kind compare by value, so they are a warning, and not reported at all without quotes in a FILTER. A plain string such as "1000" is only a hint, because the Freebase dump writes values like this. Where a KB can be queried, it decides: a literal that a fact has is right, and one that only exists with another datatype, or without one, is an error. Reported as information in an alternative of a condition, and in an exclusion (`!=`), which then excludes nothing. Not reported for values inside a function call.',
  *verify(evidence) {
    for (const scope of evidence.inference.scopes.all) {
      const needed = isNeeded(scope);
      for (const observation of checkScope(evidence, scope))
        yield needed || observation.severity ? observation : { ...observation, severity: 'warning' };
    }
  },
};

function* checkScope(
  { query, schema, inference, kb }: Evidence['schema'],
  scope: Scope,
): Iterable<Observation> {
  const types = inference.typesIn(scope);
  const propertyOf = (key: string): Property | undefined => {
    for (const evidence of types.evidenceFor(key)) {
      const property = toProperty(schema, evidence);
      if (property) return property;
    }
    return undefined;
  };
  const judgeLiteral = (
    literal: LiteralTerm,
    property: Property,
    use: LiteralUse,
  ): Observation | undefined => {
    const { relation, family } = property;
    // A typed literal is compared by its value, not by its datatype.
    const mayAsk = use === 'matched' || (use === 'equated' && literal.written === 'plain');
    const inKb =
      kb && mayAsk && relation !== undefined ? literalInKb(literal, relation, family, query, kb) : undefined;
    if (inKb === 'as-given') return undefined;
    return kb && inKb
      ? otherForm(query, literal, property, inKb.right, kb)
      : judge(query, literal, property, use);
  };
  for (const { node, literal, operator, required } of scope.comparisons) {
    const property = propertyOf(node.key);
    const isNegated = operator === '!=' || operator === 'NOT IN';
    const isEquality = isNegated || operator === '=' || operator === 'IN';
    const observation = property && judgeLiteral(literal, property, isEquality ? 'equated' : 'compared');
    if (!observation) continue;
    yield {
      ...observation,
      // If one of several alternatives never holds, or an exclusion excludes nothing, the query still works.
      ...((required && !isNegated) || observation.severity === 'hint'
        ? {}
        : { strength: 'weak' as const, severity: 'information' as const }),
      related: [
        {
          range: property.range,
          message: `The values of ${property.name} are ${KIND_WORDS[property.family]}`,
        },
      ],
    };
  }
  for (const list of types.byNode.values()) {
    for (const evidence of list) {
      const { term } = evidence.node;
      const property = term?.kind === 'literal' ? toProperty(schema, evidence) : undefined;
      const observation = term?.kind === 'literal' && property && judgeLiteral(term, property, 'matched');
      if (observation) yield observation;
    }
  }
  for (const { node, terms } of scope.choices) {
    const property = propertyOf(node.key);
    for (const term of terms) {
      const observation = term.kind === 'literal' && property && judgeLiteral(term, property, 'matched');
      // The other values may match.
      if (observation) yield terms.length > 1 ? { severity: 'warning', ...observation } : observation;
    }
  }
}

/** A property whose values are literals of one kind. */
interface Property {
  readonly name: string;
  readonly family: LiteralFamily;
  readonly range: TextRange;
  /** The IRI, if there is no alternative. */
  readonly relation: string | undefined;
}

/** In a comparison by order or by equality, or in a pattern. */
type LiteralUse = 'compared' | 'equated' | 'matched';

function toProperty(
  schema: KbSchema,
  { position, types, because, range, link }: TypeEvidence,
): Property | undefined {
  if (position !== 'object') return undefined;
  const [family, ...others] = types.map((type) => schema.type(type)?.literal);
  if (family === undefined || others.some((other) => other !== family)) return undefined;
  const [option, ...alternatives] = link.options;
  const relation = alternatives.length || option?.inverse ? undefined : option?.iri.iri;
  return { name: because.join('|'), family, range, relation };
}

const KIND_WORDS: Readonly<Record<LiteralFamily, string>> = {
  integer: 'integers (xsd:integer)',
  float: 'decimal numbers (xsd:float)',
  datetime: 'dates (xsd:date, xsd:gYear or xsd:dateTime)',
  boolean: 'booleans (xsd:boolean)',
  text: 'strings',
  duration: 'durations',
  other: 'other values',
};

function judge(
  query: QueryModel,
  literal: LiteralTerm,
  { name, family }: Property,
  use: LiteralUse,
): Observation | undefined {
  const given = literalFamily(literal.datatype);
  if (given === 'other' || given === 'duration') return undefined;
  if (given === family) return checkValue(literal, given);
  const numeric = isNumeric(given) && isNumeric(family);
  if (numeric && use !== 'matched' && literal.written === 'bare') return undefined;
  const right = rightLiteral(query, literal, family);
  const fixes: Fix[] = right
    ? [
        {
          title: `Write ${right}`,
          edits: [{ range: literal.range, newText: right }],
          safety: numeric ? 'safe' : 'unsafe',
        },
      ]
    : [];
  return {
    range: literal.range,
    rule: 'literal-kind',
    ...severityOf(numeric, literal, family, use),
    message: `${query.text.slice(literal.range.start, literal.range.end)} does not fit ${name}, whose values are ${KIND_WORDS[family]}`,
    because: `This literal is ${describeGiven(literal, given)}, so ${effectOf(numeric, literal, family, use)}.`,
    advice: right ? `Write ${right}.` : 'Use a literal of that kind.',
    fixes,
  };
}

function otherForm(
  query: QueryModel,
  { range }: LiteralTerm,
  { name }: Property,
  right: string,
  kb: KbKnowledge,
): Observation {
  const given = query.text.slice(range.start, range.end);
  return {
    range,
    rule: 'literal-kind',
    message: `The KB ${kb.name} does not write values of ${name} as ${given}`,
    because: `It has a fact with ${right}, and none with ${given}.`,
    advice: `Write ${right}.`,
    fixes: [{ title: `Write ${right}`, edits: [{ range, newText: right }], safety: 'safe' }],
  };
}

/**
 * Numbers of both kinds compare by value. The Freebase dump and published queries write numbers as plain strings, so these
 * are only a hint, unless they are compared by order.
 */
function severityOf(
  numeric: boolean,
  literal: LiteralTerm,
  family: LiteralFamily,
  use: LiteralUse,
): Pick<Observation, 'strength' | 'severity'> {
  if (numeric) return { strength: 'weak', severity: 'warning' };
  if (literal.written !== 'plain' || !looksLike(literal.value, family)) return {};
  return { strength: 'weak', severity: use === 'compared' ? 'warning' : 'hint' };
}

function effectOf(numeric: boolean, literal: LiteralTerm, family: LiteralFamily, use: LiteralUse): string {
  if (numeric) return 'an engine that compares exactly finds nothing';
  if (literal.written === 'plain' && looksLike(literal.value, family))
    return 'it matches only in a KB that writes such values as plain strings, as the Freebase dump does';
  // Some engines order literals of different kinds by their kind.
  return use === 'compared' ? 'the comparison does not depend on the value' : 'the two are never equal';
}

/** Reports an invalid value of the right kind: "abc"^^xsd:float. */
function checkValue(literal: LiteralTerm, family: LiteralFamily): Observation | undefined {
  if (literal.written === 'bare' || !isNumeric(family)) return undefined;
  const valid =
    family === 'integer'
      ? /^\s*[+-]?\d+\s*$/
      : /^\s*(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)\s*$/;
  if (valid.test(literal.value)) return undefined;
  return {
    range: literal.range,
    rule: 'literal-form',
    message: `"${literal.value}" is not a number`,
    because: `Its datatype requires ${family === 'integer' ? 'an integer' : 'a number'}.`,
    advice: 'Write a number, or change the datatype.',
  };
}

function describeGiven(literal: LiteralTerm, given: LiteralFamily): string {
  if (given === 'text')
    return literal.language === undefined ? 'a string' : `a string in the language ${literal.language}`;
  if (literal.written === 'bare' && given === 'boolean') return 'a boolean';
  return `of datatype xsd:${literal.datatype.slice(literal.datatype.lastIndexOf('#') + 1)}`;
}

/** The same value as a literal of the property's kind, if possible. */
function rightLiteral(query: QueryModel, literal: LiteralTerm, family: LiteralFamily): string | undefined {
  const value = literal.value.trim();
  switch (family) {
    case 'float':
      return /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(value)
        ? typed(query, value, 'float')
        : undefined;
    case 'integer':
      return /^[+-]?\d+(\.0*)?$/.test(value)
        ? typed(query, value.replace(/\.0*$/, ''), 'integer')
        : undefined;
    case 'datetime': {
      if (/^-?\d{4}$/.test(value)) return typed(query, value, 'gYear');
      if (/^-?\d{4}-\d\d$/.test(value)) return typed(query, value, 'gYearMonth');
      if (/^-?\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/.test(value)) return typed(query, value, 'date');
      return /^-?\d{4}-\d\d-\d\dT/.test(value) ? typed(query, value, 'dateTime') : undefined;
    }
    case 'boolean':
      if (value === '1' || value === '0') return String(value === '1');
      return /^(true|false)$/i.test(value) ? value.toLowerCase() : undefined;
    case 'text':
      return `"${value.replace(/"/g, '\\"')}"`;
    case 'duration':
    case 'other':
      return undefined;
  }
}

function typed(query: QueryModel, value: string, datatype: string): string {
  return `"${value}"^^${formatDatatype(query, datatype)}`;
}
