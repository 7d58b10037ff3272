/** The loaded schemas, by file. A schema is reloaded when its file changes. */
import { loadSchema, watchSchema, type LoadedSchema } from '../compose/schemas';

export class Schemas {
  private readonly loaded = new Map<string, LoadedSchema>();
  private readonly watchers = new Map<string, { close(): void }>();

  constructor(
    private readonly folder: () => string | undefined,
    private readonly onChange: () => void,
  ) {}

  /** Loads the schema of a file, or the bundled one if `file` is empty or cannot be used. */
  at(file: string): LoadedSchema {
    const known = this.loaded.get(file);
    if (known) return known;
    if (file && !this.watchers.has(file))
      this.watchers.set(file, watchSchema(file, this.folder(), this.onChange));
    const loaded = loadSchema(file, this.folder());
    this.loaded.set(file, loaded);
    return loaded;
  }

  /** Unloads all schemas and stops watching their files. They are loaded again on next use. */
  forget(): void {
    this.loaded.clear();
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }
}
