import type { Connection } from 'vscode-languageserver';
import { drained } from '../core/query/drained';
import { askOptionsOf } from '../settings/work-options';
import { ask } from '../core/ask/ask';
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import type { AskPorts, AskTask } from '../core/ask/ask-ports';
import { strategyFor } from '../core/ask/strategies';
import type { Step } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { chosenModelOrProblem } from '../core/model/model-list';
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
import type { AskParts, KbEntities } from './entities';
import type { Feature, Workspace } from './feature';
import { SHOWN_RESULTS } from './knowledge-bases';
import { modelPorts } from './model-ports';
import { eventReporter, onRequest, onUserRequest, stepReporter } from './requests';
import { toAskEvent, toAskTrace, toLinkedEntity, toModelInfo } from './to-protocol';

/** Asks a KB a question, and finds its entities by their names. */
export const asking: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    onRequest(connection, ASK_TARGET_REQUEST, (params) => askTarget(params, workspace));
    onUserRequest(connection, workspace, ASK_REQUEST, (params, signal) =>
      answerQuestion(params, connection, workspace, signal),
    );
    onUserRequest(connection, workspace, FIND_ENTITIES_REQUEST, (params, signal) =>
      findEntities(params, workspace, signal),
    );
  },
};

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
  const { settings, name } = place;
  const unknown = workspace.knowledgeBases.problemWith(name, settings);
  if (unknown !== undefined) return { problem: unknown };
  const model = params.withoutModel === true ? undefined : chosenModelOrProblem(settings);
  if (model && 'problem' in model) return model;
  const strategy = strategyFor(params.strategy ?? settings.ask.strategy, model !== undefined);
  return { kb: name, strategy, ...(model && { model: toModelInfo(model) }) };
}

async function answerQuestion(
  params: AskParams,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<AskReply> {
  const report = eventReporter(connection, ASK_EVENT_NOTIFICATION, params.progress);
  const listener: AskListener = {
    step: stepReporter(connection, params.progress),
    event: (event) => report(toAskEvent(event)),
    onDefect: defectLog(connection),
  };
  const trace = await askQuestion(params, listener, workspace, signal);
  if ('problem' in trace) return trace;
  const document = documentOf(trace, await workspace.settingsOf(undefined));
  return { trace: toAskTrace(trace), ...(document !== undefined && { document }) };
}

/** Who is told what happens while a question is answered. */
export interface AskListener {
  readonly step: (step: Step) => void;
  readonly event: (event: AskEvent) => void;
  readonly onDefect: (code: string, error: unknown) => void;
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
): Promise<AskTrace | Problem> {
  const place = await placeOf(params.kb, workspace);
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
  const trace = await drained(ask(task, ports, options, signal), (event) => {
    if (event.type === 'considered' && event.considered.execution)
      workspace.entities.ran(kb, event.considered.execution);
    tell.event(event);
  });
  return { ...trace, troubles: [...(model?.problems ?? []), ...trace.troubles] };
}

/** The query with what a file of its own has to say of it: its question, and its KB where that is not the usual one. */
export function documentOf(
  {
    question,
    kb,
    result,
  }: Pick<AskTrace, 'question' | 'kb'> & { readonly result: { readonly query?: string } },
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
  const found = await asked.parts.linker.find(typed, Math.min(most, MOST_ENTITIES), signal);
  return { entities: found.map(toLinkedEntity) };
}
