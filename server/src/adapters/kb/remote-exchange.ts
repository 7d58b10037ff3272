/** Sends a request by the SPARQL 1.1 Protocol, with redirects, credentials, and GET if POST is rejected. */
import type { HttpClient, HttpReply, HttpRequest } from '../http';
import { isReset } from '../http-errors';
import type { Credentials } from './remote-credentials';

export interface RemoteRequest {
  readonly address: URL;
  readonly form: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** An update is sent once, without redirects. */
  readonly update: boolean;
}

interface Exchange {
  readonly reply: HttpReply;
  /** The address after redirects. */
  readonly address: URL;
}

const MAX_REDIRECTS = 5;
const FORM_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';

export class Exchanger {
  private readonly rejectsPost = new Set<string>();
  private hasConnected = false;

  constructor(
    private readonly http: HttpClient,
    private readonly credentials: Credentials,
  ) {}

  /** Network errors are thrown. */
  async exchange(
    original: RemoteRequest,
    signal: AbortSignal,
  ): Promise<Exchange | { readonly problem: string }> {
    let { address } = original;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const reply = await this.sendAuthenticated(original, address, signal);
      const location = isRedirect(reply.status) ? reply.headers['location'] : undefined;
      if (location === undefined) return { reply, address };
      reply.discard();
      const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined;
      if (!next || !/^https?:$/.test(next.protocol))
        return {
          problem: `${displayAddress(address)} redirects to an address that is not http or https.`,
        };
      if (original.update && (next.origin !== address.origin || ![307, 308].includes(reply.status)))
        return {
          problem: `${displayAddress(address)} redirects to ${displayAddress(next)}. Updates do not follow redirects. Set "updateEndpoint" to the final address.`,
        };
      address = next;
    }
    return { problem: `${displayAddress(original.address)} redirects too often. Check the address.` };
  }

  private async sendAuthenticated(
    original: RemoteRequest,
    address: URL,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const { update } = original;
    const method = this.rejectsPost.has(address.href) && !update ? 'GET' : 'POST';
    const reply = await this.send(this.buildRequest(method, original, address), update, signal);
    const { status, headers } = reply;
    if (status === 401 && isSameOrigin(original, address) && this.credentials.hasUser) {
      const challenge = headers['www-authenticate'];
      const authenticated = await this.answerChallenge(method, original, address, challenge, signal);
      if (authenticated) {
        reply.discard();
        return authenticated;
      }
    }
    if (method === 'POST' && !update && (status === 405 || status === 501)) {
      reply.discard();
      this.rejectsPost.add(address.href);
      return this.sendAuthenticated(original, address, signal);
    }
    return reply;
  }

  /** Retries with the requested authentication scheme. Virtuoso reports its scheme only to requests without credentials. */
  private async answerChallenge(
    method: 'GET' | 'POST',
    original: RemoteRequest,
    address: URL,
    challenge: string | undefined,
    signal: AbortSignal,
  ): Promise<HttpReply | undefined> {
    const send = (options?: { readonly anonymous: boolean }): Promise<HttpReply> =>
      this.send(this.buildRequest(method, original, address, options), original.update, signal);
    if (challenge !== undefined) return this.credentials.accepts(challenge) ? send() : undefined;
    const anonymous = await send({ anonymous: true });
    if (anonymous.status !== 401) return anonymous;
    anonymous.discard();
    return this.credentials.accepts(anonymous.headers['www-authenticate']) ? send() : undefined;
  }

  /** The server may have closed all idle connections; then a query is sent again over a new one. */
  private async send(request: HttpRequest, update: boolean, signal: AbortSignal): Promise<HttpReply> {
    const canRetry = this.hasConnected && !update;
    try {
      const reply = await this.http.send(request, signal);
      this.hasConnected = true;
      return reply;
    } catch (error) {
      if (!canRetry || signal.aborted || !isReset(error)) throw error;
    }
    this.hasConnected = false;
    const reply = await this.http.send({ ...request, newConnection: true }, signal);
    this.hasConnected = true;
    return reply;
  }

  private buildRequest(
    method: 'GET' | 'POST',
    original: RemoteRequest,
    address: URL,
    { anonymous = false } = {},
  ): HttpRequest {
    const { form, headers } = original;
    const url = new URL(address);
    url.username = url.password = url.hash = '';
    if (method === 'GET') for (const [name, value] of form) url.searchParams.append(name, value);
    const body = new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString();
    const credentials =
      isSameOrigin(original, address) && !anonymous
        ? this.credentials.headers(method, url.pathname + url.search)
        : {};
    return {
      url,
      method,
      headers: {
        'user-agent': 'FUn-FuSIC',
        ...credentials,
        ...headers,
        ...(method === 'POST' && { 'content-type': FORM_TYPE }),
      },
      ...(method === 'POST' && { body }),
    };
  }
}

/** Credentials are sent only to the origin in the settings. */
function isSameOrigin(original: RemoteRequest, address: URL): boolean {
  return address.origin === original.address.origin;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** For messages: credentials and query strings may be secret. */
export function displayAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}
