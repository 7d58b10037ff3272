/** The paths of bundled files and of the user's files. */
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA_VARIABLE } from '../core/language/text/environment-variables';
import { PROMPT_NAMES } from '../core/model/prompts/prompt-library';

/** In a browser (server/src/web) there are only the bundled files, and no connections other than HTTP requests. */
export const IS_BROWSER = (process.platform as string) === 'browser';

/** A path of the user, relative to `folder`. */
export function resolvePath(file: string, folder: string | undefined): string {
  return isAbsolute(file) ? file : resolve(folder ?? process.cwd(), file);
}

export function isExistingFile(uri: string): boolean {
  return uri.startsWith('file:') && existsSync(fileURLToPath(uri));
}

/** In the bundle or in the source tree; the environment may set another folder. */
export function dataFile(name: string): string {
  const other = process.env[DATA_VARIABLE];
  if (other) return join(other, name);
  const beside = join(root(), 'data', name);
  return existsSync(beside) ? beside : join(root(), '..', 'data', name);
}

/** The folder of the bundled prompts: in the bundle, or in the root folder of the source tree. */
export function promptsFolder(): string {
  const places = [join('data', 'prompts'), join('..', '..', 'prompts'), join('..', 'prompts')];
  const found = places
    .map((place) => join(root(), place))
    .find((place) => existsSync(join(place, `${PROMPT_NAMES[0]}.md`)));
  if (found === undefined) throw new Error('The bundled prompts are missing. Reinstall the extension.');
  return found;
}

/** The bundled documentation; undefined if it is not installed. */
export function documentationFile(name: string): string | undefined {
  return ['..', join('..', '..')]
    .map((place) => join(root(), place, 'docs', name))
    .find((file) => existsSync(file));
}

/** The folder of the bundle, or server/src. */
function root(): string {
  return basename(__dirname) === 'compose' ? dirname(__dirname) : __dirname;
}
