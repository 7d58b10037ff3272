/** The credentials for an endpoint: its settings and secrets. */
import type { Authentication, EndpointConfig } from '../../core/kb/kb-config';
import { secretsOfAddress } from '../../core/language/text/redact';
import { digestAuthorization, digestChallenge, type DigestChallenge } from './digest';

/** Requests a secret; `rejected` if the previous one was not accepted. */
type AskSecret = (what: string, rejected: boolean) => Promise<string | undefined>;

function authenticationOf({ endpoint, auth, user }: EndpointConfig): Authentication {
  const { username, password } = new URL(endpoint);
  return auth ?? (user === undefined && username === '' && password === '' ? 'none' : 'basic');
}

/** The secrets that an endpoint needs: `password`, `token`, or the name of a header. */
export function requiredSecrets(config: EndpointConfig): readonly string[] {
  const auth = authenticationOf(config);
  const hasPassword = new URL(config.endpoint).password !== '';
  const login = auth === 'basic' && !hasPassword ? ['password'] : auth === 'bearer' ? ['token'] : [];
  return [...login, ...(config.secretHeaders ?? [])];
}

export class Credentials {
  private readonly wanted: readonly string[];
  private readonly secrets = new Map<string, string>();
  private readonly user: string | undefined;
  /** Headers of the settings that carry credentials, such as Authorization. */
  private readonly credentialHeaders: readonly string[];
  private challenge: DigestChallenge | undefined;
  private count = 0;

  constructor(
    private readonly config: EndpointConfig,
    private readonly askSecret: AskSecret,
  ) {
    const { username, password } = new URL(config.endpoint);
    const isBasic = authenticationOf(config) === 'basic';
    this.user = isBasic ? (config.user ?? decodeURIComponent(username)) : undefined;
    if (isBasic && password !== '') this.secrets.set('password', decodeURIComponent(password));
    this.wanted = requiredSecrets(config);
    this.credentialHeaders = Object.keys(config.headers ?? {}).filter((name) => CREDENTIAL_HEADER.test(name));
  }

  /** Whether any secret is sent. */
  get any(): boolean {
    return this.wanted.length > 0 || this.secrets.size > 0 || this.credentialHeaders.length > 0;
  }

  /** Whether the credentials are a user and a password, which can be sent by several schemes. */
  get hasUser(): boolean {
    return this.user !== undefined;
  }

  /** The texts to redact from messages, in every form in which they are sent. */
  get secretTexts(): readonly string[] {
    const password = this.secrets.get('password');
    return [
      ...secretsOfAddress(new URL(this.config.endpoint)),
      ...this.secrets.values(),
      ...(this.user !== undefined && password !== undefined ? [`${this.user}:${password}`] : []),
      ...Object.values(this.config.headers ?? {}),
    ];
  }

  /** A description of the credentials for messages. */
  get description(): string {
    if (this.user !== undefined) return `the password of ${this.user || 'the user'}`;
    return this.wanted.includes('token')
      ? 'the token'
      : [...this.wanted, ...this.credentialHeaders].map((name) => `the header ${name}`).join(' and ');
  }

  /** Requests missing secrets; returns a problem if one is unavailable. */
  async obtain(): Promise<string | undefined> {
    if (this.user === '') return 'Set "user" for the password.';
    for (const what of this.wanted) {
      if (this.secrets.has(what)) continue;
      const secret = await this.askSecret(what, false);
      if (secret === undefined || secret === '') return `There is no ${describeSecret(what)} for it.`;
      this.secrets.set(what, secret);
    }
    return undefined;
  }

  /** Requests new secrets after a rejection; returns whether they changed. */
  async renew(): Promise<boolean> {
    this.challenge = undefined;
    let changed = false;
    for (const what of this.wanted) {
      const before = this.secrets.get(what);
      this.secrets.delete(what);
      const secret = await this.askSecret(what, true);
      if (secret === undefined || secret === '') return false;
      this.secrets.set(what, secret);
      changed ||= secret !== before;
    }
    return changed;
  }

  /** They are requested again the next time. */
  forget(): void {
    for (const what of this.wanted) this.secrets.delete(what);
  }

  /** Whether a challenge requests Digest with a new nonce. */
  accepts(header: string | undefined): boolean {
    const challenge = this.user === undefined ? undefined : digestChallenge(header);
    if (!challenge || challenge.nonce === this.challenge?.nonce) return false;
    this.challenge = challenge;
    this.count = 0;
    return true;
  }

  headers(method: string, path: string): Readonly<Record<string, string>> {
    const secret = this.config.secretHeaders?.map((name) => [name, this.secrets.get(name) ?? '']) ?? [];
    const authorization = this.authorization(method, path);
    return {
      ...this.config.headers,
      ...(Object.fromEntries(secret) as Record<string, string>),
      ...(authorization !== undefined && { authorization }),
    };
  }

  private authorization(method: string, path: string): string | undefined {
    const token = this.secrets.get('token');
    if (token !== undefined && this.config.auth === 'bearer') return `Bearer ${token}`;
    if (this.user === undefined) return undefined;
    const [user, password] = [this.user, this.secrets.get('password') ?? ''];
    if (this.challenge)
      return digestAuthorization(this.challenge, { user, password, method, path, count: ++this.count });
    return `Basic ${toBase64(`${user}:${password}`)}`;
  }
}

const CREDENTIAL_HEADER = /^(?:(?:proxy-)?authorization|cookie|(?:x-)?api-?key|x-auth-token)$/i;

function describeSecret(what: string): string {
  return what === 'password' || what === 'token' ? what : `value of the header ${what}`;
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
