/** What a model is asked by: prompts and exemplars. */
import { openExemplars, openPrompts } from '../compose/index';
import type { Exemplars, PromptLibrary } from '../core/model/prompts/prompt-library';
import { printError } from './terminal';
import type { NamedKbs } from './knowledge-base';

export function modelWords({ settings, folder }: NamedKbs): {
  readonly prompts: PromptLibrary;
  readonly exemplars: Exemplars;
} {
  const prompts = openPrompts(settings.promptsFolder, folder);
  const exemplars = openExemplars(settings.exemplars.file, folder);
  for (const problem of [...prompts.problems, ...exemplars.problems]) printError(problem);
  return { prompts, exemplars };
}
