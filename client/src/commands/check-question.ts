import * as vscode from 'vscode';
import type { Explained, Explanations } from '../explain/explanations';
import type { LastQuery } from '../schema/last-query';
import { placeIn, placeOf } from './run-query';

/** Compares the query around the caret with its question. */
export async function checkQuestion(
  explanations: Explanations,
  lastQuery: LastQuery,
  target?: unknown,
  where?: unknown,
): Promise<Explained | undefined> {
  const place = (await placeOf(target, where)) ?? placeIn(await lastQuery.show());
  if (place) return explanations.check(place);
  void vscode.window.showInformationMessage(
    'There is no query to check. Open a SPARQL file, put the caret into a query, and try again.',
  );
  return undefined;
}
