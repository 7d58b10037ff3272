import { type Scope } from '../../schema/inference/scopes';
import type { KbSchema } from '../../schema/schema';
import { literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { Evidence, Fix, Observation, Verifier } from '../verifier';
import { isNumeric, readsLike } from './literal-form';

/** A literal has the kind of the property that it is compared with. */
export const literalKind: Verifier<'schema'> = {
  code: 'float_suffix',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A literal has the wrong datatype',
  about:
    'The datatype of the property decides: a float property takes xsd:float, double or decimal; an integer property integers; a date property xsd:date, gYear, gYearMonth or dateTime; a string property strings. Numbers of the other numeric kind compare by value, so they are a warning, and not reported at all without quotes in a FILTER. Silent about values inside a function call.',
  *verify(evidence) {
    for (const scope of evidence.inference.scopes.all) yield* inScope(evidence, scope);
  },
};

function* inScope(evidence: Evidence['schema'], scope: Scope): Iterable<Observation> {
  const { schema, inference } = evidence;
  const types = inference.typesIn(scope);
  for (const { node, literal, operator, required } of scope.comparisons) {
    for (const { position, types: candidates, because, range } of types.about(node.key)) {
      const family = position === 'object' ? soleFamily(schema, candidates) : undefined;
      if (!family) continue;
      const observation = judge(
        evidence.query,
        literal,
        family,
        because.join('|'),
        operator === '=' || operator === '!=' || operator.endsWith('IN') ? 'equated' : 'compared',
      );
      if (observation)
        yield {
          ...observation,
          // Where one of several alternatives never holds, the query still works.
          ...(required || observation.severity === 'hint'
            ? {}
            : { strength: 'weak' as const, severity: 'information' as const }),
          related: [{ range, message: `The values of ${because.join('|')} are ${KIND_WORDS[family]}` }],
        };
      break;
    }
  }
  for (const list of types.byNode.values()) {
    for (const { node, position, types: candidates, because } of list) {
      if (node.term?.kind !== 'literal' || position !== 'object') continue;
      const family = soleFamily(schema, candidates);
      const observation = family && judge(evidence.query, node.term, family, because.join('|'), 'matched');
      if (observation) yield observation;
    }
  }
  for (const { node, terms } of scope.choices) {
    for (const { position, types: candidates, because } of types.about(node.key)) {
      const family = position === 'object' ? soleFamily(schema, candidates) : undefined;
      if (!family) continue;
      for (const term of terms) {
        const observation =
          term.kind === 'literal'
            ? judge(evidence.query, term, family, because.join('|'), 'matched')
            : undefined;
        if (observation) yield observation;
      }
      break;
    }
  }
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

function soleFamily(schema: KbSchema, types: readonly string[]): LiteralFamily | undefined {
  const families = new Set(types.map((type) => schema.type(type)?.literal));
  return families.size === 1 ? [...families][0] : undefined;
}

function judge(
  query: QueryModel,
  literal: LiteralTerm,
  family: LiteralFamily,
  property: string,
  use: 'compared' | 'equated' | 'matched',
): Observation | undefined {
  const given = literalFamily(literal.datatype);
  if (given === 'other' || given === 'duration') return undefined;
  if (given === family) return lexicalProblem(literal, given);
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
    ...worth(numeric, literal, family, use),
    message: `${query.text.slice(literal.range.start, literal.range.end)} does not fit ${property}, whose values are ${KIND_WORDS[family]}`,
    because: `This literal is ${givenWords(literal, given)}, so ${numeric ? 'an engine that compares exactly finds nothing' : 'the two are never equal'}.`,
    advice: right ? `Write ${right}.` : 'Use a literal of that kind.',
    fixes,
  };
}

/**
 * Numbers of both kinds compare by value. A plain text that reads like a value of the property is how Freebase's own
 * dump holds numbers, and how published queries match them: no more than a hint, unless the order of texts is asked for.
 */
function worth(
  numeric: boolean,
  literal: LiteralTerm,
  family: LiteralFamily,
  use: 'compared' | 'equated' | 'matched',
): Pick<Observation, 'strength' | 'severity'> {
  if (numeric) return { strength: 'weak', severity: 'warning' };
  if (literal.written !== 'plain' || !readsLike(literal.value, family)) return {};
  return { strength: 'weak', severity: use === 'compared' ? 'warning' : 'hint' };
}

/** The right kind, but not a value of it: "abc"^^xsd:float. */
function lexicalProblem(literal: LiteralTerm, family: LiteralFamily): Observation | undefined {
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

function givenWords(literal: LiteralTerm, given: LiteralFamily): string {
  if (given === 'text')
    return literal.language === undefined ? 'a string' : `a string in the language ${literal.language}`;
  if (literal.written === 'bare' && given === 'boolean') return 'a boolean';
  return `of datatype xsd:${literal.datatype.slice(literal.datatype.lastIndexOf('#') + 1)}`;
}

/** The same value as a literal of the property's kind, where there is one. */
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
  const declared = query.prefixes.find(({ iri }) => iri === XSD)?.prefix;
  const prefix = declared ?? (query.dialect === 'virtuoso' ? 'xsd' : undefined);
  return prefix === undefined ? `"${value}"^^<${XSD}${datatype}>` : `"${value}"^^${prefix}:${datatype}`;
}
