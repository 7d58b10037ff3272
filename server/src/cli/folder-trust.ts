/** Requires consent for addresses and files that the settings of a folder name, because the folder may be untrusted. */
import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { isConfirmed, rememberConfirmed } from '../compose/files';
import { onOneLine } from '../core/language/text/control-characters';
import { redactAddress } from '../core/language/text/passwords';
import { UsageError } from './arguments';

export const TRUST_OPTIONS = {
  'trust-folder': {
    help: 'use the addresses and files that the nearest .vscode/settings.json names, and the addresses in queries; without it, you are asked on a terminal, and elsewhere they are refused',
  },
} as const;

/** An address or a file that a command would use. */
export interface FolderUse {
  /** Such as `KB Wiki`. */
  readonly what: string;
  /** The address or the path, as it is used. */
  readonly exact: string;
}

export class FolderTrust {
  private readonly confirmed = new Set<string>();

  /** `file` is the settings file; undefined if the settings come from the editor or are the defaults. */
  constructor(
    readonly file: string | undefined,
    private readonly isTrusted: boolean,
  ) {}

  /** Asks the user on a terminal once for all uses. Throws without consent. */
  require(uses: readonly FolderUse[], file = this.file): void {
    const problem = file === undefined ? undefined : this.problemWith(uses, file);
    if (problem !== undefined) throw new UsageError(problem);
  }

  /** Asks the user too, and returns why the uses are refused. `source` is the file or the query that names them. */
  problemWith(uses: readonly FolderUse[], source: string): string | undefined {
    if (this.isTrusted) return undefined;
    const open = uses.filter((use) => {
      const parts = consentKey(source, use);
      return !this.confirmed.has(JSON.stringify(parts)) && !isConfirmed(parts);
    });
    if (!open.length) return undefined;
    const consent = askOnTerminal(
      [
        `funfusic: ${onOneLine(source)} names:`,
        ...open.map((use) => onOneLine(`  ${formatUse(use)}`)),
        'Use them? Only if you trust this folder. [y/N] ',
      ].join('\n'),
    );
    if (consent !== true)
      return onOneLine(
        consent === false
          ? 'Nothing was sent.'
          : `${open.map(formatUse).join(', ')}: named by ${source}, and this folder is not trusted. Nothing was sent. Add --trust-folder if you trust it, or type the address with --kb or --model-url.`,
      );
    for (const use of open) {
      const parts = consentKey(source, use);
      this.confirmed.add(JSON.stringify(parts));
      rememberConfirmed(parts);
    }
    return undefined;
  }
}

/** A file outside the folder needs consent. The file is not accessed, because on Windows this may already send a password. */
export function usesOutside(what: string, files: readonly string[], folder: string): readonly FolderUse[] {
  return files
    .map((file) => resolve(folder, file))
    .filter((path) => !isInside(path, folder) || !isInside(realPath(path), realPath(folder)))
    .map((exact) => ({ what, exact }));
}

function isInside(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/.test(relativePath) && !isAbsolute(relativePath);
}

/** Resolves links. Returns the path itself if it does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function consentKey(file: string, { what, exact }: FolderUse): readonly string[] {
  return [file, what, exact];
}

function formatUse({ what, exact }: FolderUse): string {
  return `${what}: ${/^https?:/i.test(exact) ? redactAddress(exact) : exact}`;
}

/** Undefined without a terminal. */
function askOnTerminal(question: string): boolean | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  process.stderr.write(question);
  return /^\s*y(?:es)?\s*$/i.test(readLine());
}

/** Reads synchronously from the terminal, so that the stream of standard input stays unused for the command. */
function readLine(): string {
  const input = process.platform === 'win32' ? 0 : openSync('/dev/tty', 'r');
  const bytes: number[] = [];
  const byte = Buffer.alloc(1);
  try {
    while (readSync(input, byte) > 0 && byte[0] !== NEWLINE) bytes.push(byte[0] ?? 0);
  } catch {
    // Interrupted or end of input: counts as no.
    return '';
  } finally {
    if (input !== 0) closeSync(input);
  }
  return Buffer.from(bytes).toString('utf8');
}

const NEWLINE = 10;
