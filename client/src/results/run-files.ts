/** Saved runs as files. Nothing here knows the editor. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keptBytes, packHeld, readKeptBytes, unpackHeld, type Unusable } from './saved-run-format';
import type { Held, KeptRun } from './store-policy';

/** Another window may be writing what is younger than this. */
const ABANDONED_MS = 10 * 60_000;

const ABOUT = '.json';
const WHOLE = '.run.gz';
const TEMPORARY = /\.[\da-f]{8}(?:-[\da-f]{4,12}){4}\.tmp$/;

/**
 * What is known of each run in one file, all of it in another, so that windows cannot spoil each other's list. A file is replaced in one
 * step by the system itself: the editor's own file service deletes the old file before it renames the new one.
 */
export class RunFiles {
  constructor(
    private readonly folder: string,
    private readonly log: (message: string) => void,
  ) {}

  /** Those that can be used. Also deletes what windows that were killed have left behind. */
  async list(): Promise<readonly KeptRun[]> {
    const names = await readdir(this.folder).catch(() => []);
    const skipped: string[] = [];
    const found: KeptRun[] = [];
    const orphans = new Set(orphansAmong(names));
    for (const name of names) {
      if (orphans.has(name) && (await this.removeAbandoned(name))) continue;
      if (!name.endsWith(ABOUT)) continue;
      const kept = await this.readKept(name.slice(0, -ABOUT.length));
      if (typeof kept === 'object') found.push(kept);
      else if (kept !== undefined) skipped.push(`${name} is ${REASONS[kept]}`);
    }
    if (skipped.length > 0)
      this.log(`Skipped ${skipped.length} saved runs in ${this.folder}: ${skipped.join('; ')}.`);
    return found;
  }

  async read(id: string): Promise<Held | undefined> {
    const name = nameOf(id, WHOLE);
    const packed = await this.bytesOf(name);
    if (!packed) return undefined;
    const held = await unpackHeld(packed);
    if (typeof held === 'object' && held.id === id) return held;
    const reason = typeof held === 'object' ? 'of another run' : REASONS[held];
    this.log(`Skipped a saved run in ${this.folder}: ${name} is ${reason}.`);
    return undefined;
  }

  /** As it is on disk now; another window may have changed it. */
  async known(id: string): Promise<KeptRun | undefined> {
    const kept = await this.readKept(stemOf(id));
    return typeof kept === 'object' ? kept : undefined;
  }

  /** Undefined for one that is too large. */
  async pack(run: Held): Promise<Uint8Array | undefined> {
    return packHeld(run);
  }

  async write(kept: KeptRun, packed: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.replace(nameOf(kept.id, WHOLE), packed);
    await this.replace(nameOf(kept.id, ABOUT), keptBytes(kept));
  }

  /** Does nothing where another window has deleted it. */
  async update(kept: KeptRun): Promise<void> {
    if (await this.known(kept.id)) await this.replace(nameOf(kept.id, ABOUT), keptBytes(kept));
  }

  async remove(id: string): Promise<void> {
    // Another window may have been first.
    for (const ending of [ABOUT, WHOLE]) await this.delete(nameOf(id, ending));
  }

  private async readKept(stem: string): Promise<KeptRun | Unusable | undefined> {
    const bytes = await this.bytesOf(`${stem}${ABOUT}`);
    const kept = bytes && readKeptBytes(bytes);
    return typeof kept === 'object' && stemOf(kept.id) !== stem ? 'damaged' : kept;
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

  /** Half of a run, or a temporary file, unless it is young or of a later version. */
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
    return (name.endsWith(WHOLE) ? await unpackHeld(bytes) : readKeptBytes(bytes)) === 'newer';
  }
}

const REASONS: Readonly<Record<Unusable, string>> = {
  damaged: 'damaged',
  newer: 'of a later version of the extension',
};

function orphansAmong(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  return names.filter((name) => {
    if (TEMPORARY.test(name)) return true;
    if (name.endsWith(WHOLE)) return !all.has(`${name.slice(0, -WHOLE.length)}${ABOUT}`);
    return name.endsWith(ABOUT) && !all.has(`${name.slice(0, -ABOUT.length)}${WHOLE}`);
  });
}

const stemOf = (id: string): string => id.replace(/[^\w-]/g, '_');
const nameOf = (id: string, ending: string): string => `${stemOf(id)}${ending}`;
