import { describe, expect, it } from 'vitest';
import {
  redactArgument,
  hasHiddenSecret,
  hideEndpointSecrets,
  hidePasswords,
  redactAddress,
  withoutCredentials,
} from '../../../server/src/core/language/text/passwords';
import { redactSecrets, secretsOfAddress } from '../../../server/src/core/language/text/redact';

describe('Passwords in addresses', () => {
  it.each([
    ['# endpoint: http://ada:pw@host/sparql', '# endpoint: http://••••••@host/sparql'],
    ['HTTPS://a@b@host', 'HTTPS://•••@host'],
    ['<http://x/a@b> "http://y"@en', '<http://x/a@b> "http://y"@en'],
    ['http://host?to=a@b', 'http://host?to=a@b'],
    ['mail a@b', 'mail a@b'],
    ['# endpoint: http://host/sparql?apikey=pw', '# endpoint: http://host/sparql?•••••••••'],
    [
      '#+ kb: http://a:b@host/x#f\nSELECT <http://x/?a=1>',
      '#+ kb: http://•••@host/x#•\nSELECT <http://x/?a=1>',
    ],
  ])('%s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(hidden);
    expect(hidden).toHaveLength(text.length);
  });

  it('are removed from names', () => {
    expect(redactAddress('http://ada:pw@host/x')).toBe('http://•••@host/x');
    expect(redactAddress(redactAddress('http://ada:longer@host/x'))).toBe('http://•••@host/x');
    expect(hasHiddenSecret('http://•••@host/x')).toBe(true);
    expect(hasHiddenSecret('http://ada:pw@host/x')).toBe(false);
  });

  it.each([
    ['http://host/sparql?apikey=pw', 'http://host/sparql?•••'],
    ['http://ada:pw@host/sparql?apikey=pw#f', 'http://•••@host/sparql?•••'],
    ['http://host/sparql#f', 'http://host/sparql?•••'],
    ['HTTP://a:b@c@host:1/x', 'HTTP://•••@host:1/x'],
    // An invalid address: any text before an @ may be a password.
    ['http://ada:p/w@host/x', 'http://•••@host/x'],
    ['htp://ada:pw@host/x', 'htp://•••@host/x'],
    ['http://host/a@b', 'http://host/a@b'],
    ['Wiki', 'Wiki'],
    ['facts.ttl', 'facts.ttl'],
  ])('are hidden in the name of %s', (address, name) => {
    expect(redactAddress(address)).toBe(name);
    expect(redactAddress(name)).toBe(name);
    expect(hasHiddenSecret(name)).toBe(name !== address);
    expect(withoutCredentials(address)).toBe(name.replace('•••@', '').replace('?•••', ''));
  });

  it('are hidden only in the header of a query that is sent to the KB', () => {
    const rest = 'SELECT * { SERVICE <http://a:b@host/x?y> { ?s ?p ?o } }';
    expect(hideEndpointSecrets(`# endpoint: http://a:b@host/x?y\n${rest}`)).toBe(
      `# endpoint: http://•••@host/x?•\n${rest}`,
    );
  });

  it('are removed from saved arguments', () => {
    expect(
      ['eval', '--kb', 'http://a:b@host/x', '--kb=http://host/x?y', '--sample=3'].map(redactArgument),
    ).toEqual(['eval', '--kb', 'http://•••@host/x', '--kb=http://host/x?•••', '--sample=3']);
  });
});

describe('Messages of servers', () => {
  it('are redacted in every encoding of a secret', () => {
    const secret = 'pä/ss word';
    const said = `raw ${secret}, percent ${encodeURIComponent(secret)}, base64 ${Buffer.from(secret).toString('base64')}`;
    expect(redactSecrets(said, [secret])).toBe('raw …, percent …, base64 …');
  });

  it('keep words that equal a short secret', () => {
    expect(redactSecrets('the dba said', ['dba', ''])).toBe('the dba said');
  });

  it('are redacted for the password and the key of an address', () => {
    const secrets = secretsOfAddress(new URL('http://ada:s%2Fcret@host/x?apikey=keykey&z=1'));
    expect(redactSecrets(`${Buffer.from('ada:s/cret').toString('base64')} s/cret keykey x`, secrets)).toBe(
      '… … … x',
    );
  });
});
