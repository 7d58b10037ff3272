import type { Connection } from 'vscode-languageserver';
import { drain } from '../core/query/drain';
import { toAskOptions } from '../settings/work-options';
import { ask } from '../core/ask/ask';
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import type { AskPorts, AskTask } from '../core/ask/ask-ports';
import { selectStrategy } from '../core/ask/strategies';
import type { TaskProgress } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { selectedModelOrProblem } from '../core/model/model-list';
import { addQuestionHeader } from '../core/language/sparql/header';
import { redactAddress } from '../core/language/text/passwords';
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
import type { CustomFeature } from './feature';
import { SHOWN_RESULTS } from './knowledge-bases';
import { openModelPorts } from './model-ports';
import { eventReporter, onRequest, onUserRequest, stepReporter } from './requests';
import { toAskEvent, toAskTrace, toLinkedEntity, toModelInfo } from './to-protocol';
import type { Workspace } from './workspace';

/** Answers questions, and finds entities by name. */
export const askFeature: CustomFeature = (connection, workspace) => {
  onRequest(connection, ASK_TARGET_REQUEST, (params) => askTarget(params, workspace));
  onUserRequest(connection, workspace, ASK_REQUEST, (params, signal) =>
    answerQuestion(params, connection, workspace, signal),
  );
  onUserRequest(connection, workspace, FIND_ENTITIES_REQUEST, (params, signal) =>
    findEntities(params, workspace, signal),
  );
};

interface RequestedKb {
  readonly settings: Settings;
  /** The name to display. */
  readonly name: string;
}

/** The KB that the request names, or that of the settings. */
export async function resolveRequestedKb(kb: string | undefined, workspace: Workspace): Promise<RequestedKb> {
  const settings = await workspace.settings();
  return { settings, name: workspace.knowledgeBases.displayName(kb ?? settings.knowledgeBase, settings) };
}

interface QuestionAnswering extends KbEntities {
  readonly schema: KbSchema;
  readonly parts: AskParts;
}

export async function openForQuestions(
  { settings, name }: RequestedKb,
  workspace: Workspace,
  sends: string,
): Promise<QuestionAnswering | Problem> {
  const schema = await workspace.schema(name);
  if (!schema) return { problem: 'Questions need a KB schema. Choose one with funfusic.schema.file.' };
  const entities = await workspace.entities.open(name, settings, schema, { namedBy: SHOWN_RESULTS, sends });
  if ('problem' in entities) return entities;
  return { ...entities, schema, parts: await workspace.entities.partsOf(entities, settings, schema) };
}

async function askTarget(params: AskParams, workspace: Workspace): Promise<AskTargetResult> {
  const { settings, name } = await resolveRequestedKb(params.kb, workspace);
  const unknown = workspace.knowledgeBases.problemWith(name, settings);
  if (unknown !== undefined) return { problem: unknown };
  const model = params.withoutModel === true ? undefined : selectedModelOrProblem(settings);
  if (model && 'problem' in model) return model;
  const strategy = selectStrategy(params.strategy ?? settings.ask.strategy, model !== undefined);
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
    onDefect: defectLogger(connection),
  };
  const trace = await askQuestion(params, listener, workspace, signal);
  if ('problem' in trace) return trace;
  const document = documentOf(trace, await workspace.settings());
  return { trace: toAskTrace(trace), ...(document !== undefined && { document }) };
}

/** Receives the progress of a question. */
interface AskListener {
  readonly step: (step: TaskProgress) => void;
  readonly event: (event: AskEvent) => void;
  readonly onDefect: (code: string, error: unknown) => void;
}

/** Returns a listener that logs defects. A defect does not stop the request. */
export function defectLogger({ console }: Connection): AskListener['onDefect'] {
  return (code, error) =>
    console.error(`"${code}" failed: ${error instanceof Error ? error.message : String(error)}`);
}

export async function askQuestion(
  params: AskParams,
  listener: AskListener,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<AskTrace | Problem> {
  const requested = await resolveRequestedKb(params.kb, workspace);
  const opened = await openForQuestions(requested, workspace, 'queries made from your question');
  if ('problem' in opened) return opened;
  const { settings } = requested;
  const { kb, directory, schema, parts } = opened;
  const model = params.withoutModel === true ? undefined : openModelPorts(settings, workspace);
  if (model && 'problem' in model) return model;
  const ports: AskPorts = {
    schema,
    kb: { kb, directory },
    ...parts,
    ...(model && { model }),
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    onDefect: listener.onDefect,
  };
  await kb.prepare?.(listener.step, signal);
  await parts.linker.prepare?.((message) => listener.step({ message }), signal);
  for (const message of model?.problems ?? []) listener.event({ type: 'trouble', message });
  const { question, entities } = params;
  const task: AskTask = { question, ...(entities && { entities }) };
  const options = {
    ...toAskOptions(settings),
    ...(params.strategy !== undefined && { strategy: params.strategy }),
  };
  const trace = await drain(ask(task, ports, options, signal), (event) => {
    if (event.type === 'considered' && event.considered.execution)
      workspace.entities.recordExecution(kb, event.considered.execution);
    listener.event(event);
  });
  return { ...trace, troubles: [...(model?.problems ?? []), ...trace.troubles] };
}

/** The query as a document: its question and, if it is not the default one, its KB are stated above it. */
export function documentOf(
  {
    question,
    kb,
    result,
  }: Pick<AskTrace, 'question' | 'kb'> & { readonly result: { readonly query?: string } },
  { knowledgeBase }: Settings,
): string | undefined {
  if (result.query === undefined) return undefined;
  const endpoint = kb === redactAddress(knowledgeBase) ? '' : `# endpoint: ${kb.replace(/\s+/g, ' ')}\n`;
  return addQuestionHeader(`${endpoint}${result.query.trimEnd()}\n`, question);
}

const MAX_ENTITIES = 100;

async function findEntities(
  { typed, kb, most = MAX_ENTITIES }: FindEntitiesParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<FindEntitiesResult> {
  const requested = await resolveRequestedKb(kb, workspace);
  const opened = await openForQuestions(requested, workspace, 'the name that you type');
  if ('problem' in opened) return opened;
  if (typed.trim() === '') return { entities: [] };
  const found = await opened.parts.linker.find(typed, Math.min(most, MAX_ENTITIES), signal);
  return { entities: found.map(toLinkedEntity) };
}
