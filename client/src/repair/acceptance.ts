import { t } from '../../shared/l10n';

/** What can become of a proposal that is accepted, in words. Nothing here knows the editor. */
export type Acceptance = 'accepted' | 'outdated' | 'refused' | 'gone' | 'no change here';

/** What the editor would not write: something else was written meanwhile, or nothing can be. */
export function whyNotWritten(before: string, now: string): Acceptance {
  return before === now ? 'refused' : 'outdated';
}

export interface AcceptanceTold {
  readonly level: 'information' | 'warning';
  readonly message: string;
  readonly actions: readonly ('copy' | 'again')[];
}

/** Nothing where it is plain to see what happened. */
export function toldOf(acceptance: Acceptance): AcceptanceTold | undefined {
  switch (acceptance) {
    case 'accepted':
    case 'gone':
      return undefined;
    case 'no change here':
      return {
        level: 'information',
        message: t('No change at the cursor. Place the cursor on a changed line and accept again.'),
        actions: [],
      };
    case 'outdated':
      return {
        level: 'warning',
        message: t(
          'The query has changed since it was repaired, so nothing was written. Copy the proposal, or repair the query again.',
        ),
        actions: ['copy', 'again'],
      };
    case 'refused':
      return {
        level: 'warning',
        message: t(
          'The document cannot be changed; it may be read-only. Make it writable and accept again, or copy the proposal.',
        ),
        actions: ['copy'],
      };
  }
}
