/** Branches of server/src that an input reaches. scripts/lib/count-branches.mjs inserts the counters. */

declare global {
  var branchCounters: Uint32Array;
  var wordsByFile: Readonly<Record<string, readonly string[]>>;
}

export class Coverage {
  /** One bit per branch and power of two of its count, so that an input that runs a loop far more often is new, too. */
  private readonly seen = new Uint32Array(branchCounters.length);
  branches = 0;

  /** Must be called before each input. */
  reset(): void {
    branchCounters.fill(0);
  }

  /** Records an input and returns whether it reached a new branch or ran one far more often. */
  add(): boolean {
    let isNew = false;
    for (let at = 0; at < branchCounters.length; at++) {
      const count = branchCounters[at] ?? 0;
      if (!count) continue;
      const bit = 1 << (31 - Math.clz32(count));
      const before = this.seen[at] ?? 0;
      if (before & bit) continue;
      if (!before) this.branches++;
      this.seen[at] = before | bit;
      isNew = true;
    }
    return isNew;
  }
}

/** Returns the number of branches that ran since the last reset. */
export function stepsSoFar(): number {
  let steps = 0;
  for (const count of branchCounters) steps += count;
  return steps;
}

/** Returns the string literals of the files in these folders. */
export function wordsOf(folders: readonly string[]): readonly string[] {
  const files = Object.entries(wordsByFile).filter(([file]) => folders.some((one) => file.startsWith(one)));
  return [...new Set(files.flatMap(([, words]) => words))];
}
