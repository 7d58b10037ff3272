/** What the first completion would have to wait for, made in steps while nobody waits. */
import type { KbSchema } from '../../kb/schema';
import { typeNames } from './class-items';
import { relationNames } from './relations';

export function* warmUp(schema: KbSchema): Iterable<void> {
  relationNames(schema);
  yield;
  typeNames(schema);
  yield;
  // The first question about either builds its table.
  schema.relationsOf('');
  yield;
  schema.seenTogether('', '');
}
