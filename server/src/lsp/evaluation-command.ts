/** An evaluation as a command that is started beside us: its arguments, and what it is told by the environment. */
import { basename, dirname, extname, resolve } from 'node:path';
import type { Connection } from 'vscode-languageserver';
import { chatAddress, manifestIn, secretsWanted, type EndedCommand } from '../compose/index';
import { STRATEGY_OF, strategyFor } from '../core/ask/strategies';
import type { StrategyName } from '../core/ask/strategy';
import type { RunFacts } from '../evaluation/report';
import { SAMPLE_KB } from '../core/kb/kb-config';
import { NO_MODEL } from '../core/model/model-config';
import { listModels, type ModelListing } from '../core/model/model-list';
import {
  CACHE_VARIABLE,
  HTTP_VARIABLE,
  SETTINGS_VARIABLE,
  variableOf,
} from '../core/language/text/command-variables';
import { hasHiddenPassword, withoutCredentials } from '../core/language/text/passwords';
import {
  SECRET_REQUEST,
  type EvaluateDataset,
  type EvaluateParams,
  type SecretParams,
} from '../protocol/index';
import type { Settings } from '../settings/settings';
import type { Workspace } from './feature';

export interface EvaluationCommand {
  readonly kb: string;
  readonly strategy: string;
  readonly model?: ModelListing;
  readonly args: readonly string[];
  /** Where it is called. */
  readonly from: string;
  /** Where the evaluation is kept. */
  readonly out: string;
}

type Problem = { readonly problem: string };

export async function commandFor(
  params: EvaluateParams,
  workspace: Workspace,
): Promise<EvaluationCommand | Problem> {
  const settings = await workspace.settingsOf(undefined);
  return 'goOn' in params ? goOn(params.goOn, settings) : begin(params, settings, workspace);
}

/** Evaluations are kept here; undefined where no folder is open that it could be in. */
export function folderOfRuns(
  { evaluation }: Settings,
  { folder }: Pick<Workspace, 'folder'>,
): string | undefined {
  const absolute = resolve(evaluation.folder) === evaluation.folder;
  return folder === undefined && !absolute ? undefined : resolve(folder ?? '', evaluation.folder);
}

function begin(
  params: EvaluateDataset,
  settings: Settings,
  workspace: Workspace,
): EvaluationCommand | Problem {
  const runs = folderOfRuns(settings, workspace);
  if (runs === undefined) return { problem: 'An evaluation is kept in a folder. Open one first.' };
  const kb = workspace.knowledgeBases.nameOf(settings.knowledgeBase, settings);
  if (hasHiddenPassword(kb))
    return {
      problem: `The address of the KB has a password in it. Give ${kb} a name in funfusic.knowledgeBases, and choose it by that.`,
    };
  const opened = workspace.knowledgeBases.named(kb, settings);
  if ('problem' in opened) return opened;
  const model = modelFor(params, settings);
  if (model && 'problem' in model) return model;
  const strategy = strategyFor(params.strategy, model !== undefined);
  if (!model && STRATEGY_OF[strategy].needsModel)
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
    out: resolve(runs, nameOfRun(dataset, strategy, new Date())),
  };
}

function modelFor(
  { withoutModel }: EvaluateDataset,
  { model, models }: Settings,
): ModelListing | Problem | undefined {
  if (withoutModel === true || model === NO_MODEL) return undefined;
  return modelNamed(model, models);
}

function modelNamed(name: string, models: Settings['models']): ModelListing | Problem {
  const model = listModels(models).find((one) => one.name === name);
  if (!model)
    return {
      problem: `There is no model called ${name}. Name one of funfusic.models in funfusic.model, or ${NO_MODEL}.`,
    };
  return model.kind === 'editor' ? { problem: onlyHere(name) } : model;
}

const onlyHere = (name: string): string =>
  `${name} is one of the editor's own models, which only this window can ask, and not for hours. Choose a model that has a "url", or evaluate without one.`;

