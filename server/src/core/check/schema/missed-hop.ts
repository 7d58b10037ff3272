import { lastSegment } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import type { Link } from '../../schema/inference/scopes';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import type { Located } from '../../language/text/range';
import type { Evidence, Fix, UnlocatedObservation } from '../verifier';
import { fitsFamily } from './literal-form';
import { insertFilter, insertTriple } from './insert-triple';
import { leadsBack, excludeStartFilter, excludeOrigin } from './exclude-start';
import { labelWithArticle, describeSource, unusedVariable, writeIriLike } from './wording';
import { onwardRelations, type OnwardRelations } from './onward-relations';

export const MAX_SUGGESTIONS = 5;

/** Describes a relation that ends at a mediator, one hop before the intended node. */
export function missedHop(
  { query, schema }: Evidence['schema'],
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
): (UnlocatedObservation & { readonly fixes: readonly Fix[] }) | undefined {
  const [mediator] = mine.types;
  const [wanted] = theirs.types;
  if (mediator === undefined || wanted === undefined || mine.position !== 'object' || !link.isSimple)
    return undefined;
  if (!schema.isMediator(mediator) || schema.type(wanted)?.kind !== 'entity') return undefined;
  const onward = relationsTo(schema, mediator, mine, wanted);
  const relation = mine.because.join('|');
  return {
    rule: 'missed-hop',
    message: `${relation} ends at a mediator (${mediator}), not at ${theirs.types.map(labelWithArticle).join(' or ')}`,
    because: 'A mediator only connects the parts of one fact.',
    advice: `Continue with ${onward.ids[0] ?? `a relation of ${mediator}`}.`,
    related: [{ range: theirs.range, message: describeSource(theirs) }],
    fixes: throughMediatorFixes(query, schema, link, onward),
  };
}

/** Relations to the wanted type; if there is none, to types that occur together with it. */
function relationsTo(
  schema: KbSchema,
  mediator: string,
  mine: TypeEvidence,
  wanted: string,
): OnwardRelations {
  const { ids, decided } = onwardRelations(schema, mediator, mine);
  const rangeOf = (id: string): string => schema.relation(id)?.range ?? '';
  const related = ids.filter((id) => schema.areRelated(rangeOf(id), wanted));
  const fitting = related.length ? related : ids.filter((id) => schema.coOccur(rangeOf(id), wanted));
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

/** Changes `p ?x` to `p/q ?x`. If q leads back, a filter excludes the start. */
export function throughMediatorFixes(
  query: QueryModel,
  schema: KbSchema,
  link: Link,
  { ids, decided }: OnwardRelations,
): readonly Fix[] {
  const [option] = link.options;
  if (!option || !link.isSimple) return [];
  const { end } = link.range;
  const first = { id: schema.idOf(option.iri.iri) ?? '', inverse: option.inverse };
  return ids.slice(0, MAX_SUGGESTIONS).map((id) => ({
    title: `Continue through the mediator with ${id}`,
    edits: [
      { range: { start: end, end }, newText: `/${writeIriLike(option.iri, id, query, schema)}` },
      ...(leadsBack(schema, first, { id, inverse: false }) ? excludeStart(query, link) : []),
    ],
    safety: 'unsafe',
    oneOfMany: ids.length > 1 && !decided,
  }));
}

/** A filter that keeps the two ends of a link different. */
export function excludeStart(query: QueryModel, { subject, object, triple }: Link): readonly TextEdit[] {
  const filter = excludeStartFilter(query, subject.term, object.term);
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
    const name = unusedVariable(query, lastSegment(id));
    const end = { kind: 'variable' as const, name, range: selected.range };
    const [filter] = evidence.flatMap((one) => excludeOrigin(query, schema, one, id, end) ?? []);
    const triple = `${mediator} ${writeIriLike(option.iri, id, query, schema)} ?${name}`;
    return {
      title: `Continue with ${id} and select ?${name}`,
      edits: [
        { range: selected.range, newText: `?${name}` },
        insertTriple(query, link.triple, triple, filter),
      ],
      safety: 'unsafe',
      oneOfMany: ids.length > 1 && !decided,
    };
  });
}
