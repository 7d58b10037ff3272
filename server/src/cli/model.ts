/** Opens the model that a command names: one of the workspace's settings, one at an address, a record, or none. */
import { closeSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chatAddress, isAzure, openModel, type ModelEnvironment } from '../compose/index';
import {
  type ModelBudget,
  type BudgetLimitName,
  findUnpricedLimit,
  stopWhenUnauthorized,
  withBudget,
} from '../core/model/budget';
import { withCache, memoryStore } from '../core/model/cache';
import { keyAdviceInEditor, type ModelConfig, NO_MODEL } from '../core/model/model-config';
import { withComplete, type LanguageModel, type Usage } from '../core/model/language-model';
import { withRateLimit } from '../core/model/rate-limit';
import { withRecording } from '../core/model/record';
import { usageOf } from '../core/model/usage';
import { environmentVariable } from '../core/language/text/environment-variables';
import { isLoopback } from '../core/language/text/loopback';
import type { RunModel } from '../evaluation/plan';
import type { Settings } from '../settings/settings';
import { numberOption, UsageError, type Command, type OptionSpec } from './arguments';
import { printError } from './terminal';
import { editorHttp, isStartedByEditor } from './settings';
import type { FolderUse } from './folder-trust';
import type { NamedKbs } from './knowledge-base';
import { parseBudget, parseRate, openModelRecord, openModelReplay } from './model-options';
import { secretFor } from './secrets';

/** `fallback` is the default in the help. */
export const modelOptions = (fallback: string): Command['options'] => ({
  model: {
    value: 'NAME',
    help: `the model: a name from funfusic.models in the nearest .vscode/settings.json, or none (default: ${fallback})`,
  },
  'model-url': {
    value: 'URL',
    help: "a server with OpenAI's chat API, such as http://localhost:11434/v1; --model is then the name of the model there",
  },
  budget: {
    value: 'LIMITS',
    help: 'limits for the whole command, such as calls=100,tokens=50000,money=0.5; funfusic.repair.budget limits each query',
  },
  record: { value: 'FILE', help: 'write the requests to the model and its replies to FILE, for --replay' },
  replay: { value: 'FILE', help: 'take replies from such a file, and call no model' },
});

/** An evaluation records all replies itself, so it has no --record and --replay. */
export const EVAL_MODEL_OPTIONS: Command['options'] = {
  ...Object.fromEntries(
    Object.entries(modelOptions('funfusic.model')).filter(([name]) => name !== 'record' && name !== 'replay'),
  ),
  rate: {
    value: 'LIMITS',
    help: 'limits for the model per minute, such as calls=60,tokens=100000',
  },
};

export const ROUNDS_OPTION: OptionSpec = {
  value: 'COUNT',
  help: 'how often the model may try another query, 0 to 10 (default: funfusic.repair.rounds)',
};

export function parseRounds(options: ReadonlyMap<string, string>, { repair }: Settings): number {
  return numberOption(options, 'rounds', repair.rounds, { from: 0, to: 10, integer: true });
}

export const STRATEGY_OPTION: OptionSpec = {
  value: 'STRATEGY',
  help: 'auto (default: funfusic.ask.strategy), fun-fusic, rng-kbqa, chatkbqa or fidelis; all but rng-kbqa need a model',
};

export const MODEL_KEYS_HELP =
  'The key of a model comes from the environment: FUNFUSIC_NAME_KEY, together with FUNFUSIC_NAME_ADDRESS, the address it may be sent to, unless that is the address of --model-url. OPENAI_API_KEY is sent to https://api.openai.com only, AZURE_OPENAI_API_KEY to *.openai.azure.com only.';

/** An internal option: the model of the run that is replayed. */
export const RECORDED_MODEL = 'recorded-model';

type ModelKbs = Pick<NamedKbs, 'settings' | 'folder' | 'trust'>;

export interface ChosenModel {
  /** Creates the model of one query, with its own budget within that of the command. */
  readonly forQuery: () => { readonly model: LanguageModel; readonly usage: () => Usage };
  readonly close: () => Promise<void>;
}

/** Limits the cache of replies to equal requests. */
const MAX_CACHED_REPLIES = 2000;

/** Undefined without a model. */
export function chooseModel(options: ReadonlyMap<string, string>, kbs: ModelKbs): ChosenModel | undefined {
  const opened = openWithBudget(options, kbs);
  if (!opened) return undefined;
  const { model, prices, temperature, close, budget } = opened;
  const record = options.get('record');
  const file = record === undefined ? undefined : openModelRecord(record);
  const recordedModel =
    file === undefined ? model : withRecording(model, (line) => void writeSync(file, `${line}\n`));
  const limited = withBudget(stopWhenUnauthorized(recordedModel), budget, prices, budgetOptionName);
  // A record contains every call in order, so replies are not cached.
  const isRecorded = file !== undefined || options.has('replay');
  const replies = memoryStore(MAX_CACHED_REPLIES);
  return {
    forQuery: () => {
      const { model, usage } = withBudget(limited.model, kbs.settings.repair.budget, prices);
      return { model: isRecorded ? model : withCache(model, replies, temperature), usage };
    },
    close: async () => {
      if (file !== undefined) closeSync(file);
      await close();
    },
  };
}

