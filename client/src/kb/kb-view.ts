import { plural, t } from '../../shared/l10n';
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
    return {
      icon: 'sync~spin',
      text:
        count > 1
          ? t('{0} {1} and {2} more', shortened(kb), elapsed(milliseconds), count - 1)
          : `${shortened(kb)} ${elapsed(milliseconds)}`,
      details: [
        plural(
          count,
          'A query is running on the KB {1}.',
          '{0} queries are running, the first on the KB {1}.',
          kb,
        ),
        t('Click to stop it, or to select another KB.'),
      ],
    };
  }
  const found = target && 'kb' in target ? target : undefined;
  const kb = found?.kb ?? chosen;
  const missing = found?.known === false && !/^https?:\/\//.test(kb);
  return {
    icon: missing ? 'warning' : 'server',
    text: shortened(kb),
    details: [
      missing
        ? t('There is no KB called {0}, so this query cannot run.', kb)
        : t('Queries run on the KB {0}.', kb),
      ...(found?.saidBy === 'query' ? [t('Set in the header of this query.')] : []),
      t('Click to select, add or test a KB.'),
    ],
  };
}

/** An address is known by its host. */
function shortened(kb: string): string {
  const name = URL.canParse(kb) ? new URL(kb).host || kb : kb;
  return name.length > MOST ? `${name.slice(0, MOST - 1)}…` : name;
}

const MOST = 24;
