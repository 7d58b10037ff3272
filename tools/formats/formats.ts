/** Generates schemas/: JSON Schemas of the files that the program reads and writes, and their TypeScript types. */
import * as z from 'zod/mini';
import { kbConfig } from '../../server/src/core/kb/kb-config';
import { modelConfig } from '../../server/src/core/model/model-config';
import { userRelation, userSchema, userType } from '../../server/src/core/schema/user-schema';
import { prediction, questionTimes } from '../../server/src/evaluation/prediction';
import { report, runFacts, score, scoredQuestion } from '../../server/src/evaluation/report';
import { runManifest } from '../../server/src/evaluation/run-manifest';
import { readManifest, type Setting } from '../docs/manifest';
import { SourceComments, type JsonSchema } from './source-comments';

const FILES = [
  'core/schema/user-schema.ts',
  'evaluation/report.ts',
  'evaluation/run-manifest.ts',
  'evaluation/prediction.ts',
  'core/kb/kb-config.ts',
  'core/model/model-config.ts',
];

/** The exported types that are declared as zod schemas, with the names of their declarations. */
const SHAPES: ReadonlyMap<z.ZodMiniType, readonly [type: string, declaration: string]> = new Map<
  z.ZodMiniType,
  readonly [string, string]
>([
  [report, ['Report', 'report']],
  [score, ['Score', 'score']],
  [scoredQuestion, ['ScoredQuestion', 'scoredQuestion']],
  [runManifest, ['RunManifest', 'runManifest']],
  [runFacts, ['RunFacts', 'runFacts']],
  [prediction, ['Prediction', 'prediction']],
  [questionTimes, ['QuestionTimes', 'questionTimes']],
  [kbConfig, ['KbConfig', 'kbConfig']],
  [modelConfig, ['ModelConfig', 'modelConfig']],
  [userSchema, ['UserSchema', 'userSchema']],
  [userType, ['UserType', 'userType']],
  [userRelation, ['UserRelation', 'userRelation']],
]);

const NOTE = 'Written by `npm run generate -- docs`.';

/** Maps the names of the files in schemas/ to their texts. */
export function formatFiles(root: string): Readonly<Record<string, string>> {
  const comments = new SourceComments(
    root,
    FILES.map((file) => `server/src/${file}`),
  );
  const schemas: Readonly<Record<string, JsonSchema>> = {
    'report.schema.json': comments.describe(toJsonSchema(report), 'report'),
    'run.schema.json': comments.describe(toJsonSchema(runManifest), 'runManifest'),
    'kb-schema.schema.json': comments.describe(toJsonSchema(userSchema), 'userSchema'),
    'settings.schema.json': settingsSchema(root),
  };
  return {
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        `${JSON.stringify({ $comment: NOTE, ...schema }, null, 2)}\n`,
      ]),
    ),
    'types.d.ts': typesFile(comments, root),
  };
}

/** Draft 7 is what most editors support. Unknown fields are permitted unless the reader rejects them. */
function toJsonSchema(shape: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(shape, { target: 'draft-7', io: 'input' }) as unknown as JsonSchema;
}

/** A settings.json contains settings of others too. */
function settingsSchema(root: string): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    description: 'The settings of FUn-FuSIC in a settings.json.',
    type: 'object',
    properties: Object.fromEntries(
      settingsOf(root).map(([name, setting]) => [name, withPlainDescription(setting)]),
    ),
  };
}

function settingsOf(root: string): readonly (readonly [string, Setting])[] {
  return readManifest(root).contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
}

