/** Digest authentication (RFC 7616), which Virtuoso uses at /sparql-auth. */
import { createHash, randomBytes } from 'node:crypto';

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: 'MD5' | 'SHA-256';
  readonly authenticates: boolean;
}

export function digestChallenge(header: string | undefined): DigestChallenge | undefined {
  const [, rest] = /(?:^|,\s*)Digest\s+(.*)$/is.exec(header ?? '') ?? [];
  if (rest === undefined) return undefined;
  const values = new Map(
    [...rest.matchAll(/\b(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
      ([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? ''],
    ),
  );
  const algorithm = (values.get('algorithm') ?? 'MD5').toUpperCase();
  const nonce = values.get('nonce');
  if (nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return undefined;
  return {
    realm: values.get('realm') ?? '',
    nonce,
    opaque: values.get('opaque'),
    algorithm,
    authenticates: /\bauth\b/.test(values.get('qop') ?? ''),
  };
}

interface DigestCredentials {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  /** Path and query of the address. */
  readonly path: string;
  /** The number of uses of the nonce, including this one. */
  readonly count: number;
}

export function digestAuthorization(challenge: DigestChallenge, credentials: DigestCredentials): string {
  const { realm, nonce, opaque, algorithm, authenticates } = challenge;
  const { user, password, method, path } = credentials;
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const who = hash(`${user}:${realm}:${password}`);
  const what = hash(`${method}:${path}`);
  const count = credentials.count.toString(16).padStart(8, '0');
  const clientNonce = randomBytes(8).toString('hex');
  const response = authenticates
    ? hash([who, nonce, count, clientNonce, 'auth', what].join(':'))
    : hash([who, nonce, what].join(':'));
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  return [
    `Digest username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(path)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(authenticates ? ['qop=auth', `nc=${count}`, `cnonce="${clientNonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ');
}
