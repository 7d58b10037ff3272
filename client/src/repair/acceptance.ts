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
        message:
          'There is no change at the caret. Put it on a line that differs, and accept that change again.',
        actions: [],
      };
    case 'outdated':
      return {
        level: 'warning',
        message:
          'The query has changed since it was repaired, so nothing was written. Compare the two, copy what you need, or repair it again.',
        actions: ['copy', 'again'],
      };
    case 'refused':
      return {
        level: 'warning',
        message:
          'The document cannot be changed, so nothing was written; it may be read-only. Make it writable and accept again, or copy the proposal into another document.',
        actions: ['copy'],
      };
  }
}
