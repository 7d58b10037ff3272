import * as vscode from 'vscode';
import type { Explanations } from '../explain/explanations';
import type { LastQuery } from '../schema/last-query';
import type { Explained } from '../explain/explanations';
import { placeIn, placeOf } from './run-query';

/** Puts the query around the caret into words; from a code lens, the one below it. */
export async function explainQuery(
  explanations: Explanations,
  lastQuery: LastQuery,
  target?: unknown,
  where?: unknown,
): Promise<Explained | undefined> {
  // Called from a page that covers the query, it is the query that is meant.
  const place = (await placeOf(target, where)) ?? placeIn(await lastQuery.show());
  if (place) return explanations.explain(place);
  void vscode.window.showInformationMessage(
    'There is no query to explain. Open a SPARQL file, put the caret into a query, and try again.',
  );
  return undefined;
}
