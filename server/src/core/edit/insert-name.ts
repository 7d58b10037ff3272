import type { RdfTerm } from '../kb/knowledge-base';
import { quoteString } from '../language/rdf/escapes';
import { XSD } from '../language/rdf/names';
import { formatDatatype } from '../check/schema/literal-form';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { TextEdit } from '../language/text/edit';
import { range, type TextRange } from '../language/text/range';

/** Edits that replace the selection with a name, given its id or IRI, and declare its prefix if needed. */
export function insertName(
  query: QueryModel,
  schema: KbSchema,
  selection: TextRange,
  id: string,
): readonly TextEdit[] {
  const iri = /^[a-z]+:\/\//i.test(id) ? id : schema.namespace + id;
  // An IRI from an endpoint may contain anything.
  if (!isWritableIri(iri)) return [];
  const { name, declaration } = nameFor(query, schema, iri);
  const place = withTypedStart(query, selection, id);
  const newText = withSpaces(query, place, name);
  if (declaration === undefined) return [{ range: place, newText }];
  const top = query.tokens[0]?.start ?? place.start;
  return top >= place.start
    ? [{ range: place, newText: `${declaration}\n${newText}` }]
    : [
        { range: range(top, top), newText: `${declaration}\n` },
        { range: place, newText },
      ];
}

/** Edits that replace the selection with a literal. */
export function insertLiteral(
  query: QueryModel,
  selection: TextRange,
  literal: Extract<RdfTerm, { readonly type: 'literal' }>,
): readonly TextEdit[] {
  return [{ range: selection, newText: withSpaces(query, selection, writeLiteral(query, literal)) }];
}

function writeLiteral(
  query: QueryModel,
  { value, datatype, 'xml:lang': language }: Extract<RdfTerm, { readonly type: 'literal' }>,
): string {
  const text = quoteString(value);
  if (language !== undefined && /^[a-z]+(?:-[a-z0-9]+)*$/i.test(language)) return `${text}@${language}`;
  if (datatype === undefined || datatype === `${XSD}string` || !isWritableIri(datatype)) return text;
  return `${text}^^${datatype.startsWith(XSD) ? formatDatatype(query, datatype.slice(XSD.length)) : `<${datatype}>`}`;
}

function isWritableIri(iri: string): boolean {
  return !/[\x00-\x20<>"{}|^`\\]/.test(iri);
}

function withSpaces({ text }: QueryModel, { start, end }: TextRange, term: string): string {
  return `${spaceBefore(text, start)}${term}${spaceAfter(text, end)}`;
}

/** Writes an IRI as a prefixed name if possible, with the declaration of the prefix if it is missing. */
export function nameFor(
  query: QueryModel,
  schema: KbSchema,
  iri: string,
): { readonly name: string; readonly declaration?: string } {
  const declared = query.prefixes
    .filter((one) => one.iri !== '' && iri.startsWith(one.iri) && isLocalName(iri.slice(one.iri.length)))
    .sort((left, right) => right.iri.length - left.iri.length)[0];
  if (declared) return { name: `${declared.prefix}:${iri.slice(declared.iri.length)}` };
  const local = iri.startsWith(schema.namespace) ? iri.slice(schema.namespace.length) : '';
  if (!isLocalName(local)) return { name: `<${iri}>` };
  const taken = new Set(query.prefixes.map(({ prefix }) => prefix));
  const prefix = ['ns', 'fb', 'kb', 'schema'].find((one) => !taken.has(one));
  if (prefix === undefined) return { name: `<${iri}>` };
  return { name: `${prefix}:${local}`, declaration: `PREFIX ${prefix}: <${schema.namespace}>` };
}

/** Whether a text can follow a prefix without escapes. */
export function isLocalName(text: string): boolean {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u.test(text);
}

/** The selection, extended to the start of the same name if that is already typed: `ns:` or `ns:film.fi`. */
function withTypedStart({ tokens, text }: QueryModel, selection: TextRange, id: string): TextRange {
  const before = tokens.find(({ end }) => end === selection.start);
  if (before?.type !== 'pname' && before?.type !== 'pname-ns') return selection;
  const local = text.slice(text.indexOf(':', before.start) + 1, before.end);
  return id.startsWith(local) && id !== local ? range(before.start, selection.end) : selection;
}

function spaceBefore(text: string, offset: number): string {
  return offset === 0 || /[\s({[^/|!,]/.test(text[offset - 1] ?? '') ? '' : ' ';
}

function spaceAfter(text: string, offset: number): string {
  return offset >= text.length || /[\s)}\]/|*+,;]/.test(text[offset] ?? '') ? '' : ' ';
}
