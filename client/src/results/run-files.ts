/** The files of saved runs. This file does not import the editor. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SavedResult, HistoryEntry } from './saved-results';
import type * as SavedRunFormat from './saved-run-format';
import type { UnusableReason } from './saved-run-format';

/** Loaded with the first saved run: its schemas are large. */
const loadFormat = (): Promise<typeof SavedRunFormat> => import('./saved-run-format');

/** Younger files may still be written by another window. */
const ABANDONED_MS = 10 * 60_000;

const SUMMARY = '.json';
const CONTENT = '.run.gz';
const TEMPORARY = /\.[\da-f]{8}(?:-[\da-f]{4,12}){4}\.tmp$/;

/**
 * Each run has a file with its summary and a file with its content, so that several windows can share the folder. Files are replaced
 * atomically by Node's `rename`, because the file service of the editor deletes the old file first.
 */
export class RunFiles {
  /** Logged only once, although every list skips the same files. */
  private lastLogged = '';

  constructor(
    private readonly folder: string,
    private readonly log: (message: string) => void,
  ) {}

  /** Lists the valid runs, and deletes incomplete files of windows that were killed. */
  async list(): Promise<readonly HistoryEntry[]> {
    const names = await readdir(this.folder).catch(() => []);
    const skipped: string[] = [];
    const found: HistoryEntry[] = [];
    const orphans = new Set(orphansAmong(names));
    for (const name of names) {
      if (orphans.has(name) && (await this.removeAbandoned(name))) continue;
      if (!name.endsWith(SUMMARY)) continue;
      const entry = await this.readEntry(name.slice(0, -SUMMARY.length));
      if (typeof entry === 'object') found.push(entry);
      else if (entry !== undefined) skipped.push(`${name} is ${REASONS[entry]}`);
    }
    const message = `Skipped ${skipped.length} saved runs in ${this.folder}: ${skipped.join('; ')}.`;
    if (skipped.length > 0 && message !== this.lastLogged) this.log(message);
    this.lastLogged = message;
    return found;
  }

  async read(id: string): Promise<SavedResult | undefined> {
    const name = nameOf(id, CONTENT);
    const packed = await this.bytesOf(name);
    if (!packed) return undefined;
    const { unpackResult } = await loadFormat();
    const saved = await unpackResult(packed);
    if (typeof saved === 'object' && saved.id === id) return saved;
    const reason = typeof saved === 'object' ? 'of another run' : REASONS[saved];
    this.log(`Skipped a saved run in ${this.folder}: ${name} is ${reason}.`);
    return undefined;
  }

  /** Reads the summary from disk, because another window may have changed it. */
  async known(id: string): Promise<HistoryEntry | undefined> {
    const entry = await this.readEntry(stemOf(id));
    return typeof entry === 'object' ? entry : undefined;
  }

  /** Returns undefined for a run that is too large. */
  async pack(run: SavedResult): Promise<Uint8Array | undefined> {
    const { packResult } = await loadFormat();
    return packResult(run);
  }

  async write(entry: HistoryEntry, packed: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.replace(nameOf(entry.id, CONTENT), packed);
    await this.replaceEntry(entry);
  }

  /** Does nothing if another window has deleted the run. */
  async update(entry: HistoryEntry): Promise<void> {
    if (await this.known(entry.id)) await this.replaceEntry(entry);
  }

  async remove(id: string): Promise<void> {
    for (const ending of [SUMMARY, CONTENT]) await this.delete(nameOf(id, ending));
  }

  private async readEntry(stem: string): Promise<HistoryEntry | UnusableReason | undefined> {
    const bytes = await this.bytesOf(`${stem}${SUMMARY}`);
    if (!bytes) return undefined;
    const { parseEntry } = await loadFormat();
    const entry = parseEntry(bytes);
    return typeof entry === 'object' && stemOf(entry.id) !== stem ? 'damaged' : entry;
  }

  private async replaceEntry(entry: HistoryEntry): Promise<void> {
    const { serializeEntry } = await loadFormat();
    await this.replace(nameOf(entry.id, SUMMARY), serializeEntry(entry));
  }

  private bytesOf(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.folder, name)).catch(() => undefined);
  }

  private async replace(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.folder, name);
    const temporary = `${path}.${randomUUID()}.tmp`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  private async delete(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true }).catch(() => undefined);
  }

  /** Deletes an incomplete run or a temporary file, unless it is recent or of a later version. */
  private async removeAbandoned(name: string): Promise<boolean> {
    const { mtimeMs = Date.now() } = (await stat(join(this.folder, name)).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs < ABANDONED_MS || (await this.isNewer(name))) return false;
    await this.delete(name);
    return true;
  }

  private async isNewer(name: string): Promise<boolean> {
    if (TEMPORARY.test(name)) return false;
    const bytes = await this.bytesOf(name);
    if (!bytes) return false;
    const { parseEntry, unpackResult } = await loadFormat();
    return (name.endsWith(CONTENT) ? await unpackResult(bytes) : parseEntry(bytes)) === 'newer';
  }
}

const REASONS: Readonly<Record<UnusableReason, string>> = {
  damaged: 'damaged',
  newer: 'of a later version of the extension',
};

function orphansAmong(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  return names.filter((name) => {
    if (TEMPORARY.test(name)) return true;
    if (name.endsWith(CONTENT)) return !all.has(`${name.slice(0, -CONTENT.length)}${SUMMARY}`);
    return name.endsWith(SUMMARY) && !all.has(`${name.slice(0, -SUMMARY.length)}${CONTENT}`);
  });
}

const stemOf = (id: string): string => id.replace(/[^\w-]/g, '_');
const nameOf = (id: string, ending: string): string => `${stemOf(id)}${ending}`;
