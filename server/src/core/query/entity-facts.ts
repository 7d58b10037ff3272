/** All that a KB says of one entity, in the order in which people want to read it. */
import type { EntityCard, KnowledgeBase, KnownEntity, RdfTerm } from '../kb/knowledge-base';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { literalFamily } from '../language/rdf/datatypes';
import { canBeAsked, type EntityDirectory } from './entity-directory';
import { languageRank, type NameOptions } from './entity-queries';
import { labelled, ranked, type RawGroup } from './fact-order';
import { factsAround, partsOf, type NodeFact, type NodeFacts } from './fact-queries';
import type { EntityFacts, FactGroup, FactPart, FactValue } from './facts';

/** Of one relation; more of it is for a query. */
const MAX_VALUES = 25;
const MAX_GROUPS = 200;
/** On a page: each is looked up by name, so that an entity with very many relations shows fewer values of each. */
const MAX_ON_PAGE = 600;
const FEWEST_VALUES = 8;
const MAX_PARTS = 8;
/** Nodes that are opened to show what they hold together. */
const MAX_MEDIATORS = 200;

export async function entityFacts(
  kb: KnowledgeBase,
  directory: EntityDirectory,
  iri: string,
  reading: NameOptions,
  signal: AbortSignal,
): Promise<EntityFacts> {
  if (!canBeAsked(iri)) return nothingOf(iri, 'A node without an IRI cannot be looked up.');
  const [own, out, into] = await Promise.all([
    directory.lookUp([iri], signal),
    factsAround(kb, iri, 'out', MAX_VALUES, signal),
    factsAround(kb, iri, 'in', MAX_VALUES, signal),
  ]);
  const groups = [...grouped(out), ...grouped(withoutMirrored(into, out, iri, reading.schema))];
  const most = Math.max(FEWEST_VALUES, Math.min(MAX_VALUES, Math.floor(MAX_ON_PAGE / (groups.length || 1))));
  const shown = ranked(groups, reading)
    .slice(0, MAX_GROUPS)
    .map((group) => ({
      ...group,
      terms: inOrder(group.terms, reading.language).slice(0, most),
      truncated: group.truncated || group.terms.length > most,
    }));

  const entities = await directory.lookUp(
    irisIn(
      shown.flatMap(({ terms }) => terms.slice(0, MAX_VALUES)),
      reading.schema,
    ),
    signal,
  );
  const parts = await partsOf(kb, mediatorsIn(shown, entities, reading.schema), signal);
  const partEntities = await directory.lookUp(
    irisIn(
      [...parts.values()].flat().map(({ term }) => term),
      reading.schema,
    ),
    signal,
  );
  const valueOf = (term: RdfTerm): FactValue => {
    const name = entities.get(term.value)?.name ?? ownWords(term, reading.schema);
    const held = parts.get(term.value);
    return {
      term,
      ...(name !== undefined && { name }),
      ...(held && { parts: partsShown(held, iri, partEntities, reading) }),
    };
  };
  const card = own.get(iri);
  const missing = groups.length ? undefined : `The KB ${kb.name} has no facts about it.`;
  const problem = out.problem ?? into.problem ?? missing;
  return {
    iri,
    card: cardOf(card),
    groups: labelled(shown, reading.schema).map(
      ({ relation, label, direction, terms, truncated }): FactGroup => ({
        relation,
        label,
        direction,
        values: byName(terms.map(valueOf)),
        truncated,
      }),
    ),
    truncated: out.truncated || into.truncated || groups.length > MAX_GROUPS,
    ...(problem !== undefined && { problem }),
  };
}

function nothingOf(iri: string, problem: string): EntityFacts {
  return { iri, card: cardOf(undefined), groups: [], truncated: false, problem };
}

function cardOf(entity: KnownEntity | undefined): EntityCard {
  const { name, types = [], mediator = false } = entity ?? {};
  return { ...(name !== undefined && { name }), types, mediator };
}

function grouped({ facts, direction, cut }: NodeFacts): readonly RawGroup[] {
  const groups = new Map<string, RdfTerm[]>();
  for (const { relation, term } of facts) {
    const terms = groups.get(relation);
    if (terms) terms.push(term);
    else groups.set(relation, [term]);
  }
  return [...groups].map(([relation, terms]) => ({
    relation,
    direction,
    terms,
    truncated: cut.has(relation),
  }));
}

