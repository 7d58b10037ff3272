/** Which relations are likely where one is being typed, the likeliest first. */
import { fitOf, type Fit } from '../../schema/inference/fit';
import { domainOf } from '../../schema/domains';
import { wordsOf } from '../../schema/inference/words';
import { lastPart, NameIndex, type Match } from '../../schema/name-index';
import type { KbSchema, TypeKind, UsageLevels } from '../../schema/schema';
import { meaningOf, wordsAlike } from '../../schema/synonyms';
import type { RelationPlace, NodeRole } from './relation-place';
import { WEIGHTS } from './relation-weights';
import { memoize } from './memoize';

/**
 * What speaks for or against a relation. Each has a weight, and the weights of all that apply are added up. "entity of
 * mediator": the subject is an entity, and the relation one of a mediator; "literal for answer": it leads to a literal,
 * and the object is what the query selects.
 */
export type RelationFeature =
  | `match ${Match}`
  | `subject ${Fit}`
  | `object ${Fit}`
  | `${NodeRole} of ${TypeKind}`
  | `${TypeKind} for ${NodeRole}`
  | 'own'
  | 'leads to own'
  | 'domain'
  | 'taken'
  | 'back'
  | 'there and back'
  | 'community'
  | 'unused'
  | 'asked'
  | 'per query level'
  | 'per fact level';

interface Ranked {
  readonly id: string;
  readonly score: number;
}

export function rankRelations(
  schema: KbSchema,
  typed: string,
  place: RelationPlace,
  most: number,
  /** Other numbers of use than those of the schema. */
  useOf?: (id: string) => UsageLevels,
): readonly Ranked[] {
  const ends = endsAt(schema, place);
  const ranked: Ranked[] = [];
  for (const [id, match] of candidates(schema, typed, place)) {
    // What cannot stand here is only offered to those who ask for it by name.
    if (typed || !isImpossible(schema, id, ends))
      ranked.push({ id, score: scoreOf(schema, id, match, place, ends, useOf) });
  }
  return best(ranked, most);
}

/** Of some relations, with nothing typed. */
export function rankAmong(
  schema: KbSchema,
  relations: readonly string[],
  place: RelationPlace,
  most: number,
): readonly Ranked[] {
  const ends = endsAt(schema, place);
  const possible = relations.filter((id) => !isImpossible(schema, id, ends));
  return best(
    possible.map((id) => ({ id, score: scoreOf(schema, id, 'id', place, ends, undefined) })),
    most,
  );
}

function best(ranked: readonly Ranked[], most: number): readonly Ranked[] {
  return [...ranked]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, most);
}

function isImpossible(schema: KbSchema, id: string, { domain, range }: Ends): boolean {
  const relation = schema.relation(id);
  return (
    domain(relation?.domain).includes('subject impossible') ||
    range(relation?.range).includes('object impossible')
  );
}

/** Many relations share a domain or a range: what each says is worked out once. */
interface Ends {
  readonly domain: (type: string | undefined) => readonly [RelationFeature, RelationFeature];
  readonly range: (type: string | undefined) => readonly [RelationFeature, RelationFeature];
}

function endsAt(schema: KbSchema, place: RelationPlace): Ends {
  return {
    domain: memoize((type) => [
      `subject ${fitOf(schema, type, place.subjectTypes)}`,
      `${place.subject} of ${kindOf(schema, type)}`,
    ]),
    range: memoize((type) => [
      `object ${fitOf(schema, type, place.objectTypes)}`,
      `${kindOf(schema, type)} for ${place.object}`,
    ]),
  };
}

const MATCHES: Readonly<Record<Match, RelationFeature>> = {
  whole: 'match whole',
  last: 'match last',
  id: 'match id',
  word: 'match word',
  meaning: 'match meaning',
  'owner-word': 'match owner-word',
};

function scoreOf(
  schema: KbSchema,
  id: string,
  match: Match,
  place: RelationPlace,
  ends: Ends,
  useOf: ((id: string) => UsageLevels) | undefined,
): number {
  let score = 0;
  const weigh = (feature: RelationFeature, times = 1): void => {
    score += (WEIGHTS[feature] ?? 0) * times;
  };
  const relation = schema.relation(id);
  if (!relation) return score;
  const { domain, range } = relation;
  weigh(MATCHES[match]);
  for (const feature of ends.domain(domain)) weigh(feature);
  for (const feature of ends.range(range)) weigh(feature);
  if (domain !== undefined && place.subjectTypes.includes(domain)) weigh('own');
  if (range !== undefined && place.objectTypes.includes(range)) weigh('leads to own');
  if (place.domains.has(domainOf(id))) weigh('domain');
  if (place.taken.has(id)) weigh('taken');
  if (place.back.has(id)) weigh('back');
  if (relation.reverse !== undefined && place.onward.has(relation.reverse)) weigh('there and back');
  if (COMMUNITY.test(id)) weigh('community');
  if (place.question.size) weigh('asked', shareAsked(id, place.question));
  const { queries, facts } = useOf?.(id) ?? relation.use;
  if (!queries && !facts) weigh('unused');
  weigh('per query level', queries);
  weigh('per fact level', facts);
  return score;
}

/** The share of the words of the last part that the question has, in these words or others. */
function shareAsked(id: string, question: RelationPlace['question']): number {
  const words = wordsOf(lastPart(id));
  const asked = words.filter((word) => question.has(word) || question.has(meaningOf(word) ?? word));
  return words.length ? asked.length / words.length : 0;
}

const COMMUNITY = /^(?:base|user|freebase|dataworld)\./;

function kindOf(schema: KbSchema, type: string | undefined): TypeKind {
  return type === undefined ? 'unknown' : (schema.type(type)?.kind ?? 'unknown');
}

/**
 * With nothing typed: the relations of the types that are known at either end, those that the question speaks of, and
 * the usual ones; of a small schema, all.
 */
function* candidates(
  schema: KbSchema,
  typed: string,
  { subjectTypes, objectTypes, question }: RelationPlace,
): Iterable<readonly [string, Match]> {
  if (typed) {
    yield* relationNames(schema).find(typed, wordsAlike);
    return;
  }
  const ids = new Set<string>();
  for (const type of subjectTypes) for (const id of relationsAbout(schema, type)) ids.add(id);
  for (const type of objectTypes)
    for (const id of relationsAbout(schema, type)) {
      const reverse = schema.relation(id)?.reverse;
      if (reverse !== undefined) ids.add(reverse);
    }
  for (const word of question)
    if (typeof word === 'string' && word.length > 3)
      for (const [id, match] of relationNames(schema).find(word, wordsAlike))
        if (match !== 'id' && match !== 'owner-word') ids.add(id);
  for (const id of schema.usual) ids.add(id);
  if (schema.relationCount <= SMALL) for (const id of schema.relationIds()) ids.add(id);
  for (const id of ids) yield [id, 'id'];
}

const SMALL = 500;

function* relationsAbout(schema: KbSchema, type: string): Iterable<string> {
  for (const included of schema.included(type)) yield* schema.relationsOf(included);
}

const names = new WeakMap<KbSchema, NameIndex>();

function relationNames(schema: KbSchema): NameIndex {
  let index = names.get(schema);
  if (!index) names.set(schema, (index = new NameIndex(schema.relationIds())));
  return index;
}
