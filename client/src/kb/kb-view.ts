import type { RunTargetResult } from '../../../server/src/protocol/index';
import { elapsed } from '../run/elapsed';

/** The KB of a query in words. Nothing here knows the editor, so that every wording can be tested. */
export interface KbView {
  readonly text: string;
  readonly icon: string;
  /** One sentence a line. */
  readonly details: readonly string[];
}

export interface KbSituation {
  /** The KB of the query around the caret; undefined where there is none, or nobody has said yet. */
  readonly target: RunTargetResult | undefined;
  /** What the settings say. */
  readonly chosen: string;
  /** Since when anything runs, in milliseconds; undefined where nothing does. */
  readonly running:
    { readonly kb: string; readonly milliseconds: number; readonly count: number } | undefined;
}

export function viewKb({ target, chosen, running }: KbSituation): KbView {
  if (running) {
    const { kb, milliseconds, count } = running;
    const others = count > 1 ? ` and ${count - 1} more` : '';
    return {
      icon: 'sync~spin',
      text: `${shortened(kb)} ${elapsed(milliseconds)}${others}`,
      details: [`A query runs on the KB ${kb}${others}.`, 'Click to stop it, or to choose another KB.'],
    };
  }
  const found = target && 'kb' in target ? target : undefined;
  const kb = found?.kb ?? chosen;
  const missing = found?.known === false && !/^https?:\/\//.test(kb);
  return {
    icon: missing ? 'warning' : 'server',
    text: shortened(kb),
    details: [
      missing ? `There is no KB called ${kb}, so this query cannot be run.` : `Queries run on the KB ${kb}.`,
      ...(found?.saidBy === 'query' ? ['This query says so in its header.'] : []),
      'Click to choose another, to add one, or to test it.',
    ],
  };
}

/** An address is known by its host. */
function shortened(kb: string): string {
  const name = URL.canParse(kb) ? new URL(kb).host || kb : kb;
  return name.length > MOST ? `${name.slice(0, MOST - 1)}…` : name;
}

const MOST = 24;
