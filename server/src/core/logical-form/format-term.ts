/** Formats names and literals of a form as terms of a query. The result is always one valid term. */
import type { KbSchema } from '../schema/schema';
import type { LiteralFamily } from '../language/rdf/datatypes';
import { quoteString } from '../language/rdf/escapes';
import { RDF_TYPE, XSD } from '../language/rdf/names';
import { dateDatatype, isNumberText } from './parse-literal';
import type { LiteralExpr } from './sexpr';

const LOCAL_NAME = /^\w(?:[\w.-]*[\w-])?$/;

/** Returns `ns:film.film`, or the full IRI if the id is not a valid local name. */
export function formatName(id: string, namespace: string): string {
  if (LOCAL_NAME.test(id)) return `ns:${id}`;
  return `<${escapeIri(/^[a-z][a-z+.-]*:\/\//i.test(id) ? id : namespace + id)}>`;
}

/** Returns the typing relation of this KB. */
export function formatTypingRelation({ typing, namespace }: Pick<KbSchema, 'typing' | 'namespace'>): string {
  let first: string | undefined;
  for (const iri of typing) {
    if (iri.startsWith(namespace)) return formatName(iri.slice(namespace.length), namespace);
    first ??= iri;
  }
  return first === undefined || first === RDF_TYPE ? 'a' : `<${escapeIri(first)}>`;
}

/** Formats a literal with the datatype of the range of its relation, if the value allows it. */
export function formatLiteral(literal: LiteralExpr, family: LiteralFamily | undefined): string {
  const text = quoteString(literal.value);
  if (literal.language !== undefined && (family === undefined || family === 'text'))
    return `${text}@${/^[a-z]+(?:-[a-z0-9]+)*$/i.test(literal.language) ? literal.language : 'en'}`;
  const converted = convertLiteral(literal.value.trim(), family);
  if (converted) return `${quoteString(converted.value)}^^xsd:${converted.type}`;
  const { datatype } = literal;
  if (datatype === `${XSD}string` || literal.language !== undefined) return text;
  const local = datatype.startsWith(XSD) ? datatype.slice(XSD.length) : '';
  return /^\w+$/.test(local) ? `${text}^^xsd:${local}` : `${text}^^<${escapeIri(datatype)}>`;
}

/** Converts a value to a kind of literal, if possible: `20.0` becomes the integer `20`. */
export function convertLiteral(
  value: string,
  family: LiteralFamily | undefined,
): { readonly value: string; readonly type: string } | undefined {
  switch (family) {
    case 'float':
      return isNumberText(value) ? { value, type: 'float' } : undefined;
    case 'integer':
      return /^[+-]?\d+(?:\.0*)?$/.test(value)
        ? { value: value.replace(/\.0*$/, ''), type: 'integer' }
        : undefined;
    case 'datetime': {
      if (/^-?\d{4}$/.test(value)) return { value, type: 'gYear' };
      const type = dateDatatype(value);
      return type === undefined ? undefined : { value, type: type.slice(XSD.length) };
    }
    case 'boolean':
      return /^(?:true|false)$/.test(value) ? { value, type: 'boolean' } : undefined;
    default:
      return undefined;
  }
}

function escapeIri(iri: string): string {
  return iri.replace(/[\u0000-\u0020<>"{}|\\^`]/g, (character) => encodeURIComponent(character));
}
