/** User-defined schemas in JSON. docs/schema-format.md documents the format. */
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { SCHEMA_LITERALS } from '../language/rdf/datatypes';
import { FREEBASE, RDF_TYPE } from '../language/rdf/names';
import type { InputOf } from '../language/value-of';
import {
  UNUSED,
  toUsageLevel,
  selectMostUsedRelations,
  type RelationData,
  type SchemaData,
  type TypeData,
  type UsageLevels,
} from './schema';

// zod/mini has no error messages unless a locale is configured.
z.config(en());

const text = z.string();
const texts = z.array(text);
const id = text.check(z.minLength(1));
const uses = z.number().check(z.nonnegative());

export const userType = z.strictObject({
  /** `mediator`: a node that holds the parts of one fact together. `unknown`: nothing is inferred. Default: `entity`. */
  kind: z._default(z.enum(['entity', 'mediator', 'literal', 'unknown']), 'entity'),
  /** Required for the kind `literal`, and only for it. */
  literal: z.optional(z.enum(SCHEMA_LITERALS)),
  /** Types that every node of this type also has. */
  includes: z._default(texts, []),
  /** The number of nodes. Completion lists frequent types first. */
  uses: z.optional(uses),
});
export type UserType = InputOf<typeof userType>;

export const userRelation = z.strictObject({
  /** The type of its subject. If it is absent, nothing is inferred. */
  domain: z.optional(text),
  /** The type of its object: one of `types`, or `integer`, `float`, `datetime`, `boolean` or `text`. */
  range: z.optional(text),
  /** The same relation from object to subject. */
  reverse: z.optional(text),
  /** The number of facts. Completion lists frequent relations first. */
  uses: z.optional(uses),
});
export type UserRelation = InputOf<typeof userRelation>;

/** A schema file. */
export const userSchema = z.strictObject({
  /** For editors; it has no meaning. */
  $schema: z.optional(text),
  /** The name in messages. Default: the name of the file. */
  name: z.optional(id),
  /** The prefix that makes an ID an IRI. Default: that of Freebase. */
  namespace: z._default(id, FREEBASE),
  /** Full IRIs of the relations that give the type of a node. */
  typing: z.optional(texts),
  /** `false`: the schema is incomplete, and an unknown name is information, not an error. */
  complete: z._default(z.boolean(), true),
  /** ID prefixes for which the schema is incomplete. */
  open: z._default(texts, []),
  /** Entities have Freebase IDs (`m.02mjmr`), whose form is checked. */
  machineIds: z._default(z.boolean(), false),
  /** The classes, by ID. */
  types: z.record(id, userType),
  /** The relations, by ID; at least one. */
  relations: z.record(id, userRelation),
  /** Pairs of types that one node may have, although neither includes the other. */
  together: z._default(z.array(z.tuple([text, text])), []),
});
export type UserSchema = InputOf<typeof userSchema>;

export function parseUserSchema(
  value: unknown,
  fallbackName: string,
): { readonly data: SchemaData } | { readonly problem: string } {
  const parsed = userSchema.safeParse(value);
  if (!parsed.success) return { problem: formatIssues(parsed.error) };
  const schema = parsed.data;
  const types = new Map<string, TypeData>();
  // These types need no declaration.
  for (const family of SCHEMA_LITERALS)
    types.set(family, { id: family, kind: 'literal', literal: family, includes: [], use: UNUSED });
  for (const [id, { kind, literal, includes, uses }] of Object.entries(schema.types)) {
    if ((kind === 'literal') !== (literal !== undefined)) {
      return { problem: `types → ${id}: "literal" and "kind": "literal" must be used together.` };
    }
    types.set(id, { id, kind, literal, includes, use: toUse(uses) });
  }
  const relations = new Map<string, RelationData>();
  for (const [id, { domain, range, reverse, uses }] of Object.entries(schema.relations)) {
    for (const [place, type] of [
      ['domain', domain],
      ['range', range],
    ] as const) {
      if (type !== undefined && !types.has(type))
        return { problem: `relations → ${id} → ${place}: type "${type}" is not defined under "types".` };
    }
    if (reverse !== undefined && !Object.hasOwn(schema.relations, reverse)) {
      return {
        problem: `relations → ${id} → reverse: relation "${reverse}" is not defined under "relations".`,
      };
    }
    relations.set(id, { id, domain, range, reverse, use: toUse(uses) });
  }
  for (const { id, includes } of types.values()) {
    const missing = includes.find((type) => !types.has(type));
    if (missing !== undefined)
      return { problem: `types → ${id} → includes: type "${missing}" is not defined under "types".` };
  }
  if (!relations.size) return { problem: 'relations: define at least one relation.' };
  return {
    data: {
      name: schema.name ?? fallbackName,
      namespace: schema.namespace,
      typing: schema.typing ?? [
        RDF_TYPE,
        ...(schema.namespace === FREEBASE ? [`${FREEBASE}type.object.type`] : []),
      ],
      open: schema.complete ? schema.open : [''],
      machineIds: schema.machineIds,
      types,
      relations,
      usual: selectMostUsedRelations(relations.values()),
      together: schema.together,
    },
  };
}

function toUse(uses: number | undefined): UsageLevels {
  return uses === undefined ? UNUSED : { facts: toUsageLevel(uses), queries: 0 };
}

/** Formats the first three issues with their paths. */
function formatIssues(error: z.core.$ZodError): string {
  const shown = error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.length ? `${path.map(String).join(' → ')}: ` : ''}${message}`);
  const more = error.issues.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
