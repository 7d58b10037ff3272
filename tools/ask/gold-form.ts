/**
 * Converts a gold query to the forms that the strategy would enumerate, and creates similar wrong forms, so that questions without
 * facts in the KB can be used for training.
 */
import { leadsToMediator } from '../../server/src/core/candidates/surroundings/directions';
import { hopKey, type Hop } from '../../server/src/core/candidates/surroundings/surroundings';
import { isSystem } from '../../server/src/core/schema/domain-index';
import { createCandidate, type Candidate } from '../../server/src/core/candidates/enumerate/candidate';
import { pathCandidate } from '../../server/src/core/candidates/enumerate/entity-paths';
import type { LinkedQuestion } from '../../server/src/core/candidates/rank/linked-question';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { LinkedEntity, Linking } from '../../server/src/core/question/linking/linking';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { parseGoldQuery, type ParsedGoldQuery, type GoldTriple } from './parse-gold-query';

type CandidateParts = Omit<Candidate, 'expr'>;

interface GoldPath {
  readonly hops: readonly Hop[];
  /** The node after each hop. */
  readonly nodes: readonly string[];
  readonly triples: readonly GoldTriple[];
}

/** Relations that questions do not mention, such as the type of a marriage. */
const IMPLICIT_RELATIONS = /\.(?:type_of_union|gender|notable_types)$/;

/** Empty if an entity is not linked, or the strategy has no equivalent form. */
export function createGoldForms(
  sparql: string,
  { entities, literals }: Linking,
  { orderWord, now }: Pick<LinkedQuestion, 'orderWord' | 'now'>,
  schema: KbSchema,
  ends: number,
): readonly Candidate[] {
  const gold = parseGoldQuery(sparql);
  if (!gold?.triples.every(({ relation }) => schema.hasRelation(relation))) return [];
  const linked = gold.entities.flatMap((id) => entities.find((entity) => entity.id === id) ?? []);
  const spoken = gold.triples.filter(
    ({ relation }) => !isSystem(relation) && !IMPLICIT_RELATIONS.test(relation),
  );
  const named = new Set(spoken.flatMap(({ from, to }) => [from, to]).filter((term) => !term.startsWith('?')));
  if (!linked.length || [...named].some((id) => isEntity(id) && !linked.some((one) => one.id === id)))
    return [];
  return linked.flatMap((start) => formsFrom(start, linked, { ...gold, triples: spoken }));

  function formsFrom(
    start: LinkedEntity,
    all: readonly LinkedEntity[],
    one: ParsedGoldQuery,
  ): readonly Candidate[] {
    const way = findPath(start.id, one.answer, one.triples, schema);
    if (!way || way.hops.length > 4) return [];
    const turn = findTurn(way.hops, schema);
    if (turn !== undefined && findTurn(way.hops.slice(turn), schema) !== undefined) return [];
    const plain = pathCandidate(start, way.hops, ends, schema, turn);
    // Forms with a turn have no conditions, so without further entities this is the closest one.
    if (turn !== undefined) return all.length === 1 ? [plain] : [];
    const middle = way.nodes.at(-2);
    const rest = one.triples.filter((triple) => !way.triples.includes(triple));
    const conditions = conditionsOf(rest, one, middle);
    return conditions ? [createCandidate({ ...plain, ...conditions })] : [];
  }

  function conditionsOf(
    rest: readonly GoldTriple[],
    one: ParsedGoldQuery,
    middle: string | undefined,
  ): Partial<CandidateParts> | undefined {
    let left = rest;
    const conditions: { -readonly [Key in keyof CandidateParts]?: CandidateParts[Key] } = {};
    const placeOf = (node: string): 'end' | 'middle' | undefined =>
      node === one.answer ? 'end' : node === middle ? 'middle' : undefined;
    const other = linked.find(({ id }) => rest.some(({ from, to }) => from === id || to === id));
    if (other) {
      const to = [one.answer, middle].find(
        (node) => node !== undefined && findPath(other.id, node, rest, schema) !== undefined,
      );
      const way = to === undefined ? undefined : findPath(other.id, to, rest, schema);
      const at = to === undefined ? undefined : placeOf(to);
      if (!way || !at || way.hops.length > (at === 'end' ? 2 : 1)) return undefined;
      conditions.also = { entity: other, hops: way.hops.map(reverseHop).reverse(), at };
      left = left.filter((triple) => !way.triples.includes(triple));
    }
    for (const { from, relation, to } of left) {
      const at = placeOf(from);
      if (!at) return undefined;
      if (to === one.order?.by && orderWord)
        conditions.extreme = { which: one.order.which, relation, at, cue: orderWord.words };
      else {
        const value = to.startsWith('?') ? one.compared.find(({ by }) => by === to)?.value : to;
        const literal = literals.find((each) => value?.startsWith(each.value));
        if (!literal) return undefined;
        const operator = literal.comparison ?? (literal.kind === 'year' ? 'in' : 'eq');
        conditions.compare = { operator, relation, literal, datatype: literal.datatype, at };
      }
    }
    if (one.time && one.time.node === middle && (one.time.at !== 'NOW' || now !== undefined))
      conditions.time = { relation: one.time.relation, at: one.time.at };
    return conditions;
  }
}