/** Undefined without a model. */
export function openRunModel(options: ReadonlyMap<string, string>, kbs: ModelKbs): RunModel | undefined {
  const opened = openWithBudget(options, kbs);
  if (!opened) return undefined;
  const { prices, temperature, close, budget } = opened;
  const model = withRateLimit(opened.model, parseRate(options.get('rate')), () => performance.now());
  const { name, where } = model;
  return {
    name,
    where,
    prices,
    temperature,
    budget,
    withSpending: (already, onReply) => {
      const reportingModel = withComplete(model, async (request, onText, signal) => {
        const completion = await model.complete(request, onText, signal);
        if (completion.unasked !== true) await onReply(usageOf(completion).tokens);
        return completion;
      });
      return withBudget(stopWhenUnauthorized(reportingModel), budget, prices, budgetOptionName, already);
    },
    close,
  };
}

/** Rejects options that have no effect without a model. */
function rejectWithoutModel(options: ReadonlyMap<string, string>): void {
  const unused = ['record', 'budget', 'rate', 'exemplars', 'prompts'].find((name) => options.has(name));
  if (unused !== undefined) throw new UsageError(`--${unused} needs a model. Name one with --model.`);
}

const budgetOptionName: BudgetLimitName = (what) => `--budget ${what}=…`;

/** Rejects a money limit of the command line without prices. A limit of the settings applies to all models, so it gives a warning. */
function checkPrices(
  { model: { name, where }, prices }: OpenModel,
  budget: ModelBudget,
  settings: Settings,
): void {
  const optionProblem = findUnpricedLimit(name, budget, prices, budgetOptionName);
  if (optionProblem !== undefined) throw new UsageError(optionProblem);
  const settingProblem = findUnpricedLimit(name, settings.repair.budget, prices);
  if (settingProblem !== undefined && !isLocal(where)) printError(settingProblem);
}

function isLocal(where: string): boolean {
  return URL.canParse(where) && isLoopback(new URL(where).hostname);
}

interface OpenModel {
  readonly model: LanguageModel;
  readonly prices: ModelConfig['prices'] | undefined;
  readonly temperature?: number | undefined;
  readonly close: () => Promise<void>;
}

/** The choice of the command line, or else of the settings. */
type ModelSelection =
  | { readonly by: 'none' }
  | { readonly by: 'record'; readonly record: string; readonly name: string }
  | { readonly by: 'address'; readonly url: string; readonly name: string }
  | { readonly by: 'settings'; readonly config: ModelConfig; readonly name: string }
  /** The choice of the settings is refused; `why` is a sentence. */
  | { readonly by: 'none'; readonly why: string };

function selectModel(options: ReadonlyMap<string, string>, { settings, trust }: ModelKbs): ModelSelection {
  const [named, recorded, url, record] = ['model', RECORDED_MODEL, 'model-url', 'replay'].map((one) =>
    options.get(one),
  );
  const name = named ?? recorded ?? settings.model;
  if (record !== undefined) {
    for (const other of ['record', 'model-url'])
      if (options.has(other))
        throw new UsageError(`--${other} cannot be used with --replay, which sends no requests.`);
    return { by: 'record', record, name };
  }
  if (url !== undefined) {
    if (named === NO_MODEL) throw new UsageError('--model none and --model-url contradict each other.');
    return { by: 'address', url, name: named ?? recorded ?? 'default' };
  }
  if (name === NO_MODEL) return { by: 'none' };
  const config = Object.hasOwn(settings.models, name) ? settings.models[name] : undefined;
  if (!config) {
    const known = [NO_MODEL, ...Object.keys(settings.models)].join(', ');
    throw new UsageError(
      `There is no model "${name}" in funfusic.models (${known}). To use one at an address, add --model-url.`,
    );
  }
  if (named === undefined && trust.file !== undefined && sendsKeyFromEnvironment(name, config))
    return {
      by: 'none',
      why: `The model ${name} is chosen by ${trust.file}, and its key comes from your environment. A folder cannot choose that: ${name} is not used. Add --model ${name} to use it.`,
    };
  return { by: 'settings', config, name };
}

function sendsKeyFromEnvironment(name: string, config: ModelConfig): boolean {
  const address = 'url' in config ? chatAddress(config) : undefined;
  if (!address || 'problem' in address || !address.needsKey) return false;
  return keyFor(name, address.url.origin, undefined) !== undefined;
}

/** Requires consent for the KB, the model and the prompts that a folder's settings name, before anything is sent. */
export function confirmUses(kbs: NamedKbs, kb: string, options: ReadonlyMap<string, string>): void {
  const selected = selectModel(options, kbs);
  kbs.trust.require([...kbs.folderUsesOf(kb), ...folderUsesOfModel(selected, kbs, options)]);
}

