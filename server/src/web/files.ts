/** The files of the extension's folder `dist` in memory, as `node:fs`. A browser has no other files. */

/** Names below `dist`, such as `data/freebase.schema`. The build lists them. */
declare const BUNDLED_FILES: readonly string[];

/** The folder of the bundle, for the code that runs in it. */
export const DIST = '/dist';

const contents = new Map<string, Uint8Array>();
let base = '';

/** Sets the address of `dist`, and loads the files that are read while the server runs. Throws if one cannot be loaded. */
export async function loadBundledFiles(address: string): Promise<void> {
  base = address;
  // The worker of the engine loads the sample KB.
  const names = BUNDLED_FILES.filter((name) => !name.startsWith('data/sample-kb/'));
  await Promise.all(
    names.map(async (name) => {
      contents.set(`${DIST}/${name}`, await fetchFile(new URL(name, base).href));
    }),
  );
}

/** The address of a file in `dist`. */
export const addressOf = (path: string): string => new URL(path.replace(`${DIST}/`, ''), base).href;

export async function fetchFile(address: string): Promise<Uint8Array> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} cannot be loaded (status ${reply.status}).`);
  return new Uint8Array(await reply.arrayBuffer());
}

const isFile = (path: string): boolean => BUNDLED_FILES.some((name) => path === `${DIST}/${name}`);

const namesIn = (folder: string): readonly string[] =>
  BUNDLED_FILES.map((name) => `${DIST}/${name}`)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));

function existsSync(path: string): boolean {
  return isFile(path) || namesIn(path).length > 0;
}

function readFileSync(path: string, encoding?: string): string | Uint8Array {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(NO_FILES);
  return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
}

function readdirSync(folder: string): readonly string[] {
  const names = namesIn(folder);
  if (names.length === 0) throw new Error(NO_FILES);
  return names.filter((name) => !name.includes('/'));
}

interface FileInfo {
  readonly size: number;
  readonly mtimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function statSync(
  path: string,
  { throwIfNoEntry = true }: { readonly throwIfNoEntry?: boolean } = {},
): FileInfo | undefined {
  if (isFile(path))
    return {
      size: contents.get(path)?.byteLength ?? 0,
      mtimeMs: 0,
      isFile: () => true,
      isDirectory: () => false,
    };
  if (throwIfNoEntry) throw new Error(NO_FILES);
  return undefined;
}

/** The end of a sentence. */
const NO_FILES = 'VS Code in the browser cannot read files. Use the VS Code desktop app';

export const fs = { existsSync, readFileSync, readdirSync, statSync };
