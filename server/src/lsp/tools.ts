import type { Connection } from 'vscode-languageserver';
import type { AskEvent } from '../core/ask/ask-events';
import { formatAskEvent } from '../core/ask/progress-text';
import { selectedModel } from '../core/model/model-list';
import { isLoopback } from '../core/language/text/loopback';
import { toolFailure, type ToolPorts, type ToolResult } from '../core/agent-tools/tool';
import { findTool } from '../core/agent-tools/tools';
import { TOOL_REQUEST, TOOL_TARGET_REQUEST, type ToolParams, type ToolTarget } from '../protocol/index';
import { askQuestion, defectLogger, openForQuestions, resolveRequestedKb } from './ask';
import type { CustomFeature } from './feature';
import { onRequest, onUserRequest, stepReporter } from './requests';
import { toModelInfo, toToolResult } from './to-protocol';
import type { Workspace } from './workspace';

/** Runs the tools of the editor's language models and chat. All tools are read-only. */
export const tools: CustomFeature = (connection, workspace) => {
  onRequest(connection, TOOL_TARGET_REQUEST, () => toolTarget(workspace));
  onUserRequest(connection, workspace, TOOL_REQUEST, (params, signal) =>
    useTool(params, connection, workspace, signal),
  );
};

async function toolTarget(workspace: Workspace): Promise<ToolTarget> {
  const { settings, name } = await resolveRequestedKb(undefined, workspace);
  const config = settings.knowledgeBases[name];
  const address = config && 'endpoint' in config ? config.endpoint : config ? undefined : name;
  const host = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  const model = selectedModel(settings);
  return {
    kb: name,
    ...(host && !isLoopback(host.hostname) && { remote: host.host }),
    ...(model && { model: toModelInfo(model) }),
  };
}

async function useTool(
  { name, input, progress }: ToolParams,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const tool = findTool(name);
  if (!tool) return toolFailure(`There is no tool called ${name}.`);
  const step = stepReporter(connection, progress);
  const ports = await portsFor((message) => step({ message }), connection, workspace, signal);
  return toToolResult(await tool.use(input, ports));
}

async function portsFor(
  report: (message: string) => void,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolPorts> {
  const requested = await resolveRequestedKb(undefined, workspace);
  const { settings, name } = requested;
  const onDefect = defectLogger(connection);
  const step = ({ message }: { readonly message: string }): void => report(message);
  const open = (): ReturnType<typeof openForQuestions> =>
    openForQuestions(requested, workspace, 'the queries of the tool');
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
      const onEvent = (event: AskEvent): void => {
        const text = event.type === 'repair' ? undefined : formatAskEvent(event);
        if (text !== undefined) report(text);
      };
      return askQuestion(task, { step, event: onEvent, onDefect }, workspace, signal);
    },
    now: () => performance.now(),
    onProgress: report,
    onDefect,
    signal,
  };
}