/** Such as: dev-rng-kbqa-20260131-120500. */
function nameOfRun(dataset: string, strategy: StrategyName, now: Date): string {
  const stem = basename(dataset, extname(dataset)).replace(/[^\w.-]+/g, '-');
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stem}-${strategy}-${stamp}`;
}

/** As it was started, so that it is the same evaluation. */
async function goOn(out: string, settings: Settings): Promise<EvaluationCommand | Problem> {
  const manifest = await manifestIn(out);
  if ('problem' in manifest) return manifest;
  const { facts, started } = manifest;
  const known = facts.kb === SAMPLE_KB || Object.hasOwn(settings.knowledgeBases, facts.kb);
  if (!known || !isOurs(started.arguments, facts))
    return {
      problem: `${basename(out)} was started on a command line, with what is not known here. Go on with it there: funfusic eval … --out ${basename(out)}.`,
    };
  const model = facts.model === undefined ? undefined : modelNamed(facts.model, settings.models);
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
 * The arguments stand in a file, which may be anybody's. Those that name a file to be written or read, or an address, are for
 * whoever types them.
 */
function isOurs(args: readonly string[], { kb, model }: RunFacts): boolean {
  const valuesOf = (name: string): readonly (string | undefined)[] =>
    args.flatMap((argument, at) => {
      if (argument === name) return [args[at + 1]];
      return argument.startsWith(`${name}=`) ? [argument.slice(name.length + 1)] : [];
    });
  return (
    args.every((argument) => !argument.startsWith('-') || HARMLESS.test(argument)) &&
    valuesOf('--kb').every((value) => value === kb) &&
    valuesOf('--model').every((value) => value === (model ?? NO_MODEL))
  );
}

const HARMLESS =
  /^--(?:kb|strategy|model|gold|sample|seed|concurrency|progress|off|oracle|threshold|rounds|option|timeout|max-rows|budget)(?:=|$)/;

/** Secrets go this way only: arguments are to be seen by everybody on the computer. */
export async function environmentOf(
  { kb, model }: EvaluationCommand,
  connection: Connection,
  workspace: Workspace,
): Promise<Readonly<Record<string, string>>> {
  const settings = await workspace.settingsOf(undefined);
  const environment: Record<string, string> = { ...(await environmentOfEditor(workspace)) };
  for (const params of secretsFor(kb, model, settings)) {
    const secret = await connection.sendRequest<string | null>(SECRET_REQUEST, params);
    if (secret === null || secret === '') continue;
    environment[variableOf(params.kb, params.what)] = secret;
    environment[variableOf(params.kb, 'address')] = params.address;
  }
  return environment;
}

/** What is set in the editor, wherever that stands. */
export async function environmentOfEditor(workspace: Workspace): Promise<Readonly<Record<string, string>>> {
  const { funfusic, http } = await workspace.sections();
  const { cacheFolder } = workspace.knowledgeBases;
  return {
    [SETTINGS_VARIABLE]: JSON.stringify(funfusic ?? {}),
    ...(http !== undefined && { [HTTP_VARIABLE]: JSON.stringify(http) }),
    ...(cacheFolder !== undefined && { [CACHE_VARIABLE]: cacheFolder }),
  };
}

/** The last that it says to people. */
export function whyEnded({ status, words }: EndedCommand): string {
  const [why = ''] = words.split(/^funfusic: /m).slice(-1);
  return (
    why.replace(/\s+/g, ' ').trim() || `It ended unexpectedly (${status ?? 'it was killed'}). Try again.`
  );
}

function secretsFor(
  kb: string,
  model: ModelListing | undefined,
  { models, knowledgeBases }: Settings,
): readonly SecretParams[] {
  const wanted: SecretParams[] = [];
  const served = model && models[model.name];
  const address = served && 'url' in served ? chatAddress(served) : undefined;
  if (model && address && !('problem' in address) && address.wantsKey)
    wanted.push({ kb: model.name, of: 'model', address: address.url.origin, what: 'key' });
  const config = knowledgeBases[kb];
  if (config && 'endpoint' in config)
    for (const what of secretsWanted(config))
      wanted.push({ kb, address: withoutCredentials(config.endpoint), what });
  return wanted;
}
