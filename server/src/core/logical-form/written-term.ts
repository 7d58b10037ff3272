/** Names and values of a form as a query writes them. Whatever stands in a form, what comes out is one term. */
import type { KbSchema } from '../schema/schema';
import type { LiteralFamily } from '../language/rdf/datatypes';
import { RDF_TYPE, XSD } from '../language/rdf/names';
import { dateTypeOf, isNumberText } from './literal-words';
import type { LiteralExpr } from './sexpr';

const LOCAL_NAME = /^\w(?:[\w.-]*[\w-])?$/;

/** `ns:film.film`, or the whole IRI where it cannot be shortened. */
export function writtenName(id: string, namespace: string): string {
  if (LOCAL_NAME.test(id)) return `ns:${id}`;
  return `<${escapedIri(/^[a-z][a-z+.-]*:\/\//i.test(id) ? id : namespace + id)}>`;
}

/** The relation by which this KB says what something is. */
export function typingName({ typing, namespace }: Pick<KbSchema, 'typing' | 'namespace'>): string {
  let first: string | undefined;
  for (const iri of typing) {
    if (iri.startsWith(namespace)) return writtenName(iri.slice(namespace.length), namespace);
    first ??= iri;
  }
  return first === undefined || first === RDF_TYPE ? 'a' : `<${escapedIri(first)}>`;
}

/** A literal of the kind that a relation holds, where its value can be one. */
export function writtenLiteral(literal: LiteralExpr, family: LiteralFamily | undefined): string {
  const text = quoted(literal.value);
  if (literal.language !== undefined && (family === undefined || family === 'text'))
    return `${text}@${/^[a-z]+(?:-[a-z0-9]+)*$/i.test(literal.language) ? literal.language : 'en'}`;
  const fitting = fittingLiteral(literal.value.trim(), family);
  if (fitting) return `${quoted(fitting.value)}^^xsd:${fitting.type}`;
  const { datatype } = literal;
  if (datatype === `${XSD}string` || literal.language !== undefined) return text;
  const local = datatype.startsWith(XSD) ? datatype.slice(XSD.length) : '';
  return /^\w+$/.test(local) ? `${text}^^xsd:${local}` : `${text}^^<${escapedIri(datatype)}>`;
}

/** Also what form the value then has: `20.0` is no whole number as it is written. */
export function fittingLiteral(
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
      const type = dateTypeOf(value);
      return type === undefined ? undefined : { value, type: type.slice(XSD.length) };
    }
    case 'boolean':
      return /^(?:true|false)$/.test(value) ? { value, type: 'boolean' } : undefined;
    default:
      return undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? `\\${sign}`)}"`;
}

function escapedIri(iri: string): string {
  return iri.replace(/[\u0000-\u0020<>"{}|\\^`]/g, (sign) => encodeURIComponent(sign));
}
