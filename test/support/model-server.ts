/** A model of the tests: an HTTP server that speaks OpenAI's chat API, replies by a script, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Reply =
  /** `told: false` leaves out what it cost, as some servers do; `reasoning` is what a model thinks before. */
  | { readonly text: string; readonly reasoning?: string; readonly told?: boolean }
  | { readonly json: unknown }
  /** JSON by what was asked. */
  | { readonly thinks: (body: ChatBody) => unknown }
  | { readonly refusal: string }
  /** Stopped by a filter of the provider, after so much. */
  | { readonly filtered: string }
  /** Cut off for its length. */
  | { readonly cut: string }
  /** No success; the message is in the shape that OpenAI gives to errors. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** No success, with a body as it is. */
  | { readonly refused: number; readonly body: string }
  /** Never answers, or never goes on behind a text. */
  | { readonly stalls: true | string }
  /** The connection breaks behind a text. */
  | { readonly breaks: string }
  /** What stands there, as it is. */
  | { readonly garbage: string; readonly type?: string };

export type Step = Reply & {
  /** Only for a request whose last message of the user is like this. */
  readonly when?: RegExp;
  /** Only for a request for a reply of the shape of this name. */
  readonly shape?: string;
  /** For any number of requests, where no other step is for them. */
  readonly always?: boolean;
};

