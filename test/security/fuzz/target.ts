/** A function that reads untrusted text, with its invariants. */
export interface Target {
  readonly name: string;
  /** Throws if an invariant does not hold. */
  readonly run: (input: string) => void | Promise<void>;
  /** Initial inputs besides the corpus. */
  readonly seeds: () => readonly string[];
  /** Folders and files of server/src whose string literals are inserted into inputs. */
  readonly sources: readonly string[];
  /** Other texts to insert into inputs. */
  readonly words?: readonly string[];
  /** Inputs are also mutated as JSON values. */
  readonly isJson?: true;
  /** In UTF-16 code units or bytes. */
  readonly maxLength: number;
}

/** Throws unless the condition holds. */
export function must(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message());
}
