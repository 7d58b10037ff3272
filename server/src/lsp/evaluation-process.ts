/** The command line and the environment of an evaluation, which runs as a child process. */
import { basename, dirname, extname, resolve } from 'node:path';
import type { Connection } from 'vscode-languageserver';
import { requiredSecrets } from '../compose/knowledge-bases';
import { chatAddress } from '../compose/models';
import { manifestIn, type CommandResult } from '../compose/runs';
import { STRATEGIES_BY_NAME, selectStrategy } from '../core/ask/strategies';
import type { StrategyName } from '../core/ask/strategy';
import type { RunFacts } from '../evaluation/report';
import { SAMPLE_KB } from '../core/kb/kb-config';
import { NO_MODEL } from '../core/model/model-config';
import { listModels, unknownModelMessage, type ModelListing } from '../core/model/model-list';
import {
  CACHE_VARIABLE,
  HTTP_VARIABLE,
  SETTINGS_VARIABLE,
  environmentVariable,
} from '../core/language/text/environment-variables';
import { hasHiddenSecret, withoutCredentials } from '../core/language/text/passwords';
import {
  SECRET_REQUEST,
  type EvaluateDataset,
  type EvaluateParams,
  type Problem,
  type SecretParams,
} from '../protocol/index';
import type { Settings } from '../settings/settings';
import { request } from './requests';
import type { Workspace } from './workspace';

export interface EvaluationCommand {
  readonly kb: string;
  readonly strategy: string;
  readonly model?: ModelListing;
  readonly args: readonly string[];
  /** The working directory. */
  readonly from: string;
  /** The folder of the run. */
  readonly out: string;
}

export async function commandFor(
  params: EvaluateParams,
  workspace: Workspace,
): Promise<EvaluationCommand | Problem> {
  const settings = await workspace.settings();
  return 'resume' in params ? resume(params.resume, settings) : start(params, settings, workspace);
}

/** The folder with all runs. It is undefined if the setting is a relative path and no folder is open. */
export function runsFolder(
  { evaluation }: Settings,
  { folder }: Pick<Workspace, 'folder'>,
): string | undefined {
  const absolute = resolve(evaluation.folder) === evaluation.folder;
  return folder === undefined && !absolute ? undefined : resolve(folder ?? '', evaluation.folder);
}

function start(
  params: EvaluateDataset,
  settings: Settings,
  workspace: Workspace,
): EvaluationCommand | Problem {
  const runs = runsFolder(settings, workspace);
  if (runs === undefined) return { problem: 'An evaluation is saved in the workspace. Open a folder first.' };
  const kb = workspace.knowledgeBases.displayName(settings.knowledgeBase, settings);
  if (hasHiddenSecret(kb))
    return {
      problem: `The address of the KB contains a password. Add ${kb} to funfusic.knowledgeBases and choose it by its name.`,
    };
  const opened = workspace.knowledgeBases.openInBackground(kb, settings);
  if ('problem' in opened) return opened;
  const model =
    params.withoutModel === true || settings.model === NO_MODEL
      ? undefined
      : findModel(settings.model, settings.models);
  if (model && 'problem' in model) return model;
  const strategy = selectStrategy(params.strategy, model !== undefined);
  if (!model && STRATEGIES_BY_NAME[strategy].needsModel)
    return {
      problem: `The strategy ${strategy} needs a model. Choose one, or the strategy rng-kbqa, which needs none.`,
    };
  const { dataset, sample } = params;
  return {
    kb,
    strategy,
    ...(model && { model }),
    args: [
      'eval',
      dataset,
      ...['--kb', kb, '--strategy', params.strategy, '--model', model?.name ?? NO_MODEL],
      ...(sample === undefined ? [] : ['--sample', String(sample)]),
    ],
    from: workspace.folder ?? dirname(dataset),
    out: resolve(runs, runName(dataset, strategy, model?.name, new Date())),
  };
}

function findModel(name: string, models: Settings['models']): ModelListing | Problem {
  const model = listModels(models).find((one) => one.name === name);
  if (!model) return { problem: unknownModelMessage(name) };
  if (model.kind === 'editor')
    return {
      problem: `${name} is a model of the editor, which cannot run an evaluation. Choose a model with a "url", or evaluate without a model.`,
    };
  return model;
}

