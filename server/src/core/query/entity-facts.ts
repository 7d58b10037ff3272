/** The facts about one entity, grouped by relation and ordered for display. */
import type { EntityNameAndTypes, KnowledgeBase, KnownEntity, RdfTerm } from '../kb/knowledge-base';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { literalFamily } from '../language/rdf/datatypes';
import { isQueryableIri, type EntityDirectory } from './entity-directory';
import { languageRank, type NameOptions } from './entity-queries';
import { groupByRelation, labelGroups, rankGroups, type RawGroup } from './fact-order';
import { factsAround, mediatorFacts, type NodeFact, type NodeFacts } from './fact-queries';
import type { EntityFacts, FactGroup, FactPart, FactValue } from './facts';

/** Values per relation. */
const MAX_VALUES = 25;
const MAX_GROUPS = 200;
/** Values in total: each name is looked up, so an entity with many relations shows fewer values of each. */
const MAX_VALUES_IN_TOTAL = 600;
const MIN_VALUES = 8;
const MAX_PARTS = 8;
/** Mediators whose parts are shown. */
const MAX_MEDIATORS = 200;

export async function entityFacts(
  kb: KnowledgeBase,
  directory: EntityDirectory,
  iri: string,
  options: NameOptions,
  signal: AbortSignal,
): Promise<EntityFacts> {
  if (!isQueryableIri(iri)) {
    const problem = 'A node without an IRI cannot be looked up.';
    return { iri, card: toCard(undefined), groups: [], truncated: false, problem };
  }
  const [own, out, into] = await Promise.all([
    directory.lookUp([iri], signal),
    factsAround(kb, iri, 'out', MAX_VALUES, signal),
    factsAround(kb, iri, 'in', MAX_VALUES, signal),
  ]);
  const groups = [
    ...groupByRelation(out),
    ...groupByRelation(withoutReverseFacts(into, out, iri, options.schema)),
  ];
  const most = Math.max(
    MIN_VALUES,
    Math.min(MAX_VALUES, Math.floor(MAX_VALUES_IN_TOTAL / (groups.length || 1))),
  );
  const shown = rankGroups(groups, options)
    .slice(0, MAX_GROUPS)
    .map((group) => ({
      ...group,
      terms: sortByLanguage(group.terms, options.language).slice(0, most),
      truncated: group.truncated || group.terms.length > most,
    }));

  const lookUp = (terms: readonly RdfTerm[]): Promise<ReadonlyMap<string, KnownEntity>> =>
    directory.lookUp(entityIris(terms, options.schema), signal);
  const entities = await lookUp(shown.flatMap(({ terms }) => terms.slice(0, MAX_VALUES)));
  const parts = await mediatorFacts(kb, findMediators(shown, entities, options.schema), signal);
  const partEntities = await lookUp([...parts.values()].flat().map(({ term }) => term));
  const valueOf = (term: RdfTerm): FactValue => {
    const name = entities.get(term.value)?.name ?? schemaLabel(term, options.schema);
    const ownParts = parts.get(term.value);
    return {
      term,
      ...(name !== undefined && { name }),
      ...(ownParts && { parts: toFactParts(ownParts, iri, partEntities, options) }),
    };
  };
  const card = own.get(iri);
  const missing = groups.length ? undefined : `The KB ${kb.name} has no facts about it.`;
  const problem = out.problem ?? into.problem ?? missing;
  return {
    iri,
    card: toCard(card),
    groups: labelGroups(shown, options.schema).map(
      ({ relation, label, direction, terms, truncated }): FactGroup => ({
        relation,
        label,
        direction,
        values: sortValues(terms.map(valueOf)),
        truncated,
      }),
    ),
    truncated: out.truncated || into.truncated || groups.length > MAX_GROUPS,
    ...(problem !== undefined && { problem }),
  };
}

function toCard(entity: KnownEntity | undefined): EntityNameAndTypes {
  const { name, types = [], mediator = false } = entity ?? {};
  return { ...(name !== undefined && { name }), types, mediator };
}

/** Freebase has most facts in both directions; incoming facts that repeat an outgoing one are removed. */
function withoutReverseFacts(
  into: NodeFacts,
  out: NodeFacts,
  iri: string,
  schema: KbSchema | undefined,
): NodeFacts {
  if (!schema) return into;
  const outgoing = new Set(out.facts.map(({ relation, term }) => `${relation} ${term.value}`));
  const isMirrored = ({ relation, term }: NodeFact): boolean => {
    const reverse = reverseOf(relation, schema);
    // If the other direction is truncated, the fact may be among the missing ones.
    return (
      reverse !== undefined &&
      (out.truncatedRelations.has(reverse) || outgoing.has(`${reverse} ${term.value}`))
    );
  };
  return { ...into, facts: into.facts.filter((fact) => fact.term.value !== iri && !isMirrored(fact)) };
}

