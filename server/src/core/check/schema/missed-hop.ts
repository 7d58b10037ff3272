/** A way that stops at a mediator, one step before what is meant. */
import type { KbSchema } from '../../schema/schema';
import type { Link } from '../../schema/inference/scopes';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import type { Located } from '../../language/text/range';
import type { Evidence, Fix, Observation } from '../verifier';
import { fitsFamily } from './literal-form';
import { insertFilter, insertTriple } from './insert-triple';
import { leadsBack, notItself, notWhereItCameFrom } from './not-itself';
import { aLabel, source, unusedName, writtenLike } from './wording';
import { waysOn, type WaysOn } from './ways-on';

/** More than this to choose from is no help. */
export const MOST_WAYS = 5;

/** The relation leads to a mediator, and what is meant lies one step further. */
export function missedHop(
  { query, schema }: Evidence['schema'],
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
): (Omit<Observation, 'range'> & { readonly fixes: readonly Fix[] }) | undefined {
  const [mediator] = mine.types;
  const [wanted] = theirs.types;
  if (mediator === undefined || wanted === undefined || mine.position !== 'object' || !link.plain)
    return undefined;
  if (schema.type(mediator)?.kind !== 'mediator' || schema.type(wanted)?.kind !== 'entity') return undefined;
  const onward = waysTo(schema, mediator, mine, wanted);
  const relation = mine.because.join('|');
  return {
    rule: 'missed-hop',
    message: `${relation} ends at a mediator (${mediator}), not at ${theirs.types.map(aLabel).join(' or ')}`,
    because: 'A mediator only connects the parts of one fact.',
    advice: `Continue with ${onward.ids[0] ?? `a relation of ${mediator}`}.`,
    related: [{ range: theirs.range, message: source(theirs) }],
    fixes: stepOverFixes(query, schema, link, onward),
  };
}

/** Those that lead to what is wanted, or, failing that, to what may be it as well. */
function waysTo(schema: KbSchema, mediator: string, mine: TypeEvidence, wanted: string): WaysOn {
  const { ids, decided } = waysOn(schema, mediator, mine);
  const ways = ids.map((id) => ({
    id,
    reached: schema.relation(id)?.range ?? '',
  }));
  const related = ways.filter(({ reached }) => schema.related(reached, wanted));
  const together = ways.filter(({ reached }) => schema.seenTogether(reached, wanted));
  const fitting = (related.length ? related : together).map(({ id }) => id);
  return { ids: fitting, decided: decided && fitting[0] === ids[0] };
}

/** The relations of a mediator that hold a literal of some kind. */
export function waysToLiteral(schema: KbSchema, mediator: string, literal: LiteralTerm): readonly string[] {
  return schema.relationsOf(mediator).filter((id) => {
    const family = schema.type(schema.relation(id)?.range ?? '')?.literal;
    return family !== undefined && fitsFamily(literal, family);
  });
}

/** `p ?x` becomes `p/q ?x`; where q leads back, without what one starts from. */
export function stepOverFixes(
  query: QueryModel,
  schema: KbSchema,
  link: Link,
  { ids, decided }: WaysOn,
): readonly Fix[] {
  const [option] = link.options;
  if (!option || !link.plain) return [];
  const { end } = link.range;
  const first = { id: schema.idOf(option.iri.iri) ?? '', inverse: option.inverse };
  return ids.slice(0, MOST_WAYS).map((id) => ({
    title: `Continue through the mediator with ${id}`,
    edits: [
      { range: { start: end, end }, newText: `/${writtenLike(option.iri, id, query, schema)}` },
      ...(leadsBack(schema, first, { id, inverse: false }) ? apart(query, link) : []),
    ],
    safety: 'unsafe',
    oneOfMany: ids.length > 1 && !decided,
  }));
}

/** Keeps the ends of a link from being the same. */
export function apart(query: QueryModel, { subject, object, triple }: Link): readonly TextEdit[] {
  const filter = notItself(query, subject.term, object.term);
  return filter === undefined ? [] : [insertFilter(query, triple, filter)];
}

/** Goes on from a mediator to a new variable, and selects that in its place. */
export function goOnFixes(
  query: QueryModel,
  schema: KbSchema,
  evidence: readonly [TypeEvidence, ...TypeEvidence[]],
  selected: Located,
  { ids, decided }: WaysOn,
): readonly Fix[] {
  const [{ link, node }] = evidence;
  const [option] = link.options;
  if (!option || node.term?.kind !== 'variable') return [];
  const mediator = query.text.slice(node.term.range.start, node.term.range.end);
  return ids.slice(0, MOST_WAYS).map((id) => {
    const name = unusedName(query, id.slice(id.lastIndexOf('.') + 1));
    const reached = `?${name}`;
    const end = { kind: 'variable' as const, name, range: selected.range };
    const [filter] = evidence.flatMap((told) => notWhereItCameFrom(query, schema, told, id, end) ?? []);
    const triple = `${mediator} ${writtenLike(option.iri, id, query, schema)} ${reached}`;
    return {
      title: `Continue with ${id} and select ${reached}`,
      edits: [{ range: selected.range, newText: reached }, insertTriple(query, link.triple, triple, filter)],
      safety: 'unsafe',
      oneOfMany: ids.length > 1 && !decided,
    };
  });
}
