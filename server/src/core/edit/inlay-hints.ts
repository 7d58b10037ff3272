/** What stands between the lines: the type of each variable at its first use, and the name of each entity. */
import { infer } from '../schema/inference/inference';
import type { TypeEvidence } from '../schema/inference/type-evidence';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import type { QueryModel } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import type { EntityNames } from './hover';
import { bullets, code } from './hover/markdown';
import { becauseOf } from './hover/variable';
import { evidenceOf, placesOf } from './known-types';
import { namesOf } from './names';
import { variablesOf } from './variables';

export interface InlayHint {
  /** Shown right before this place. */
  readonly offset: number;
  readonly kind: 'type' | 'name';
  readonly label: string;
  /** Markdown. */
  readonly tooltip: string;
}

export interface HintChoices {
  readonly variableTypes: boolean;
  /** Nothing where names are not wanted. */
  readonly entityNames: EntityNames | undefined;
}

export function inlayHintsOf(
  query: QueryModel,
  schema: KbSchema,
  within: TextRange,
  { variableTypes, entityNames }: HintChoices,
): readonly InlayHint[] {
  return [
    ...(variableTypes ? typeHints(query, schema, within) : []),
    ...(entityNames ? nameHints(query, schema, within, entityNames) : []),
  ].sort((left, right) => left.offset - right.offset);
}

function* typeHints(query: QueryModel, schema: KbSchema, within: TextRange): Iterable<InlayHint> {
  // First of all, what stands in the range: reasoning about a query of which nothing is seen would be wasted.
  const firstUses = variablesOf(query).flatMap((variable) => {
    const first = variable.places.find(({ inProjection }) => !inProjection);
    return first && holds(within, first.range.end) ? [{ variable, first: first.range }] : [];
  });
  if (!firstUses.length) return;
  const inference = infer(query, schema);
  const places = placesOf(inference);
  for (const { variable, first } of firstUses) {
    const evidence = evidenceOf(inference, places, variable, first.start);
    const types = tellingTypes(schema, evidence);
    const [type] = types;
    if (type === undefined || isSaidBeside(evidence, type, first)) continue;
    const mediator = schema.type(type)?.kind === 'mediator' ? ' (mediator)' : '';
    yield {
      offset: first.end,
      kind: 'type',
      label: `: ${labelOf(type)}${mediator}${types.length > 1 ? ' …' : ''}`,
      tooltip: bullets([...new Set(evidence.map(becauseOf))]),
    };
  }
}

/** Every node has these, so that they tell nothing. */
const EVERYTHING = new Set(['type.object', 'common.topic']);

/** The most specific type alone where one includes all others; else those that no other includes, classes first. */
function tellingTypes(schema: KbSchema, evidence: readonly TypeEvidence[]): readonly string[] {
  const classesFirst = [...evidence].sort(
    (left, right) => Number(right.position === 'class') - Number(left.position === 'class'),
  );
  const all = [...new Set(classesFirst.flatMap(({ types }) => types))];
  const types = all.filter((type) => !EVERYTHING.has(type));
  const included = (inner: string): boolean =>
    types.some((outer) => {
      const within: ReadonlySet<string> = schema.included(outer);
      return outer !== inner && within.has(inner);
    });
  const specific = types.filter((type) => !included(type));
  return specific.length ? specific : types;
}

/** `?film a ns:film.film` says it already. */
function isSaidBeside(evidence: readonly TypeEvidence[], type: string, { start }: TextRange): boolean {
  return evidence.some(
    ({ position, types, link }) =>
      position === 'class' && types.includes(type) && link.subject.term?.range.start === start,
  );
}

const LONGEST_NAME = 40;

function* nameHints(
  query: QueryModel,
  schema: KbSchema,
  within: TextRange,
  entityNames: EntityNames,
): Iterable<InlayHint> {
  if (!schema.machineIds) return;
  for (const { token, iri, declares } of namesOf(query)) {
    if (declares || !holds(within, token.end)) continue;
    const id = schema.idOf(iri);
    const name = id !== undefined && isEntityId(id) ? entityNames(id) : undefined;
    if (id === undefined || name === undefined || name === '') continue;
    const letters = Array.from(name.replace(/\s+/g, ' '));
    yield {
      offset: token.end,
      kind: 'name',
      label:
        letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : letters.join(''),
      tooltip: `The name of ${code(id)}.`,
    };
  }
}

function holds({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
