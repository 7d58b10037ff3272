/** Short, readable descriptions of the parts of a query: `?x → place of birth → ?y`. */
import { labelOf } from './labels';
import { RDF_TYPE } from '../language/rdf/names';
import type { IriTerm, PropertyPath, Term, Triple, VariableTerm } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';

/** The maximum length of an outline entry. */
const MAX_LENGTH = 80;

export function shortTripleText(text: string, { subject, predicate, object }: Triple): string {
  return truncate(
    `${shortTermText(text, subject)} → ${shortPredicateText(text, predicate)} → ${shortTermText(text, object)}`,
  );
}

/** Returns an IRI without its prefix, and other terms as written. */
export function shortTermText(text: string, term: Term): string {
  if (term.kind === 'variable') return `?${term.name}`;
  const written = oneLineText(text, term.range);
  if (term.kind === 'iri' && term.prefix !== undefined)
    return written.slice(term.prefix.length + 1) || written;
  return written.startsWith('[') && written !== '[]' ? '[…]' : written;
}

export function shortPredicateText(text: string, predicate: VariableTerm | PropertyPath): string {
  return predicate.kind === 'variable' ? shortTermText(text, predicate) : pathInWords(text, predicate);
}

function pathInWords(text: string, path: PropertyPath): string {
  switch (path.kind) {
    case 'link':
      return linkInWords(text, path.iri);
    case 'inverse':
      return `^${bracketed(text, path.path)}`;
    case 'repeat':
      return `${bracketed(text, path.path)}${path.sign}`;
    case 'sequence':
      return path.steps.map((step) => bracketed(text, step)).join(' / ');
    case 'alternative':
      return path.options.map((option) => pathInWords(text, option)).join(' | ');
    case 'negated':
      return `not ${path.links.map((link) => linkInWords(text, link)).join(' | ')}`;
  }
}

function linkInWords(text: string, link: IriTerm): string {
  if (link.iri === RDF_TYPE) return 'a';
  return labelOf(link.prefix === undefined ? link.iri : shortTermText(text, link));
}

function bracketed(text: string, path: PropertyPath): string {
  const words = pathInWords(text, path);
  return path.kind === 'alternative' || path.kind === 'sequence' ? `(${words})` : words;
}

/** Returns the text at a range, on one line. */
export function oneLineText(text: string, { start, end }: TextRange): string {
  return truncate(text.slice(start, Math.min(end, start + 10 * MAX_LENGTH)).replace(/\s+/g, ' '));
}

export function truncate(words: string): string {
  if (words.length <= MAX_LENGTH) return words;
  // Does not split a surrogate pair.
  return `${words.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
