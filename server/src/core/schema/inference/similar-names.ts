/**
 * The relations and types that a name which the KB does not know was probably meant to be. Three things count: how alike
 * the words are (spelling, and words that mean the same), whether the owner is the same or of the same domain, and
 * whether the types fit where the name stands.
 */
import { typeClash } from './clash';
import { asWrittenInRdf } from './keystrokes';
import { UNUSED, type KbSchema, type UsageLevels } from '../schema';
import { NearNames, nameLikeness, nameOf } from './near-names';

export interface EndTypes {
  /** What is known of the subject and of the object, apart from the name in question. */
  readonly subjectTypes: readonly string[];
  readonly objectTypes: readonly string[];
}

/** What every node may have, and what people write for it as if each type had its own. */
const COMMON_TO_ALL: Readonly<Record<string, string>> = {
  name: 'type.object.name',
  label: 'type.object.name',
  title: 'type.object.name',
  alias: 'common.topic.alias',
  also_known_as: 'common.topic.alias',
  description: 'common.topic.description',
  type: 'type.object.type',
  id: 'type.object.id',
};

/** What people write where the KB says it otherwise; in one direction only, and for the same owner. */
const READ_AS: Readonly<Record<string, readonly string[]>> = {
  end: ['to', 'end_date'],
  end_date: ['to'],
  until: ['to', 'end_date'],
  to: ['end_date'],
  start: ['from', 'start_date'],
  start_date: ['from'],
  since: ['from', 'start_date'],
  from: ['start_date'],
  located_in: ['containedby'],
  location: ['containedby'],
  contained_in: ['containedby'],
  contained_by: ['containedby'],
  part_of: ['containedby'],
};

/** Names, the likeliest first. */
export interface Suggested {
  readonly ids: readonly string[];
  /** Whether the first is much likelier than the second. */
  readonly decided: boolean;
}

export function similarRelations(schema: KbSchema, id: string, place: EndTypes, most = 3): readonly string[] {
  return suggestRelations(schema, id, place, most).ids;
}

export function suggestRelations(schema: KbSchema, id: string, place: EndTypes, most = 3): Suggested {
  const key = ['relation', most, id, ...place.subjectTypes, '|', ...place.objectTypes].join(' ');
  return remembered(schema, key, () => findRelations(schema, id, place, most));
}

function findRelations(schema: KbSchema, id: string, place: EndTypes, most: number): Suggested {
  const exists = (name: string): boolean => schema.hasRelation(name);
  const fits = (candidate: string): number => {
    const relation = schema.relation(candidate);
    return (
      fit(schema, relation?.domain, place.subjectTypes) + fit(schema, relation?.range, place.objectTypes)
    );
  };
  const slips = slipsOf(relationIndex(schema), id, exists, fits);
  const last = id.slice(id.lastIndexOf('.') + 1);
  const common = COMMON_TO_ALL[last];
  if (!slips.length && common !== undefined && exists(common)) return { ids: [common], decided: true };
  const readings = (READ_AS[last] ?? []).map((word) => id.slice(0, -last.length) + word).filter(exists);
  const bonus = (candidate: string): number => fits(candidate) + usual(schema.relation(candidate));
  return firstOf(most, [...slips, ...readings], () => best(relationIndex(schema), id, most, bonus));
}

export function similarTypes(
  schema: KbSchema,
  id: string,
  otherTypes: readonly string[],
  most = 3,
): readonly string[] {
  return suggestTypes(schema, id, otherTypes, most).ids;
}

export function suggestTypes(
  schema: KbSchema,
  id: string,
  otherTypes: readonly string[],
  most = 3,
): Suggested {
  const key = ['type', most, id, ...otherTypes].join(' ');
  return remembered(schema, key, () => findTypes(schema, id, otherTypes, most));
}

function findTypes(schema: KbSchema, id: string, otherTypes: readonly string[], most: number): Suggested {
  const fits = (candidate: string): number => fit(schema, candidate, otherTypes);
  const slips = slipsOf(typeIndex(schema), id, (name) => schema.hasType(name), fits);
  const bonus = (candidate: string): number => fits(candidate) + usual(schema.type(candidate));
  return firstOf(most, slips, () => best(typeIndex(schema), id, most, bonus));
}

