import { plural, t } from '../../shared/l10n';
import type { RunTargetResult } from '../../../server/src/protocol/index';

/** The KB in the status bar. This file does not import the editor, so that the texts can be tested. */
export interface KbView {
  readonly text: string;
  readonly icon: string;
  /** One sentence per line. */
  readonly details: readonly string[];
}

export interface KbViewInput {
  /** The KB of the query at the cursor; undefined if it is not known. */
  readonly target: RunTargetResult | undefined;
  /** The KB of the settings. */
  readonly chosen: string;
  /** The running queries; undefined if there are none. */
  readonly running:
    | { readonly kb: string; readonly milliseconds: number; readonly count: number }
    | undefined;
}

export function viewKb({ target, chosen, running }: KbViewInput): KbView {
  if (running) {
    const { kb, milliseconds, count } = running;
    return {
      icon: 'sync~spin',
      text:
        count > 1
          ? t('{0} {1} and {2} more', shorten(kb), elapsed(milliseconds), count - 1)
          : `${shorten(kb)} ${elapsed(milliseconds)}`,
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
    text: shorten(kb),
    details: [
      missing
        ? t('There is no KB called {0}, so this query cannot run.', kb)
        : t('Queries run on the KB {0}.', kb),
      ...(found?.kbSource === 'query' ? [t('Set in the header of this query.')] : []),
      t('Click to select, add or test a KB.'),
    ],
  };
}

/** Shortens an address to its host. */
function shorten(kb: string): string {
  const name = URL.canParse(kb) ? new URL(kb).host || kb : kb;
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1)}…` : name;
}

const MAX_LENGTH = 24;

/** The elapsed time as a short text. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return t('{0} s', seconds);
  return t('{0}:{1} min', Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}
