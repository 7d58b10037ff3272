import type { AsOf } from '../logical-form/time-relations';

/** What "now" means in a question is the day on which it is asked. */
export function asOf({ date }: { readonly date: () => string }): AsOf {
  return { now: date().slice(0, 10) };
}
