/** A scripted model for tests: an HTTP server with OpenAI's chat API that records its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type ModelReply =
  /** Some servers omit the usage. `reasoning` is streamed before the text. */
  | { readonly text: string; readonly reasoning?: string; readonly hasUsage?: boolean }
  | { readonly json: unknown }
  /** Computes the JSON reply from the request. */
  | { readonly thinks: (body: ChatBody) => unknown }
  | { readonly refusal: string }
  /** Stopped by a content filter after this text. */
  | { readonly filtered: string }
  /** Truncated at the length limit. */
  | { readonly cut: string }
  /** An error in OpenAI's format. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An error with any body. */
  | { readonly refused: number; readonly body: string }
  /** Never responds, or stops responding after a text. */
  | { readonly stalls: true | string }
  /** Closes the connection after a text. */
  | { readonly breaks: string }
  /** Any response body. */
  | { readonly garbage: string; readonly type?: string };

export type ModelStep = ModelReply & {
  /** Limits the step to requests whose last user message matches. */
  readonly when?: RegExp;
  /** Limits the step to requests for the reply schema of this name. */
  readonly shape?: string;
  /** Answers any number of requests that no other step is for. */
  readonly always?: boolean;
};

export interface ModelServerOptions {
  /** The models that GET /models lists. */
  readonly models?: readonly string[];
  /** Requests without this key are rejected. */
  readonly key?: string;
  /** Parameters that are rejected as unsupported. */
  readonly refuses?: readonly string[];
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly name: string; readonly strict?: boolean };
  };
  readonly [parameter: string]: unknown;
}

export interface ModelServerRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: ChatBody;
}

export interface ModelServer {
  /** The setting `url` of a model. */
  readonly url: string;
  readonly port: number;
  /** The chat requests in order of arrival. */
  readonly requests: readonly ModelServerRequest[];
  /** Returns the steps that were not used, except those with `always`. */
  readonly unusedSteps: () => readonly ModelStep[];
  /** Resolves with the next chat request. */
  readonly nextRequest: () => Promise<ModelServerRequest>;
  /** Resolves when the next connection is closed. */
  readonly nextDisconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The reply to requests to choose a candidate if the script has none: no candidate is right. */
const NO_CANDIDATE: ModelStep = {
  shape: 'choice',
  when: /<forms>/,
  json: { explanation: 'None of them.', choice: 0 },
  always: true,
};

/**
 * Uses the first step of the script that matches a request. A request without a matching step gets status 400, which clients
 * do not retry.
 */
export async function startModelServer(
  script: readonly ModelStep[],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: ModelServerRequest[] = [];
  const steps = script.filter((step) => step.always !== true);
  const sockets = new Set<Socket>();
  let onDisconnect: () => void = () => undefined;
  let onRequest: (request: ModelServerRequest) => void = () => undefined;

  const chat = (request: IncomingMessage, text: string, response: ServerResponse): void => {
    const body = JSON.parse(text) as ChatBody;
    const received = { url: request.url ?? '', headers: request.headers, body };
    requests.push(received);
    const refused = options.refuses?.find((parameter) => parameter in body);
    if (refused !== undefined) {
      fail(response, { status: 400, message: `Unsupported parameter: '${refused}'`, code: 'unsupported' });
      return;
    }
    const at = steps.findIndex((step) => matchesRequest(step, body));
    const [taken] = at < 0 ? [] : steps.splice(at, 1);
    const step =
      taken ??
      [...script, NO_CANDIDATE].find((other) => other.always === true && matchesRequest(other, body));
    onRequest(received);
    if (step) play(step, body, response);
    else
      fail(response, {
        status: 400,
        message: `The test script has no reply to: ${lastUserMessage(body).slice(0, 500)}`,
      });
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      // A request to a proxy has an absolute URL.
      const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname;
      if (options.key !== undefined && !hasKey(request, options.key))
        fail(response, { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' });
      else if (request.method === 'POST' && /^\/(?:v1|openai)\/(?:.*\/)?chat\/completions$/.test(path))
        chat(request, text, response);
      else if (request.method === 'GET' && /^\/(?:v1|openai)\/models$/.test(path))
        listModels(options, response);
      else fail(response, { status: 404, message: `Unknown path ${path}.` });
    });
  });
  // A busy machine must not reuse a connection that is just being closed.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      onDisconnect();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    unusedSteps: () => [...steps],
    nextRequest: () => new Promise((resolve) => (onRequest = resolve)),
    nextDisconnect: () => new Promise((resolve) => (onDisconnect = resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns the last user message, by which a step is chosen. */
export function lastUserMessage(body: ChatBody): string {
  return body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function matchesRequest(step: ModelStep, body: ChatBody): boolean {
  return (
    (step.when === undefined || step.when.test(lastUserMessage(body))) &&
    (step.shape === undefined || step.shape === body.response_format?.json_schema?.name)
  );
}

function hasKey({ headers }: IncomingMessage, key: string): boolean {
  return headers.authorization === `Bearer ${key}` || headers['api-key'] === key;
}

function listModels({ models = ['test-model'] }: ModelServerOptions, response: ServerResponse): void {
  const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'tests' }));
  send(response, 200, JSON.stringify({ object: 'list', data }));
}

function play(step: ModelStep, body: ChatBody, response: ServerResponse): void {
  if ('status' in step) fail(response, step);
  else if ('refused' in step) send(response, step.refused, step.body);
  else if ('garbage' in step) send(response, 200, step.garbage, step.type ?? 'text/event-stream');
  else if ('stalls' in step) {
    if (typeof step.stalls === 'string') begin(step.stalls, response);
  } else if ('breaks' in step) {
    begin(step.breaks, response);
    // Destroying immediately would discard what was written.
    response.write('', () => response.destroy());
  } else if (body.stream === true) stream(contentOf(step, body), body, response);
  else send(response, 200, JSON.stringify(completionOf(contentOf(step, body), body)));
}

interface Content {
  readonly text: string;
  readonly finish: string;
  readonly refusal?: string;
  readonly reasoning?: string;
  readonly hasUsage: boolean;
}

function contentOf(
  step: Exclude<
    ModelReply,
    | { status: number }
    | { refused: number }
    | { garbage: string }
    | { stalls: true | string }
    | { breaks: string }
  >,
  body: ChatBody,
): Content {
  if ('thinks' in step) return { text: JSON.stringify(step.thinks(body)), finish: 'stop', hasUsage: true };
  if ('json' in step) return { text: JSON.stringify(step.json), finish: 'stop', hasUsage: true };
  if ('refusal' in step) return { text: '', refusal: step.refusal, finish: 'stop', hasUsage: true };
  if ('filtered' in step) return { text: step.filtered, finish: 'content_filter', hasUsage: true };
  if ('cut' in step) return { text: step.cut, finish: 'length', hasUsage: true };
  const { text, reasoning } = step;
  return {
    text,
    finish: 'stop',
    hasUsage: step.hasUsage ?? true,
    ...(reasoning !== undefined && { reasoning }),
  };
}

const ENVELOPE = { id: 'chatcmpl-test', created: 0, model: 'test-model' };

function completionOf(content: Content, body: ChatBody): object {
  const { text, finish, refusal, reasoning, hasUsage } = content;
  return {
    ...ENVELOPE,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: finish,
        message: {
          role: 'assistant',
          content: refusal === undefined ? text : null,
          refusal: refusal ?? null,
          ...(reasoning !== undefined && { reasoning_content: reasoning }),
        },
      },
    ],
    ...(hasUsage && { usage: usageOf(content, body) }),
  };
}

