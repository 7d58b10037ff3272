/** Messages for HTTP errors: what is wrong, and what to do. */
import { refused, timedOut, unreachable, type FailedExecution } from '../../core/query/failures';
import { clipErrorText, clipHeader, quoteError } from '../../core/query/server-text';
import { onOneLine } from '../../core/language/text/control-characters';

interface RefusedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The address without credentials. */
  readonly address: string;
  /** The address in the settings, if the request was redirected. */
  readonly from: string | undefined;
  /** A description of the credentials that were sent; empty if there were none. */
  readonly credentials: string;
}

/** Undefined if the error is about the query. */
export function refusalOfStatus(reply: RefusedReply): FailedExecution | undefined {
  const { status, address, from, credentials, text, headers } = reply;
  const quote = isHtml(reply) ? quoteTitle(text) : text.trim() === '' ? '' : ` It says: ${quoteError(text)}`;
  switch (status) {
    case 401:
      if (from !== undefined && credentials !== '')
        return unreachable(
          `${from} redirects to ${address}, which requires authentication. Credentials are only sent to addresses in the settings. Add ${address} to the settings if you trust it.`,
        );
      return unreachable(
        credentials === ''
          ? `${address} requires authentication. Set "auth" for it in funfusic.knowledgeBases: "basic" with a "user", or "bearer".${quote}`
          : `${address} rejects ${credentials}. Check it and enter it again.${quote}`,
      );
    case 403:
      return unreachable(
        credentials === ''
          ? `${address} is not public. Set "auth" or "headers" for it in funfusic.knowledgeBases.${quote}`
          : `${address} accepts ${credentials}, but does not allow this. Ask the administrator for permission.${quote}`,
      );
    case 404:
    case 410:
      return unreachable(
        `Not found: ${address}. Check the path: it is /sparql for Virtuoso, /NAME/query for Fuseki, /repositories/NAME for GraphDB.`,
      );
    case 405:
    case 501:
      return unreachable(
        `${address} accepts neither POST nor GET, so it is not a SPARQL endpoint. Check the address.`,
      );
    case 406:
      return unreachable(`${address} cannot answer in a supported format.${quote}`);
    case 413:
    case 414:
    case 431:
      return refused(`The query is too long for ${address}.${quote}`);
    case 415:
      return unreachable(
        `${address} does not accept form-encoded queries, as the SPARQL protocol requires.${quote}`,
      );
    case 429:
      return unreachable(`${address} limits the rate of requests. Try again ${retryTime(headers)}.${quote}`);
    case 408:
    case 504:
      return timedOut(`${address} timed out. Ask for less, or try again.${quote}`);
    case 502:
      return unreachable(
        `The proxy or gateway of ${address} cannot reach the endpoint. Check that it is running.${quote}`,
      );
    case 503:
      return TIMEOUT_MESSAGE.test(clipErrorText(text))
        ? undefined
        : unreachable(`${address} is busy or starting. Try again ${retryTime(headers)}.${quote}`);
  }
  return isHtml(reply)
    ? unreachable(
        `${address} answers with an error page (${status}).${quote} Check the address and the endpoint.`,
      )
    : undefined;
}

/** A server error that is not about the query. */
export function serverErrorOf({
  status,
  text,
  address,
}: Pick<RefusedReply, 'status' | 'text' | 'address'>): FailedExecution {
  const quote = text.trim() === '' ? '' : ` It says: ${quoteError(text)}`;
  return unreachable(
    `${address} reports a server error (${status}). Try again. If this keeps happening, check the server's log.${quote}`,
  );
}

const TIMEOUT_MESSAGE = /time(?:d[ -])?out|took too long/i;

/** Formats Retry-After, which is a number of seconds or a date. */
function retryTime(headers: Readonly<Record<string, string>>): string {
  const after = clipHeader(onOneLine(headers['retry-after'] ?? '').trim());
  if (/^\d+$/.test(after)) return `in ${after} ${after === '1' ? 'second' : 'seconds'}`;
  return after === '' ? 'later' : `after ${after}`;
}

export function isHtml({ headers, text }: Pick<RefusedReply, 'headers' | 'text'>): boolean {
  return (
    /\bx?html\b/.test(headers['content-type'] ?? '') ||
    /^\s*<(?:!doctype html|html)\b/i.test(clipErrorText(text))
  );
}

export function quoteTitle(html: string): string {
  const title = findTitle(clipErrorText(html)).trim();
  return title === '' ? '' : ` It is titled: ${quoteError(title)}`;
}

function findTitle(html: string): string {
  const lower = html.toLowerCase();
  const tag = lower.indexOf('<title');
  const start = tag < 0 ? -1 : html.indexOf('>', tag);
  const end = start < 0 ? -1 : lower.indexOf('<', start);
  return end >= 0 && lower.startsWith('</title>', end) ? html.slice(start + 1, end) : '';
}
