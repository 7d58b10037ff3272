/** Creates the client of a chat API for one request, without environment variables and with our own HTTP client. */
import { performance } from 'node:perf_hooks';
import type { ServedModelConfig } from '../../core/model/model-config';
import type { HttpClient } from '../http';
import type { ChatAddress } from './chat-address';
import { modelFetch, type ModelFetch } from './model-fetch';
import type { OpenAI } from './openai';

export interface ChatCall {
  readonly client: OpenAI;
  readonly network: ModelFetch;
  readonly key: string | undefined;
}

export const DEFAULT_RETRIES = 4;
/** The signal limits the time, not the client. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** `deadline` is a time of `performance.now()`; nothing is sent after `signal` is aborted. */
export async function chatCall(
  http: HttpClient,
  address: ChatAddress,
  config: ServedModelConfig,
  key: string | undefined,
  deadline: number,
  signal: AbortSignal,
): Promise<ChatCall> {
  const { OpenAI, AzureOpenAI } = await import('./openai');
  const network = modelFetch({
    http,
    headers: config.headers ?? {},
    remainingMs: () => deadline - performance.now(),
    ended: signal,
  });
  const common = {
    baseURL: address.base,
    // Required by the client, but not sent.
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: config.retries ?? DEFAULT_RETRIES,
    timeout: NO_TIMEOUT_MS,
    fetch: network.fetch,
    defaultQuery: address.query,
    ...(key === undefined && { defaultHeaders: { Authorization: null, 'api-key': null } }),
    logLevel: 'off' as const,
  };
  const client = address.azure
    ? new AzureOpenAI({ ...common, apiVersion: address.azure.apiVersion })
    : new OpenAI(common);
  return { client, network, key };
}
