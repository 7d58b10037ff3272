/**
 * Decides whether two queries are equivalent. They may differ in the direction of triples (`?a r ?b` equals `?b reverse(r) ?a`), the
 * order of patterns, prefixes, and the notation of literals. Everything else, including names of variables, must be equal.
 */
import type { KbSchema } from '../../server/src/core/schema/schema';
import { literalFamily } from '../../server/src/core/language/rdf/datatypes';
import type {
  Expression,
  Group,
  LiteralTerm,
  PropertyPath,
  QueryModel,
  Select,
  Term,
  Triple,
} from '../../server/src/core/language/sparql/model';
import { covers } from '../../server/src/core/language/text/range';

export function equivalent(left: QueryModel, right: QueryModel, schema: KbSchema): boolean {
  if (left.problems.length || right.problems.length) return false;
  return normalForm(left, schema) === normalForm(right, schema);
}

function normalForm(query: QueryModel, schema: KbSchema): string {
  return normalizeSelect(query.query, query, schema);
}

function normalizeSelect(select: Select, query: QueryModel, schema: KbSchema): string {
  // DISTINCT, columns, grouping, order and limits are compared token by token.
  const frame = query.tokens
    .filter(
      (token) =>
        covers(select.range, { start: token.start, end: token.end }) &&
        !select.groups.some(({ range }) => covers(range, { start: token.start, end: token.end })),
    )
    .map(({ start, end }) => query.text.slice(start, end))
    .filter((word) => word.toUpperCase() !== 'WHERE')
    .map((word) => (/^[a-z]+$/i.test(word) ? word.toUpperCase() : word));
  return `${frame.join(' ')} ${select.groups.map((group) => normalizeGroup(group, query, schema)).join(' ')}`;
}

function normalizeGroup(group: Group, query: QueryModel, schema: KbSchema): string {
  const parts = [
    ...new Set(group.triples.map((triple) => normalizeTriple(triple, schema))),
    ...group.filters.map((filter) => `FILTER ${normalizeExpression(filter, query, schema)}`),
    ...group.binds.map(
      ({ expression, variable }) =>
        `BIND ${normalizeExpression(expression, query, schema)} ?${variable.name}`,
    ),
    ...group.values.map(
      ({ variables, rows }) =>
        `VALUES ${variables.map(({ name }) => `?${name}`).join(' ')} ${rows
          .map((row) => row.map((term) => (term ? normalizeTerm(term) : 'UNDEF')).join(' '))
          .sort()
          .join(', ')}`,
    ),
    ...group.children.map((child) => normalizeGroup(child, query, schema)),
    ...(group.select ? [normalizeSelect(group.select, query, schema)] : []),
  ];
  return `${group.kind} ${group.name ? normalizeTerm(group.name) : ''} { ${parts.sort().join(' . ')} }`;
}

function normalizeTriple({ subject, predicate, object }: Triple, schema: KbSchema): string {
  if (predicate.kind === 'variable')
    return `${normalizeTerm(subject)} ?${predicate.name} ${normalizeTerm(object)}`;
  return normalizeDirection(normalizeTerm(subject), predicate, normalizeTerm(object), schema);
}

/** Of a relation and its reverse, uses the one that is first in alphabetical order. */
function normalizeDirection(subject: string, path: PropertyPath, object: string, schema: KbSchema): string {
  if (path.kind === 'inverse') return normalizeDirection(object, path.path, subject, schema);
  if (path.kind !== 'link') return `${subject} ${normalizePath(path)} ${object}`;
  const id = schema.idOf(path.iri.iri) ?? path.iri.iri;
  const reverse = schema.relation(id)?.reverse;
  return reverse !== undefined && reverse < id
    ? `${object} ${reverse} ${subject}`
    : `${subject} ${id} ${object}`;
}

function normalizePath(path: PropertyPath): string {
  switch (path.kind) {
    case 'link':
      return path.iri.iri;
    case 'inverse':
      return `^(${normalizePath(path.path)})`;
    case 'sequence':
      return `(${path.steps.map(normalizePath).join('/')})`;
    case 'alternative':
      return `(${path.options.map(normalizePath).sort().join('|')})`;
    case 'repeat':
      return `(${normalizePath(path.path)})${path.canBeEmpty ? '*' : '+'}`;
    case 'negated':
      return `!(${path.links
        .map(({ iri }) => iri)
        .sort()
        .join('|')})`;
  }
}

function normalizeExpression(expression: Expression, query: QueryModel, schema: KbSchema): string {
  switch (expression.kind) {
    case 'term':
      return normalizeTerm(expression.term);
    case 'operation':
    case 'call': {
      const name = expression.kind === 'call' ? expression.name : expression.operator;
      return `${name}(${expression.args.map((arg) => normalizeExpression(arg, query, schema)).join(', ')})`;
    }
    case 'exists':
      return `${expression.negated ? 'NOT ' : ''}EXISTS ${normalizeGroup(expression.group, query, schema)}`;
    case 'unreadable':
      return query.text.slice(expression.range.start, expression.range.end);
  }
}

function normalizeTerm(term: Term): string {
  switch (term.kind) {
    case 'variable':
      return `?${term.name}`;
    case 'iri':
      return term.iri;
    case 'blank':
      return `_:${term.name}`;
    case 'literal':
      return normalizeLiteral(term);
  }
}

/** Compares numbers by value and dates by text. xsd:date and xsd:dateTime are equal; xsd:integer and xsd:float differ. */
function normalizeLiteral({ value, datatype, language }: LiteralTerm): string {
  const family = literalFamily(datatype);
  switch (family) {
    case 'integer':
    case 'float':
      return `${family} ${Number.isNaN(Number(value)) ? value : Number(value)}`;
    case 'boolean':
    case 'datetime':
    case 'duration':
      return `${family} ${value}`;
    case 'text':
      return `text ${JSON.stringify(value)} ${language?.toLowerCase() ?? ''}`;
    case 'other':
      return `${datatype} ${JSON.stringify(value)}`;
  }
}
