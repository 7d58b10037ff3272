/**
 * What can be followed in a query besides its names, which lead to their definitions: IRIs written in full, and ids of
 * entities, which say nothing by themselves.
 */
import type { KbSchema } from '../kb/schema';
import { isPossibleEntityId } from '../rdf/ids';
import type { QueryModel } from '../sparql/model';
import { range, type TextRange } from '../text/range';
import { namesOf } from './names';

export interface DocumentLink {
  readonly range: TextRange;
  readonly target:
    { readonly kind: 'page'; readonly id: string } | { readonly kind: 'web'; readonly url: string };
  readonly tooltip: string;
}

export function documentLinks(query: QueryModel, schema: KbSchema | undefined): readonly DocumentLink[] {
  return namesOf(query).flatMap(({ token, iri }) => {
    const isFull = token.type === 'iri';
    const inside = isFull ? range(token.start + 1, token.end - 1) : range(token.start, token.end);
    return entityLink(schema, iri, inside) ?? (isFull ? linkOf(schema, iri, inside) : undefined) ?? [];
  });
}

function linkOf(schema: KbSchema | undefined, iri: string, where: TextRange): DocumentLink | undefined {
  if (schema && iri === schema.namespace)
    return { range: where, target: { kind: 'page', id: '' }, tooltip: `Browse the schema of ${schema.name}` };
  const id = schema?.idOf(iri);
  if (schema && id !== undefined && (schema.hasRelation(id) || schema.hasType(id)))
    return { range: where, target: { kind: 'page', id }, tooltip: `Open the page of ${id}` };
  // The servers of a KB's own namespace answer to no browser.
  const isOfKb = schema !== undefined && iri.startsWith(schema.namespace);
  if (isOfKb || !/^https?:\/\/[^\s<>"]+$/i.test(iri)) return undefined;
  return { range: where, target: { kind: 'web', url: iri }, tooltip: 'Open in the browser' };
}

/** Wikidata knows most entities of Freebase by their old ids. */
const WIKIDATA_PROPERTIES: Readonly<Record<string, string>> = { m: 'P646', g: 'P2671' };

function entityLink(schema: KbSchema | undefined, iri: string, where: TextRange): DocumentLink | undefined {
  const id = schema?.machineIds ? schema.idOf(iri) : undefined;
  if (id === undefined || !isPossibleEntityId(id)) return undefined;
  const [letter = '', rest = ''] = id.split('.');
  const search = encodeURIComponent(`haswbstatement:${WIKIDATA_PROPERTIES[letter] ?? ''}=/${letter}/${rest}`);
  return {
    range: where,
    target: { kind: 'web', url: `https://www.wikidata.org/w/index.php?search=${search}` },
    tooltip: `Look ${id} up on Wikidata`,
  };
}
