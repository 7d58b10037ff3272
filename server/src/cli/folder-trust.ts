/** What the settings of a folder have a command use: addresses and files that somebody else may have chosen. */
import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { isConfirmed, rememberConfirmed } from '../compose/index';
import { onOneLine } from '../core/language/text/controls';
import { nameOfAddress } from '../core/language/text/passwords';
import { UsageError } from './arguments';

export const TRUST_OPTIONS = {
  'trust-folder': {
    help: 'use the addresses and files that the nearest .vscode/settings.json names, and the addresses in queries; without it, you are asked on a terminal, and elsewhere they are refused',
  },
} as const;

/** One thing that a command would use. */
export interface FolderUse {
  /** Such as `KB Wiki`. */
  readonly what: string;
  /** The address or the path, as it is used. */
  readonly exact: string;
}

export class FolderTrust {
  private readonly confirmed = new Set<string>();

  /** `file` is the settings file; undefined where the settings are the user's own. */
  constructor(
    readonly file: string | undefined,
    private readonly isGiven: boolean,
  ) {}

  /** Asks the user on a terminal, once for all of them. Throws where there is no consent. */
  require(uses: readonly FolderUse[], file = this.file): void {
    const problem = file === undefined ? undefined : this.problemWith(uses, file);
    if (problem !== undefined) throw new UsageError(problem);
  }

  /** Asks as well, and returns why something must not be used. `source` is the file that names it, or the query. */
  problemWith(uses: readonly FolderUse[], source: string): string | undefined {
    if (this.isGiven) return undefined;
    const open = uses.filter((use) => {
      const parts = partsOf(source, use);
      return !this.confirmed.has(JSON.stringify(parts)) && !isConfirmed(parts);
    });
    if (!open.length) return undefined;
    const asked = askOnTerminal(
      [
        `funfusic: ${onOneLine(source)} names:`,
        ...open.map((use) => onOneLine(`  ${shown(use)}`)),
        'Use them? Only if you trust this folder. [y/N] ',
      ].join('\n'),
    );
    if (asked !== true)
      return onOneLine(
        asked === false
          ? 'Nothing was sent.'
          : `${open.map(shown).join(', ')}: named by ${source}, and this folder is not trusted. Nothing was sent. Add --trust-folder if you trust it, or type the address with --kb or --model-url.`,
      );
    for (const use of open) {
      const parts = partsOf(source, use);
      this.confirmed.add(JSON.stringify(parts));
      rememberConfirmed(parts);
    }
    return undefined;
  }
}

/** A file needs consent where it is outside the folder. Nothing is looked up there: on Windows that alone may send a password. */
export function usesOutside(what: string, files: readonly string[], folder: string): readonly FolderUse[] {
  return files
    .map((file) => resolve(folder, file))
    .filter((path) => !isInside(path, folder) || !isInside(target(path), target(folder)))
    .map((exact) => ({ what, exact }));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way);
}

/** Where a link leads; itself where nothing is there. */
function target(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function partsOf(file: string, { what, exact }: FolderUse): readonly string[] {
  return [file, what, exact];
}

function shown({ what, exact }: FolderUse): string {
  return `${what}: ${/^https?:/i.test(exact) ? nameOfAddress(exact) : exact}`;
}

/** Undefined where nobody is there to be asked. */
function askOnTerminal(question: string): boolean | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  process.stderr.write(question);
  return /^\s*y(?:es)?\s*$/i.test(readLine());
}

/** Without touching standard input as a stream, which a command may want to read later. */
function readLine(): string {
  const input = process.platform === 'win32' ? 0 : openSync('/dev/tty', 'r');
  const bytes: number[] = [];
  const byte = Buffer.alloc(1);
  try {
    while (readSync(input, byte) > 0 && byte[0] !== NEWLINE) bytes.push(byte[0] ?? 0);
  } catch {
    // Interrupted, or the end of the input: no answer is no.
    return '';
  } finally {
    if (input !== 0) closeSync(input);
  }
  return Buffer.from(bytes).toString('utf8');
}

const NEWLINE = 10;