export interface ModelServerOptions {
  /** As GET /models lists them. */
  readonly models?: readonly string[];
  /** Whoever does not have it is turned away. */
  readonly key?: string;
  /** Parameters that it does not know, and says so. */
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

export interface AskedOfModel {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: ChatBody;
}

export interface ModelServer {
  /** To be set as the `url` of a model. */
  readonly url: string;
  readonly port: number;
  /** Chats only, in the order in which they came. */
  readonly asked: readonly AskedOfModel[];
  /** Steps that nobody has come for; those for `always` do not count. */
  readonly left: () => readonly Step[];
  /** Resolves with the next chat that comes. */
  readonly isAsked: () => Promise<AskedOfModel>;
  /** Resolves when the next connection is gone. */
  readonly hangsUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Steps are taken in the order of the script, each for the first request that it is for. Who asks for more than there is gets
 * status 400, which nobody tries again.
 */
export async function startModelServer(
  script: readonly Step[],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const asked: AskedOfModel[] = [];
  const steps = script.filter((step) => step.always !== true);
  const sockets = new Set<Socket>();
  let gone: () => void = () => undefined;
  let heard: (one: AskedOfModel) => void = () => undefined;

  const chat = (request: IncomingMessage, text: string, response: ServerResponse): void => {
    const body = JSON.parse(text) as ChatBody;
    const one = { url: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    const refused = options.refuses?.find((parameter) => parameter in body);
    if (refused !== undefined) {
      fail(response, { status: 400, message: `Unsupported parameter: '${refused}'`, code: 'unsupported' });
      return;
    }
    const at = steps.findIndex((step) => isFor(step, body));
    const [taken] = at < 0 ? [] : steps.splice(at, 1);
    const step = taken ?? script.find((other) => other.always === true && isFor(other, body));
    heard(one);
    if (step) play(step, body, response);
    else
      fail(response, {
        status: 400,
        message: `The script of the tests has no reply to: ${lastOfUser(body).slice(0, 500)}`,
      });
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      // A proxy is asked for the whole address.
      const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname;
      if (options.key !== undefined && !hasKey(request, options.key))
        fail(response, { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' });
      else if (request.method === 'POST' && /^\/(?:v1|openai)\/(?:.*\/)?chat\/completions$/.test(path))
        chat(request, text, response);
      else if (request.method === 'GET' && /^\/(?:v1|openai)\/models$/.test(path))
        listModels(options, response);
      else fail(response, { status: 404, message: `There is nothing at ${path}.` });
    });
  });
  // A machine under load must not find its connection closed just as it wants to use it again.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      gone();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    asked,
    left: () => [...steps],
    isAsked: () => new Promise((resolve) => (heard = resolve)),
    hangsUp: () => new Promise((resolve) => (gone = resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** What the user said last: what a step is chosen by. */
export function lastOfUser(body: ChatBody): string {
  return body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function isFor(step: Step, body: ChatBody): boolean {
  return (
    (step.when === undefined || step.when.test(lastOfUser(body))) &&
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

function play(step: Step, body: ChatBody, response: ServerResponse): void {
  if ('status' in step) fail(response, step);
  else if ('refused' in step) send(response, step.refused, step.body);
  else if ('garbage' in step) send(response, 200, step.garbage, step.type ?? 'text/event-stream');
  else if ('stalls' in step) {
    if (typeof step.stalls === 'string') begin(step.stalls, response);
  } else if ('breaks' in step) {
    begin(step.breaks, response);
    // Destroying at once would take back what was written.
    response.write('', () => response.destroy());
  } else if (body.stream === true) stream(contentOf(step, body), body, response);
  else send(response, 200, JSON.stringify(whole(contentOf(step, body), body)));
}

interface Content {
  readonly text: string;
  readonly finish: string;
  readonly refusal?: string;
  readonly reasoning?: string;
  readonly told: boolean;
}

function contentOf(
  step: Exclude<
    Reply,
    | { status: number }
    | { refused: number }
    | { garbage: string }
    | { stalls: true | string }
    | { breaks: string }
  >,
  body: ChatBody,
): Content {
  if ('thinks' in step) return { text: JSON.stringify(step.thinks(body)), finish: 'stop', told: true };
  if ('json' in step) return { text: JSON.stringify(step.json), finish: 'stop', told: true };
  if ('refusal' in step) return { text: '', refusal: step.refusal, finish: 'stop', told: true };
  if ('filtered' in step) return { text: step.filtered, finish: 'content_filter', told: true };
  if ('cut' in step) return { text: step.cut, finish: 'length', told: true };
  const { text, reasoning, told = true } = step;
  return { text, finish: 'stop', told, ...(reasoning !== undefined && { reasoning }) };
}

const FRAME = { id: 'chatcmpl-test', created: 0, model: 'test-model' };

function whole(content: Content, body: ChatBody): object {
  const { text, finish, refusal, reasoning, told } = content;
  return {
    ...FRAME,
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
    ...(told && { usage: usageOf(content, body) }),
  };
}

/** One token for four characters. */
function usageOf({ text, refusal = '', reasoning = '' }: Content, body: ChatBody): object {
  const input = Math.ceil(body.messages.map(({ content }) => content).join('').length / 4);
  const output = Math.ceil((text + refusal + reasoning).length / 4);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function stream(content: Content, body: ChatBody, response: ServerResponse): void {
  const { text, finish, refusal, reasoning, told } = content;
  head(response);
  event(response, delta({ role: 'assistant', content: '' }));
  if (reasoning !== undefined) event(response, delta({ reasoning_content: reasoning }));
  if (refusal !== undefined) event(response, delta({ refusal }));
  for (const part of parts(text)) event(response, delta({ content: part }));
  event(response, delta({}, finish));
  if (told && body.stream_options?.include_usage === true)
    event(response, { ...FRAME, object: CHUNK, choices: [], usage: usageOf(content, body) });
  response.end('data: [DONE]\n\n');
}

function begin(text: string, response: ServerResponse): void {
  head(response);
  event(response, delta({ role: 'assistant', content: '' }));
  for (const part of parts(text)) event(response, delta({ content: part }));
}

/** So that a reply comes in several parts. */
function parts(text: string): readonly string[] {
  return text.match(/[\s\S]{1,12}/gu) ?? [];
}

const CHUNK = 'chat.completion.chunk';

function delta(delta: object, finish: string | null = null): object {
  return { ...FRAME, object: CHUNK, choices: [{ index: 0, delta, finish_reason: finish }] };
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
