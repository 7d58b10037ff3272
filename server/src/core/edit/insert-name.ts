import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { TextEdit } from '../language/text/edit';
import { range, type TextRange } from '../language/text/range';

/** Edits that replace the selection with a relation or class, and declare its prefix if needed. */
export function insertName(
  query: QueryModel,
  schema: KbSchema,
  selection: TextRange,
  id: string,
): readonly TextEdit[] {
  const iri = /^[a-z]+:\/\//i.test(id) ? id : schema.namespace + id;
  const { name, declaration } = nameFor(query, schema, iri);
  const place = withTypedStart(query, selection, id);
  const newText = `${spaceBefore(query.text, place.start)}${name}${spaceAfter(query.text, place.end)}`;
  if (declaration === undefined) return [{ range: place, newText }];
  const top = query.tokens[0]?.start ?? place.start;
  return top >= place.start
    ? [{ range: place, newText: `${declaration}\n${newText}` }]
    : [
        { range: range(top, top), newText: `${declaration}\n` },
        { range: place, newText },
      ];
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
