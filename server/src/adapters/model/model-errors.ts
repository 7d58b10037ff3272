/** Messages for the errors of a chat API: what is wrong, and what to do. */
import type { ModelCompletion, ModelFault } from '../../core/model/language-model';
import { NO_TOKENS } from '../../core/model/usage';
import { withoutCredentials } from '../../core/language/text/passwords';
import { quoteError, clipErrorText, clipHeader } from '../../core/query/server-text';

export interface ModelError {
  /** Absent for an error in the middle of a reply. */
  readonly status: number | undefined;
  readonly code: string;
  /** The parameter that it is about, if reported. */
  readonly param: string | null;
  readonly message: string;
  readonly retryAfter: string;
  readonly location: string;
}

interface ModelCall {
  /** Its name in the settings. */
  readonly name: string;
  /** Its name on the server. */
  readonly model: string;
  readonly origin: string;
  readonly azure: boolean;
  readonly hasKey: boolean;
  readonly keyAdvice: string;
  /** The models of the server, if reported. */
  readonly models: () => Promise<readonly string[]>;
}

type Outcome = Exclude<ModelCompletion, { readonly status: 'completed' }>;

export async function explainModelError(error: ModelError, call: ModelCall): Promise<Outcome> {
  const { status, code, message } = error;
  const { name, origin, hasKey, keyAdvice } = call;
  const quote = message.trim() === '' ? '' : ` It says: ${quoteError(message)}`;
  if (/content_filter|content management policy/.test(`${code} ${message}`))
    return {
      status: 'refused',
      message: `A content filter of ${origin} blocked the request.${quote}`,
      usage: NO_TOKENS,
    };
  if (isTooLong(error))
    return failed(
      'bad-request',
      `The request exceeds the context length of ${call.model}. Choose a model with a longer context, start its server with a longer one, or use fewer exemplars (funfusic.exemplars.count).${quote}`,
    );
  if (status !== undefined && status >= 300 && status < 400)
    return failed(
      'bad-request',
      `${origin} redirects to ${withoutCredentials(error.location) || 'another address'}. Nothing is sent to an address that is not in the settings. Set it as the "url" of ${name} if you trust it.`,
    );
  switch (status) {
    case 401:
      return failed(
        'unauthorized',
        hasKey
          ? `${origin} does not accept the key of ${name}. Check it and set it again: ${keyAdvice}${quote}`
          : `${origin} requires a key. ${keyAdvice}${quote}`,
      );
    case 402:
      return failed(
        'rate-limited',
        `There is no credit left at ${origin}. Add credit there, or choose another model.${quote}`,
      );
    case 403:
      return failed(
        'unauthorized',
        `${origin} does not allow this with ${hasKey ? `the key of ${name}` : 'no key'}. Ask its administrator for permission to use ${call.model}.${quote}`,
      );
    case 408:
    case 504:
      return failed('timed-out', `${origin} timed out. Try again.${quote}`);
    case 429:
      return failed(
        'rate-limited',
        /insufficient_quota|quota|billing|credit/i.test(`${code} ${message}`)
          ? `There is no quota left at ${origin}. Check your plan and billing there, or choose another model.${quote}`
          : `${origin} limits the rate of requests. Try again ${retryTime(error.retryAfter)}, or raise "retries" or "timeoutSeconds" of ${name}.${quote}`,
      );
    case undefined:
    default:
  }
  if (status === 404 || isUnknownModel(code, message)) return explainMissing(error, call, quote);
  if (status !== undefined && status < 500)
    return failed('bad-request', `${origin} rejected the request (${status}).${quote}`);
  return failed(
    'server',
    status === undefined
      ? `${origin} stopped in the middle of its reply. Try again.${quote}`
      : `${origin} reports a server error (${status}). Try again ${retryTime(error.retryAfter)}. If this keeps happening, check the server's log.${quote}`,
  );
}

async function explainMissing(
  { code, message }: ModelError,
  call: ModelCall,
  quote: string,
): Promise<Outcome> {
  const { model, origin, name, azure } = call;
  if (azure)
    return failed(
      'bad-request',
      `${origin} has no deployment called ${model}, or does not know this "apiVersion". Set "model" of ${name} to the name of a deployment.${quote}`,
    );
  const models = await call.models();
  if (models.length === 0 && !isUnknownModel(code, message))
    return failed(
      'bad-request',
      `There is no chat API at that address. Check "url" of ${name}: it usually ends in /v1.${quote}`,
    );
  const others = models.length ? ` It has ${listNames(models)}.` : '';
  const pull = /:11434$/.test(origin) ? ` Or fetch it: ollama pull ${model}` : '';
  return failed(
    'bad-request',
    `${origin} has no model called ${model}.${others} Set "model" of ${name} to one that it has.${pull}`,
  );
}

const MAX_NAMES = 12;

function listNames(models: readonly string[]): string {
  const more = models.length - MAX_NAMES;
  return models.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function isTooLong({ status, code, message }: ModelError): boolean {
  if (status === 413) return true;
  return /context_length_exceeded|exceed_context_size|context (?:length|window|size)|prompt is too long|too many (?:input )?tokens/i.test(
    `${code} ${message}`,
  );
}

function isUnknownModel(code: string, message: string): boolean {
  return (
    /model_not_found|DeploymentNotFound/.test(code) ||
    /\bmodel\b.{0,120}\b(?:not found|does not exist|not exist|not available)\b|invalid model/is.test(message)
  );
}

/** Formats Retry-After, which is a number of seconds or a date. */
function retryTime(after: string): string {
  if (/^\d+(?:\.\d+)?$/.test(after)) return `in ${after} ${after === '1' ? 'second' : 'seconds'}`;
  return after === '' ? 'later' : `after ${after}`;
}

export function failed(reason: ModelFault, message: string): Outcome {
  return { status: 'failed', reason, message };
}

/** The message of the server, if any. */
export async function readModelError(error: unknown): Promise<ModelError | undefined> {
  const { APIError } = await import('./openai');
  if (!(error instanceof APIError)) return undefined;
  const { status, headers, code, param, message } = error as InstanceType<typeof APIError> & {
    readonly status: number | undefined;
    readonly headers: Headers | undefined;
  };
  const body: unknown = error.error;
  if (status === undefined && body === undefined) return undefined;
  return {
    status,
    code: typeof code === 'string' ? clipErrorText(code) : '',
    param: typeof param === 'string' ? clipErrorText(param) : null,
    message: clipErrorText(findMessage(body) ?? message.replace(/^\d{3} /, '')),
    retryAfter: clipHeader(headers?.get('retry-after') ?? ''),
    location: clipHeader(headers?.get('location') ?? ''),
  };
}

const MAX_DEPTH = 5;

/** Errors have many shapes: a text, or under `message`, `detail` or `error`. */
function findMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return undefined;
  const { message, detail, error } = body as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return message;
  return findMessage(error, depth + 1) ?? (detail === undefined ? undefined : asJson(detail));
}

/** Undefined if it is nested too deeply. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