/** Enough to decide between names that are about as like, and no more. */
function usual(known: { readonly use: UsageLevels } | undefined): number {
  const { queries, facts } = known?.use ?? UNUSED;
  return 0.012 * queries + 0.005 * facts;
}

/** The same mistake is looked at anew at every keystroke, and may stand in every query of a file. */
const MOST_REMEMBERED = 2000;
const memories = new WeakMap<KbSchema, Map<string, Suggested>>();

function remembered(schema: KbSchema, key: string, find: () => Suggested): Suggested {
  let memory = memories.get(schema);
  if (!memory) memories.set(schema, (memory = new Map<string, Suggested>()));
  let found = memory.get(key);
  if (!found) {
    if (memory.size >= MOST_REMEMBERED) memory.clear();
    memory.set(key, (found = find()));
  }
  return found;
}

/** What a slip of the hand explains is likelier than any name that only looks or means alike. */
function slipsOf(
  index: NearNames,
  id: string,
  exists: (name: string) => boolean,
  fits: (candidate: string) => number,
): readonly string[] {
  const plain = asWrittenInRdf(id);
  if (plain !== id && exists(plain)) return [plain];
  return [...index.keystrokesAway(id)].sort((left, right) => fits(right) - fits(left));
}

/** A single certain name decides; of names that are merely alike, the first must stand out. */
function firstOf(most: number, certain: readonly string[], others: () => Suggested): Suggested {
  const { ids, decided } = others();
  return {
    ids: [...new Set([...certain, ...ids])].slice(0, most),
    decided: certain.length ? certain.length === 1 : decided,
  };
}

/** How well a type goes with what is known otherwise. */
function fit(schema: KbSchema, type: string | undefined, others: readonly string[]): number {
  if (type === undefined || !others.length) return 0;
  let sum = 0;
  for (const other of others) {
    if (schema.related(type, other)) sum += 0.25;
    else if (typeClash(schema, type, other) !== 'none') sum -= 0.3;
    else if (schema.seenTogether(type, other)) sum += 0.1;
  }
  return sum / others.length;
}

const LEAST_LIKENESS = 0.45;
/** By how much the first must be likelier than the second to be more than one of several. */
const DECISIVE = 0.1;

function best(index: NearNames, id: string, most: number, bonus: (candidate: string) => number): Suggested {
  const asked = nameOf(id);
  const ownerExists = index.hasOwner(asked.owner);
  const scored: { readonly id: string; readonly score: number }[] = [];
  for (const candidate of index.candidates(asked)) {
    const likeness = nameLikeness(asked, candidate, ownerExists);
    if (likeness >= LEAST_LIKENESS) scored.push({ id: candidate.id, score: likeness });
  }
  scored.sort(
    (left, right) =>
      right.score - left.score || left.id.length - right.id.length || (left.id < right.id ? -1 : 1),
  );
  // What the types say can move a name up or down, but not make up for a name that is nothing like it.
  const ranked = scored
    .slice(0, 40)
    .map(({ id, score }) => ({ id, score: score + bonus(id) }))
    .sort((left, right) => right.score - left.score);
  const top = ranked[0]?.score ?? 0;
  return {
    ids: ranked
      .filter(({ score }) => score > 0.5 && score > top - 0.35)
      .slice(0, most)
      .map(({ id }) => id),
    decided: top - (ranked[1]?.score ?? 0) >= DECISIVE,
  };
}

const relationIndexes = new WeakMap<KbSchema, NearNames>();
const typeIndexes = new WeakMap<KbSchema, NearNames>();

function relationIndex(schema: KbSchema): NearNames {
  let index = relationIndexes.get(schema);
  if (!index) relationIndexes.set(schema, (index = new NearNames(schema.relationIds())));
  return index;
}

function typeIndex(schema: KbSchema): NearNames {
  let index = typeIndexes.get(schema);
  if (!index) typeIndexes.set(schema, (index = new NearNames(schema.typeIds())));
  return index;
}
