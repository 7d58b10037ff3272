/** Network settings: the editor's `http` settings, otherwise the environment. */
import { isLoopback } from '../core/language/text/loopback';
import { isRecord } from '../core/language/text/json';

export interface HttpSettings {
  /** Proxy addresses by the protocol of the request. */
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly proxyAuthorization: string | undefined;
  readonly noProxy: readonly string[];
  readonly strictSsl: boolean;
  /** Whether to trust the certificates of the system in addition to those of Node. */
  readonly systemCertificates: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `editor` is the section `http` of the editor's settings, if there is an editor. */
export function httpSettingsOf(editor: unknown, environment: Environment): HttpSettings {
  const settings = isRecord(editor) ? editor : {};
  const variable = (name: string): string | undefined =>
    nonEmptyText(environment[name.toLowerCase()]) ?? nonEmptyText(environment[name]);
  const proxy = nonEmptyText(settings['proxy']);
  const isDisabled = settings['proxySupport'] === 'off';
  const allProxy = proxy ?? variable('ALL_PROXY');
  const exceptions = [settings['noProxy']].flat().filter((host) => typeof host === 'string');
  return {
    httpProxy: isDisabled ? undefined : (proxy ?? variable('HTTP_PROXY') ?? allProxy),
    httpsProxy: isDisabled ? undefined : (proxy ?? variable('HTTPS_PROXY') ?? allProxy),
    proxyAuthorization: nonEmptyText(settings['proxyAuthorization']),
    noProxy: exceptions.length ? exceptions : (variable('NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
    strictSsl: settings['proxyStrictSSL'] !== false,
    systemCertificates: settings['systemCertificates'] !== false,
  };
}

/** The proxy for an address; none for loopback addresses. */
export function proxyFor({ httpProxy, httpsProxy, noProxy }: HttpSettings, url: URL): string | undefined {
  const proxy = url.protocol === 'https:' ? httpsProxy : httpProxy;
  if (proxy === undefined || isLoopback(url.hostname) || noProxy.some((host) => matchesHost(host, url)))
    return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** `example.org`, `.example.org` and `*.example.org` match the host and its subdomains, `*` all hosts. */
function matchesHost(pattern: string, { hostname, port, protocol }: URL): boolean {
  const [, host = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(pattern.trim().toLowerCase()) ?? [];
  if (wanted !== undefined && wanted !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  const domain = host.replace(/^\*?\./, '');
  return host === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