function folderUsesOfModel(
  selected: ModelSelection,
  { settings, folder }: ModelKbs,
  options: ReadonlyMap<string, string>,
): readonly FolderUse[] {
  if (selected.by === 'none' || selected.by === 'record') return [];
  const config = selected.by === 'settings' ? selected.config : undefined;
  const promptFiles = [
    ['prompts', settings.promptsFolder],
    ['exemplars', settings.exemplars.file],
  ] as const;
  return [
    ...(config && 'url' in config ? [{ what: `model ${selected.name}`, exact: config.url }] : []),
    // Files that the command line names need no consent.
    ...promptFiles.flatMap(([what, path]) =>
      path && !options.has(what) ? [{ what, exact: resolve(folder, path) }] : [],
    ),
  ];
}

/** The selected model with the budget of the command; undefined without a model. */
function openWithBudget(
  options: ReadonlyMap<string, string>,
  kbs: ModelKbs,
): (OpenModel & { readonly budget: ReturnType<typeof parseBudget> }) | undefined {
  const opened = openSelectedModel(options, kbs);
  const budget = parseBudget(options.get('budget'));
  if (!opened) {
    rejectWithoutModel(options);
    return undefined;
  }
  checkPrices(opened, budget, kbs.settings);
  return { ...opened, budget };
}

function openSelectedModel(options: ReadonlyMap<string, string>, kbs: ModelKbs): OpenModel | undefined {
  const selected = selectModel(options, kbs);
  kbs.trust.require(folderUsesOfModel(selected, kbs, options));
  const { models } = kbs.settings;
  switch (selected.by) {
    case 'none':
      if ('why' in selected) printError(selected.why);
      return undefined;
    case 'record':
      return {
        model: openModelReplay(selected.record),
        prices: models[selected.name]?.prices,
        close: () => Promise.resolve(),
      };
    case 'settings':
      return openConfiguredModel(selected.name, selected.config, undefined);
    case 'address': {
      const { name, url } = selected;
      const known = Object.hasOwn(models, name) ? models[name] : undefined;
      const config = known && 'url' in known ? known : {};
      // Whether the server requires a key is unknown, so a key is sent if one is set.
      const key = URL.canParse(url) && keyFor(name, url, url) !== undefined;
      return openConfiguredModel(name, { ...config, url, model: name, key }, url);
    }
  }
}

/** `url` is the address of --model-url. */
function openConfiguredModel(name: string, config: ModelConfig, url: string | undefined): OpenModel {
  const model = openModel(name, config, modelEnvironment(url));
  if ('problem' in model)
    throw new UsageError(
      url === undefined
        ? model.problem
        : model.problem.replace('set "key": false', `unset ${environmentVariable(name, 'key')}`),
    );
  return {
    model: url === undefined ? model : withOptionNames(model),
    prices: config.prices,
    temperature: config.temperature,
    close: async () => model.close?.(),
  };
}

/** Names command-line options instead of settings in messages about a model that is not in the settings. */
function withOptionNames(model: LanguageModel): LanguageModel {
  const { name } = model;
  const rename = (message: string): string =>
    message.replaceAll(`"url" of ${name}`, '--model-url').replaceAll(`"model" of ${name}`, '--model');
  return withComplete(model, async (request, onText, signal) => {
    const completion = await model.complete(request, onText, signal);
    return completion.status === 'failed'
      ? { ...completion, message: rename(completion.message) }
      : completion;
  });
}

function modelEnvironment(modelUrl: string | undefined): ModelEnvironment {
  return {
    keyOf: (model, address) => Promise.resolve(keyFor(model, address, modelUrl)),
    editorHttp,
    keyAdvice: (model, address, wantsKey) => {
      if (isStartedByEditor()) return keyAdviceInEditor(model, wantsKey);
      const provider = providerKeyVariable(address);
      const alternative = provider === undefined ? '' : `, or ${provider}`;
      const place = modelUrl === undefined ? `, and ${environmentVariable(model, 'address')}=${address}` : '';
      const first =
        wantsKey || modelUrl !== undefined ? '' : `Set "key": true for ${model} in funfusic.models. `;
      return `${first}Set ${environmentVariable(model, 'key')} in the environment${place}${alternative}.`;
    },
  };
}

function keyFor(model: string, address: string, modelUrl: string | undefined): string | undefined {
  return secretFor(model, address, 'key', modelUrl) ?? process.env[providerKeyVariable(address) ?? ''];
}

/** The usual variable of a provider's key, which is sent only to that provider. */
function providerKeyVariable(address: string): string | undefined {
  const url = new URL(address);
  if (url.origin === 'https://api.openai.com') return 'OPENAI_API_KEY';
  return isAzure(url) ? 'AZURE_OPENAI_API_KEY' : undefined;
}