function reverseOf(relation: string, schema: KbSchema): string | undefined {
  const reverse = schema.relation(schema.idOf(relation) ?? relation)?.reverse;
  if (reverse === undefined) return undefined;
  return reverse.includes('/') ? reverse : schema.namespace + reverse;
}

/** Sorts literals in the preferred language first. */
function sortByLanguage(terms: readonly RdfTerm[], language: string): readonly RdfTerm[] {
  const rank = (term: RdfTerm): number =>
    term.type === 'literal' ? languageRank(term['xml:lang'] ?? '', language) : 0;
  return [...terms].sort((left, right) => rank(left) - rank(right));
}

/** The IRIs of entities; relations and classes have a label from the schema. */
function entityIris(terms: readonly RdfTerm[], schema: KbSchema | undefined): readonly string[] {
  return terms
    .filter((term) => term.type === 'uri' && schemaLabel(term, schema) === undefined)
    .map(({ value }) => value);
}

/** The label of a class or relation. */
function schemaLabel({ type, value }: RdfTerm, schema: KbSchema | undefined): string | undefined {
  const id = type === 'uri' ? schema?.idOf(value) : undefined;
  return id !== undefined && (schema?.hasType(id) || schema?.hasRelation(id)) ? labelOf(id) : undefined;
}

/** Sorts by name, and mediators by their first date. Literals with a language keep their order. */
function sortValues(values: readonly FactValue[]): readonly FactValue[] {
  const key = ({ term, name, parts = [] }: FactValue): string => {
    const dates = parts
      .filter(isDate)
      .map((part) => part.term.value)
      .sort();
    return name ?? dates[0] ?? parts[0]?.name ?? parts[0]?.term.value ?? term.value;
  };
  if (values.some(({ term }) => term.type === 'literal' && term['xml:lang'] !== undefined)) return values;
  return values
    .map((value) => ({ value, key: key(value) }))
    .sort((left, right) => left.key.localeCompare(right.key, 'en', { numeric: true }))
    .map(({ value }) => value);
}

/** Nodes with a mediator type, and nameless nodes at the mediator end of a relation. */
function findMediators(
  groups: readonly RawGroup[],
  entities: ReadonlyMap<string, KnownEntity>,
  schema: KbSchema | undefined,
): readonly string[] {
  const found = new Set<string>();
  for (const { relation, direction, terms } of groups) {
    const { domain, range } = schema?.relation(schema.idOf(relation) ?? relation) ?? {};
    const type = schema?.type((direction === 'out' ? range : domain) ?? '');
    for (const iri of entityIris(terms, schema)) {
      const entity = entities.get(iri);
      if (entity?.mediator === true || (type?.kind === 'mediator' && entity?.name === undefined))
        found.add(iri);
    }
  }
  return [...found].slice(0, MAX_MEDIATORS);
}

/** The parts of a mediator, without the entity itself and system relations. */
function toFactParts(
  facts: readonly NodeFact[],
  from: string,
  entities: ReadonlyMap<string, KnownEntity>,
  options: NameOptions,
): readonly FactPart[] {
  const others = facts.filter(({ term }) => term.value !== from);
  const groups = rankGroups(
    groupByRelation({ facts: others, direction: 'out', truncated: false, truncatedRelations: new Set() }),
    options,
  );
  const parts = labelGroups(
    groups.filter(({ system }) => !system),
    options.schema,
  ).flatMap(({ relation, label, terms }) =>
    sortByLanguage(terms, options.language).map((term): FactPart => {
      const name = entities.get(term.value)?.name;
      return { relation, label, term, ...(name !== undefined && { name }) };
    }),
  );
  // Dates come last, in chronological order.
  const dates = parts.filter(isDate).sort((left, right) => (left.term.value < right.term.value ? -1 : 1));
  return [...parts.filter((part) => !isDate(part)), ...dates].slice(0, MAX_PARTS);
}

function isDate({ term }: FactPart): boolean {
  return term.type === 'literal' && literalFamily(term.datatype ?? '') === 'datetime';
}
