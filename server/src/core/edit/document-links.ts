/**
 * IRIs that are written in full can be followed. Prefixed names are no links: they lead to their definitions, and a line
 * under each of them would hide those that are there to warn.
 */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';
import { namesOf } from './names';

export interface DocumentLink {
  readonly range: TextRange;
  readonly target:
    | { readonly kind: 'page'; readonly id: string }
    | { readonly kind: 'web'; readonly url: string };
  readonly tooltip: string;
}

export function documentLinks(query: QueryModel, schema: KbSchema | undefined): readonly DocumentLink[] {
  return [...namesOf(query)]
    .filter(({ token }) => token.type === 'iri')
    .flatMap(({ token, iri }) => linkOf(schema, iri, range(token.start + 1, token.end - 1)) ?? []);
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
