/** User-defined schemas in JSON. docs/schema-format.md documents the format. */
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { SCHEMA_LITERALS } from '../language/rdf/datatypes';
import { FREEBASE, RDF_TYPE } from '../language/rdf/names';
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

const id = z.string().check(z.minLength(1));

/** The number of facts that use it. Completion ranks by it. */
const uses = z.number().check(z.nonnegative());

/** A schema file. */
export interface UserSchema {
  /** For editors; it has no meaning. */
  readonly $schema?: string | undefined;
  /** The name in messages. Default: the name of the file. */
  readonly name?: string | undefined;
  /** The prefix that makes an ID an IRI. Default: that of Freebase. */
  readonly namespace?: string | undefined;
  /** Full IRIs of the relations that give the type of a node. */
  readonly typing?: readonly string[] | undefined;
  /** `false`: the schema is incomplete, and an unknown name is information, not an error. */
  readonly complete?: boolean | undefined;
  /** ID prefixes for which the schema is incomplete. */
  readonly open?: readonly string[] | undefined;
  /** Entities have Freebase IDs (`m.02mjmr`), whose form is checked. */
  readonly machineIds?: boolean | undefined;
  /** The classes, by ID. */
  readonly types: Readonly<Record<string, UserType>>;
  /** The relations, by ID; at least one. */
  readonly relations: Readonly<Record<string, UserRelation>>;
  /** Pairs of types that one node may have, although neither includes the other. */
  readonly together?: readonly (readonly [string, string])[] | undefined;
}

export interface UserType {
  /** `mediator`: a node that holds the parts of one fact together. `unknown`: nothing is inferred. Default: `entity`. */
  readonly kind?: 'entity' | 'mediator' | 'literal' | 'unknown' | undefined;
  /** Required for the kind `literal`, and only for it. */
  readonly literal?: (typeof SCHEMA_LITERALS)[number] | undefined;
  /** Types that every node of this type also has. */
  readonly includes?: readonly string[] | undefined;
  /** The number of nodes. Completion lists frequent types first. */
  readonly uses?: number | undefined;
}

export interface UserRelation {
  /** The type of its subject. If it is absent, nothing is inferred. */
  readonly domain?: string | undefined;
  /** The type of its object: one of `types`, or `integer`, `float`, `datetime`, `boolean` or `text`. */
  readonly range?: string | undefined;
  /** The same relation from object to subject. */
  readonly reverse?: string | undefined;
  /** The number of facts. Completion lists frequent relations first. */
  readonly uses?: number | undefined;
}

export const userSchemaShape = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.optional(id),
  namespace: z._default(id, FREEBASE),
  typing: z.optional(z.array(z.string())),
  complete: z._default(z.boolean(), true),
  open: z._default(z.array(z.string()), []),
  machineIds: z._default(z.boolean(), false),
  types: z.record(
    id,
    z.strictObject({
      kind: z._default(z.enum(['entity', 'mediator', 'literal', 'unknown']), 'entity'),
      literal: z.optional(z.enum(SCHEMA_LITERALS)),
      includes: z._default(z.array(z.string()), []),
      uses: z.optional(uses),
    }),
  ),
  relations: z.record(
    id,
    z.strictObject({
      domain: z.optional(z.string()),
      range: z.optional(z.string()),
      reverse: z.optional(z.string()),
      uses: z.optional(uses),
    }),
  ),
  together: z._default(z.array(z.tuple([z.string(), z.string()])), []),
}) satisfies z.ZodMiniType<unknown, UserSchema>;

export function parseUserSchema(
  value: unknown,
  fallbackName: string,
): { readonly data: SchemaData } | { readonly problem: string } {
  const parsed = userSchemaShape.safeParse(value);
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
