/** A path that ends at a mediator, one hop before the intended node. */
import type { KbSchema } from '../../schema/schema';
import type { Link } from '../../schema/inference/scopes';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import type { Located } from '../../language/text/range';
import type { Evidence, Fix, Observation } from '../verifier';
import { fitsFamily } from './literal-form';
import { insertFilter, insertTriple } from './insert-triple';
import { leadsBack, notItself, notWhereItCameFrom } from './exclude-start';
import { aLabel, source, unusedName, writtenLike } from './wording';
import { onwardRelations, type OnwardRelations } from './onward-relations';

export const MAX_SUGGESTIONS = 5;

/** The relation ends at a mediator, and the intended node is one hop further. */
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
    fixes: throughMediatorFixes(query, schema, link, onward),
  };
}

/** Relations to the wanted type; if there is none, to types that occur together with it. */
function waysTo(schema: KbSchema, mediator: string, mine: TypeEvidence, wanted: string): OnwardRelations {
  const { ids, decided } = onwardRelations(schema, mediator, mine);
  const ways = ids.map((id) => ({
    id,
    reached: schema.relation(id)?.range ?? '',
  }));
  const related = ways.filter(({ reached }) => schema.related(reached, wanted));
  const together = ways.filter(({ reached }) => schema.seenTogether(reached, wanted));
  const fitting = (related.length ? related : together).map(({ id }) => id);
  return { ids: fitting, decided: decided && fitting[0] === ids[0] };
}

/** The relations of a mediator whose values fit a literal. */
export function relationsToLiteral(
  schema: KbSchema,
  mediator: string,
  literal: LiteralTerm,
): readonly string[] {
  return schema.relationsOf(mediator).filter((id) => {
    const family = schema.type(schema.relation(id)?.range ?? '')?.literal;
    return family !== undefined && fitsFamily(literal, family);
  });
}

/** `p ?x` becomes `p/q ?x`. Where q leads back, a filter excludes the start. */
export function throughMediatorFixes(
  query: QueryModel,
  schema: KbSchema,
  link: Link,
  { ids, decided }: OnwardRelations,
): readonly Fix[] {
  const [option] = link.options;
  if (!option || !link.plain) return [];
  const { end } = link.range;
  const first = { id: schema.idOf(option.iri.iri) ?? '', inverse: option.inverse };
  return ids.slice(0, MAX_SUGGESTIONS).map((id) => ({
    title: `Continue through the mediator with ${id}`,
    edits: [
      { range: { start: end, end }, newText: `/${writtenLike(option.iri, id, query, schema)}` },
      ...(leadsBack(schema, first, { id, inverse: false }) ? keepEndsApart(query, link) : []),
    ],
    safety: 'unsafe',
    oneOfMany: ids.length > 1 && !decided,
  }));
}

/** A filter that keeps the two ends of a link different. */
export function keepEndsApart(query: QueryModel, { subject, object, triple }: Link): readonly TextEdit[] {
  const filter = notItself(query, subject.term, object.term);
  return filter === undefined ? [] : [insertFilter(query, triple, filter)];
}

/** Continues from a mediator to a new variable, and selects that instead. */
export function continueFixes(
  query: QueryModel,
  schema: KbSchema,
  evidence: readonly [TypeEvidence, ...TypeEvidence[]],
  selected: Located,
  { ids, decided }: OnwardRelations,
): readonly Fix[] {
  const [{ link, node }] = evidence;
  const [option] = link.options;
  if (!option || node.term?.kind !== 'variable') return [];
  const mediator = query.text.slice(node.term.range.start, node.term.range.end);
  return ids.slice(0, MAX_SUGGESTIONS).map((id) => {
    const name = unusedName(query, id.slice(id.lastIndexOf('.') + 1));
    const reached = `?${name}`;
    const end = { kind: 'variable' as const, name, range: selected.range };
    const [filter] = evidence.flatMap((one) => notWhereItCameFrom(query, schema, one, id, end) ?? []);
    const triple = `${mediator} ${writtenLike(option.iri, id, query, schema)} ${reached}`;
    return {
      title: `Continue with ${id} and select ${reached}`,
      edits: [{ range: selected.range, newText: reached }, insertTriple(query, link.triple, triple, filter)],
      safety: 'unsafe',
      oneOfMany: ids.length > 1 && !decided,
    };
  });
}
