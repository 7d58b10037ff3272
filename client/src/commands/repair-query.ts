import * as vscode from 'vscode';
import type { RepairReply } from '../../../server/src/protocol';
import type { Repairs } from '../repair/repairs';
import type { LastQuery } from '../schema/last-query';
import { placeIn, placeOf } from './run-query';

/** Repairs the query around the caret; from a quick fix or a code lens, the one that they are about. */
export async function repairQuery(
  repairs: Repairs,
  lastQuery: LastQuery,
  target?: unknown,
  where?: unknown,
): Promise<RepairReply | undefined> {
  // Called from a page that covers the query, it is the query that is meant.
  const place = (await placeOf(target, where)) ?? placeIn(await lastQuery.show());
  if (!place) {
    void vscode.window.showInformationMessage(
      'There is no query to repair. Open a SPARQL file, put the caret into a query, and try again.',
    );
    return undefined;
  }
  return repairs.repair(place);
}
