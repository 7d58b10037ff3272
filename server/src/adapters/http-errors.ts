/** Messages for network errors: what is wrong, and what to do. */

import { HANDSHAKE_TIMEOUT } from './http';

/** `proxy` is the proxy of the request, if any. */
export function explainHttpFault(error: unknown, url: URL, proxy: string | undefined): string {
  const { host, hostname } = url;
  const code = codeOf(error);
  const proxyNote = proxy === undefined ? '' : ` The request used the proxy ${hostOf(proxy)}.`;
  const message = error instanceof Error ? error.message : String(error);
  if (/\b407\b|proxy authentication/i.test(message))
    return `The proxy ${hostOf(proxy)} requires authentication. Add user and password to the proxy address, or set http.proxyAuthorization.`;
  if (/^Proxy response/.test(message))
    return `The proxy ${hostOf(proxy)} blocks ${host}: ${message}. Add ${hostname} to http.noProxy or NO_PROXY if it can be reached directly.`;
  switch (code) {
    case 'ECONNREFUSED':
      return `${host} refused the connection. Start the server, or check the address and its port.${proxyNote}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return `The host ${proxy === undefined ? hostname : hostOf(proxy)} was not found. Check the address and the network.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'Z_BUF_ERROR':
      return `${host} closed the connection before the response was complete. Try again. If this keeps happening, check the server's log, and whether its address begins with https.${proxyNote}`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} cannot be reached. Check the network, and whether it needs a VPN or a proxy (http.proxy).${proxyNote}`;
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return `${host} sends headers larger than 16 KB. Check the address and the server.`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired. Renew it, or turn http.proxyStrictSSL off if you trust the network.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} is for another host name. Use that name, or turn http.proxyStrictSSL off if you trust the network.`;
  }
  if (/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|CERT_UNTRUSTED|^CERT_/.test(code))
    return `The certificate of ${host} is not trusted (${code}). Name the file of its CA certificate in NODE_EXTRA_CA_CERTS, or turn http.proxyStrictSSL off if you trust the network.`;
  if (code === HANDSHAKE_TIMEOUT || /^(?:EPROTO|ERR_SSL_)/.test(code))
    return `${host} does not use https on this port. Check the port, or begin the address with http:// instead.`;
  if (code.startsWith('HPE_'))
    return `${host} does not use HTTP on this port. Check the port, and whether the address must begin with https://.`;
  if (code.startsWith('Z_')) return `The answer of ${host} cannot be unpacked (${code}). Try again.`;
  return `The request to ${host} failed: ${message}.${proxyNote}`;
}

/** Whether a pooled connection was closed before any response. */
export function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
}

/** The code of the error, of its cause, or of the first of several attempts. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

function hostOf(proxy: string | undefined): string {
  return proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).host : 'that is set';
}
