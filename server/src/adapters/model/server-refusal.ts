import type { Refused } from './model-faults';

/** What a server itself says; undefined where it did not get to say anything. */
export async function refusalIn(error: unknown): Promise<Refused | undefined> {
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
    code: typeof code === 'string' ? code : '',
    param: param ?? null,
    message: saidIn(body) ?? message.replace(/^\d{3} /, ''),
    retryAfter: headers?.get('retry-after') ?? '',
    location: headers?.get('location') ?? '',
  };
}

/** Errors have many shapes: a text, or under `message`, `detail` or `error`. */
function saidIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, detail, error } = body as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return message;
  return saidIn(error) ?? (detail === undefined ? undefined : JSON.stringify(detail));
}
