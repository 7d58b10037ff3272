/** Ids of entities, relations and types. They are branded, because all of them are strings. */
declare const brand: unique symbol;
type Id<Kind extends string> = string & { readonly [brand]: Kind };

/** `m.02mjmr` */
type EntityId = Id<'entity'>;
/** `people.person.place_of_birth`, or the full IRI of a relation outside the KB's namespace */
export type RelationId = Id<'relation'>;
/** `people.person` */
export type TypeId = Id<'type'>;

const MACHINE_ID = /^[mg]\.(?![a-z_]+\.)/;
/** Freebase ids consist of digits and lower-case consonants. The first is 0 for `m.` and 1 for `g.`. */
const MINTED_ID = /^(?:m\.0[0-9b-df-hj-np-tv-z_]{1,9}|g\.1[0-9b-df-hj-np-tv-z_]{2,13})$/;
/** Ids of mediators that a tool rebuilt have hexadecimal digits instead. */
const REBUILT_ID = /^[mg]\.[0-9a-f_]{8,}$/;

/** Whether it is the id of an entity, not of a relation or a type. */
export function isEntityId(id: string): id is EntityId {
  return MACHINE_ID.test(id);
}

/** Whether Freebase could have minted this id. */
export function isPossibleEntityId(id: string): boolean {
  return MINTED_ID.test(id) || REBUILT_ID.test(id);
}
