/** Prompts as files: the built-in ones, and the user's replacements. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPromptLibrary, type PromptSource } from '../core/model/prompts/create-prompt-library';
import { PROMPT_NAMES, type PromptLibrary, type PromptName } from '../core/model/prompts/prompt-library';
import { describeReadError, fileSize } from './file-errors';

/** A larger file is probably not a prompt. */
const MAX_BYTES = 1024 * 1024;

/** `own` is the user's folder. An invalid prompt is reported, and the built-in one is used. */
export function openPromptFolder(bundled: string, own: string | undefined): PromptLibrary {
  const ours = PROMPT_NAMES.map((name): PromptSource => {
    const from = fileOf(bundled, name);
    return { name, from, text: readFileSync(from, 'utf8') };
  });
  const { sources, problems } = own === undefined ? { sources: [], problems: [] } : readOwn(own);
  return createPromptLibrary(ours, sources, problems);
}

function readOwn(folder: string): {
  readonly sources: readonly PromptSource[];
  readonly problems: readonly string[];
} {
  const sources: PromptSource[] = [];
  const problems: string[] = [];
  let files: readonly string[];
  try {
    files = readdirSync(folder).sort();
  } catch (error) {
    return {
      sources,
      problems: [`The prompt folder ${folder} cannot be read: ${describeReadError(error)}.`],
    };
  }
  for (const file of files) {
    if (!file.endsWith('.md') || file.toLowerCase() === 'readme.md') continue;
    const name = PROMPT_NAMES.find((known) => `${known}.md` === file);
    if (!name) {
      problems.push(
        `${join(folder, file)} is not used: there is no such prompt. There are ${PROMPT_NAMES.join(', ')}.`,
      );
      continue;
    }
    const path = fileOf(folder, name);
    try {
      if (fileSize(path) > MAX_BYTES) problems.push(`${path} is not used: it is larger than 1 MB.`);
      else sources.push({ name, from: path, text: readFileSync(path, 'utf8') });
    } catch (error) {
      problems.push(`${path} cannot be read: ${describeReadError(error)}.`);
    }
  }
  return { sources, problems };
}

function fileOf(folder: string, name: PromptName): string {
  return join(folder, `${name}.md`);
}
