/** Words and small look-ups that several schema verifiers share. */
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

/** "film.film.genre says that ?x is a film (film.film)" */
export function source({ node, types, position, because }: TypeEvidence): string {
  const what = `${describeTerm(node.term)} is ${aTypeOf(types)}`;
  return position === 'class'
    ? `the class says that ${what}`
    : `${because.join('|')} says that its ${position} ${what}`;
}

/** The fix that puts another id in the place of one. It is certain where only the way of writing differs. */
export function changeTo(id: string, iri: IriTerm, query: QueryModel, schema: KbSchema): Fix {
  const same = id === asWrittenInRdf(schema.idOf(iri.iri) ?? '');
  return {
    title: `Change to ${id}`,
    edits: [{ range: iri.range, newText: writtenLike(iri, id, query, schema) }],
    safety: same ? 'safe' : 'unsafe',
  };
}

/** So near that a slip of the hand explains it: all that is offered where the schema cannot know. */
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
