/** Converts the address of a chat API from the settings to the form that the client needs. */
import type { ServedModelConfig } from '../../core/model/model-config';
import { redactAddress } from '../../core/language/text/passwords';
import { isLoopback } from '../../core/language/text/loopback';

export interface ChatAddress {
  readonly url: URL;
  /** The address without `/chat/completions`. */
  readonly base: string;
  readonly query: Readonly<Record<string, string>>;
  /** Azure has its own protocol, except at its newer addresses. */
  readonly azure?: { readonly apiVersion: string };
  /** Whether the server runs on this computer. */
  readonly local: boolean;
  readonly needsKey: boolean;
}

export function chatAddress(config: ServedModelConfig): ChatAddress | { readonly problem: string } {
  const url = URL.canParse(config.url) ? new URL(config.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return {
      problem: `"${redactAddress(config.url)}" is not an http address. Use one such as https://api.openai.com/v1 or http://localhost:11434/v1.`,
    };
  if (url.username !== '' || url.password !== '')
    return {
      problem: `Remove user and password from the address of ${url.host}: keys are stored separately.`,
    };
  // Some users include the path of the request.
  const path = trimSlashes(url.pathname).replace(/\/chat\/completions$/, '');
  const { 'api-version': version, ...query } = Object.fromEntries(url.searchParams);
  const apiVersion = config.apiVersion ?? version;
  const local = isLoopback(url.hostname);
  const needsKey = config.key ?? !local;
  if (needsKey && !local && url.protocol === 'http:')
    return {
      problem: `A key sent to ${url.origin} can be read on the network. Use an https address, or set "key": false if the server needs none.`,
    };
  const common = { url, query, local, needsKey };
  if (apiVersion !== undefined) {
    const base = url.origin + (/\/openai(?:\/|$)/.test(path) ? path : `${path}/openai`);
    return { ...common, base, azure: { apiVersion } };
  }
  if (isAzure(url) && !/\/openai\/v1$/.test(path))
    return {
      problem: `Azure requires an API version. Set "apiVersion", such as 2024-10-21, or use an address that ends in /openai/v1.`,
    };
  return { ...common, base: url.origin + (path === '' ? '/v1' : path) };
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

export function isAzure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && /\.openai\.azure\.com$/i.test(hostname);
}