/** Counts one token per four characters. */
function usageOf({ text, refusal = '', reasoning = '' }: Content, body: ChatBody): object {
  const input = Math.ceil(body.messages.map(({ content }) => content).join('').length / 4);
  const output = Math.ceil((text + refusal + reasoning).length / 4);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function stream(content: Content, body: ChatBody, response: ServerResponse): void {
  const { text, finish, refusal, reasoning, hasUsage } = content;
  head(response);
  event(response, delta({ role: 'assistant', content: '' }));
  if (reasoning !== undefined) event(response, delta({ reasoning_content: reasoning }));
  if (refusal !== undefined) event(response, delta({ refusal }));
  for (const part of parts(text)) event(response, delta({ content: part }));
  event(response, delta({}, finish));
  if (hasUsage && body.stream_options?.include_usage === true)
    event(response, { ...ENVELOPE, object: CHUNK, choices: [], usage: usageOf(content, body) });
  response.end('data: [DONE]\n\n');
}

function begin(text: string, response: ServerResponse): void {
  head(response);
  event(response, delta({ role: 'assistant', content: '' }));
  for (const part of parts(text)) event(response, delta({ content: part }));
}

/** Splits a text, so that a reply is streamed in several parts. */
function parts(text: string): readonly string[] {
  return text.match(/[\s\S]{1,12}/gu) ?? [];
}

const CHUNK = 'chat.completion.chunk';

function delta(delta: object, finish: string | null = null): object {
  return { ...ENVELOPE, object: CHUNK, choices: [{ index: 0, delta, finish_reason: finish }] };
}

function head(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function event(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

function fail(
  response: ServerResponse,
  {
    status,
    message = `Status ${status}.`,
    code = null,
    headers = {},
  }: {
    readonly status: number;
    readonly message?: string;
    readonly code?: string | null;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  const error = { message, type: 'error', param: null, code };
  send(response, status, JSON.stringify({ error }), 'application/json', headers);
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(text);
}
