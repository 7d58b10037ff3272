import * as vscode from 'vscode';
import { placeIn, placeOf } from '../commands/query-at-cursor';
import type { SavedAnswer } from '../results/saved-results';
import type { RunPlace, RunRequests } from '../run/run-requests';
import type { LastQuery } from '../schema/last-query';
import type { Asks } from './asks';

/** Asks the `# question:` above the query at the cursor, and shows the answer beside it. */
export async function askQuestionOfQuery(
  asks: Asks,
  runs: RunRequests,
  lastQuery: LastQuery,
  target?: unknown,
): Promise<SavedAnswer | undefined> {
  const place = (await placeOf(target)) ?? placeIn(await lastQuery.show());
  const request = place && (await questionAt(asks, runs, place));
  if (request) return asks.ask(request);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('No question found. Write “# question: …” above the query and place the cursor in it.'),
  );
  return undefined;
}

async function questionAt(
  { server }: Asks,
  runs: RunRequests,
  place: RunPlace,
): Promise<{ readonly question: string; readonly kb?: string } | undefined> {
  const target = await runs.target(server, place);
  // The document may contain a question without a query.
  const [, question = ''] = 'problem' in target ? (QUESTION_LINE.exec(place.document.getText()) ?? []) : [];
  if ('problem' in target) return question === '' ? undefined : { question };
  if (target.question === undefined) return undefined;
  // An address that only the file contains is not contacted.
  return { question: target.question, ...(target.known && { kb: target.kb }) };
}

const QUESTION_LINE = /^#\s*question\s*:\s*(\S.*)$/im;
