/** Zod schemas of fields that several dataset formats share. Null counts as absent. */
import * as z from 'zod/mini';
import type { RowFields, ParsedRow } from './dataset-reader';

/** GrailQA's IDs are numbers. */
export const idField = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

export const questionField = z.string().check(z.regex(/\S/));

/** Blank counts as absent. */
export const textField = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => (text?.trim() ? text.trim() : undefined)),
);

export const countField = z.pipe(
  z.nullish(z.number().check(z.gte(0), z.multipleOf(1))),
  z.transform((count) => count ?? undefined),
);

/** Converts Hugging Face's object of lists to a list of objects. */
export function columnsToRows(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const columns = Object.entries(value as RowFields);
  const lengths = new Set(columns.map(([, column]) => (Array.isArray(column) ? column.length : -1)));
  const [length = -1] = lengths;
  if (lengths.size !== 1 || length < 0) return value;
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(columns.map(([name, column]) => [name, (column as readonly unknown[])[at]])),
  );
}

export function parseFields<Shape extends z.ZodMiniType>(
  schema: Shape,
  row: RowFields,
): { readonly row: z.output<Shape> } | Extract<ParsedRow, { readonly problem: string }> {
  const parsed = z.safeParse(schema, row);
  if (parsed.success) return { row: parsed.data };
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const isQuestion = /^(?:question|RawQuestion)$/.test(String(path[0]));
  return {
    rule: isQuestion ? 'no-question' : 'bad-row',
    problem: isQuestion
      ? `"${String(path[0])}" must be a non-blank string`
      : `"${path.join('.')}" must be ${describeExpected(issue)}`,
  };
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

function describeExpected(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_union':
      return 'of a supported type';
    default:
      return 'a valid value';
  }
}

/** Removes undefined fields, for `exactOptionalPropertyTypes`. */
export function withoutUndefined<Of extends object>(
  fields: Of,
): { [Key in keyof Of]?: Exclude<Of[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Of]?: Exclude<Of[Key], undefined>;
  };
}
