import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol/index';
import type { KbRequests } from '../kb/kb-requests';
import { kbSettings } from '../kb/kb-settings';
import { pickKb } from '../kb/pick-kb';
import type { Runs } from '../run/runs';
import { placeOf } from './query-at-cursor';

/** Runs a query once on another KB, without changing the settings. */
export async function runQueryOn(runs: Runs, kbs: KbRequests, target?: unknown): Promise<Run | undefined> {
  const place = await placeOf(target);
  if (!place) return undefined;
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  const kb = await pickKb(await kbs.list(), {
    title: vscode.l10n.t('Select the KB to run this query on'),
    chosen,
  });
  return kb === undefined ? undefined : runs.run({ ...place, kb });
}
