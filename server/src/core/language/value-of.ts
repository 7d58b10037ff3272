import type * as z from 'zod/mini';

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

/** The type of the values that a schema returns, with read-only properties. */
export type ValueOf<Schema extends z.ZodMiniType> = Immutable<z.infer<Schema>>;

/** The type of the values that a schema accepts, with read-only properties: a field with a default may be absent. */
export type InputOf<Schema extends z.ZodMiniType> = Immutable<z.input<Schema>>;
