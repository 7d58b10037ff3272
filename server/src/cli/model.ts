/** The model that a command line names: one of the workspace's settings, one at an address, a record, or none. */
import { closeSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { chatAddress, isAzure, openModel, type ModelEnvironment, type OpenedModel } from '../compose/index';
import {
  type Budget,
  type LimitName,
  unpricedLimit,
  untilUnauthorized,
  withBudget,
} from '../core/model/budget';
import { cached, memoryStore } from '../core/model/cached';
import { keyAdviceInEditor, type ModelConfig, NO_MODEL } from '../core/model/model-config';
import type { LanguageModel, Usage } from '../core/model/language-model';
import { recorded } from '../core/model/record';
import { usageOf } from '../core/model/usage';
import { variableOf } from '../core/language/text/command-variables';
import { isLoopback } from '../core/language/text/loopback';
import type { RunModel } from '../evaluation/plan';
import type { Settings } from '../settings/settings';
import { UsageError, type Command, type OptionSpec } from './arguments';
import { printError } from './terminal';
import { editorHttp, isStartedByEditor } from './settings';
import type { FolderUse } from './folder-trust';
import type { NamedKbs } from './knowledge-base';
import { budgetOf, openRecord, openReplay } from './model-options';
import { secretFor } from './secrets';

/** The options for a model; `fallback` is the default that the help names. */
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

/** Without a record: an evaluation records everything itself. */
export const EVAL_MODEL_OPTIONS = Object.fromEntries(
  Object.entries(modelOptions('funfusic.model')).filter(([name]) => name !== 'record' && name !== 'replay'),
);

export const ROUNDS_OPTION: OptionSpec = {
  value: 'COUNT',
  help: 'how often the model may try another query, 0 to 10 (default: funfusic.repair.rounds)',
};

export const STRATEGY_OPTION: OptionSpec = {
  value: 'STRATEGY',
  help: 'auto (default: funfusic.ask.strategy), fun-fusic, rng-kbqa, chatkbqa or fidelis; all but rng-kbqa need a model',
};

export const MODEL_KEYS_HELP =
  'The key of a model comes from the environment: FUNFUSIC_NAME_KEY, together with FUNFUSIC_NAME_ADDRESS, the address it may be sent to, unless that is the address of --model-url. OPENAI_API_KEY is sent to https://api.openai.com only, AZURE_OPENAI_API_KEY to *.openai.azure.com only.';

/** The option of a run that is replayed: its model, which nobody has typed. */
export const RECORDED_MODEL = 'recorded-model';

type ModelKbs = Pick<NamedKbs, 'settings' | 'folder' | 'trust'>;

export interface ChosenModel {
  /** For one query, with a budget of its own within that of the command. */
  readonly forQuery: () => { readonly model: LanguageModel; readonly usage: () => Usage };
  readonly close: () => Promise<void>;
}

/** So many replies are kept in memory, for requests that are alike. */
const MAX_REPLIES = 2000;

/** Undefined for working without. */
export function chooseModel(options: ReadonlyMap<string, string>, kbs: ModelKbs): ChosenModel | undefined {
  const { settings } = kbs;
  const opened = openNamed(options, kbs);
  const budget = budgetOf(options.get('budget'));
  if (!opened) {
    const idle = ['record', 'budget'].find((name) => options.has(name));
    if (idle !== undefined) throw new UsageError(`--${idle} needs a model. Name one with --model.`);
    return undefined;
  }
  const { model, prices, temperature, close } = opened;
  refuseUnpriced(opened, budget, settings);
  const record = options.get('record');
  const file = record === undefined ? undefined : openRecord(record);
  const kept = file === undefined ? model : recorded(model, (line) => void writeSync(file, `${line}\n`));
  const whole = withBudget(untilUnauthorized(kept), budget, prices, inBudget);
  // A record has every call, and its replies are taken in order.
  const isRecorded = file !== undefined || options.has('replay');
  const replies = memoryStore(MAX_REPLIES);
  return {
    forQuery: () => {
      const { model, usage } = withBudget(whole.model, settings.repair.budget, prices);
      return { model: isRecorded ? model : cached(model, replies, temperature), usage };
    },
    close: async () => {
      if (file !== undefined) closeSync(file);
      await close();
    },
  };
}

/** Undefined for working without. */
export function modelForRun(options: ReadonlyMap<string, string>, kbs: ModelKbs): RunModel | undefined {
  const { settings } = kbs;
  const opened = openNamed(options, kbs);
  const budget = budgetOf(options.get('budget'));
  if (!opened) {
    if (options.has('budget')) throw new UsageError('--budget needs a model. Name one with --model.');
    return undefined;
  }
  refuseUnpriced(opened, budget, settings);
  const { model, prices, temperature, close } = opened;
  const { name, where } = model;
  return {
    name,
    where,
    prices,
    temperature,
    budget,
    withSpending: (already, onReply) => {
      const told: LanguageModel = {
        name,
        where,
        complete: async (request, hear, signal) => {
          const completion = await model.complete(request, hear, signal);
          if (completion.unasked !== true) await onReply(usageOf(completion).tokens);
          return completion;
        },
      };
      return withBudget(untilUnauthorized(told), budget, prices, inBudget, already);
    },
    close,
  };
}

const inBudget: LimitName = (what) => `--budget ${what}=…`;

/** Before anything is spent. What the settings say is for all models, and so not only for this one. */
function refuseUnpriced(
  { model: { name, where }, prices }: Opened,
  budget: Budget,
  settings: Settings,
): void {
  const typed = unpricedLimit(name, budget, prices, inBudget);
  if (typed !== undefined) throw new UsageError(typed);
  const set = unpricedLimit(name, settings.repair.budget, prices);
  if (set !== undefined && !isLocal(where)) printError(set);
}

function isLocal(where: string): boolean {
  return URL.canParse(where) && isLoopback(new URL(where).hostname);
}

interface Opened {
  readonly model: LanguageModel;
  readonly prices: ModelConfig['prices'] | undefined;
  readonly temperature?: number | undefined;
  readonly close: () => Promise<void>;
}

/** What the command line, or else the settings, choose. */
type Selected =
  | { readonly by: 'none' }
  | { readonly by: 'record'; readonly record: string; readonly name: string }
  | { readonly by: 'address'; readonly url: string; readonly name: string }
  | { readonly by: 'settings'; readonly config: ModelConfig; readonly name: string }
  /** The choice of a folder that does not count; `why` is a sentence. */
  | { readonly by: 'none'; readonly why: string };

function selectedBy(options: ReadonlyMap<string, string>, { settings, trust }: ModelKbs): Selected {
  const [typed, recorded, url, record] = ['model', RECORDED_MODEL, 'model-url', 'replay'].map((one) =>
    options.get(one),
  );
  const name = typed ?? recorded ?? settings.model;
  if (record !== undefined) {
    for (const other of ['record', 'model-url'])
      if (options.has(other))
        throw new UsageError(`--${other} cannot be used with --replay, which sends no requests.`);
    return { by: 'record', record, name };
  }
  if (url !== undefined) {
    if (typed === NO_MODEL) throw new UsageError('--model none and --model-url contradict each other.');
    return { by: 'address', url, name: typed ?? recorded ?? 'default' };
  }
  if (name === NO_MODEL) return { by: 'none' };
  const config = Object.hasOwn(settings.models, name) ? settings.models[name] : undefined;
  if (!config) {
    const known = [NO_MODEL, ...Object.keys(settings.models)].join(', ');
    throw new UsageError(
      `There is no model "${name}" in funfusic.models (${known}). To use one at an address, add --model-url.`,
    );
  }
  if (typed === undefined && trust.file !== undefined && wouldSendKey(name, config))
    return {
      by: 'none',
      why: `The model ${name} is chosen by ${trust.file}, and its key comes from your environment. A folder cannot choose that: ${name} is not used. Add --model ${name} to use it.`,
    };
  return { by: 'settings', config, name };
}

function wouldSendKey(name: string, config: ModelConfig): boolean {
  const address = 'url' in config ? chatAddress(config) : undefined;
  if (!address || 'problem' in address || !address.wantsKey) return false;
  return keyFor(name, address.url.origin, undefined) !== undefined;
}

/** Asks for consent to all that a command will use of a folder's settings, before anything is sent: the KB, the model, its prompts. */
export function confirmUses(kbs: NamedKbs, kb: string, options: ReadonlyMap<string, string>): void {
  kbs.trust.require([...kbs.usesOf(kb), ...usesOfModel(selectedBy(options, kbs), kbs)]);
}

function usesOfModel(selected: Selected, { settings, folder }: ModelKbs): readonly FolderUse[] {
  if (selected.by === 'none' || selected.by === 'record') return [];
  const config = selected.by === 'settings' ? selected.config : undefined;
  const words = [
    ['prompts', settings.promptsFolder],
    ['exemplars', settings.exemplars.file],
  ] as const;
  return [
    ...(config && 'url' in config ? [{ what: `model ${selected.name}`, exact: config.url }] : []),
    ...words.flatMap(([what, path]) => (path ? [{ what, exact: resolve(folder, path) }] : [])),
  ];
}

function openNamed(options: ReadonlyMap<string, string>, kbs: ModelKbs): Opened | undefined {
  const selected = selectedBy(options, kbs);
  kbs.trust.require(usesOfModel(selected, kbs));
  const { models } = kbs.settings;
  switch (selected.by) {
    case 'none':
      if ('why' in selected) printError(selected.why);
      return undefined;
    case 'record':
      return {
        model: openReplay(selected.record),
        prices: models[selected.name]?.prices,
        close: () => Promise.resolve(),
      };
    case 'settings':
      return open(selected.name, selected.config, undefined);
    case 'address': {
      const { name, url } = selected;
      const known = Object.hasOwn(models, name) ? models[name] : undefined;
      const config = known && 'url' in known ? known : {};
      // Nobody can say here whether it wants a key, but whoever has set one will know.
      const key = URL.canParse(url) && keyFor(name, url, url) !== undefined;
      return open(name, { ...config, url, model: name, key }, url);
    }
  }
}

function open(name: string, config: ModelConfig, typed: string | undefined): Opened {
  const model = openModel(name, config, surroundings(typed));
  if ('problem' in model)
    throw new UsageError(
      typed === undefined
        ? model.problem
        : model.problem.replace('set "key": false', `unset ${variableOf(name, 'key')}`),
    );
  return {
    model: typed === undefined ? model : inFlags(model),
    prices: config.prices,
    temperature: config.temperature,
    close: () => closed(model),
  };
}

/** What is a field in the settings is a flag for a model that is not there. */
function inFlags(model: LanguageModel): LanguageModel {
  const { name, where } = model;
  const told = (message: string): string =>
    message.replaceAll(`"url" of ${name}`, '--model-url').replaceAll(`"model" of ${name}`, '--model');
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      const completion = await model.complete(request, onProgress, signal);
      return completion.status === 'failed'
        ? { ...completion, message: told(completion.message) }
        : completion;
    },
  };
}

async function closed(model: OpenedModel): Promise<void> {
  await model.close?.();
}

function surroundings(typed: string | undefined): ModelEnvironment {
  return {
    keyOf: (model, address) => Promise.resolve(keyFor(model, address, typed)),
    editorHttp,
    keyAdvice: (model, address, wanted) => {
      if (isStartedByEditor()) return keyAdviceInEditor(model, wanted);
      const common = providersVariable(address);
      const place = typed === undefined ? `, and ${variableOf(model, 'address')}=${address}` : '';
      const first = wanted || typed !== undefined ? '' : `Set "key": true for ${model} in funfusic.models. `;
      return `${first}Set ${variableOf(model, 'key')} in the environment${place}${common === undefined ? '' : `, or ${common}`}.`;
    },
  };
}

function keyFor(model: string, address: string, typed: string | undefined): string | undefined {
  return secretFor(model, address, 'key', typed) ?? process.env[providersVariable(address) ?? ''];
}

/** What other programs have the key in, which goes to its provider only. */
function providersVariable(address: string): string | undefined {
  const url = new URL(address);
  if (url.origin === 'https://api.openai.com') return 'OPENAI_API_KEY';
  return isAzure(url) ? 'AZURE_OPENAI_API_KEY' : undefined;
}
