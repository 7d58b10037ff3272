/** What is said to models: prompts, and questions with their queries. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openExemplarFile } from '../adapters/exemplar-file';
import { openPromptFolder } from '../adapters/prompt-folder';
import type { Exemplars, PromptLibrary } from '../core/model/prompts/prompt-library';
import { pathOf, promptsFolder } from './places';

/** What is said to models: by the files in `own`, a folder of the user's, where they can be used, else by those that come along. */
export function openPrompts(own: string, folder?: string): PromptLibrary {
  return openPromptFolder(promptsFolder(), own ? pathOf(own, folder) : undefined);
}

/** Questions with their queries: those of `own`, a file of the user's, and behind them those that come along. */
export function openExemplars(
  own: string,
  folder?: string,
): Exemplars & { readonly problems: readonly string[] } {
  return openExemplarFile(join(promptsFolder(), 'exemplars.jsonl'), own ? pathOf(own, folder) : undefined);
}

/** Tells other prompts and exemplars of the user's from these. */
export function fingerprintOf(promptsFolder: string, exemplarsFile: string, folder?: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      hash.update(basename(path)).update(readFileSync(path));
  };
  if (exemplarsFile) add(pathOf(exemplarsFile, folder));
  const own = promptsFolder ? pathOf(promptsFolder, folder) : '';
  if (own && existsSync(own))
    for (const file of readdirSync(own).sort()) if (file.endsWith('.md')) add(join(own, file));
  return hash.digest('hex').slice(0, 16);
}
