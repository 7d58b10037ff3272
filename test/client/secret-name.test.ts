import { describe, expect, it } from 'vitest';
import { secretKey, secretPrompt } from '../../client/src/secret-name';

const password = { kb: 'Mine', address: 'https://kb.example.org/sparql', what: 'password' };

describe('a secret', () => {
  it('is the same for all paths of a server', () => {
    expect(secretKey({ ...password, address: 'https://kb.example.org/update?x=1' })).toBe(
      secretKey(password),
    );
    expect(secretKey({ ...password, address: 'https://kb.example.org:443/' })).toBe(secretKey(password));
  });

  it.each([
    ['another server', { address: 'https://evil.example.org/sparql' }],
    ['another port', { address: 'https://kb.example.org:8443/sparql' }],
    ['the same server without encryption', { address: 'http://kb.example.org/sparql' }],
    ['another KB', { kb: 'Mine","https://kb.example.org' }],
    ['another kind of secret', { what: 'token' }],
  ])('is not given to %s', (_, other) => {
    expect(secretKey({ ...password, ...other })).not.toBe(secretKey(password));
  });

  it('is not stored for an invalid address', () => {
    expect(secretKey({ ...password, address: 'kb.example.org' })).toBeUndefined();
    expect(secretKey({ ...password, address: 'file:///etc/passwd' })).toBeUndefined();
  });

  it('is requested with the server that it is sent to', () => {
    const { title, prompt } = secretPrompt(password, { rejected: false });
    expect(title).toBe('Enter the password for the KB Mine');
    expect(prompt).toMatch(/Sent only to https:\/\/kb\.example\.org/);
    expect(prompt).not.toMatch(/unencrypted/);
    expect(secretPrompt(password, { rejected: true }).title).toMatch(/rejected the password/);
    expect(secretPrompt({ ...password, what: 'X-Key' }, { rejected: false }).title).toMatch(/header X-Key/);
  });

  it.each([
    ['http://kb.example.org/', true],
    ['http://localhost:8890/', false],
    ['http://127.0.0.1:8890/', false],
    ['http://[::1]:8890/', false],
  ])('for %s is sent unencrypted: %s', (address, warned) => {
    expect(/unencrypted/.test(secretPrompt({ ...password, address }, { rejected: false }).prompt)).toBe(
      warned,
    );
  });
});
