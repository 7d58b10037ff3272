/**
 * Do two queries ask the same? They do where they differ only in how a triple is turned (`?a r ?b` is
 * `?b reverse(r) ?a`), in the order of patterns, in how an IRI is abbreviated, and in how a literal of one kind and
 * value is written. Everything else, names of variables included, has to be the same.
 */
import type { KbSchema } from '../../server/src/core/schema/schema';
import { literalFamily } from '../../server/src/core/language/rdf/datatypes';
import type {
  Expression,
  Group,
  LiteralTerm,
  Path,
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
  return ofSelect(query.query, query, schema);
}

function ofSelect(select: Select, query: QueryModel, schema: KbSchema): string {
  // What is not a pattern (DISTINCT, columns, grouping, order, limits) is compared word by word.
  const frame = query.tokens
    .filter(
      (token) =>
        covers(select.range, { start: token.start, end: token.end }) &&
        !select.groups.some(({ range }) => covers(range, { start: token.start, end: token.end })),
    )
    .map(({ start, end }) => query.text.slice(start, end))
    .filter((word) => word.toUpperCase() !== 'WHERE')
    .map((word) => (/^[a-z]+$/i.test(word) ? word.toUpperCase() : word));
  return `${frame.join(' ')} ${select.groups.map((group) => ofGroup(group, query, schema)).join(' ')}`;
}

function ofGroup(group: Group, query: QueryModel, schema: KbSchema): string {
  const parts = [
    ...new Set(group.triples.map((triple) => ofTriple(triple, schema))),
    ...group.filters.map((filter) => `FILTER ${ofExpression(filter, query, schema)}`),
    ...group.binds.map(
      ({ expression, variable }) => `BIND ${ofExpression(expression, query, schema)} ?${variable.name}`,
    ),
    ...group.values.map(
      ({ variables, rows }) =>
        `VALUES ${variables.map(({ name }) => `?${name}`).join(' ')} ${rows
          .map((row) => row.map((term) => (term ? ofTerm(term) : 'UNDEF')).join(' '))
          .sort()
          .join(', ')}`,
    ),
    ...group.children.map((child) => ofGroup(child, query, schema)),
    ...(group.select ? [ofSelect(group.select, query, schema)] : []),
  ];
  return `${group.kind} ${group.name ? ofTerm(group.name) : ''} { ${parts.sort().join(' . ')} }`;
}

function ofTriple({ subject, predicate, object }: Triple, schema: KbSchema): string {
  if (predicate.kind === 'variable') return `${ofTerm(subject)} ?${predicate.name} ${ofTerm(object)}`;
  return turned(ofTerm(subject), predicate, ofTerm(object), schema);
}

/** Of the two ways to write a triple with a relation that has a reverse, the one whose relation comes first. */
function turned(subject: string, path: Path, object: string, schema: KbSchema): string {
  if (path.kind === 'inverse') return turned(object, path.path, subject, schema);
  if (path.kind !== 'link') return `${subject} ${ofPath(path)} ${object}`;
  const id = schema.idOf(path.iri.iri) ?? path.iri.iri;
  const reverse = schema.relation(id)?.reverse;
  return reverse !== undefined && reverse < id
    ? `${object} ${reverse} ${subject}`
    : `${subject} ${id} ${object}`;
}

function ofPath(path: Path): string {
  switch (path.kind) {
    case 'link':
      return path.iri.iri;
    case 'inverse':
      return `^(${ofPath(path.path)})`;
    case 'sequence':
      return `(${path.steps.map(ofPath).join('/')})`;
    case 'alternative':
      return `(${path.options.map(ofPath).sort().join('|')})`;
    case 'repeat':
      return `(${ofPath(path.path)})${path.canBeEmpty ? '*' : '+'}`;
    case 'negated':
      return `!(${path.links
        .map(({ iri }) => iri)
        .sort()
        .join('|')})`;
  }
}

function ofExpression(expression: Expression, query: QueryModel, schema: KbSchema): string {
  switch (expression.kind) {
    case 'term':
      return ofTerm(expression.term);
    case 'operation':
    case 'call': {
      const name = expression.kind === 'call' ? expression.name : expression.operator;
      return `${name}(${expression.args.map((arg) => ofExpression(arg, query, schema)).join(', ')})`;
    }
    case 'exists':
      return `${expression.negated ? 'NOT ' : ''}EXISTS ${ofGroup(expression.group, query, schema)}`;
    case 'unreadable':
      return query.text.slice(expression.range.start, expression.range.end);
  }
}

function ofTerm(term: Term): string {
  switch (term.kind) {
    case 'variable':
      return `?${term.name}`;
    case 'iri':
      return term.iri;
    case 'blank':
      return `_:${term.name}`;
    case 'literal':
      return ofLiteral(term);
  }
}

/** A number by its value, a date by its text: xsd:date and xsd:dateTime are both dates, xsd:integer and xsd:float differ. */
function ofLiteral({ value, datatype, language }: LiteralTerm): string {
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
