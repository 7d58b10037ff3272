/** RDF terms as text. */
import { t } from './l10n';
import type { RdfTerm } from '../../server/src/protocol/index';

/** The name of an entity; undefined if it is not known. */
export type NameLookup = (iri: string) => string | undefined;

/** The text to copy: IDs in short form, other values unchanged. */
export function plainText(term: RdfTerm | null | undefined): string {
  if (!term) return '';
  switch (term.type) {
    case 'uri':
      return shortIri(term.value);
    case 'bnode':
      return `_:${term.value}`;
    case 'literal':
      return term.value;
  }
}

/** Freebase IDs without namespace, well-known vocabularies with their prefix, other IRIs in full. */
export function shortIri(iri: string): string {
  for (const [namespace, prefix] of namespaces)
    if (iri.startsWith(namespace) && iri.length > namespace.length)
      return prefix + iri.slice(namespace.length);
  return iri;
}

const namespaces: readonly (readonly [string, string])[] = [
  ['http://rdf.freebase.com/ns/', ''],
  ['http://www.w3.org/2001/XMLSchema#', 'xsd:'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf:'],
  ['http://www.w3.org/2000/01/rdf-schema#', 'rdfs:'],
  ['http://www.w3.org/2002/07/owl#', 'owl:'],
  ['http://www.wikidata.org/entity/', 'wd:'],
  ['http://www.wikidata.org/prop/direct/', 'wdt:'],
];

/** Makes invisible characters visible, including line breaks, and truncates long texts. */
export function displayText(text: string, maxLength = 240): string {
  const cut = isLong(text, maxLength) ? text.slice(0, wholeCharacters(text, maxLength)) : text;
  return cut.replace(INVISIBLE, visibleForm);
}

/** Makes invisible characters visible, except line breaks and tabs. */
export const displayLines = (text: string): string =>
  text.replace(INVISIBLE, (character, at: number) => {
    if (character === '\n' || character === '\t') return character;
    return character === '\r' && text[at + 1] === '\n' ? '' : visibleForm(character);
  });

export const isLong = (text: string, maxLength = 240): boolean => text.length > maxLength;

/** Does not split a surrogate pair at the end. */
function wholeCharacters(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

// Control characters, lone surrogates, direction marks, and characters without width.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function visibleForm(character: string): string {
  const code = character.charCodeAt(0);
  if (character === '\n') return '↵';
  if (character === '\t') return '⇥';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\u2039${code.toString(16).toUpperCase().padStart(4, '0')}\u203a`;
}

/** The kind of a term, its language or its datatype, for a tooltip. */
export function describeTermKind(term: RdfTerm): string {
  if (term.type === 'uri') return t('IRI');
  if (term.type === 'bnode') return t('blank node');
  if (term['xml:lang'] !== undefined) return t('text, language {0}', term['xml:lang']);
  return term.datatype === undefined || term.datatype === `${XSD}string`
    ? t('text')
    : shortIri(term.datatype);
}

export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const FREEBASE = 'http://rdf.freebase.com/ns/';

/** Whether a term is an entity with facts. */
export const isEntity = (term: RdfTerm | null | undefined): term is RdfTerm & { readonly type: 'uri' } =>
  term?.type === 'uri';

/** A unique key: two terms are equal if and only if their keys are. */
export function termKey(term: RdfTerm | null): string {
  if (!term) return '';
  const suffix = term.type === 'literal' ? `${term['xml:lang'] ?? ''}|${datatypeOf(term)}|` : '';
  return `${term.type}|${suffix}${term.value.length}|${term.value}`;
}

const datatypeOf = (term: RdfTerm & { readonly type: 'literal' }): string =>
  term.datatype === undefined || term.datatype === `${XSD}string` || term['xml:lang'] !== undefined
    ? ''
    : term.datatype;
