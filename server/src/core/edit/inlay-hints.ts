import { infer } from '../schema/inference/inference';
import type { TypeEvidence } from '../schema/inference/type-evidence';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import type { QueryModel } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import type { EntityNameLookup } from './hover';
import { UNIVERSAL_TYPES } from './hover/entity';
import { bullets, code } from './hover/markdown';
import { describeEvidence } from './hover/variable';
import { typeEvidenceAt } from './known-types';
import { namesOf } from './names';
import { variablesOf } from './variables';

export interface InlayHint {
  /** The hint is shown before this offset. */
  readonly offset: number;
  readonly kind: 'type' | 'name';
  readonly label: string;
  /** Markdown. */
  readonly tooltip: string;
}

export interface InlayHintOptions {
  readonly variableTypes: boolean;
  /** Undefined if names are disabled. */
  readonly entityNames: EntityNameLookup | undefined;
}

/** The type of each variable at its first use, and the name of each entity. */
export function inlayHintsOf(
  query: QueryModel,
  schema: KbSchema,
  within: TextRange,
  { variableTypes, entityNames }: InlayHintOptions,
): readonly InlayHint[] {
  return [
    ...(variableTypes ? typeHints(query, schema, within) : []),
    ...(entityNames ? nameHints(query, schema, within, entityNames) : []),
  ].sort((left, right) => left.offset - right.offset);
}

function* typeHints(query: QueryModel, schema: KbSchema, within: TextRange): Iterable<InlayHint> {
  // Types are inferred only if a variable is in the visible range.
  const firstUses = variablesOf(query).flatMap((variable) => {
    const first = variable.places.find(({ inProjection }) => !inProjection);
    return first && containsOffset(within, first.range.end) ? [{ variable, first: first.range }] : [];
  });
  if (!firstUses.length) return;
  const inference = infer(query, schema);
  for (const { variable, first } of firstUses) {
    const evidence = typeEvidenceAt(inference, variable, first.start);
    const types = mostSpecificTypes(schema, evidence);
    const [type] = types;
    if (type === undefined || isStatedAt(evidence, type, first)) continue;
    const mediator = schema.isMediator(type) ? ' (mediator)' : '';
    yield {
      offset: first.end,
      kind: 'type',
      label: `: ${labelOf(type)}${mediator}${types.length > 1 ? ' …' : ''}`,
      tooltip: bullets([...new Set(evidence.map(describeEvidence))]),
    };
  }
}

/** The types that no other type includes. Those from class patterns come first. */
function mostSpecificTypes(schema: KbSchema, evidence: readonly TypeEvidence[]): readonly string[] {
  const classesFirst = [...evidence].sort(
    (left, right) => Number(right.position === 'class') - Number(left.position === 'class'),
  );
  const all = [...new Set(classesFirst.flatMap(({ types }) => types))];
  const types = all.filter((type) => !UNIVERSAL_TYPES.has(type));
  const included = (inner: string): boolean =>
    types.some((outer) => {
      const within: ReadonlySet<string> = schema.includedTypes(outer);
      return outer !== inner && within.has(inner);
    });
  const specific = types.filter((type) => !included(type));
  return specific.length ? specific : types;
}

/** Whether the text states the type right here, as `?film a ns:film.film` does. */
function isStatedAt(evidence: readonly TypeEvidence[], type: string, { start }: TextRange): boolean {
  return evidence.some(
    ({ position, types, link }) =>
      position === 'class' && types.includes(type) && link.subject.term?.range.start === start,
  );
}

const MAX_NAME_LENGTH = 40;

function* nameHints(
  query: QueryModel,
  schema: KbSchema,
  within: TextRange,
  entityNames: EntityNameLookup,
): Iterable<InlayHint> {
  if (!schema.machineIds) return;
  for (const { token, iri, declares } of namesOf(query)) {
    if (declares || !containsOffset(within, token.end)) continue;
    const id = schema.idOf(iri);
    const name = id !== undefined && isEntityId(id) ? entityNames(id) : undefined;
    if (id === undefined || name === undefined || name === '') continue;
    const letters = Array.from(name.replace(/\s+/g, ' '));
    yield {
      offset: token.end,
      kind: 'name',
      label:
        letters.length > MAX_NAME_LENGTH
          ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
          : letters.join(''),
      tooltip: `The name of ${code(id)}.`,
    };
  }
}

function containsOffset({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
