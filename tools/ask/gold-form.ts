/**
 * A gold query as the forms that the strategy would write for it, and forms that come near it and are wrong: so that questions whose
 * facts a KB does not have still teach how they are built.
 */
import { leadsToMediator } from '../../server/src/core/candidates/surroundings/directions';
import { hopKey, type Hop } from '../../server/src/core/candidates/surroundings/surroundings';
import { isSystem } from '../../server/src/core/schema/domains';
import { candidateOf, type Candidate } from '../../server/src/core/candidates/enumerate/candidate';
import { walk } from '../../server/src/core/candidates/enumerate/chains';
import type { LinkedQuestion } from '../../server/src/core/candidates/rank/linked-question';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { LinkedEntity, Linking } from '../../server/src/core/question/linking/linking';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { readGold, type Gold, type Triple } from './read-gold';

type Parts = Omit<Candidate, 'expr'>;

interface Way {
  readonly hops: readonly Hop[];
  /** One behind each step. */
  readonly nodes: readonly string[];
  readonly triples: readonly Triple[];
}

/** Said by no word of a question: what kind of union a marriage is. */
const UNSPOKEN = /\.(?:type_of_union|gender|notable_types)$/;

/** Nothing where some of its entities are not linked, or no form of the strategy says the same. */
export function goldForms(
  sparql: string,
  { entities, literals }: Linking,
  { orderWord, now }: Pick<LinkedQuestion, 'orderWord' | 'now'>,
  schema: KbSchema,
  ends: number,
): readonly Candidate[] {
  const gold = readGold(sparql);
  if (!gold?.triples.every(({ relation }) => schema.hasRelation(relation))) return [];
  const linked = gold.entities.flatMap((id) => entities.find((entity) => entity.id === id) ?? []);
  const spoken = gold.triples.filter(({ relation }) => !isSystem(relation) && !UNSPOKEN.test(relation));
  const named = new Set(spoken.flatMap(({ from, to }) => [from, to]).filter((term) => !term.startsWith('?')));
  if (!linked.length || [...named].some((id) => isEntity(id) && !linked.some((one) => one.id === id)))
    return [];
  return linked.flatMap((start) => formsFrom(start, linked, { ...gold, triples: spoken }));

  function formsFrom(start: LinkedEntity, all: readonly LinkedEntity[], one: Gold): readonly Candidate[] {
    const way = wayBetween(start.id, one.answer, one.triples, schema);
    if (!way || way.hops.length > 4) return [];
    const turn = turnOf(way.hops, schema);
    if (turn !== undefined && turnOf(way.hops.slice(turn), schema) !== undefined) return [];
    const plain = walk(start, way.hops, ends, schema, turn);
    // Behind a turn no form has conditions: without them it is the best that there is.
    if (turn !== undefined) return all.length === 1 ? [plain] : [];
    const middle = way.nodes.at(-2);
    const rest = one.triples.filter((triple) => !way.triples.includes(triple));
    const conditions = conditionsOf(rest, one, middle);
    return conditions ? [candidateOf({ ...plain, ...conditions })] : [];
  }

  function conditionsOf(
    rest: readonly Triple[],
    one: Gold,
    middle: string | undefined,
  ): Partial<Parts> | undefined {
    let left = rest;
    const conditions: { -readonly [Key in keyof Parts]?: Parts[Key] } = {};
    const placeOf = (node: string): 'end' | 'middle' | undefined =>
      node === one.answer ? 'end' : node === middle ? 'middle' : undefined;
    const other = linked.find(({ id }) => rest.some(({ from, to }) => from === id || to === id));
    if (other) {
      const to = [one.answer, middle].find(
        (node) => node !== undefined && wayBetween(other.id, node, rest, schema) !== undefined,
      );
      const way = to === undefined ? undefined : wayBetween(other.id, to, rest, schema);
      const at = to === undefined ? undefined : placeOf(to);
      if (!way || !at || way.hops.length > (at === 'end' ? 2 : 1)) return undefined;
      conditions.also = { entity: other, hops: way.hops.map(turned).reverse(), at };
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

/** Forms that differ from a right one in a single thing. */
export function rivalsOf(right: Candidate, schema: KbSchema, seed: number): readonly Candidate[] {
  const draw = new SeededRandom(seed);
  const { start, hops, turn, also, ends = 1 } = right;
  if (!start) return [];
  const { also: _also, extreme: _extreme, compare: _compare, time: _time, ...bare } = right;
  const rivals: Parts[] = [];
  if (also ?? right.extreme ?? right.compare ?? right.time) rivals.push({ ...bare, ends: 4 * ends });
  const replaced = (place: number, most: number): void => {
    const hop = hops[place];
    if (!hop) return;
    for (const other of likes(hop, schema, draw, most))
      rivals.push({ ...walk(start, hops.with(place, other), ends, schema, turn), ...conditionsOf(right) });
  };
  replaced(hops.length - 1, 6);
  if (hops.length > 1) replaced(0, 3);
  if (turn !== undefined) rivals.push(walk(start, hops.slice(0, turn), ends, schema));
  const [first] = also?.hops ?? [];
  if (also && first)
    for (const other of likes(first, schema, draw, 4))
      rivals.push({ ...right, also: { ...also, hops: also.hops.with(0, other) } });
  return rivals.map(candidateOf);
}

function conditionsOf({ also, extreme, compare, time }: Candidate): Partial<Parts> {
  return {
    ...(also && { also }),
    ...(extreme && { extreme }),
    ...(compare && { compare }),
    ...(time && { time }),
  };
}

/** Other relations that what stands before has as well, and that lead to a mediator where the one does. */
function likes(hop: Hop, schema: KbSchema, draw: SeededRandom, most: number): readonly Hop[] {
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
  for (let times = 0; times < most && all.length; times++) chosen.add(draw.pick(all));
  return [...chosen];
}

function isEntity(term: string): boolean {
  return /^[mg]\./.test(term);
}

function turned({ relation, reverse }: Hop): Hop {
  return { relation, reverse: !reverse };
}

/** The first node that is no mediator and not the end. */
function turnOf(hops: readonly Hop[], schema: KbSchema): number | undefined {
  const at = hops.slice(0, -1).findIndex((hop) => !leadsToMediator(hop, schema));
  return at < 0 ? undefined : at + 1;
}

/** The shortest that goes through no other entity. */
function wayBetween(from: string, to: string, triples: readonly Triple[], schema: KbSchema): Way | undefined {
  let ways: readonly Way[] = [{ hops: [], nodes: [from], triples: [] }];
  for (let length = 0; length < 4 && ways.length; length++) {
    ways = ways.flatMap((way) =>
      triples.flatMap((triple): readonly Way[] => {
        const here = way.nodes.at(-1);
        const forwards = triple.from === here;
        const next = forwards ? triple.to : triple.from;
        if ((!forwards && triple.to !== here) || way.nodes.includes(next)) return [];
        if (next !== to && !next.startsWith('?')) return [];
        return [
          {
            hops: [...way.hops, stepOf(triple.relation, !forwards, schema)],
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

/** Where a relation has a reverse, that is walked forwards: a KB has both. */
function stepOf(relation: string, reverse: boolean, schema: KbSchema): Hop {
  const other = reverse ? schema.relation(relation)?.reverse : undefined;
  return other === undefined ? { relation, reverse } : { relation: other, reverse: false };
}
