/** Generates schemas/: JSON Schemas of the files that the program reads and writes, and their TypeScript types. */
import * as z from 'zod/mini';
import { userSchemaShape } from '../../server/src/core/schema/user-schema';
import { manifestShape, reportShape } from '../../server/src/evaluation/run-shapes';
import { readManifest, type Setting } from '../docs/manifest';
import { SourceTypes, type JsonSchema } from './source-types';

const FILES = [
  'core/schema/user-schema.ts',
  'core/language/rdf/datatypes.ts',
  'evaluation/report.ts',
  'evaluation/run-manifest.ts',
  'evaluation/prediction.ts',
  'evaluation/eval-question.ts',
  'evaluation/switches.ts',
  'core/ask/strategy.ts',
  'core/ask/limited-kb.ts',
  'core/check/verifier.ts',
  'core/model/language-model.ts',
  'core/kb/kb-config.ts',
  'core/model/model-config.ts',
];

const NOTE = 'Written by `npm run generate -- docs`.';

/** Maps the names of the files in schemas/ to their texts. */
export function formatFiles(root: string): Readonly<Record<string, string>> {
  const types = new SourceTypes(
    root,
    FILES.map((file) => `server/src/${file}`),
  );
  const schemas: Readonly<Record<string, JsonSchema>> = {
    'report.schema.json': types.describe(toJsonSchema(reportShape), 'Report'),
    'run.schema.json': types.describe(toJsonSchema(manifestShape), 'RunManifest'),
    'kb-schema.schema.json': types.describe(toJsonSchema(userSchemaShape), 'UserSchema'),
    'settings.schema.json': settingsSchema(root),
  };
  return {
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        `${JSON.stringify({ $comment: NOTE, ...schema }, null, 2)}\n`,
      ]),
    ),
    'types.d.ts': typesFile(types, root),
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

const EXPORTED = [
  'Report',
  'Score',
  'ScoredQuestion',
  'RunManifest',
  'RunFacts',
  'Prediction',
  'QuestionTimes',
  'UserSchema',
  'UserType',
  'UserRelation',
  'KbConfig',
  'ModelConfig',
];

function typesFile(types: SourceTypes, root: string): string {
  const settings = settingsOf(root).filter(
    ([, { markdownDeprecationMessage }]) => !markdownDeprecationMessage,
  );
  return [
    `// ${NOTE}`,
    '// The types of report.json, run.json, predictions.jsonl, times.jsonl, schema files and settings.',
    // Without this line, everything in the file would be exported.
    'export {};',
    '',
    types.declare(EXPORTED),
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
