import * as vscode from 'vscode';
import { placeIn, placeOf } from '../commands/query-place';
import type { HeldAsked } from '../results/store-policy';
import type { RunPlace, RunRequests } from '../run/run-requests';
import type { LastQuery } from '../schema/last-query';
import type { Asks } from './asks';

/** Asks the `# question:` above the query at the cursor, and shows the answer beside it. */
export async function askQuestionOfQuery(
  asks: Asks,
  runs: RunRequests,
  lastQuery: LastQuery,
  target?: unknown,
): Promise<HeldAsked | undefined> {
  const place = (await placeOf(target)) ?? placeIn(await lastQuery.show());
  const wish = place && (await wishAt(asks, runs, place));
  if (wish) return asks.ask(wish);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('No question found. Write “# question: …” above the query and place the cursor in it.'),
  );
  return undefined;
}

async function wishAt(
  { server }: Asks,
  runs: RunRequests,
  place: RunPlace,
): Promise<{ readonly question: string; readonly kb?: string } | undefined> {
  const target = await runs.target(server, place);
  // Without a query, the question may still be there.
  const [, question = ''] = 'problem' in target ? (ALONE.exec(place.document.getText()) ?? []) : [];
  if ('problem' in target) return question === '' ? undefined : { question };
  if (target.question === undefined) return undefined;
  // An address that only the file names is not contacted.
  return { question: target.question, ...(target.known && { kb: target.kb }) };
}

const ALONE = /^#\s*question\s*:\s*(\S.*)$/im;
