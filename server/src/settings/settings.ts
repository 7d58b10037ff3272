/** Parses the user's settings: an unknown value becomes valid settings and a list of problems. */
import * as z from 'zod/mini';
import { defaultAskSettings, readAskSettings, wholeNumber, type AskSettings } from './ask-settings';
import { isRecord, SettingsReader } from './reader';
import { KEYWORD_CASES, type KeywordCase } from '../core/edit/format/keyword-case';
import { kbConfig, SAMPLE_KB, type KbConfig } from '../core/kb/kb-config';
import { modelConfig, NO_MODEL, type ModelConfig } from '../core/model/model-config';
import type { Dialect } from '../core/language/sparql/model';
import { findingCodes } from '../core/check/suite';
import type { Severities, SeverityChoice } from '../core/check/verify';
import type { ModelBudget } from '../core/model/budget';

export interface Settings {
  readonly dialect: Dialect;
  /** The path of a custom schema; empty for the bundled one. */
  readonly schemaFile: string;
  readonly severities: Severities;
  readonly inlayHints: { readonly variableTypes: boolean; readonly entityNames: boolean };
  /** How the formatter changes the case of keywords. */
  readonly keywordCase: KeywordCase;
  readonly codeLens: { readonly enabled: boolean };
  /** The user's KBs by name. The sample KB is always available and not listed here. */
  readonly knowledgeBases: Readonly<Record<string, KbConfig>>;
  /** The name of the KB that queries run on, unless they name another one. */
  readonly knowledgeBase: string;
  /** The preferred language of entity names. */
  readonly names: { readonly language: string };
  readonly run: { readonly timeoutSeconds: number; readonly maxRows: number };
  /** The user's models by name. */
  readonly models: Readonly<Record<string, ModelConfig>>;
  /** The name of the selected model, or `none`. */
  readonly model: string;
  readonly repair: {
    readonly rounds: number;
    readonly searchFirst: boolean;
    readonly onlyContext: boolean;
    /** The limits of one repair; 0 means no limit. Money is counted if the model has prices. */
    readonly budget: ModelBudget;
  };
  readonly ask: AskSettings;
  /** A folder with prompts that replace the built-in ones; empty for none. */
  readonly promptsFolder: string;
  /** A custom file with questions and queries, and how many of the most similar ones a prompt contains. */
  readonly exemplars: { readonly file: string; readonly count: number };
  /** Where evaluations are saved. */
  readonly evaluation: { readonly folder: string };
}

export const DIALECTS = ['virtuoso', 'sparql11', 'sparql12'] as const satisfies readonly Dialect[];
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
  severities: Object.fromEntries(findingCodes.map((code) => [code, 'default'])),
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

const name = z.string().check(z.minLength(1));
const amount = z.number().check(z.minimum(0));
const seconds = z.number().check(z.positive(), z.maximum(86_400));
const languageTag = z.string().check(z.regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/));

/** The keys of `funfusic.repair.budget`. */
const BUDGET = {
  calls: wholeNumber(0, 1_000_000_000),
  tokens: wholeNumber(0, 1_000_000_000),
  money: amount,
} as const;

export function parseSettings(value: unknown): {
  readonly settings: Settings;
  readonly problems: readonly string[];
} {
  const reader = new SettingsReader(value);
  const fallback = defaultSettings;
  const flag = (setting: string, byDefault: boolean): boolean =>
    reader.value(setting, z.boolean(), byDefault);
  const settings: Settings = {
    dialect: reader.value<Dialect>('dialect', z.enum(DIALECTS), fallback.dialect),
    schemaFile: reader.value('schema.file', z.string(), ''),
    severities: readSeverities(reader),
    inlayHints: {
      variableTypes: flag('inlayHints.variableTypes', fallback.inlayHints.variableTypes),
      entityNames: flag('inlayHints.entityNames', fallback.inlayHints.entityNames),
    },
    keywordCase: reader.value<KeywordCase>('format.keywordCase', z.enum(KEYWORD_CASES), fallback.keywordCase),
    codeLens: { enabled: flag('codeLens.enabled', fallback.codeLens.enabled) },
    knowledgeBases: readConfigs(reader, 'knowledgeBases', kbConfig, {
      noun: 'KB',
      reserved: SAMPLE_KB,
      needs: 'an "endpoint" with an http address, or a "file", and only fields that docs/knowledge-bases.md',
    }),
    knowledgeBase: reader.value('knowledgeBase', name, fallback.knowledgeBase),
    names: { language: reader.value('names.language', languageTag, fallback.names.language) },
    run: {
      timeoutSeconds: reader.value('run.timeoutSeconds', seconds, fallback.run.timeoutSeconds),
      maxRows: reader.value('run.maxRows', wholeNumber(1, 1_000_000), fallback.run.maxRows),
    },
    models: readConfigs(reader, 'models', modelConfig, {
      noun: 'model',
      reserved: NO_MODEL,
      needs:
        'a "url" with an http address, or the "editor" ID of one of the editor\'s models, and only fields that docs/models.md',
    }),
    model: reader.value('model', name, fallback.model),
    repair: {
      rounds: reader.value('repair.rounds', wholeNumber(0, 10), fallback.repair.rounds),
      searchFirst: flag('repair.searchFirst', fallback.repair.searchFirst),
      onlyContext: flag('repair.onlyContext', fallback.repair.onlyContext),
      budget: readBudget(reader),
    },
    ask: readAskSettings(reader),
    promptsFolder: reader.value('prompts.folder', z.string(), ''),
    exemplars: {
      file: reader.value('exemplars.file', z.string(), ''),
      count: reader.value('exemplars.count', wholeNumber(0, 50), fallback.exemplars.count),
    },
    evaluation: { folder: reader.value('evaluation.folder', name, fallback.evaluation.folder) },
  };
  return { settings, problems: reader.problems };
}

function readSeverities(reader: SettingsReader): Severities {
  reader.checkKeys('severity', findingCodes);
  return Object.fromEntries(
    findingCodes.map((code) => [
      code,
      reader.value<SeverityChoice>(`severity.${code}`, z.enum(SEVERITY_CHOICES), 'default'),
    ]),
  );
}

function readBudget(reader: SettingsReader): Settings['repair']['budget'] {
  reader.checkKeys('repair.budget', Object.keys(BUDGET));
  const limit = (key: keyof typeof BUDGET): number =>
    reader.value(`repair.budget.${key}`, BUDGET[key], defaultSettings.repair.budget[key]);
  return { calls: limit('calls'), tokens: limit('tokens'), money: limit('money') };
}

/** Reads configurations by name. An invalid one is ignored and reported; the others are used. */
function readConfigs<Config>(
  reader: SettingsReader,
  setting: 'models' | 'knowledgeBases',
  schema: z.ZodMiniType<Config>,
  { noun, reserved, needs }: { readonly noun: string; readonly reserved: string; readonly needs: string },
): Readonly<Record<string, Config>> {
  const value = reader.raw(setting);
  if (!isRecord(value)) return {};
  const configs: Record<string, Config> = {};
  for (const [name, raw] of Object.entries(value)) {
    const parsed = schema.safeParse(raw);
    if (name.trim() === '' || name === reserved)
      reader.problems.push(`funfusic.${setting}: "${name}" cannot be the name of a ${noun}. Choose another.`);
    else if (parsed.success) configs[name] = parsed.data;
    else reader.problems.push(`funfusic.${setting}: "${name}" is ignored. It needs ${needs} describes.`);
  }
  return configs;
}
