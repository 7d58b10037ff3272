import * as vscode from 'vscode';
import { RunFiles } from './run-files';
import {
  summarize,
  newestFirst,
  sharedStorage,
  findExcess,
  isKept,
  type SavedResult,
  type HistoryEntry,
} from './saved-results';

const MAX_BYTES = 100 * 1024 * 1024;
/** A larger run is not saved to disk. */
const MAX_RUN_BYTES = 30 * 1024 * 1024;
const MAX_IN_MEMORY = 4;

/** Where a history is saved, and its size. */
export interface HistoryOptions {
  /** A folder in the storage of the workspace. */
  readonly folder: string;
  /** The setting under `funfusic` with the maximum number of entries on disk. */
  readonly setting: string;
  /** The default of the setting. */
  readonly defaultLimit: number;
  /** Reports files that are skipped. */
  readonly log: (message: string) => void;
}

/** The saved runs and repairs of this workspace, or its saved questions. */
export class RunHistory implements vscode.Disposable {
  private readonly files: RunFiles;
  private readonly changes = new vscode.EventEmitter<undefined>();
  private readonly windowState: vscode.Disposable;
  private entries: readonly HistoryEntry[] = [];
  /** The latest entries with their content. */
  private readonly recent = new Map<string, SavedResult>();
  /** Files are written one after another, and read after all pending writes. */
  private pending: Promise<void>;

  readonly onDidChange = this.changes.event;

  constructor(
    context: vscode.ExtensionContext,
    private readonly keeping: HistoryOptions,
  ) {
    const storage = context.storageUri?.with({ path: sharedStorage(context.storageUri.path) });
    const folder = vscode.Uri.joinPath(storage ?? context.globalStorageUri, keeping.folder);
    this.files = new RunFiles(folder.fsPath, keeping.log);
    this.pending = this.files.list().then((found) => this.set([...this.entries, ...found]));
    this.windowState = vscode.window.onDidChangeWindowState(({ focused }) => focused && this.refresh());
  }

  get runs(): readonly HistoryEntry[] {
    return newestFirst(this.entries);
  }

  has(id: string): boolean {
    return this.entries.some((run) => run.id === id);
  }

  add(run: SavedResult): void {
    this.remember(run);
    this.set([...this.entries, { ...summarize(run), pinned: false, bytes: 0 }]);
    this.enqueue(async () => {
      if (this.most > 0) await this.store(run);
      await this.removeExcess();
    });
  }

  async read(id: string): Promise<SavedResult | undefined> {
    const known = this.recent.get(id);
    if (known) return known;
    await this.pending;
    const run = await this.files.read(id);
    if (run) this.remember(run);
    return run;
  }

  pin(id: string, pinned: boolean): void {
    this.change(id, (run) => ({ ...run, pinned }));
  }

  /** Saves a query under a name; undefined removes the name. */
  name(id: string, name: string | undefined): void {
    this.change(id, ({ name: _, ...run }) => ({ ...run, ...(name !== undefined && { name }) }));
  }

  private change(id: string, change: (run: HistoryEntry) => HistoryEntry): void {
    this.set(this.entries.map((run) => (run.id === id ? change(run) : run)));
    this.enqueue(async () => {
      const run = this.entries.find((one) => one.id === id);
      if (run && run.bytes > 0) await this.files.update(run);
      await this.removeExcess();
    });
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.recent.delete(id);
    this.set(this.entries.filter(({ id }) => !ids.includes(id)));
    this.enqueue(async () => {
      for (const id of ids) await this.files.remove(id);
    });
  }

  /** Reads what other windows of the workspace have added, changed and deleted. */
  refresh(): void {
    this.enqueue(async () => {
      const before = this.entries;
      const found = await this.files.list();
      // Changes of this window in the meantime are not written yet.
      if (this.entries !== before) return;
      const entries = [...before.filter(({ bytes }) => bytes === 0), ...found];
      if (stateOf(entries) !== stateOf(this.entries)) this.set(entries);
    });
  }

  dispose(): void {
    this.windowState.dispose();
    this.changes.dispose();
  }

  private async store(run: SavedResult): Promise<void> {
    const packed = await this.files.pack(run);
    const entry = this.entries.find(({ id }) => id === run.id);
    if (!entry || !packed || packed.byteLength > MAX_RUN_BYTES) return;
    const stored = { ...entry, bytes: packed.byteLength };
    await this.files.write(stored, packed);
    this.entries = this.entries.map((one) => (one.id === run.id ? { ...one, bytes: stored.bytes } : one));
  }

  private async removeExcess(): Promise<void> {
    // Without files, the runs of this window are still listed.
    const excess = findExcess(this.entries, { runs: Math.max(this.most, MAX_IN_MEMORY), bytes: MAX_BYTES });
    if (excess.length === 0) return;
    this.set(this.entries.filter((run) => !excess.includes(run)));
    for (const { id } of excess) {
      // Another window may have pinned or saved it.
      const current = await this.files.known(id);
      if (current && isKept(current)) this.set([...this.entries, current]);
      else await this.files.remove(id);
    }
  }

  private remember(run: SavedResult): void {
    this.recent.delete(run.id);
    this.recent.set(run.id, run);
    const [oldest] = this.recent.keys();
    if (this.recent.size > MAX_IN_MEMORY && oldest !== undefined) this.recent.delete(oldest);
  }

  private enqueue(action: () => Promise<void>): void {
    // If the disk is full or read-only, only the history is affected.
    this.pending = this.pending.then(action).catch(() => undefined);
  }

  private get most(): number {
    const { setting, defaultLimit: most } = this.keeping;
    return vscode.workspace.getConfiguration('funfusic').get<number>(setting) ?? most;
  }

  private set(entries: readonly HistoryEntry[]): void {
    this.entries = entries;
    this.changes.fire(undefined);
  }
}

/** Entries with the same state are displayed alike. */
const stateOf = (entries: readonly HistoryEntry[]): string =>
  JSON.stringify(newestFirst(entries).map(({ id, pinned, name }) => [id, pinned, name]));