/** Creates forms that differ from a right one in one part. */
export function createRivals(right: Candidate, schema: KbSchema, seed: number): readonly Candidate[] {
  const random = new SeededRandom(seed);
  const { start, hops, turn, also, ends = 1 } = right;
  if (!start) return [];
  const { also: _also, extreme: _extreme, compare: _compare, time: _time, ...bare } = right;
  const rivals: CandidateParts[] = [];
  if (also ?? right.extreme ?? right.compare ?? right.time) rivals.push({ ...bare, ends: 4 * ends });
  const addReplacements = (place: number, count: number): void => {
    const hop = hops[place];
    if (!hop) return;
    for (const other of similarHops(hop, schema, random, count))
      rivals.push({
        ...pathCandidate(start, hops.with(place, other), ends, schema, turn),
        ...conditionsOf(right),
      });
  };
  addReplacements(hops.length - 1, 6);
  if (hops.length > 1) addReplacements(0, 3);
  if (turn !== undefined) rivals.push(pathCandidate(start, hops.slice(0, turn), ends, schema));
  const [first] = also?.hops ?? [];
  if (also && first)
    for (const other of similarHops(first, schema, random, 4))
      rivals.push({ ...right, also: { ...also, hops: also.hops.with(0, other) } });
  return rivals.map(createCandidate);
}

function conditionsOf({ also, extreme, compare, time }: Candidate): Partial<CandidateParts> {
  return {
    ...(also && { also }),
    ...(extreme && { extreme }),
    ...(compare && { compare }),
    ...(time && { time }),
  };
}

/** Draws relations of the same domain that end at a mediator if the given one does. */
function similarHops(hop: Hop, schema: KbSchema, random: SeededRandom, count: number): readonly Hop[] {
  const domain = hop.reverse ? schema.relation(hop.relation)?.range : schema.relation(hop.relation)?.domain;
  if (domain === undefined) return [];
  const mediator = leadsToMediator(hop, schema);
  const all = schema
    .relationsOf(domain)
    .map((relation) => ({ relation, reverse: false }))
    .filter(
      (one) =>
        !isSystem(one.relation) &&
        hopKey(one) !== hopKey(hop) &&
        schema.relation(one.relation)?.reverse !== hop.relation &&
        leadsToMediator(one, schema) === mediator,
    );
  const chosen = new Set<Hop>();
  for (let times = 0; times < count && all.length; times++) chosen.add(random.pick(all));
  return [...chosen];
}

function isEntity(term: string): boolean {
  return /^[mg]\./.test(term);
}

function reverseHop({ relation, reverse }: Hop): Hop {
  return { relation, reverse: !reverse };
}

/** Returns the position of the first inner node that is not a mediator. */
function findTurn(hops: readonly Hop[], schema: KbSchema): number | undefined {
  const at = hops.slice(0, -1).findIndex((hop) => !leadsToMediator(hop, schema));
  return at < 0 ? undefined : at + 1;
}

/** Finds the shortest path that passes no other entity. */
function findPath(
  from: string,
  to: string,
  triples: readonly GoldTriple[],
  schema: KbSchema,
): GoldPath | undefined {
  let ways: readonly GoldPath[] = [{ hops: [], nodes: [from], triples: [] }];
  for (let length = 0; length < 4 && ways.length; length++) {
    ways = ways.flatMap((way) =>
      triples.flatMap((triple): readonly GoldPath[] => {
        const here = way.nodes.at(-1);
        const forwards = triple.from === here;
        const next = forwards ? triple.to : triple.from;
        if ((!forwards && triple.to !== here) || way.nodes.includes(next)) return [];
        if (next !== to && !next.startsWith('?')) return [];
        return [
          {
            hops: [...way.hops, toHop(triple.relation, !forwards, schema)],
            nodes: [...way.nodes, next],
            triples: [...way.triples, triple],
          },
        ];
      }),
    );
    const found = ways.find(({ nodes }) => nodes.at(-1) === to);
    if (found) return { ...found, nodes: found.nodes.slice(1) };
  }
  return undefined;
}

/** Prefers the forward direction of the reverse relation, because a KB has both. */
function toHop(relation: string, reverse: boolean, schema: KbSchema): Hop {
  const other = reverse ? schema.relation(relation)?.reverse : undefined;
  return other === undefined ? { relation, reverse } : { relation: other, reverse: false };
}
