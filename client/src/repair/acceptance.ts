import { t } from '../../shared/l10n';

/** The result of accepting a proposal. This file does not import the editor. */
export type Acceptance = 'accepted' | 'outdated' | 'refused' | 'gone' | 'no change here';

/** Why an edit was not applied: the text has changed, or the document is read-only. */
export function rejectionReason(before: string, now: string): Acceptance {
  return before === now ? 'refused' : 'outdated';
}

export interface AcceptanceMessage {
  readonly level: 'information' | 'warning';
  readonly message: string;
  readonly actions: readonly ('copy' | 'again')[];
}

/** Returns undefined if no message is needed. */
export function acceptanceMessage(acceptance: Acceptance): AcceptanceMessage | undefined {
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
