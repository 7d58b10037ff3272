import { clipErrorText, clipHeader } from '../../core/query/server-text';
import type { ModelError } from './model-errors';

/** What a server itself says; undefined where it did not get to say anything. */
export async function refusalIn(error: unknown): Promise<ModelError | undefined> {
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
    message: clipErrorText(saidIn(body) ?? message.replace(/^\d{3} /, '')),
    retryAfter: clipHeader(headers?.get('retry-after') ?? ''),
    location: clipHeader(headers?.get('location') ?? ''),
  };
}

/** An error that is nested deeper says nothing. */
const MAX_DEPTH = 5;

/** Errors have many shapes: a text, or under `message`, `detail` or `error`. */
function saidIn(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return undefined;
  const { message, detail, error } = body as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return message;
  return saidIn(error, depth + 1) ?? (detail === undefined ? undefined : asJson(detail));
}

/** Undefined for what is nested too deep to be written. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
