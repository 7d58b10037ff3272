/** What the user chose: an unknown value goes in, exact settings and a list of problems come out. */
import * as z from 'zod/mini';
import { KEYWORD_CASES, type KeywordCase } from './core/assist/format/spelling';
import { AUTHENTICATIONS, ENGINES, SAMPLE_KB, type KbConfig } from './core/kb/kb-config';
import type { Dialect } from './core/sparql/model';
import { codes } from './core/verify/suite';
import type { Severities, SeverityChoice } from './core/verify/verify';

export interface Settings {
  readonly dialect: Dialect;
  /** Path of a schema of the user's own; empty for the bundled one. */
  readonly schemaFile: string;
  readonly severities: Severities;
  readonly inlayHints: { readonly variableTypes: boolean; readonly entityNames: boolean };
  /** What the formatter does to keywords. */
  readonly keywordCase: KeywordCase;
  readonly codeLens: { readonly enabled: boolean };
  /** Those that the user has named; the sample is always there. */
  readonly knowledgeBases: Readonly<Record<string, KbConfig>>;
  /** The name of the one that queries are run on, unless they say otherwise. */
  readonly knowledgeBase: string;
  /** The language that entities are called in, where they have a name in it. */
  readonly names: { readonly language: string };
  readonly run: { readonly timeoutSeconds: number; readonly maxRows: number };
}

export const DIALECTS = ['virtuoso', 'sparql11'] as const satisfies readonly Dialect[];
export const SEVERITY_CHOICES = [
  'default',
  'error',
  'warning',
  'information',
  'hint',
  'off',
] as const satisfies readonly SeverityChoice[];

export const defaultSettings: Settings = {
  dialect: 'virtuoso',
  schemaFile: '',
  severities: Object.fromEntries(codes.map((code) => [code, 'default'])),
  inlayHints: { variableTypes: true, entityNames: true },
  keywordCase: 'upper',
  codeLens: { enabled: true },
  knowledgeBases: {},
  knowledgeBase: SAMPLE_KB,
  names: { language: 'en' },
  run: { timeoutSeconds: 60, maxRows: 10_000 },
};

const dialect = z.enum(DIALECTS);
const severity = z.enum(SEVERITY_CHOICES);
const keywordCase = z.enum(KEYWORD_CASES);
const common = {
  schema: z.exactOptional(z.string()),
  writable: z.exactOptional(z.boolean()),
  complete: z.exactOptional(z.boolean()),
};
const oneOrMore = z.union([z.string(), z.array(z.string()).check(z.minLength(1))]);
const kbConfig: z.ZodMiniType<KbConfig> = z.union([
  z.strictObject({
    ...common,
    endpoint: z.url({ protocol: /^https?$/ }),
    updateEndpoint: z.exactOptional(z.url({ protocol: /^https?$/ })),
    engine: z.exactOptional(z.enum(ENGINES)),
    defaultGraph: z.exactOptional(oneOrMore),
    auth: z.exactOptional(z.enum(AUTHENTICATIONS)),
    user: z.exactOptional(z.string()),
    headers: z.exactOptional(z.record(z.string(), z.string())),
    secretHeaders: z.exactOptional(z.array(z.string())),
  }),
  z.strictObject({ ...common, file: oneOrMore }),
]);
const languageTag = z.string().check(z.regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/));
const seconds = z.number().check(z.positive(), z.maximum(86_400));
const rows = z.int().check(z.positive(), z.maximum(1_000_000));

export function parseSettings(value: unknown): {
  readonly settings: Settings;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const given = isRecord(value) ? value : {};
  const read = <Type>(schema: z.ZodMiniType<Type>, name: string, raw: unknown, fallback: Type): Type => {
    if (raw === undefined || raw === null) return fallback;
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    problems.push(`funfusic.${name} is ${JSON.stringify(raw)}, which is not possible; the default is used.`);
    return fallback;
  };
  const rawIn = (group: string, name: string): unknown => {
    const nested = given[group];
    return isRecord(nested) ? nested[name] : given[`${group}.${name}`];
  };
  const readSwitch = (group: string, name: string, fallback: boolean): boolean => {
    return read(z.boolean(), `${group}.${name}`, rawIn(group, name), fallback);
  };
  const chosen = isRecord(given['severity']) ? given['severity'] : {};
  const severities = Object.fromEntries(
    codes.map((code) => [
      code,
      read<SeverityChoice>(
        severity,
        `severity.${code}`,
        chosen[code] ?? given[`severity.${code}`],
        'default',
      ),
    ]),
  );
  return {
    settings: {
      dialect: read<Dialect>(dialect, 'dialect', given['dialect'], defaultSettings.dialect),
      schemaFile: read(z.string(), 'schema.file', rawIn('schema', 'file'), ''),
      severities,
      inlayHints: {
        variableTypes: readSwitch('inlayHints', 'variableTypes', defaultSettings.inlayHints.variableTypes),
        entityNames: readSwitch('inlayHints', 'entityNames', defaultSettings.inlayHints.entityNames),
      },
      keywordCase: read<KeywordCase>(
        keywordCase,
        'format.keywordCase',
        rawIn('format', 'keywordCase'),
        defaultSettings.keywordCase,
      ),
      codeLens: { enabled: readSwitch('codeLens', 'enabled', defaultSettings.codeLens.enabled) },
      knowledgeBases: readKnowledgeBases(given['knowledgeBases'], problems),
      knowledgeBase: read(
        z.string().check(z.minLength(1)),
        'knowledgeBase',
        given['knowledgeBase'],
        SAMPLE_KB,
      ),
      names: {
        language: read(
          languageTag,
          'names.language',
          rawIn('names', 'language'),
          defaultSettings.names.language,
        ),
      },
      run: {
        timeoutSeconds: read(
          seconds,
          'run.timeoutSeconds',
          rawIn('run', 'timeoutSeconds'),
          defaultSettings.run.timeoutSeconds,
        ),
        maxRows: read(rows, 'run.maxRows', rawIn('run', 'maxRows'), defaultSettings.run.maxRows),
      },
    },
    problems,
  };
}

/** One that cannot be read is left out and told; the others stay. */
function readKnowledgeBases(value: unknown, problems: string[]): Settings['knowledgeBases'] {
  if (!isRecord(value)) return {};
  const configs: Record<string, KbConfig> = {};
  for (const [name, raw] of Object.entries(value)) {
    const parsed = kbConfig.safeParse(raw);
    if (name.trim() === '' || name === SAMPLE_KB)
      problems.push(`funfusic.knowledgeBases: "${name}" cannot be the name of a KB; choose another.`);
    else if (parsed.success) configs[name] = parsed.data;
    else
      problems.push(
        `funfusic.knowledgeBases: "${name}" is left out. It needs an "endpoint" that is an http address, or a "file", and nothing that is not described in docs/knowledge-bases.md.`,
      );
  }
  return configs;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
