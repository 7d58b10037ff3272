/** A connection to an address of an endpoint, with its credentials. */
import { unlessAborted } from '../../core/query/time-limit';
import type { EndpointConfig } from '../../core/kb/kb-config';
import { unreachable, type FailedExecution } from '../../core/query/failures';
import type { HttpClient, HttpReply } from '../http';
import { isLoopback } from '../../core/language/text/loopback';
import { redactSecrets, secretsOfAddress } from '../../core/language/text/redact';
import { Credentials } from './remote-credentials';
import { Exchanger, displayAddress, type RemoteRequest } from './remote-exchange';
import { refusalOfStatus } from './remote-errors';
import { inMegabytes, MAX_ANSWER_BYTES, MAX_ANSWER_ITEMS, MAX_ERROR_BYTES } from '../reply-limits';

export interface RemoteReply {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly address: URL;
  /** From the request to the first byte of the response. */
  readonly milliseconds: number;
  /** Removes secrets from a message about the response. */
  readonly redact: (message: string) => string;
}

/** A failure due to a rejected password. */
export class RejectedCredentials {
  constructor(readonly failure: FailedExecution) {}
}

export type SecretOf = (address: string, what: string, rejected: boolean) => Promise<string | undefined>;

export class RemoteConnection {
  readonly address: URL;
  private readonly credentials: Credentials;
  private readonly exchanger: Exchanger;

  constructor(
    private readonly http: HttpClient,
    written: string,
    private readonly config: EndpointConfig,
    secretOf: SecretOf,
  ) {
    this.address = new URL(written);
    this.credentials = new Credentials({ ...config, endpoint: written }, (what, rejected) =>
      secretOf(this.shown, what, rejected),
    );
    this.exchanger = new Exchanger(http, this.credentials);
  }

  get shown(): string {
    return displayAddress(this.address);
  }

  /** The secrets that an insecure connection would expose. */
  get exposed(): string | undefined {
    const { protocol, hostname } = this.address;
    return this.credentials.any && protocol === 'http:' && !isLoopback(hostname)
      ? this.credentials.description
      : undefined;
  }

  /** Checked before the user is asked for a secret, and again before every request. */
  private insecureAuth(): FailedExecution | undefined {
    if (this.exposed === undefined || this.config.allowInsecureAuth === true) return undefined;
    return unreachable(
      `${this.shown} is not contacted: anyone on the network could read ${this.exposed}. Use an https address, or set "allowInsecureAuth": true for this KB in funfusic.knowledgeBases if you trust the network.`,
    );
  }

  /** Network errors are thrown. */
  async request(
    request: Omit<RemoteRequest, 'address'>,
    signal: AbortSignal,
    maxBytes = MAX_ANSWER_BYTES,
  ): Promise<RemoteReply | FailedExecution> {
    const insecure = this.insecureAuth();
    if (insecure) return insecure;
    const exchange = await this.exchanger.exchange({ ...request, address: this.address }, signal);
    if ('problem' in exchange) return unreachable(exchange.problem);
    const { reply, address } = exchange;
    const body = await readBody(reply, maxBytes);
    if ('problem' in body) return unreachable(`${displayAddress(address)} cannot be read. ${body.problem}`);
    const { status: code, milliseconds } = reply;
    const secrets = [
      ...this.credentials.secretTexts,
      ...secretsOfAddress(address),
      ...(await this.http.secrets()),
    ];
    // The text of an error reply is shown in messages.
    const text = code >= 300 ? redactSecrets(body.text, secrets) : body.text;
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, redactSecrets(value, secrets)]),
    );
    return {
      code,
      headers,
      text,
      address,
      milliseconds,
      redact: (message) => redactSecrets(message, secrets),
    };
  }

  /** The failure of an error reply; undefined if it is an engine error about the query. */
  refusalOf({
    code,
    headers,
    text,
    address,
  }: RemoteReply): FailedExecution | RejectedCredentials | undefined {
    const isRedirected = address.origin !== this.address.origin;
    const failure = refusalOfStatus({
      status: code,
      headers,
      text,
      address: displayAddress(address),
      from: isRedirected ? this.shown : undefined,
      credentials: this.credentials.any ? this.credentials.description : '',
    });
    return failure && code === 401 && !isRedirected && this.credentials.any
      ? new RejectedCredentials(failure)
      : failure;
  }

  /** Requests missing secrets before `act`, so that the time limit does not include them. A rejected secret is requested again. */
  async authenticated<Outcome>(
    signal: AbortSignal,
    act: () => Promise<Outcome | RejectedCredentials>,
  ): Promise<Outcome | FailedExecution> {
    const insecure = this.insecureAuth();
    if (insecure) return insecure;
    const missing = await unlessAborted(this.credentials.obtain(), signal);
    if (missing !== undefined)
      return unreachable(
        `${this.shown} is not contacted. ${missing} Enter it when prompted, or set it in the environment (see docs/knowledge-bases.md).`,
      );
    const outcome = await act();
    if (!(outcome instanceof RejectedCredentials)) return outcome;
    const renewed = await unlessAborted(this.credentials.renew(), signal);
    const second = renewed ? await act() : outcome;
    if (!(second instanceof RejectedCredentials)) return second;
    this.credentials.forget();
    return second.failure;
  }
}

/** A long error is truncated. Network errors are thrown. */
async function readBody(
  { status, headers, body, discard }: HttpReply,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const isError = status >= 300;
  const byteLimit = isError ? Math.min(maxBytes, MAX_ERROR_BYTES) : maxBytes;
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const decoder = createDecoder(charset);
  if (!decoder) {
    discard();
    return { problem: `Its answer is in the character set ${charset.slice(0, 40)}, which is not supported.` };
  }
  let text = '';
  let bytes = 0;
  let items = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    items += countItems(chunk);
    if (bytes > byteLimit || items > MAX_ANSWER_ITEMS) {
      discard();
      if (isError) return { text: text + decoder.decode(chunk) };
      const limit = bytes > byteLimit ? inMegabytes(byteLimit) : `${MAX_ANSWER_ITEMS} items`;
      return { problem: `Its answer is larger than ${limit}. Ask for fewer rows or columns.` };
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode() };
}

/** Memory depends on the number of items rather than bytes, so the characters before an item are counted. */
const ITEM_STARTS = '{[,;<\n';
const IS_ITEM_START = Uint8Array.from({ length: 256 }, (_, byte) =>
  ITEM_STARTS.includes(String.fromCharCode(byte)) ? 1 : 0,
);

function countItems(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) count += IS_ITEM_START[byte] ?? 0;
  return count;
}

function createDecoder(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
