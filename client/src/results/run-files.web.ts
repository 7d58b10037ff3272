import type { SavedResult, HistoryEntry } from './saved-results';

/** The runs of this window. In the browser they are not saved. */
export class RunFiles {
  private readonly entries = new Map<string, HistoryEntry>();
  private readonly contents = new Map<string, SavedResult>();
  private packed: SavedResult | undefined;

  list(): Promise<readonly HistoryEntry[]> {
    return Promise.resolve([...this.entries.values()]);
  }

  read(id: string): Promise<SavedResult | undefined> {
    return Promise.resolve(this.contents.get(id));
  }

  known(id: string): Promise<HistoryEntry | undefined> {
    return Promise.resolve(this.entries.get(id));
  }

  /** The bytes are only counted. */
  pack(run: SavedResult): Promise<Uint8Array | undefined> {
    this.packed = run;
    return Promise.resolve(new TextEncoder().encode(JSON.stringify(run)));
  }

  write(entry: HistoryEntry): Promise<void> {
    this.entries.set(entry.id, entry);
    if (this.packed?.id === entry.id) this.contents.set(entry.id, this.packed);
    return Promise.resolve();
  }

  update(entry: HistoryEntry): Promise<void> {
    if (this.entries.has(entry.id)) this.entries.set(entry.id, entry);
    return Promise.resolve();
  }

  remove(id: string): Promise<void> {
    this.entries.delete(id);
    this.contents.delete(id);
    return Promise.resolve();
  }
}