/** Removes the keywords that only VS Code knows. */
function withPlainDescription({
  scope: _scope,
  order: _order,
  enumDescriptions: _choices,
  markdownDescription,
  markdownDeprecationMessage: deprecation,
  description = markdownDescription,
  ...rest
}: Setting & { readonly order?: number }): JsonSchema {
  const text = deprecation ?? description;
  const { properties, additionalProperties, ...schema } = rest;
  return {
    ...schema,
    ...(text !== undefined && { description: text.replaceAll(/`#(.+?)#`/g, '`$1`') }),
    ...(properties && { properties: mapValues(properties, withPlainDescription) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties && withPlainDescription(additionalProperties),
    }),
  };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Declares the types of zod schemas. A type that has a name is written as that name. */
function typesOfShapes(comments: SourceComments): string {
  return [...SHAPES]
    .map(([shape, [name, declaration]]) => {
      const nameOf = (other: unknown): string | undefined =>
        other === shape ? undefined : SHAPES.get(other as z.ZodMiniType)?.[0];
      const schema = z.toJSONSchema(shape, {
        io: 'input',
        override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, { typeName: nameOf(zodSchema) }),
      }) as unknown as JsonSchema;
      const { description, ...described } = comments.describe(schema, declaration);
      const comment = description === undefined ? '' : `/** ${description} */\n`;
      const type = typeOfSchema(described);
      return described.properties
        ? `${comment}export interface ${name} ${type}`
        : `${comment}export type ${name} = ${type};`;
    })
    .join('\n\n');
}

function typeOfSchema(schema: JsonSchema, indent = ''): string {
  const { typeName, properties, items, additionalProperties: values, anyOf, type } = schema;
  const choices = (schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined)) as
    | readonly unknown[]
    | undefined;
  if (typeof typeName === 'string') return typeName;
  if (choices) return choices.map((choice) => JSON.stringify(choice).replaceAll('"', "'")).join(' | ');
  if (anyOf) return (anyOf as readonly JsonSchema[]).map((one) => typeOfSchema(one, indent)).join(' | ');
  if (schema['prefixItems']) {
    const parts = schema['prefixItems'] as readonly JsonSchema[];
    return `readonly [${parts.map((part) => typeOfSchema(part, indent)).join(', ')}]`;
  }
  if (items) {
    const item = typeOfSchema(items as JsonSchema, indent);
    return /^(?:\{|\w+$)/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
  }
  if (typeof values === 'object') {
    const keys = typeOfSchema(schema['propertyNames'] as JsonSchema);
    const record = `Record<${keys}, ${typeOfSchema(values, indent)}>`;
    return keys === 'string' ? `Readonly<${record}>` : `Readonly<Partial<${record}>>`;
  }
  if (!properties) return typeof type === 'string' ? type.replace('integer', 'number') : 'unknown';
  const inner = `${indent}  `;
  const required = schema['required'] as readonly string[] | undefined;
  const fields = Object.entries(properties).map(([name, { description, ...field }]) => {
    const comment = description === undefined ? '' : `${inner}/** ${description} */\n`;
    const mark = required?.includes(name) ? '' : '?';
    return `${comment}${inner}readonly ${name}${mark}: ${typeOfSchema(field, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function typesFile(comments: SourceComments, root: string): string {
  const settings = settingsOf(root).filter(
    ([, { markdownDeprecationMessage }]) => !markdownDeprecationMessage,
  );
  return [
    `// ${NOTE}`,
    '// The types of report.json, run.json, predictions.jsonl, times.jsonl, schema files and settings.',
    // Without this line, everything in the file would be exported.
    'export {};',
    '',
    typesOfShapes(comments),
    '',
    '/** The settings of FUn-FuSIC in a settings.json. */',
    'export interface Settings {',
    ...settings.map(([name, setting]) => `  readonly '${name}'?: ${typeOfSetting(name, setting)};`),
    '}',
    '',
  ].join('\n');
}

const NAMED_CONFIGS: Readonly<Record<string, string>> = {
  'funfusic.knowledgeBases': 'KbConfig',
  'funfusic.models': 'ModelConfig',
};

function typeOfSetting(name: string, { type, enum: choices, properties }: Setting): string {
  const config = NAMED_CONFIGS[name];
  if (config !== undefined) return `Readonly<Record<string, ${config}>>`;
  if (choices) return choices.map((choice) => `'${choice}'`).join(' | ');
  if (properties) {
    const fields = Object.entries(properties).map(
      ([key, field]) => `readonly '${key}'?: ${typeOfSetting(`${name}.${key}`, field)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  return type === 'integer' ? 'number' : String(type);
}
