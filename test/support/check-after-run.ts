/** Checks a query and runs it on a KB with a few facts, as the server does. */
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import type { Finding } from '../../server/src/core/check/verifier';
import { findingsAfterRun } from '../../tools/check-after-run';
import { KbKnowledgeLoader } from '../../tools/known-kb';
import { storeKb } from '../../tools/store-kb';
import { checkWithWorkingFixes, freebase, optionsOf, type TestCheckOptions } from './check';
import type { FixtureFacts } from './fixtures';

export async function checkAfterRun(
  text: string,
  { turtle, complete }: FixtureFacts,
  choices: TestCheckOptions = {},
): Promise<readonly Finding[]> {
  const query = parseQuery(text, optionsOf(choices).dialect);
  const kb = storeKb(turtle, { complete });
  const after = await findingsAfterRun(kb, query, freebase());
  const before = await new KbKnowledgeLoader(kb, freebase()).checkUntilResolved((known) =>
    checkWithWorkingFixes(text, { ...choices, kb: known }),
  );
  return [...before, ...after];
}
