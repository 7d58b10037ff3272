/** What the user chose: an unknown value goes in, exact settings and a list of problems come out. */
import * as z from 'zod/mini';
import { defaultAskSettings, readAskSettings, type AskSettings } from './ask-settings';
import { KEYWORD_CASES, type KeywordCase } from '../core/edit/format/spelling';
import { AUTHENTICATIONS, ENGINES, SAMPLE_KB, type KbConfig } from '../core/kb/kb-config';
import { NO_MODEL, type ModelConfig } from '../core/model/model-config';
import type { Dialect } from '../core/language/sparql/model';
import { codes } from '../core/check/suite';
import type { Severities, SeverityChoice } from '../core/check/verify';

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
  /** Those that the user has named. */
  readonly models: Readonly<Record<string, ModelConfig>>;
  /** The name of the one that is asked; `none` for working without. */
  readonly model: string;
  readonly repair: {
    readonly rounds: number;
    readonly searchFirst: boolean;
    readonly onlyContext: boolean;
    /** Of one repair; 0 stands for no limit. Money counts where the model has prices. */
    readonly budget: { readonly calls: number; readonly tokens: number; readonly money: number };
  };
  readonly ask: AskSettings;
  /** A folder with prompts that replace ours; empty for none. */
  readonly promptsFolder: string;
  /** A file of the user's own with questions and queries, and how many of the nearest a model is shown. */
  readonly exemplars: { readonly file: string; readonly count: number };
  /** Where evaluations are kept. */
  readonly evaluation: { readonly folder: string };
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
  models: {},
  model: NO_MODEL,
  repair: {
    rounds: 3,
    searchFirst: true,
    onlyContext: false,
    budget: { calls: 30, tokens: 200_000, money: 0 },
  },
  ask: defaultAskSettings,
  promptsFolder: '',
  exemplars: { file: '', count: 5 },
  evaluation: { folder: 'funfusic-runs' },
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
/** Virtuoso writes it into the query as `<…>`, so it must not be able to end there. */
const graphIri = z.string().check(z.regex(/^[^<>"{}|^`\\\u0000-\u0020]*$/));
const kbConfig: z.ZodMiniType<KbConfig> = z.union([
  z.strictObject({
    ...common,
    endpoint: z.url({ protocol: /^https?$/ }),
    updateEndpoint: z.exactOptional(z.url({ protocol: /^https?$/ })),
    engine: z.exactOptional(z.enum(ENGINES)),
    defaultGraph: z.exactOptional(z.union([graphIri, z.array(graphIri).check(z.minLength(1))])),
    auth: z.exactOptional(z.enum(AUTHENTICATIONS)),
    user: z.exactOptional(z.string()),
    headers: z.exactOptional(z.record(z.string(), z.string())),
    secretHeaders: z.exactOptional(z.array(z.string())),
    allowInsecureAuth: z.exactOptional(z.boolean()),
  }),
  z.strictObject({ ...common, file: oneOrMore }),
]);
const commonOfModels = {
  temperature: z.exactOptional(z.number().check(z.minimum(0), z.maximum(2))),
  seed: z.exactOptional(z.int()),
  maxTokens: z.exactOptional(z.int().check(z.positive())),
  timeoutSeconds: z.exactOptional(z.number().check(z.positive(), z.maximum(3600))),
  retries: z.exactOptional(z.int().check(z.minimum(0), z.maximum(10))),
  prices: z.exactOptional(
    z.strictObject({
      input: z.number().check(z.minimum(0)),
      output: z.number().check(z.minimum(0)),
      currency: z.exactOptional(z.string()),
    }),
  ),
};
const modelConfig: z.ZodMiniType<ModelConfig> = z.union([
  z.strictObject({
    ...commonOfModels,
    url: z.url({ protocol: /^https?$/ }),
    model: z.exactOptional(z.string().check(z.minLength(1))),
    apiVersion: z.exactOptional(z.string()),
    key: z.exactOptional(z.boolean()),
    headers: z.exactOptional(z.record(z.string(), z.string())),
    structured: z.exactOptional(z.enum(['schema', 'json', 'none'])),
  }),
  z.strictObject({ ...commonOfModels, editor: z.string().check(z.minLength(1)) }),
]);
const count = z.int().check(z.minimum(0), z.maximum(1_000_000_000));
const fewRounds = z.int().check(z.minimum(0), z.maximum(10));
const fewExemplars = z.int().check(z.minimum(0), z.maximum(50));
const amount = z.number().check(z.minimum(0));
const languageTag = z.string().check(z.regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/));
const seconds = z.number().check(z.positive(), z.maximum(86_400));
const rows = z.int().check(z.positive(), z.maximum(1_000_000));

export function parseSettings(value: unknown): {
  readonly settings: Settings;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const given = isRecord(value) ? value : {};
  const read: Read = <Type>(
    schema: z.ZodMiniType<Type>,
    name: string,
    raw: unknown,
    fallback: Type,
  ): Type => {
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
      models: readModels(given['models'], problems),
      model: read(z.string().check(z.minLength(1)), 'model', given['model'], NO_MODEL),
      repair: readRepair(read, rawIn),
      ask: readAskSettings(read, rawIn),
      promptsFolder: read(z.string(), 'prompts.folder', rawIn('prompts', 'folder'), ''),
      exemplars: {
        file: read(z.string(), 'exemplars.file', rawIn('exemplars', 'file'), ''),
        count: read(
          fewExemplars,
          'exemplars.count',
          rawIn('exemplars', 'count'),
          defaultSettings.exemplars.count,
        ),
      },
      evaluation: {
        folder: read(
          z.string().check(z.minLength(1)),
          'evaluation.folder',
          rawIn('evaluation', 'folder'),
          defaultSettings.evaluation.folder,
        ),
      },
    },
    problems,
  };
}

type Read = <Type>(schema: z.ZodMiniType<Type>, name: string, raw: unknown, fallback: Type) => Type;

function readRepair(read: Read, rawIn: (group: string, name: string) => unknown): Settings['repair'] {
  const fallback = defaultSettings.repair;
  const raw = (name: string): unknown => rawIn('repair', name);
  const budget = raw('budget');
  const ofBudget = (name: keyof Settings['repair']['budget']): unknown =>
    isRecord(budget) ? budget[name] : raw(`budget.${name}`);
  return {
    rounds: read(fewRounds, 'repair.rounds', raw('rounds'), fallback.rounds),
    searchFirst: read(z.boolean(), 'repair.searchFirst', raw('searchFirst'), fallback.searchFirst),
    onlyContext: read(z.boolean(), 'repair.onlyContext', raw('onlyContext'), fallback.onlyContext),
    budget: {
      calls: read(count, 'repair.budget.calls', ofBudget('calls'), fallback.budget.calls),
      tokens: read(count, 'repair.budget.tokens', ofBudget('tokens'), fallback.budget.tokens),
      money: read(amount, 'repair.budget.money', ofBudget('money'), fallback.budget.money),
    },
  };
}

/** One that cannot be read is left out and told; the others stay. */
function readModels(value: unknown, problems: string[]): Settings['models'] {
  if (!isRecord(value)) return {};
  const configs: Record<string, ModelConfig> = {};
  for (const [name, raw] of Object.entries(value)) {
    const parsed = modelConfig.safeParse(raw);
    if (name.trim() === '' || name === NO_MODEL)
      problems.push(`funfusic.models: "${name}" cannot be the name of a model; choose another.`);
    else if (parsed.success) configs[name] = parsed.data;
    else
      problems.push(
        `funfusic.models: "${name}" is left out. It needs a "url" that is an http address, or the "editor" id of one of the editor's models, and nothing that is not described in docs/models.md.`,
      );
  }
  return configs;
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