/** Freebase says most things in both directions; what is told from here need not be told back again. */
function withoutMirrored(
  into: NodeFacts,
  out: NodeFacts,
  iri: string,
  schema: KbSchema | undefined,
): NodeFacts {
  if (!schema) return into;
  const told = new Set(out.facts.map(({ relation, term }) => `${relation} ${term.value}`));
  const cutOut = out.cut;
  const isMirrored = ({ relation, term }: NodeFact): boolean => {
    const reverse = reverseOf(relation, schema);
    // Where not all of the other direction is here, this may be among the rest.
    return reverse !== undefined && (cutOut.has(reverse) || told.has(`${reverse} ${term.value}`));
  };
  return { ...into, facts: into.facts.filter((fact) => fact.term.value !== iri && !isMirrored(fact)) };
}

function reverseOf(relation: string, schema: KbSchema): string | undefined {
  const reverse = schema.relation(schema.idOf(relation) ?? relation)?.reverse;
  if (reverse === undefined) return undefined;
  return reverse.includes('/') ? reverse : schema.namespace + reverse;
}

/** Texts in the wanted language first. */
function inOrder(terms: readonly RdfTerm[], language: string): readonly RdfTerm[] {
  const rank = (term: RdfTerm): number =>
    term.type === 'literal' ? languageRank(term['xml:lang'] ?? '', language) : 0;
  return [...terms].sort((left, right) => rank(left) - rank(right));
}

/** Those of entities: what the schema knows needs no KB to be called by its name. */
function irisIn(terms: readonly RdfTerm[], schema: KbSchema | undefined): readonly string[] {
  return terms
    .filter((term) => term.type === 'uri' && ownWords(term, schema) === undefined)
    .map(({ value }) => value);
}

/** A class or a relation is called by the words of its id. */
function ownWords({ type, value }: RdfTerm, schema: KbSchema | undefined): string | undefined {
  const id = type === 'uri' ? schema?.idOf(value) : undefined;
  return id !== undefined && (schema?.hasType(id) || schema?.hasRelation(id)) ? labelOf(id) : undefined;
}

/** Texts stay in the order of their languages; mediators go by the first date in them. */
function byName(values: readonly FactValue[]): readonly FactValue[] {
  const key = ({ term, name, parts = [] }: FactValue): string => {
    const dates = parts
      .filter(isDated)
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

/** Those that say so by their type, and those that the relation leads to where the type is not told. */
function mediatorsIn(
  groups: readonly RawGroup[],
  entities: ReadonlyMap<string, KnownEntity>,
  schema: KbSchema | undefined,
): readonly string[] {
  const found = new Set<string>();
  for (const { relation, direction, terms } of groups) {
    const { domain, range } = schema?.relation(schema.idOf(relation) ?? relation) ?? {};
    const type = schema?.type((direction === 'out' ? range : domain) ?? '');
    for (const iri of irisIn(terms, schema)) {
      const entity = entities.get(iri);
      if (entity?.mediator === true || (type?.kind === 'mediator' && entity?.name === undefined))
        found.add(iri);
    }
  }
  return [...found].slice(0, MAX_MEDIATORS);
}

/** Not the way back, nor what every node has. */
function partsShown(
  facts: readonly NodeFact[],
  from: string,
  entities: ReadonlyMap<string, KnownEntity>,
  reading: NameOptions,
): readonly FactPart[] {
  const telling = facts.filter(({ term }) => term.value !== from);
  const groups = ranked(
    grouped({ facts: telling, direction: 'out', truncated: false, cut: new Set() }),
    reading,
  );
  const parts = labelled(
    groups.filter(({ system }) => !system),
    reading.schema,
  ).flatMap(({ relation, label, terms }) =>
    inOrder(terms, reading.language).map((term): FactPart => {
      const name = entities.get(term.value)?.name;
      return { relation, label, term, ...(name !== undefined && { name }) };
    }),
  );
  // Dates come last, and what was first before what came after.
  const dates = parts.filter(isDated).sort((left, right) => (left.term.value < right.term.value ? -1 : 1));
  return [...parts.filter((part) => !isDated(part)), ...dates].slice(0, MAX_PARTS);
}

function isDated({ term }: FactPart): boolean {
  return term.type === 'literal' && literalFamily(term.datatype ?? '') === 'datetime';
}
