import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { Expression, Group, QueryModel, Term } from '../../language/sparql/model';

/** A relation, possibly in the inverse direction. */
export interface DirectedRelation {
  readonly id: string;
  readonly inverse: boolean;
}

/** Whether the second relation reverses the first. */
export function leadsBack(schema: KbSchema, first: DirectedRelation, second: DirectedRelation): boolean {
  if (first.id === second.id) return first.inverse !== second.inverse;
  return (
    first.inverse === second.inverse &&
    (schema.relation(first.id)?.reverse === second.id || schema.relation(second.id)?.reverse === first.id)
  );
}

/**
 * The filter `?x != ns:m.0abc`, which excludes the start of a path: the path from a person through a marriage to its
 * spouses also reaches the person. Undefined if neither end is a constant, or the query already has the filter.
 */
export function excludeStartFilter(
  query: QueryModel,
  one: Term | undefined,
  other: Term | undefined,
): string | undefined {
  const [start, end] = one?.kind === 'iri' ? [one, other] : [other, one];
  if (start?.kind !== 'iri' || end?.kind !== 'variable') return undefined;
  if (query.query.groups.some((group) => excludes(group, start.iri, end.name))) return undefined;
  const written = query.text.slice(start.range.start, start.range.end);
  return `FILTER${/\bFILTER\(/i.test(query.text) ? '' : ' '}(?${end.name} != ${written})`;
}

/** The filter that excludes the start, for a relation that continues from a mediator. */
export function excludeOrigin(
  query: QueryModel,
  schema: KbSchema,
  { link, position }: TypeEvidence,
  id: string,
  reached: Term,
): string | undefined {
  const [option, ...more] = link.options;
  const firstId = option && schema.idOf(option.iri.iri);
  if (!option || more.length || firstId === undefined) return undefined;
  const first = { id: firstId, inverse: option.inverse !== (position === 'subject') };
  if (!leadsBack(schema, first, { id, inverse: false })) return undefined;
  return excludeStartFilter(query, position === 'subject' ? link.object.term : link.subject.term, reached);
}

function excludes({ filters, children, select }: Group, iri: string, name: string): boolean {
  return (
    filters.some((filter) => isUnequal(filter, iri, name)) ||
    children.some((child) => excludes(child, iri, name)) ||
    (select?.groups.some((group) => excludes(group, iri, name)) ?? false)
  );
}

function isUnequal(expression: Expression, iri: string, name: string): boolean {
  if (expression.kind !== 'operation') return false;
  const { operator, args } = expression;
  if (operator !== '!=') return args.some((arg) => isUnequal(arg, iri, name));
  const terms = args.flatMap((arg) => (arg.kind === 'term' ? [arg.term] : []));
  return (
    terms.some((term) => term.kind === 'iri' && term.iri === iri) &&
    terms.some((term) => term.kind === 'variable' && term.name === name)
  );
}
