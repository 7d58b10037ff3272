/** Finds an installed Virtuoso: the server and its SQL client. */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { OLDEST_VIRTUOSO } from '../../core/kb/virtuoso-setup';

export interface VirtuosoPrograms {
  readonly server: string;
  readonly sql: string;
  readonly version: string;
}

const onWindows = process.platform === 'win32';
const SERVER = 'virtuoso-t';
/** Debian, other distributions, and OpenLink's own archives. */
const SQL_CLIENTS = ['isql-vt', 'isql-v', 'isql'];
/** Another program is called isql too, so that name counts only beside the server. */
const SQL_CLIENTS_ON_PATH = ['isql-vt', 'isql-v'];
const VERSION_TIMEOUT_MS = 20_000;

/** `path` is the server or its folder; without it, the PATH is searched. Undefined if none is installed. */
export async function findVirtuoso(
  path: string | undefined,
): Promise<VirtuosoPrograms | { readonly problem: string } | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const server = path === undefined ? findIn(folders, [SERVER]) : namedServer(path);
  if (server === undefined)
    return path === undefined
      ? undefined
      : { problem: `${path} is not Virtuoso. Name the program virtuoso-t, or the folder that contains it.` };
  const sql = findIn([dirname(server)], SQL_CLIENTS) ?? findIn(folders, SQL_CLIENTS_ON_PATH);
  if (sql === undefined)
    return {
      problem: `The SQL client of Virtuoso (isql-vt, isql-v or isql) is missing beside ${server}. Install it too.`,
    };
  const version = await versionOf(server);
  if (version === undefined)
    return { problem: `${server} does not report a version of Virtuoso. Name the program virtuoso-t.` };
  if (isTooOld(version))
    return {
      problem: `${server} is Virtuoso ${version}, which is too old. Install ${OLDEST_VIRTUOSO.join('.')} or newer, or use the container image: add --compose.`,
    };
  return { server, sql, version };
}

function namedServer(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory()
    ? findIn([path, join(path, 'bin')], [SERVER])
    : isProgram(path)
      ? path
      : undefined;
}

function findIn(folders: readonly string[], names: readonly string[]): string | undefined {
  return folders
    .flatMap((folder) => names.map((name) => join(folder, onWindows ? `${name}.exe` : name)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The output ends with a list of options, and its exit status is not 0. */
function versionOf(server: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(server, ['--version'], { timeout: VERSION_TIMEOUT_MS }, (_, stdout, stderr) =>
      resolve(/Virtuoso[^]*?\bVersion 0?(\d+\.\d+[\d.]*)/i.exec(`${stdout}\n${stderr}`)?.[1]),
    );
  });
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_VIRTUOSO;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
