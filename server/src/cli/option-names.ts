/** Names the options of a command in messages that name settings. */
import type { ToolResult } from '../core/agent-tools/tool';
import type { AskTrace } from '../core/ask/ask-events';
import type { RepairTrace } from '../core/repair/repair-events';
import type { Command } from './arguments';

/** Setting → the option that overrides it. */
const OPTIONS_BY_SETTING: Readonly<Record<string, string>> = {
  'funfusic.run.timeoutSeconds': 'timeout',
  'funfusic.run.maxRows': 'max-rows',
  'funfusic.model': 'model',
  'funfusic.repair.rounds': 'rounds',
  'funfusic.ask.strategy': 'strategy',
  'funfusic.ask.threshold': 'threshold',
  'funfusic.schema.file': 'schema',
  'funfusic.exemplars.file': 'exemplars',
  'funfusic.prompts.folder': 'prompts',
};

export type RenameSettings = (message: string) => string;

export function renameInAnswer(trace: AskTrace, rename: RenameSettings): AskTrace {
  const { result, troubles, advice, fellBackWhy } = trace;
  return {
    ...trace,
    result: { ...result, explanation: rename(result.explanation) },
    troubles: troubles.map(rename),
    advice: advice.map(rename),
    ...(fellBackWhy !== undefined && { fellBackWhy: rename(fellBackWhy) }),
  };
}

export function renameInRepair(trace: RepairTrace, rename: RenameSettings): RepairTrace {
  const { result, troubles } = trace;
  return {
    ...trace,
    result: { ...result, explanation: rename(result.explanation) },
    troubles: troubles.map(rename),
  };
}

/** Renames settings in the messages of a tool. The other fields are data. */
export function renameInToolResult(result: ToolResult, rename: RenameSettings): ToolResult {
  const messages = ['problem', 'explanation'].flatMap((field) => {
    const value = result.data[field];
    return typeof value === 'string' ? [[field, rename(value)] as const] : [];
  });
  return { ...result, text: rename(result.text), data: { ...result.data, ...Object.fromEntries(messages) } };
}

/** Settings for which the command has no option keep their names: they can be set in .vscode/settings.json. */
export function optionNames({ name, options }: Pick<Command, 'name' | 'options'>): RenameSettings {
  // An agent does not see the command line that it talks to.
  const suffix = name === 'mcp' ? ' of "funfusic mcp"' : '';
  const entity =
    name === 'mcp' ? 'give its ID in "entities"' : options['entity'] && 'give its ID with --entity';
  return (message) =>
    message
      .replace('with the command Manage Knowledge Bases or with funfusic schema', 'with "funfusic schema"')
      .replace('choose the entity', entity ?? '$&')
      .replace('in funfusic.schema.file or with --schema', 'with --schema')
      .replace(/\bfunfusic(?:\.\w+)+/g, (setting) => {
        const option = OPTIONS_BY_SETTING[setting];
        return option !== undefined && Object.hasOwn(options, option) ? `--${option}${suffix}` : setting;
      });
}