/** Example: dev-fun-fusic-llama3-20260131-120500 */
function runName(dataset: string, strategy: StrategyName, model: string | undefined, now: Date): string {
  const asFileName = (text: string): string => text.replace(/[^\w.-]+/g, '-');
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const parts = [basename(dataset, extname(dataset)), strategy, ...(model === undefined ? [] : [model])];
  return [...parts.map(asFileName), stamp].join('-');
}

/** Resumes a run with its saved arguments. */
async function resume(out: string, settings: Settings): Promise<EvaluationCommand | Problem> {
  const manifest = await manifestIn(out);
  if ('problem' in manifest) return manifest;
  const { facts, started } = manifest;
  const known = facts.kb === SAMPLE_KB || Object.hasOwn(settings.knowledgeBases, facts.kb);
  if (!known || !areSafe(started.arguments, facts))
    return {
      problem: `${basename(out)} was started on the command line with options that the editor does not use. Resume it there: funfusic eval … --out ${basename(out)}.`,
    };
  const model = facts.model === undefined ? undefined : findModel(facts.model, settings.models);
  if (model && 'problem' in model) return model;
  return {
    kb: facts.kb,
    strategy: facts.strategy,
    ...(model && { model }),
    args: ['eval', ...started.arguments],
    from: started.folder,
    out,
  };
}

/**
 * Whether the editor may use these arguments. They come from a file that may be untrusted, so options that name files or addresses are
 * rejected.
 */
function areSafe(args: readonly string[], { kb, model }: RunFacts): boolean {
  const valuesOf = (name: string): readonly (string | undefined)[] =>
    args.flatMap((argument, at) => {
      if (argument === name) return [args[at + 1]];
      return argument.startsWith(`${name}=`) ? [argument.slice(name.length + 1)] : [];
    });
  return (
    args.every((argument) => !argument.startsWith('-') || SAFE_OPTION.test(argument)) &&
    valuesOf('--kb').every((value) => value === kb) &&
    valuesOf('--model').every((value) => value === (model ?? NO_MODEL))
  );
}

const SAFE_OPTION =
  /^--(?:kb|strategy|model|gold|sample|seed|concurrency|progress|off|oracle|threshold|rounds|option|timeout|max-rows|budget)(?:=|$)/;

/** Passes secrets in the environment, because other users of the computer can see arguments. */
export async function evaluationEnvironment(
  { kb, model }: EvaluationCommand,
  connection: Connection,
  workspace: Workspace,
): Promise<Readonly<Record<string, string>>> {
  const settings = await workspace.settings();
  const environment: Record<string, string> = { ...(await editorEnvironment(workspace)) };
  for (const params of secretsFor(kb, model, settings)) {
    const secret = await request(connection, SECRET_REQUEST, params);
    if (secret === null || secret === '') continue;
    environment[environmentVariable(params.kb, params.what)] = secret;
    environment[environmentVariable(params.kb, 'address')] = params.address;
  }
  return environment;
}

/** Passes the settings of the editor. */
export async function editorEnvironment(workspace: Workspace): Promise<Readonly<Record<string, string>>> {
  const { funfusic, http } = await workspace.sections();
  const { cacheFolder } = workspace.knowledgeBases;
  return {
    [SETTINGS_VARIABLE]: JSON.stringify(funfusic ?? {}),
    ...(http !== undefined && { [HTTP_VARIABLE]: JSON.stringify(http) }),
    ...(cacheFolder !== undefined && { [CACHE_VARIABLE]: cacheFolder }),
  };
}

/** The last message of a command that failed. */
export function exitReason({ status, messages: words }: CommandResult): string {
  const [message = ''] = words.split(/^funfusic: /m).slice(-1);
  return (
    message.replace(/\s+/g, ' ').trim() ||
    `The command ended unexpectedly (${status ?? 'killed'}). Try again.`
  );
}

function secretsFor(
  kb: string,
  model: ModelListing | undefined,
  { models, knowledgeBases }: Settings,
): readonly SecretParams[] {
  const secrets: SecretParams[] = [];
  const modelConfig = model && models[model.name];
  const address = modelConfig && 'url' in modelConfig ? chatAddress(modelConfig) : undefined;
  if (model && address && !('problem' in address) && address.needsKey)
    secrets.push({ kb: model.name, of: 'model', address: address.url.origin, what: 'key' });
  const config = knowledgeBases[kb];
  if (config && 'endpoint' in config)
    for (const what of requiredSecrets(config))
      secrets.push({ kb, address: withoutCredentials(config.endpoint), what });
  return secrets;
}
