import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import { progressText } from '../core/ask/progress-text';
import { chosenModel } from '../core/model/model-list';
import { isLoopback } from '../core/language/text/loopback';
import { failure, type OrProblem, type ToolPorts, type ToolResult } from '../core/agent-tools/tool';
import { toolNamed } from '../core/agent-tools/tools';
import {
  RUN_PROGRESS_NOTIFICATION,
  TOOL_REQUEST,
  TOOL_TARGET_REQUEST,
  type AskReply,
  type RunProgress,
  type ToolParams,
  type ToolTarget,
} from '../protocol/index';
import { askQuestion, cancellable, defectLog, openForQuestions, placeOf } from './ask';
import type { Feature, Workspace } from './feature';

/** The tools that the editor's models and its chat use. None of them changes anything. */
export const tools: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(TOOL_TARGET_REQUEST, () => toolTarget(workspace));
    connection.onRequest(TOOL_REQUEST, (params: ToolParams, token: CancellationToken) =>
      cancellable(workspace, token, (signal) => useTool(params, connection, workspace, signal)),
    );
  },
};

async function toolTarget(workspace: Workspace): Promise<ToolTarget> {
  const { settings, name } = await placeOf(undefined, workspace);
  const config = settings.knowledgeBases[name];
  const address = config && 'endpoint' in config ? config.endpoint : config ? undefined : name;
  const host = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  const model = chosenModel(settings);
  return {
    kb: name,
    ...(host && !isLoopback(host.hostname) && { remote: host.host }),
    ...(model && { model }),
  };
}

async function useTool(
  { name, input, progress }: ToolParams,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const tool = toolNamed(name);
  if (!tool) return failure(`There is no tool called ${name}.`);
  const tell = (message: string): void => {
    if (progress === undefined) return;
    void connection.sendNotification(RUN_PROGRESS_NOTIFICATION, { progress, message } satisfies RunProgress);
  };
  return tool.use(input, await portsFor(tell, connection, workspace, signal));
}

async function portsFor(
  tell: (message: string) => void,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolPorts> {
  const place = await placeOf(undefined, workspace);
  const { settings, name } = place;
  const onDefect = defectLog(connection);
  const step = ({ message }: { readonly message: string }): void => tell(message);
  const open = (): ReturnType<typeof openForQuestions> =>
    openForQuestions(place, workspace, 'the queries of the tool');
  return {
    schema: await workspace.schema(name),
    dialect: settings.dialect,
    severities: settings.severities,
    language: settings.names.language,
    limits: { timeoutMs: settings.run.timeoutSeconds * 1000, maxRows: settings.run.maxRows },
    kb: async () => {
      const opened = await open();
      if (!('problem' in opened)) await opened.kb.prepare?.(step, signal);
      return opened;
    },
    find: async (typed, most) => {
      const opened = await open();
      return 'problem' in opened ? opened : opened.parts.linker.find(typed, most, signal);
    },
    ask: async (task) => {
      const event = (told: AskEvent): void => {
        const text = told.type === 'repair' ? undefined : progressText(told);
        if (text !== undefined) tell(text);
      };
      return traceIn(await askQuestion(task, { step, event, onDefect }, workspace, signal));
    },
    now: () => performance.now(),
    onProgress: tell,
    onDefect,
    signal,
  };
}

function traceIn(reply: AskReply): OrProblem<AskTrace> {
  return 'problem' in reply ? reply : reply.trace;
}
