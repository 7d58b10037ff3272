/** What goes wrong between here and another computer, in words: what is wrong, and what to do. */

/** `proxy` is the one that the address is asked through. */
export function explainHttpFault(error: unknown, url: URL, proxy: string | undefined): string {
  const { host, hostname } = url;
  const code = codeOf(error);
  const through = proxy === undefined ? '' : ` It was asked through the proxy ${hostOf(proxy)}.`;
  const said = messageOf(error);
  if (/\b407\b|proxy authentication/i.test(said))
    return `The proxy ${hostOf(proxy)} wants to know who you are. Write user and password into the address of the proxy, or set http.proxyAuthorization.`;
  if (/^Proxy response/.test(said))
    return `The proxy ${hostOf(proxy)} does not let ${host} be asked: ${said}. Name ${hostname} in http.noProxy or NO_PROXY, if it can be reached directly.`;
  switch (code) {
    case 'ECONNREFUSED':
      return `Nobody listens at ${host}: the connection is refused. Start the server, or check the address and its port.${through}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return `There is no computer called ${proxy === undefined ? hostname : hostOf(proxy)}, or the network does not know it. Check the address and the network.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'Z_BUF_ERROR':
      return `${host} broke the connection off before its answer was whole. Try again; if that goes on, look into its log, and whether its address begins with https.${through}`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} cannot be reached. Check the network, and whether it needs a VPN or a proxy (http.proxy).${through}`;
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return `${host} sends headers that are larger than 16 KB. Check the address, and what runs there.`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired, so that nobody can be sure who answers. Have it renewed, or turn http.proxyStrictSSL off if you trust the network.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} is for another name. Use the name that it is for, or turn http.proxyStrictSSL off if you trust the network.`;
  }
  if (/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|CERT_UNTRUSTED|^CERT_/.test(code))
    return `The certificate of ${host} is not trusted (${code}). Name the file of the certificate that signed it in NODE_EXTRA_CA_CERTS, or turn http.proxyStrictSSL off if you trust the network.`;
  if (/^(?:EPROTO|ERR_SSL_)/.test(code))
    return `${host} does not speak https at this port. Check the port, or begin the address with http:// instead.`;
  if (code.startsWith('HPE_'))
    return `${host} does not speak HTTP at this port. Check the port, and whether the address must begin with https://.`;
  if (code.startsWith('Z_')) return `The answer of ${host} cannot be unpacked (${code}). Try again.`;
  return `${host} could not be asked: ${said}.${through}`;
}

/** Whether a connection broke before anything was answered, as one does that was kept open for too long. */
export function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
}

/** Of the error, of what caused it, or of the first of several tries. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hostOf(proxy: string | undefined): string {
  return proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).host : 'that is set';
}
