/** Endpoints and remote KBs that are closed after each test. */
import { afterEach } from 'vitest';
import type { EndpointConfig } from '../../../server/src/core/kb/kb-config';
import type { KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { remote, startEndpoint, type Behaviour, type Endpoint, type Surroundings } from './endpoint';

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0)) await one.close();
});

export async function endpoint(
  behave: Behaviour,
  secure?: Parameters<typeof startEndpoint>[1],
): Promise<Endpoint> {
  const started = await startEndpoint(behave, secure);
  toClose.push(started);
  return started;
}

/** A KB is closed before its endpoint. */
export function open(config: EndpointConfig, surroundings: Surroundings = {}): KnowledgeBase {
  const kb = remote(config, surroundings);
  toClose.unshift(kb);
  return kb;
}

export const closeLater = (one: { close(): Promise<void> }): void => void toClose.push(one);
