import { describe, expect, it } from 'vitest';
import { hasHiddenPassword, hidePasswords, nameOfAddress } from '../../server/src/core/text/passwords';

describe('Passwords in addresses', () => {
  it.each([
    ['# endpoint: http://ada:pw@host/sparql', '# endpoint: http://••••••@host/sparql'],
    ['HTTPS://a@b@host', 'HTTPS://•••@host'],
    ['<http://x/a@b> "http://y"@en', '<http://x/a@b> "http://y"@en'],
    ['http://host?to=a@b', 'http://host?to=a@b'],
    ['mail a@b', 'mail a@b'],
  ])('%s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(hidden);
    expect(hidden).toHaveLength(text.length);
  });

  it('are left out of names, however long they are', () => {
    expect(nameOfAddress('http://ada:pw@host/x')).toBe('http://•••@host/x');
    expect(nameOfAddress(nameOfAddress('http://ada:longer@host/x'))).toBe('http://•••@host/x');
    expect(hasHiddenPassword('http://•••@host/x')).toBe(true);
    expect(hasHiddenPassword('http://ada:pw@host/x')).toBe(false);
  });
});
