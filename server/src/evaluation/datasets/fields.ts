/** What fields of all shapes are made of. A field that is null says as much as one that is not there. */
import * as z from 'zod/mini';
import type { Fields, ReadRow } from './shape-reader';

/** Numbers are written as they stand: ids of GrailQA are. */
export const idField = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

export const questionField = z.string().check(z.regex(/\S/));

/** A text that may be missing; one of spaces only says nothing. */
export const textField = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => (text?.trim() ? text.trim() : undefined)),
);

export const countField = z.pipe(
  z.nullish(z.number().check(z.gte(0), z.multipleOf(1))),
  z.transform((count) => count ?? undefined),
);

/** Lists of objects, which Hugging Face stores as an object of lists. */
export function listed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const columns = Object.entries(value as Fields);
  const lengths = new Set(columns.map(([, column]) => (Array.isArray(column) ? column.length : -1)));
  const [length = -1] = lengths;
  if (lengths.size !== 1 || length < 0) return value;
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(columns.map(([name, column]) => [name, (column as readonly unknown[])[at]])),
  );
}

/** What `schema` makes of a row, or what is wrong with the row. */
export function readBy<Shape extends z.ZodMiniType>(
  schema: Shape,
  row: Fields,
): { readonly row: z.output<Shape> } | Extract<ReadRow, { readonly problem: string }> {
  const read = z.safeParse(schema, row);
  if (read.success) return { row: read.data };
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  const asks = /^(?:question|RawQuestion)$/.test(String(path[0]));
  return {
    rule: asks ? 'no-question' : 'bad-row',
    problem: asks
      ? `"${String(path[0])}" must be a text that asks something`
      : `"${path.join('.')}" must be ${wordsFor(issue)}`,
  };
}

const WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

function wordsFor(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return WORDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_union':
      return 'of a kind that is read here';
    default:
      return 'a value that can stand there';
  }
}

/** Fields that say something: `exactOptionalPropertyTypes` wants those that do not to be absent. */
export function said<Of extends object>(fields: Of): { [Key in keyof Of]?: Exclude<Of[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Of]?: Exclude<Of[Key], undefined>;
  };
}
