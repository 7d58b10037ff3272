/** Short, readable descriptions of the parts of a query: `?x → place of birth → ?y`. */
import { labelOf } from './labels';
import { RDF_TYPE } from '../language/rdf/names';
import type { IriTerm, Path, Term, Triple, VariableTerm } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';

/** The maximum length of an outline entry. */
const MAX_LENGTH = 80;

export function tripleInWords(text: string, { subject, predicate, object }: Triple): string {
  return shortened(
    `${termInWords(text, subject)} → ${predicateInWords(text, predicate)} → ${termInWords(text, object)}`,
  );
}

/** Returns an IRI without its prefix, and other terms as written. */
export function termInWords(text: string, term: Term): string {
  if (term.kind === 'variable') return `?${term.name}`;
  const written = writtenAt(text, term.range);
  if (term.kind === 'iri' && term.prefix !== undefined)
    return written.slice(term.prefix.length + 1) || written;
  return written.startsWith('[') && written !== '[]' ? '[…]' : written;
}

export function predicateInWords(text: string, predicate: VariableTerm | Path): string {
  return predicate.kind === 'variable' ? termInWords(text, predicate) : pathInWords(text, predicate);
}

function pathInWords(text: string, path: Path): string {
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
  return labelOf(link.prefix === undefined ? link.iri : termInWords(text, link));
}

function bracketed(text: string, path: Path): string {
  const words = pathInWords(text, path);
  return path.kind === 'alternative' || path.kind === 'sequence' ? `(${words})` : words;
}

/** Returns the text at a range, on one line. */
export function writtenAt(text: string, { start, end }: TextRange): string {
  return shortened(text.slice(start, Math.min(end, start + 10 * MAX_LENGTH)).replace(/\s+/g, ' '));
}

export function shortened(words: string): string {
  if (words.length <= MAX_LENGTH) return words;
  // Does not split a surrogate pair.
  return `${words.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
