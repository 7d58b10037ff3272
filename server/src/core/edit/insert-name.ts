/** Writes a relation or class into a query as it has to be written there: with its prefix, which is declared if needed. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { TextEdit } from '../language/text/edit';
import { range, type TextRange } from '../language/text/range';

/** Edits that put the name in the place of the selection. `query` is the one that the selection is in. */
export function insertName(
  query: QueryModel,
  schema: KbSchema,
  selection: TextRange,
  id: string,
): readonly TextEdit[] {
  const iri = /^[a-z]+:\/\//i.test(id) ? id : schema.namespace + id;
  const { name, declaration } = nameFor(query, schema, iri);
  const place = half(query, selection, id);
  const spaced = `${spaceBefore(query.text, place.start)}${name}${spaceAfter(query.text, place.end)}`;
  if (declaration === undefined) return [{ range: place, newText: spaced }];
  const top = query.tokens[0]?.start ?? place.start;
  return top >= place.start
    ? [{ range: place, newText: `${declaration}\n${spaced}` }]
    : [
        { range: range(top, top), newText: `${declaration}\n` },
        { range: place, newText: spaced },
      ];
}

/** As a prefixed name where that can be, with the declaration that it takes if there is none. */
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

/** Without what would have to be escaped. */
function isLocalName(text: string): boolean {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u.test(text);
}

/** The selection, and with it the beginning of the same name if it was already typed: `ns:` or `ns:film.fi`. */
function half({ tokens, text }: QueryModel, selection: TextRange, id: string): TextRange {
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
