/** Writes terms and triples for probes. */
import type { PropertyPath, QueryModel, Term, Triple } from '../../language/sparql/model';

export function tripleText(model: QueryModel, { subject, predicate, object }: Triple): string {
  const relation = predicate.kind === 'variable' ? `?${predicate.name}` : pathText(model, predicate);
  return `${termText(model, subject)} ${relation} ${termText(model, object)} .`;
}

export function termText({ text }: QueryModel, term: Term): string {
  switch (term.kind) {
    case 'variable':
      return `?${term.name}`;
    case 'iri':
      return `<${term.iri}>`;
    case 'literal':
      return text.slice(term.range.start, term.range.end);
    // A blank node label is allowed in one group only, a variable in all.
    case 'blank':
      return `?blank_${term.name.replace(/\W/g, '_')}`;
  }
}

function pathText(model: QueryModel, path: PropertyPath): string {
  switch (path.kind) {
    case 'link':
      return `<${path.iri.iri}>`;
    case 'inverse':
      return `^(${pathText(model, path.path)})`;
    case 'sequence':
      return path.steps.map((step) => `(${pathText(model, step)})`).join('/');
    case 'alternative':
      return path.options.map((option) => `(${pathText(model, option)})`).join('|');
    case 'repeat':
      return `(${pathText(model, path.path)})${model.text[path.range.end - 1] ?? '*'}`;
    case 'negated':
      return model.text.slice(path.range.start, path.range.end);
  }
}
