import type { Link } from '../../schema/inference/scopes';
import { describeTerm, type TypeEvidence } from '../../schema/inference/type-evidence';
import { toRdfName } from '../../schema/inference/keystroke-index';
import type { KbSchema } from '../../schema/schema';
import { labelOf } from '../../schema/labels';
import type { IriTerm, QueryModel } from '../../language/sparql/model';
import { editDistance } from '../../language/text/distance';
import type { Fix, UnlocatedObservation } from '../verifier';

/** Writes an id in the same notation as the IRI that it replaces: with its prefix, or in angle brackets. */
export function writeIriLike(iri: IriTerm, id: string, query: QueryModel, schema: KbSchema): string {
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

/** The texts of a finding about a name in a part of the KB that the schema does not cover. */
export function uncoveredName(id: string, kind: 'class' | 'relation'): UnlocatedObservation {
  return {
    strength: 'weak',
    severity: 'information',
    message: `${id} is not in the schema, so it cannot be checked`,
    because: `The schema does not cover ${id.split('.').slice(0, 2).join('.')}.`,
    advice: `Make sure that the KB has this ${kind}.`,
  };
}

/** A variable name that the query does not use yet. */
export function unusedVariable({ text, tokens }: QueryModel, base: string): string {
  const used = new Set<string>();
  for (const { type, start, end } of tokens) if (type === 'variable') used.add(text.slice(start + 1, end));
  let name = base;
  for (let number = 2; used.has(name); number++) name = `${base}${number}`;
  return name;
}

/** "?x is a film (film.film), as the subject of film.film.genre" */
export function describeSource({ node, types, position, because }: TypeEvidence): string {
  const what = `${capitalize(describeTerm(node.term))} is ${describeTypes(types)}`;
  return position === 'class'
    ? `${what}, by its class`
    : `${what}, as the ${position} of ${because.join('|')}`;
}

/** Capitalizes descriptions in words ("this blank node"), but not terms (`?x`, `film.film`). */
export function capitalize(description: string): string {
  return description.replace(/^t(?=h(?:e|is) )/, 'T');
}

/** The fix that replaces an id by another. It is safe if only the notation differs. */
export function replaceIdFix(id: string, iri: IriTerm, query: QueryModel, schema: KbSchema): Fix {
  const same = id === toRdfName(schema.idOf(iri.iri) ?? '');
  return {
    title: `Change to ${id}`,
    edits: [{ range: iri.range, newText: writeIriLike(iri, id, query, schema) }],
    safety: same ? 'safe' : 'unsafe',
  };
}

/** Whether two ids differ only by a typing error. Only such names are suggested for domains that the schema lacks. */
export function isTypingError(id: string, other: string): boolean {
  return editDistance(id, other, 2) <= 2;
}

/** "a film (film.film)" */
export function describeType(id: string): string {
  return `${labelWithArticle(id)} (${id})`;
}

/** "a film", "an award", "a university" */
export function labelWithArticle(id: string): string {
  const label = labelOf(id);
  const vowel = /^[aeiou]/i.test(label) && !/^(?:uni|use|usa|eu|one)/i.test(label);
  return `${vowel ? 'an' : 'a'} ${label}`;
}

/** "a film (film.film) or a book (book.book)" */
export function describeTypes(ids: readonly string[]): string {
  return ids.map(describeType).join(' or ');
}

export function didYouMean([nearest]: readonly string[], what: 'relation' | 'class'): string {
  return nearest === undefined ? `Use a ${what} of the schema.` : `Did you mean ${nearest}?`;
}

/** " Similar names: …", to append to a reason; empty if there is only one. */
export function otherSimilarNames([, ...others]: readonly string[]): string {
  return others.length ? ` Similar names: ${others.join(', ')}.` : '';
}
