/** Texts and small look-ups that several schema verifiers share. */
import type { Link } from '../../schema/inference/scopes';
import { describeTerm, type TypeEvidence } from '../../schema/inference/type-evidence';
import { asWrittenInRdf } from '../../schema/inference/keystrokes';
import type { KbSchema } from '../../schema/schema';
import { labelOf } from '../../schema/labels';
import type { IriTerm, QueryModel } from '../../language/sparql/model';
import { editDistance } from '../../language/text/distance';
import type { Fix } from '../verifier';

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

export function isTyping(schema: KbSchema, link: Link): boolean {
  return link.options.some(({ iri }) => schema.isTyping(iri.iri));
}

/** A name for a new variable that the query does not use yet. */
export function unusedName({ text, tokens }: QueryModel, wish: string): string {
  const used = new Set<string>();
  for (const { type, start, end } of tokens) if (type === 'variable') used.add(text.slice(start + 1, end));
  let name = wish;
  for (let number = 2; used.has(name); number++) name = `${wish}${number}`;
  return name;
}

/** "?x is a film (film.film), as the subject of film.film.genre" */
export function source({ node, types, position, because }: TypeEvidence): string {
  const what = `${capitalized(describeTerm(node.term))} is ${aTypeOf(types)}`;
  return position === 'class'
    ? `${what}, by its class`
    : `${what}, as the ${position} of ${because.join('|')}`;
}

/** Terms are described in words ("this blank node") or as written (`?x`, `film.film`); only words get a capital. */
export function capitalized(description: string): string {
  return description.replace(/^t(?=h(?:e|is) )/, 'T');
}

/** The fix that replaces an id by another. It is safe where only the spelling differs. */
export function changeTo(id: string, iri: IriTerm, query: QueryModel, schema: KbSchema): Fix {
  const same = id === asWrittenInRdf(schema.idOf(iri.iri) ?? '');
  return {
    title: `Change to ${id}`,
    edits: [{ range: iri.range, newText: writtenLike(iri, id, query, schema) }],
    safety: same ? 'safe' : 'unsafe',
  };
}

/** Whether a typing error explains the difference. Where the schema does not cover a domain, only such names are suggested. */
export function isSlip(id: string, other: string): boolean {
  return editDistance(id, other, 2) <= 2;
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

export function didYouMean([nearest]: readonly string[], what: 'relation' | 'class'): string {
  return nearest === undefined ? `Use a ${what} of the schema.` : `Did you mean ${nearest}?`;
}

/** " Similar names: …", to add to a reason; empty where the nearest name is the only one. */
export function alsoSimilar([, ...others]: readonly string[]): string {
  return others.length ? ` Similar names: ${others.join(', ')}.` : '';
}

export function list(names: readonly string[]): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} or ${names[names.length - 1] ?? ''}`;
}
