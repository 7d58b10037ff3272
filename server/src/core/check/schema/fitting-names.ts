import { knownTypes } from '../../schema/inference/inference';
import { similarRelations } from '../../schema/inference/similar-names';
import { lastSegment } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import type { Link, Scope } from '../../schema/inference/scopes';
import { evidenceClash, evidenceFromLink, type TypeEvidence } from '../../schema/inference/type-evidence';
import type { Evidence, Fix } from '../verifier';
import { isTyping, writeIriLike } from './wording';

const MAX_NAMES = 3;

/** Suggests other classes or relations that fit, for a type clash. */
export function fittingNames(
  evidence: Evidence['schema'],
  scope: Scope,
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
): readonly Fix[] {
  const { schema } = evidence;
  if (isTyping(schema, link)) return fittingClasses(evidence, scope, mine).map(({ fix }) => fix);
  const relations = fittingRelations(evidence, scope, link).filter(({ id }) =>
    agrees(schema, id, mine, theirs),
  );
  const classes = theirs.position === 'class' ? fittingClasses(evidence, scope, theirs) : [];
  // A relation with the same last part is the likeliest; then the class; then other relations.
  const sameName = relations.filter(({ id }) => lastSegment(id) === lastSegment(mine.because[0] ?? ''));
  const others = relations.filter((one) => !sameName.includes(one));
  return [...sameName, ...classes, ...others].map(({ fix }) => fix);
}

/** Whether the relation gives the node the same type as the other evidence, not just a compatible one. */
function agrees(schema: KbSchema, id: string, mine: TypeEvidence, theirs: TypeEvidence): boolean {
  const relation = schema.relation(id);
  const end = mine.position === 'subject' ? relation?.domain : relation?.range;
  return end !== undefined && theirs.types.some((type) => schema.areRelated(type, end));
}

interface NameFix {
  readonly id: string;
  readonly fix: Fix;
}

/** The types that the relations of a node give it, the most frequent first. */
function fittingClasses(
  { query, schema, inference }: Evidence['schema'],
  scope: Scope,
  stated: TypeEvidence,
): readonly NameFix[] {
  const { node, link } = stated;
  const object = link.triple.object;
  if (object.kind !== 'iri') return [];
  const votes = new Map<string, number>();
  const others = new Map<string, TypeEvidence>();
  for (const other of inference.typesIn(scope).evidenceFor(node.key)) {
    if (other.link === link) continue;
    const { types, position } = other;
    others.set(`${position} ${types.join(' ')}`, other);
    const [type = ''] = types;
    const kind = types.length > 1 ? undefined : schema.type(type)?.kind;
    if (kind === 'entity' || kind === 'mediator') votes.set(type, (votes.get(type) ?? 0) + 1);
  }
  const agreesWithAll = (type: string): boolean =>
    [...others.values()].every(
      (other) => evidenceClash(schema, { ...stated, types: [type] }, other) === 'none',
    );
  return [...votes]
    .filter(([type]) => agreesWithAll(type))
    .sort((left, right) => right[1] - left[1])
    .slice(0, MAX_NAMES)
    .map(([id]) => ({
      id,
      fix: {
        title: `Change the class to ${id}`,
        edits: [{ range: object.range, newText: writeIriLike(object, id, query, schema) }],
        safety: 'unsafe',
      },
    }));
}

/** Relations with a similar name that fit both ends. */
function fittingRelations(evidence: Evidence['schema'], scope: Scope, link: Link): readonly NameFix[] {
  const { query, schema, inference } = evidence;
  const [option] = link.options;
  if (!option || option.inverse || link.options.length > 1) return [];
  const id = schema.idOf(option.iri.iri);
  if (id === undefined) return [];
  const types = inference.typesIn(scope);
  const place = {
    subjectTypes: knownTypes(evidence.inference, link.subject, link),
    objectTypes: knownTypes(evidence.inference, link.object, link),
  };
  const fits = (candidate: string): boolean => {
    const iri = { ...option.iri, iri: schema.namespace + candidate };
    return evidenceFromLink({ ...link, options: [{ iri, inverse: false }] }, schema).every((one) =>
      types
        .evidenceFor(one.node.key)
        .every((other) => other.link === link || evidenceClash(schema, one, other) === 'none'),
    );
  };
  return similarRelations(schema, id, place, 8)
    .filter((candidate) => candidate !== id && fits(candidate))
    .slice(0, MAX_NAMES)
    .map((candidate) => ({
      id: candidate,
      fix: {
        title: `Change to ${candidate}`,
        edits: [{ range: option.iri.range, newText: writeIriLike(option.iri, candidate, query, schema) }],
        safety: 'unsafe',
      },
    }));
}
