/** Loads prompts and exemplars. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openExemplarFile } from '../adapters/exemplar-file';
import { openPromptFolder } from '../adapters/prompt-folder';
import type { ExemplarStore, PromptLibrary } from '../core/model/prompts/prompt-library';
import { resolvePath, promptsFolder } from './paths';

/** The prompts in the user's folder `own`; those that are missing or cannot be used there fall back to the built-in ones. */
export function openPrompts(own: string, folder?: string): PromptLibrary {
  return openPromptFolder(promptsFolder(), own ? resolvePath(own, folder) : undefined);
}

/** The exemplars in the user's file `own`, followed by the built-in ones. */
export function openExemplars(
  own: string,
  folder?: string,
): ExemplarStore & { readonly problems: readonly string[] } {
  return openExemplarFile(
    join(promptsFolder(), 'exemplars.jsonl'),
    own ? resolvePath(own, folder) : undefined,
  );
}

/** To recognize changed prompts and exemplars of the user. */
export function fingerprintOfPrompts(promptsFolder: string, exemplarsFile: string, folder?: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      hash.update(basename(path)).update(readFileSync(path));
  };
  if (exemplarsFile) add(resolvePath(exemplarsFile, folder));
  const own = promptsFolder ? resolvePath(promptsFolder, folder) : '';
  if (own && existsSync(own))
    for (const file of readdirSync(own).sort()) if (file.endsWith('.md')) add(join(own, file));
  return hash.digest('hex').slice(0, 16);
}
