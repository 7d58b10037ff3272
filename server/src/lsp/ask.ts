import { LSPErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver';
import { drain } from '../core/query/drain';
import { askOptionsOf } from '../settings/work-options';
import { ask } from '../core/ask/ask';
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import type { AskPorts, AskTask } from '../core/ask/ask-ports';
import { questionProblem } from '../core/ask/question';
import { strategyFor } from '../core/ask/strategies';
import type { ProgressStep } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { NO_MODEL } from '../core/model/model-config';
import { chosenModel } from '../core/model/model-list';
import { withQuestion } from '../core/language/sparql/header';
import { nameOfAddress } from '../core/language/text/passwords';
import {
  ASK_EVENT_NOTIFICATION,
  ASK_REQUEST,
  ASK_TARGET_REQUEST,
  FIND_ENTITIES_REQUEST,
  type AskParams,
  type AskReply,
  type AskTargetResult,
  type FindEntitiesParams,
  type FindEntitiesResult,
  type Problem,
} from '../protocol/index';
import type { Settings } from '../settings/settings';
import { signalOf } from './cancellation';
import type { AskParts, KbEntities } from './entities';
import type { Feature, Workspace } from './feature';
import { SHOWN_RESULTS } from './knowledge-bases';
import { modelPorts } from './model-ports';
import { teller } from './telling';

/** Asks a KB a question, and finds its entities by their names. */
export const asking: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(ASK_TARGET_REQUEST, (params: AskParams) => askTarget(params, workspace));
    connection.onRequest(ASK_REQUEST, (params: AskParams, token: CancellationToken) =>
      cancellable(workspace, token, (signal) =>
        askQuestion(params, listenerOf(params.progress, connection), workspace, signal),
      ),
    );
    connection.onRequest(FIND_ENTITIES_REQUEST, (params: FindEntitiesParams, token: CancellationToken) =>
      cancellable(workspace, token, (signal) => findEntities(params, workspace, signal)),
    );
  },
};

/** The user waits for it, and may be asked for a secret. */
export function cancellable<Result>(
  workspace: Workspace,
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | ResponseError> {
  const signal = signalOf(token);
  return workspace.knowledgeBases.asWanted(async () => {
    try {
      return await work(signal);
    } catch (error) {
      if (signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      throw error;
    }
  });
}

interface Place {
  readonly settings: Settings;
  /** Under which it is shown. */
  readonly name: string;
}

/** No document says which KB is meant: the request does, or the settings of the workspace. */
export async function placeOf(kb: string | undefined, workspace: Workspace): Promise<Place> {
  const settings = await workspace.settingsOf(undefined);
  return { settings, name: workspace.knowledgeBases.nameOf(kb ?? settings.knowledgeBase, settings) };
}

interface Asked extends KbEntities {
  readonly schema: KbSchema;
  readonly parts: AskParts;
}

export async function openForQuestions(
  { settings, name }: Place,
  workspace: Workspace,
  sends: string,
): Promise<Asked | Problem> {
  const schema = await workspace.schema(name);
  if (!schema)
    return {
      problem: 'There is no KB schema, so no question can be asked. Choose one with funfusic.schema.file.',
    };
  const entities = await workspace.entities.open(name, settings, schema, { namedBy: SHOWN_RESULTS, sends });
  if ('problem' in entities) return entities;
  return { ...entities, schema, parts: workspace.entities.partsOf(entities, settings, schema) };
}

async function askTarget(params: AskParams, workspace: Workspace): Promise<AskTargetResult> {
  const place = await placeOf(params.kb, workspace);
  const problem = questionProblem(params.question);
  if (problem !== undefined) return { problem };
  const { settings, name } = place;
  const unknown = workspace.knowledgeBases.problemWith(name, settings);
  if (unknown !== undefined) return { problem: unknown };
  const model = params.withoutModel === true ? undefined : chosenModel(settings);
  if (!model && params.withoutModel !== true && settings.model !== NO_MODEL)
    return {
      problem: `There is no model called ${settings.model}. Name one of funfusic.models in funfusic.model, or ${NO_MODEL}.`,
    };
  const strategy = strategyFor(params.strategy ?? settings.ask.strategy, model !== undefined);
  return { kb: name, strategy, ...(model && { model }) };
}

/** Who is told what happens while a question is answered. */
export interface AskListener {
  readonly step: (step: ProgressStep) => void;
  readonly event: (event: AskEvent) => void;
  readonly onDefect: (code: string, error: unknown) => void;
}

function listenerOf(progress: string | undefined, connection: Connection): AskListener {
  return { ...teller(progress, connection, ASK_EVENT_NOTIFICATION), onDefect: defectLog(connection) };
}

/** A defect of ours is for the log, and stops nobody. */
export function defectLog({ console }: Connection): AskListener['onDefect'] {
  return (code, error) =>
    console.error(`"${code}" failed: ${error instanceof Error ? error.message : String(error)}`);
}

export async function askQuestion(
  params: AskParams,
  tell: AskListener,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<AskReply> {
  const place = await placeOf(params.kb, workspace);
  const problem = questionProblem(params.question);
  if (problem !== undefined) return { problem };
  const asked = await openForQuestions(place, workspace, 'queries made from your question');
  if ('problem' in asked) return asked;
  const { settings } = place;
  const { kb, directory, schema, parts } = asked;
  const model = params.withoutModel === true ? undefined : modelPorts(settings, workspace);
  if (model && 'problem' in model) return model;
  const ports: AskPorts = {
    schema,
    kb: { kb, directory },
    ...parts,
    ...(model && { model }),
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    onDefect: tell.onDefect,
  };
  await kb.prepare?.(tell.step, signal);
  await parts.linker.prepare?.((message) => tell.step({ message }), signal);
  for (const message of model?.problems ?? []) tell.event({ type: 'trouble', message });
  const { question, entities } = params;
  const task: AskTask = { question, ...(entities && { entities }) };
  const options = {
    ...askOptionsOf(settings),
    ...(params.strategy !== undefined && { strategy: params.strategy }),
  };
  const trace = await drain(ask(task, ports, options, signal), (event) => {
    if (event.type === 'considered' && event.considered.execution)
      workspace.entities.ran(kb, event.considered.execution);
    tell.event(event);
  });
  const document = documentOf(trace, settings);
  return {
    trace: { ...trace, troubles: [...(model?.problems ?? []), ...trace.troubles] },
    ...(document !== undefined && { document }),
  };
}

/** The query with what a file of its own has to say of it: its question, and its KB where that is not the usual one. */
export function documentOf(
  { question, kb, result }: AskTrace,
  { knowledgeBase }: Settings,
): string | undefined {
  if (result.query === undefined) return undefined;
  const elsewhere = kb === nameOfAddress(knowledgeBase) ? '' : `# endpoint: ${kb.replace(/\s+/g, ' ')}\n`;
  return withQuestion(`${elsewhere}${result.query.trimEnd()}\n`, question);
}

const MOST_ENTITIES = 100;

async function findEntities(
  { typed, kb, most = MOST_ENTITIES }: FindEntitiesParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<FindEntitiesResult> {
  const asked = await openForQuestions(await placeOf(kb, workspace), workspace, 'the name that you type');
  if ('problem' in asked) return asked;
  if (typed.trim() === '') return { entities: [] };
  return { entities: await asked.parts.linker.find(typed, Math.min(most, MOST_ENTITIES), signal) };
}
