/** One reader of foreign text, and what must hold for every input. */
export interface Target {
  readonly name: string;
  /** Throws when something that must hold does not. */
  readonly run: (input: string) => void | Promise<void>;
  /** Inputs to start from, besides those of the corpus. */
  readonly seeds: () => readonly string[];
  /** Folders and files of server/src whose string literals are put into inputs. */
  readonly sources: readonly string[];
  /** More that is put into inputs. */
  readonly words?: readonly string[];
  /** JSON is also changed value by value. */
  readonly isJson?: true;
  /** UTF-16 units, or bytes. */
  readonly maxLength: number;
}

/** Throws unless it holds. */
export function must(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message());
}
