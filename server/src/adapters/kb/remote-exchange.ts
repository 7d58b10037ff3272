/** A question to an endpoint by the SPARQL 1.1 Protocol, and its reply: with redirects, credentials, and GET where POST is refused. */
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
  /** Where the reply came from in the end. */
  readonly address: URL;
}

const MAX_REDIRECTS = 5;
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

export class Exchanger {
  private readonly refusesPost = new Set<string>();
  private hasTalked = false;

  constructor(
    private readonly http: HttpClient,
    private readonly credentials: Credentials,
  ) {}

  /** Faults of the network are thrown. */
  async exchange(
    asking: RemoteRequest,
    signal: AbortSignal,
  ): Promise<Exchange | { readonly problem: string }> {
    let { address } = asking;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const reply = await this.ask(asking, address, signal);
      const location = isRedirect(reply.status) ? reply.headers['location'] : undefined;
      if (location === undefined) return { reply, address };
      reply.discard();
      const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined;
      if (!next || !/^https?:$/.test(next.protocol))
        return { problem: `${shown(address)} redirects to an address that is not http or https.` };
      if (asking.update && (next.origin !== address.origin || ![307, 308].includes(reply.status)))
        return {
          problem: `${shown(address)} redirects to ${shown(next)}. Updates do not follow redirects. Set "updateEndpoint" to the final address.`,
        };
      address = next;
    }
    return {
      problem: `${shown(asking.address)} redirects too often. Check the address.`,
    };
  }

  private async ask(asking: RemoteRequest, address: URL, signal: AbortSignal): Promise<HttpReply> {
    const { update } = asking;
    const method = this.refusesPost.has(address.href) && !update ? 'GET' : 'POST';
    const reply = await this.send(this.requestOf(method, asking, address), update, signal);
    const { status, headers } = reply;
    if (status === 401 && isHome(asking, address) && this.credentials.hasUser) {
      const better = await this.challenged(method, asking, address, headers['www-authenticate'], signal);
      if (better) {
        reply.discard();
        return better;
      }
    }
    if (method === 'POST' && !update && (status === 405 || status === 501)) {
      reply.discard();
      this.refusesPost.add(address.href);
      return this.ask(asking, address, signal);
    }
    return reply;
  }

  /** The endpoint may want the password in another way. Virtuoso tells which only to those who have not told it at all. */
  private async challenged(
    method: 'GET' | 'POST',
    asking: RemoteRequest,
    address: URL,
    challenge: string | undefined,
    signal: AbortSignal,
  ): Promise<HttpReply | undefined> {
    const ask = (): Promise<HttpReply> =>
      this.send(this.requestOf(method, asking, address), asking.update, signal);
    if (challenge !== undefined) return this.credentials.accepts(challenge) ? ask() : undefined;
    const silent = await this.send(
      this.requestOf(method, asking, address, { silent: true }),
      asking.update,
      signal,
    );
    if (silent.status !== 401) return silent;
    silent.discard();
    return this.credentials.accepts(silent.headers['www-authenticate']) ? ask() : undefined;
  }

  /**
   * Connections that were kept open may be closed at the other end just now, all of them at once; a question may then be put once more, over
   * a new one.
   */
  private async send(request: HttpRequest, update: boolean, signal: AbortSignal): Promise<HttpReply> {
    const again = this.hasTalked && !update;
    try {
      const reply = await this.http.send(request, signal);
      this.hasTalked = true;
      return reply;
    } catch (error) {
      if (!again || signal.aborted || !isReset(error)) throw error;
    }
    this.hasTalked = false;
    const reply = await this.http.send({ ...request, anew: true }, signal);
    this.hasTalked = true;
    return reply;
  }

  private requestOf(
    method: 'GET' | 'POST',
    asking: RemoteRequest,
    address: URL,
    { silent = false } = {},
  ): HttpRequest {
    const { form, headers } = asking;
    const url = new URL(address);
    url.username = url.password = url.hash = '';
    if (method === 'GET') for (const [name, value] of form) url.searchParams.append(name, value);
    const body = new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString();
    const ours =
      isHome(asking, address) && !silent ? this.credentials.headers(method, url.pathname + url.search) : {};
    return {
      url,
      method,
      headers: {
        'user-agent': 'FUn-FuSIC',
        ...ours,
        ...headers,
        ...(method === 'POST' && { 'content-type': FORM }),
      },
      ...(method === 'POST' && { body }),
    };
  }
}

/** Credentials are sent to no other address. */
function isHome(asking: RemoteRequest, address: URL): boolean {
  return address.origin === asking.address.origin;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** For messages: credentials and query strings may be secret. */
export function shown({ origin, pathname }: URL): string {
  return origin + pathname;
}
