/** Checks a query and runs it, as the server does, on a KB of a few facts. */
import { parseQuery } from '../../server/src/core/sparql/parse';
import type { Finding } from '../../server/src/core/verify/verifier';
import { findingsAfterRun } from '../../tools/after-run';
import { storeKb } from '../../tools/store-kb';
import { checkWithCures, freebase, optionsOf, type Choices } from './check';
import type { Facts } from './fixtures';

export async function checkAfterRun(
  text: string,
  { turtle, complete }: Facts,
  choices: Choices = {},
): Promise<readonly Finding[]> {
  const query = parseQuery(text, optionsOf(choices).dialect);
  const after = await findingsAfterRun(storeKb(turtle, { complete }), query, freebase());
  return [...checkWithCures(text, choices), ...after];
}
