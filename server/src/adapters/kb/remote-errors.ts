/** HTTP error status → what is wrong, and what to do. */
import type { Execution } from '../../core/kb/knowledge-base';
import { clipErrorText, clipHeader, shortened } from '../../core/query/server-text';
import { onOneLine } from '../../core/language/text/controls';

type Failure = Exclude<Execution, { readonly status: 'answered' }>;

interface RefusedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Fit to be shown. */
  readonly address: string;
  /** Of the one in the settings, where the reply came from another. */
  readonly from: string | undefined;
  /** What was sent to prove who we are, in words; empty where nothing was. */
  readonly proof: string;
}

/** Undefined where the engine itself speaks of the query. */
export function refusalOfStatus(refused: RefusedReply): Failure | undefined {
  const { status, address, from, proof, text, headers } = refused;
  const unreachable = (message: string): Failure => ({ status: 'unreachable', message });
  const says = isHtml(refused) ? titled(text) : text.trim() === '' ? '' : ` It says: ${shortened(text)}`;
  switch (status) {
    case 401:
      if (from !== undefined && proof !== '')
        return unreachable(
          `${from} redirects to ${address}, which requires authentication. Credentials are only sent to addresses in the settings. Add ${address} to the settings if you trust it.`,
        );
      return unreachable(
        proof === ''
          ? `${address} requires authentication. Set "auth" for it in funfusic.knowledgeBases: "basic" with a "user", or "bearer".${says}`
          : `${address} rejects ${proof}. Check it and enter it again.${says}`,
      );
    case 403:
      return unreachable(
        proof === ''
          ? `${address} is not public. Set "auth" or "headers" for it in funfusic.knowledgeBases.${says}`
          : `${address} accepts ${proof}, but does not allow this. Ask the administrator for permission.${says}`,
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
      return unreachable(`${address} cannot answer in a supported format.${says}`);
    case 413:
    case 414:
    case 431:
      return { status: 'refused', message: `The query is too long for ${address}.${says}` };
    case 415:
      return unreachable(
        `${address} does not accept form-encoded queries, as the SPARQL protocol requires.${says}`,
      );
    case 429:
      return unreachable(`${address} limits the rate of requests. Try again ${later(headers)}.${says}`);
    case 408:
    case 504:
      return {
        status: 'timed-out',
        message: `${address} timed out. Ask for less, or try again.${says}`,
      };
    case 502:
      return unreachable(
        `The proxy or gateway of ${address} cannot reach the endpoint. Check that it is running.${says}`,
      );
    case 503:
      return OUT_OF_TIME.test(clipErrorText(text))
        ? undefined
        : unreachable(`${address} is busy or starting. Try again ${later(headers)}.${says}`);
  }
  return isHtml(refused)
    ? unreachable(
        `${address} answers with an error page (${status}).${says} Check the address and the endpoint.`,
      )
    : undefined;
}

/** A server error that is not about the query. */
export function serverErrorOf({
  status,
  text,
  address,
}: Pick<RefusedReply, 'status' | 'text' | 'address'>): Failure {
  const says = text.trim() === '' ? '' : ` It says: ${shortened(text)}`;
  return {
    status: 'unreachable',
    message: `${address} reports a server error (${status}). Try again. If this keeps happening, check the server's log.${says}`,
  };
}

const OUT_OF_TIME = /time(?:d[ -])?out|took too long/i;

/** As seconds, or as a date. */
function later(headers: Readonly<Record<string, string>>): string {
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

export function titled(html: string): string {
  const title = titleIn(clipErrorText(html)).trim();
  return title === '' ? '' : ` It is titled: ${shortened(title)}`;
}

function titleIn(html: string): string {
  const lower = html.toLowerCase();
  const tag = lower.indexOf('<title');
  const start = tag < 0 ? -1 : html.indexOf('>', tag);
  const end = start < 0 ? -1 : lower.indexOf('<', start);
  return end >= 0 && lower.startsWith('</title>', end) ? html.slice(start + 1, end) : '';
}
