import { describe, expect, it } from 'vitest';
import { toldOf, whyNotWritten } from '../../client/src/repair/acceptance';

describe('A proposal that could not be written', () => {
  it('is outdated where the text has changed, and refused where it is as it was', () => {
    expect(whyNotWritten('ASK {}', 'ASK { }')).toBe('outdated');
    expect(whyNotWritten('ASK {}', 'ASK {}')).toBe('refused');
  });

  it.each([
    ['outdated', /has changed since/, ['copy', 'again']],
    ['refused', /read-only/, ['copy']],
    ['no change here', /caret/, []],
  ] as const)('says what to do when it is %s', (acceptance, message, actions) => {
    expect(toldOf(acceptance)).toMatchObject({ message: expect.stringMatching(message) as string, actions });
  });

  it('does not say what can be seen', () => {
    expect([toldOf('accepted'), toldOf('gone')]).toEqual([undefined, undefined]);
  });
});
