/** Words and small look-ups that several schema verifiers share. */
import type { Link, Node } from '../../infer/scopes';
import type { KbSchema } from '../../kb/schema';
import { labelOf } from '../../kb/labels';
import type { IriTerm, QueryModel } from '../../sparql/model';
import type { Evidence } from '../verifier';

/** What the other patterns say about a node, the link in question left out. */
export function knownTypes({ inference }: Evidence['schema'], node: Node, apart: Link): readonly string[] {
  const types = new Set<string>();
  for (const evidence of inference.about(node)) {
    if (evidence.link !== apart && evidence.types.length === 1) types.add(evidence.types[0] ?? '');
  }
  return [...types];
}

/** Another id, written with the same prefix or in angle brackets as the one it replaces. */
export function writtenLike(iri: IriTerm, id: string, query: QueryModel, schema: KbSchema): string {
  const full = id.startsWith('http') ? id : schema.namespace + id;
  if (iri.prefix === undefined && query.text[iri.range.start] === '<') return `<${full}>`;
  const prefix =
    iri.prefix ?? query.prefixes.find((declaration) => declaration.iri === schema.namespace)?.prefix;
  if (prefix === undefined) return `<${full}>`;
  const declared =
    query.prefixes.find((declaration) => declaration.prefix === prefix)?.iri ?? schema.namespace;
  return full.startsWith(declared) ? `${prefix}:${full.slice(declared.length)}` : `<${full}>`;
}

/** "a film (film.film)" */
export function aType(id: string): string {
  return `${aLabel(id)} (${id})`;
}

/** "a film", "an award", "a university" */
export function aLabel(id: string): string {
  const label = labelOf(id);
  const vowel = /^[aeiou]/i.test(label) && !/^(?:uni|use|usa|eu|one)/i.test(label);
  return `${vowel ? 'an' : 'a'} ${label}`;
}

/** "a film (film.film) or a book (book.book)" */
export function aTypeOf(ids: readonly string[]): string {
  return ids.map(aType).join(' or ');
}

/** Relations from a mediator to things with names; those that also lead back, the main parts of the fact, come first. */
export function leadsOn(schema: KbSchema, type: string): readonly string[] {
  const onward = schema.relationsOf(type).filter((id) => {
    const range = schema.relation(id)?.range;
    return range !== undefined && schema.type(range)?.kind === 'entity';
  });
  const leadsBack = (id: string): boolean => schema.relation(id)?.reverse !== undefined;
  return [...onward.filter(leadsBack), ...onward.filter((id) => !leadsBack(id))];
}

/** The nearest name goes into the first sentence, where it is seen. */
export function didYouMean([nearest]: readonly string[]): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

export function otherwise([nearest, ...others]: readonly string[], what: 'relation' | 'class'): string {
  if (nearest === undefined) return `Choose a ${what} that the KB defines.`;
  return others.length ? `Write ${nearest}, or ${list(others)}.` : `Write ${nearest}.`;
}

export function list(names: readonly string[]): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} or ${names[names.length - 1] ?? ''}`;
}
