import { describe, expect, it } from 'vitest';
import { acceptanceMessage, rejectionReason } from '../../client/src/repair/acceptance';

describe('accepting a proposal', () => {
  it('is outdated if the text has changed, and refused if it has not', () => {
    expect(rejectionReason('ASK {}', 'ASK { }')).toBe('outdated');
    expect(rejectionReason('ASK {}', 'ASK {}')).toBe('refused');
  });

  it.each([
    ['outdated', /has changed since/, ['copy', 'again']],
    ['refused', /read-only/, ['copy']],
    ['no change here', /cursor/, []],
  ] as const)('reports what to do if the result is “%s”', (acceptance, message, actions) => {
    expect(acceptanceMessage(acceptance)).toMatchObject({
      message: expect.stringMatching(message) as string,
      actions,
    });
  });

  it('reports nothing if the result is visible', () => {
    expect([acceptanceMessage('accepted'), acceptanceMessage('gone')]).toEqual([undefined, undefined]);
  });
});
