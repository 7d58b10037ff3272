/** Opens the files of a model (records, prompts, exemplars) and parses --budget and --rate. */
import { openSync, readFileSync, statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { describeReadError, describeWriteError, openExemplars, openPrompts } from '../compose/index';
import type { LanguageModel } from '../core/model/language-model';
import { replayModel } from '../core/model/record';
import type { Settings } from '../settings/settings';
import { UsageError, type Command } from './arguments';
import { printError } from './terminal';
import { NO_LIMITS, type ModelBudget } from '../core/model/budget';
import type { ModelRate } from '../core/model/rate-limit';
import type { ExemplarStore, PromptLibrary } from '../core/model/prompts/prompt-library';
import type { NamedKbs } from './knowledge-base';

/** Exemplars and prompts of the user, for commands that repair and ask. */
export const PROMPT_OPTIONS = {
  exemplars: {
    value: 'FILE',
    help: 'exemplars for the model: lines {"question", "query"} that precede the built-in ones (default: funfusic.exemplars.file)',
  },
  prompts: {
    value: 'FOLDER',
    help: 'custom prompts for the model; prompts that are missing there fall back to the built-in ones (default: funfusic.prompts.folder)',
  },
} as const satisfies Command['options'];

/** Settings with the values of --exemplars and --prompts, which are relative to the working folder. */
export function withPromptOptions(settings: Settings, options: ReadonlyMap<string, string>): Settings {
  const pathOf = (
    name: keyof typeof PROMPT_OPTIONS,
    isRight: (found: Stats) => boolean,
  ): string | undefined => {
    const path = options.get(name);
    if (path === undefined) return undefined;
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || !isRight(found))
      throw new UsageError(`--${name}: ${path} is not a ${PROMPT_OPTIONS[name].value.toLowerCase()}.`);
    return resolve(path);
  };
  const file = pathOf('exemplars', (found) => !found.isDirectory()) ?? settings.exemplars.file;
  const promptsFolder = pathOf('prompts', (found) => found.isDirectory()) ?? settings.promptsFolder;
  return { ...settings, promptsFolder, exemplars: { ...settings.exemplars, file } };
}

/** Never overwrites an existing record, because its replies have cost money. */
export function openModelRecord(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new UsageError(
      `--record: ${path} exists already. Name another file, or delete this one. To take replies from it, use --replay.`,
    );
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new UsageError(`--record: ${path} cannot be written: ${describeWriteError(error)}.`);
  }
}

export function openModelReplay(path: string): LanguageModel {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--replay: ${path} cannot be read: ${describeReadError(error)}.`);
  }
  const model = replayModel(text.split(/\r?\n/));
  for (const problem of model.problems) printError(`${path}: ${problem}`);
  if (!model.isRecord) throw new UsageError(`--replay: ${path} is not a record that can be replayed.`);
  return model;
}

export function parseBudget(text: string | undefined): ModelBudget {
  const limits = parseLimits(text, ['calls', 'tokens', 'money']);
  if (limits) return { ...NO_LIMITS, ...limits };
  throw new UsageError(
    `--budget is "${text}"; it can be calls=COUNT, tokens=COUNT and money=AMOUNT, above 0, separated by commas.`,
  );
}

export function parseRate(text: string | undefined): ModelRate {
  const limits = parseLimits(text, ['calls', 'tokens']);
  if (limits) return { calls: 0, tokens: 0, ...limits };
  throw new UsageError(
    `--rate is "${text}"; it can be calls=COUNT and tokens=COUNT per minute, above 0, separated by commas.`,
  );
}

/** Undefined if the text is not a list of such limits. */
function parseLimits<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Partial<Record<Name, number>> | undefined {
  const limits: Partial<Record<Name, number>> = {};
  for (const part of text?.split(',') ?? []) {
    const [, what, amount] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    const name = names.find((one) => one === what);
    if (name === undefined || !(Number(amount) > 0)) return undefined;
    limits[name] = Number(amount);
  }
  return limits;
}

export function openPromptSources({ settings, folder }: NamedKbs): {
  readonly prompts: PromptLibrary;
  readonly exemplars: ExemplarStore;
} {
  const prompts = openPrompts(settings.promptsFolder, folder);
  const exemplars = openExemplars(settings.exemplars.file, folder);
  for (const problem of [...prompts.problems, ...exemplars.problems]) printError(problem);
  return { prompts, exemplars };
}
