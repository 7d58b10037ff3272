import type { AsOf } from '../sexpr/time-relations';
import type { AskPorts } from './ask-ports';

/** What "now" means in a question is the day on which it is asked. */
export function asOf({ date }: Pick<AskPorts, 'date'>): AsOf {
  return { now: date().slice(0, 10) };
}
