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

/**
 * Links from IRIs in angle brackets. Prefixed names have definitions instead: underlined links would hide the diagnostics
 * on them.
 */
export function documentLinks(query: QueryModel, schema: KbSchema | undefined): readonly DocumentLink[] {
  return [...namesOf(query)]
    .filter(({ token }) => token.type === 'iri')
    .flatMap(({ token, iri }) => toLink(schema, iri, range(token.start + 1, token.end - 1)) ?? []);
}

function toLink(schema: KbSchema | undefined, iri: string, where: TextRange): DocumentLink | undefined {
  if (schema && iri === schema.namespace)
    return { range: where, target: { kind: 'page', id: '' }, tooltip: `Browse the schema of ${schema.name}` };
  const id = schema?.idOf(iri);
  if (schema && id !== undefined && (schema.hasRelation(id) || schema.hasType(id)))
    return { range: where, target: { kind: 'page', id }, tooltip: `Open the page of ${id}` };
  // IRIs of the KB's namespace have no web pages.
  const isInKb = schema !== undefined && iri.startsWith(schema.namespace);
  if (isInKb || !/^https?:\/\/[^\s<>"]+$/i.test(iri)) return undefined;
  return { range: where, target: { kind: 'web', url: iri }, tooltip: 'Open in the browser' };
}
