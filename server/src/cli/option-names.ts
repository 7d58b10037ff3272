/** Names the options of a command in messages that name settings. */
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

/** Settings for which the command has no option keep their names: they can be set in .vscode/settings.json. */
export function optionNames({ options }: Pick<Command, 'options'>): RenameSettings {
  return (message) =>
    message
      .replace('with the command Manage Knowledge Bases or with funfusic schema', 'with "funfusic schema"')
      .replace('in funfusic.schema.file or with --schema', 'with --schema')
      .replace(/\bfunfusic(?:\.\w+)+/g, (setting) => {
        const option = OPTIONS_BY_SETTING[setting];
        return option !== undefined && Object.hasOwn(options, option) ? `--${option}` : setting;
      });
}
