/** How the outside world is reached: by the editor's settings under `http`, and otherwise by the environment. */
import { isLoopback } from '../core/language/text/loopback';

export interface HttpSettings {
  /** Addresses of proxies, by the protocol of what is asked for. */
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  /** The whole value of the header Proxy-Authorization. */
  readonly proxyAuthorization: string | undefined;
  /** Hosts that are reached without a proxy. */
  readonly noProxy: readonly string[];
  /** Whether certificates must be valid. */
  readonly strictSsl: boolean;
  /** Whether certificates that the computer trusts are trusted, beside those that Node does. */
  readonly systemCertificates: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `editor` is what the editor has in its section `http`, where there is an editor. */
export function httpSettingsOf(editor: unknown, environment: Environment): HttpSettings {
  const given = isRecord(editor) ? editor : {};
  const variable = (name: string): string | undefined =>
    text(environment[name.toLowerCase()]) ?? text(environment[name]);
  const own = text(given['proxy']);
  const off = given['proxySupport'] === 'off';
  const everywhere = own ?? variable('ALL_PROXY');
  const exceptions = [given['noProxy']].flat().filter((host) => typeof host === 'string');
  return {
    httpProxy: off ? undefined : (own ?? variable('HTTP_PROXY') ?? everywhere),
    httpsProxy: off ? undefined : (own ?? variable('HTTPS_PROXY') ?? everywhere),
    proxyAuthorization: text(given['proxyAuthorization']),
    noProxy: exceptions.length ? exceptions : (variable('NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
    strictSsl: given['proxyStrictSSL'] !== false,
    systemCertificates: given['systemCertificates'] !== false,
  };
}

/** The proxy that an address is asked through. This computer itself is never asked through one. */
export function proxyFor({ httpProxy, httpsProxy, noProxy }: HttpSettings, url: URL): string | undefined {
  const proxy = url.protocol === 'https:' ? httpsProxy : httpProxy;
  if (proxy === undefined || isLoopback(url.hostname) || noProxy.some((host) => exempts(host, url)))
    return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** `example.org` stands for itself and all below it, as do `.example.org` and `*.example.org`; `*` for all. */
function exempts(pattern: string, { hostname, port, protocol }: URL): boolean {
  const [, host = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(pattern.trim().toLowerCase()) ?? [];
  if (wanted !== undefined && wanted !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  const domain = host.replace(/^\*?\./, '');
  return host === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
