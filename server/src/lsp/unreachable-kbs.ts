import type { EntityDirectory } from '../core/query/entity-directory';

const RETRY_DELAY_MS = 60_000;

/** The KBs that did not answer. For a while, no request is sent to them in the background. */
export class UnreachableKbs {
  private readonly retryAt = new WeakMap<EntityDirectory, number>();

  add(directory: EntityDirectory): void {
    this.retryAt.set(directory, performance.now() + RETRY_DELAY_MS);
  }

  /** The clock is read only after a failure, because its module is loaded on first use. */
  has(directory: EntityDirectory): boolean {
    const retryAt = this.retryAt.get(directory);
    return retryAt !== undefined && retryAt > performance.now();
  }
}
