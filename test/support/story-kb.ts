/** The KB of a story: a store in this process, or an endpoint if the story makes it fail. */
import { Store } from 'oxigraph';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { storeKb, TURTLE_PREFIXES, type StoreKb } from '../../tools/store-kb';
import { JSON_RESULTS, remote, startEndpoint } from '../adapters/kb/endpoint';

export interface StoryKbOptions {
  /** Whether the KB claims to have all facts. */
  readonly complete?: boolean;
  /** The event after which the KB is unreachable. */
  readonly fallsAt?: string;
  /** The event after which the KB rejects queries. */
  readonly refusesAt?: string;
}

/** The facts that all stories of a kind share. */
export interface StoryFacts {
  readonly name: string;
  readonly turtle: string;
  readonly complete: boolean;
}

export interface OpenedStoryKb {
  readonly kb: KnowledgeBase;
  /** Returns the queries of this story. */
  readonly queries: () => readonly string[];
  readonly stop: () => Promise<void>;
  readonly startRejecting: () => void;
}

const storeKbs = new Map<string, StoreKb>();

export function openStoryKb(
  facts: StoryFacts,
  { fallsAt, refusesAt }: StoryKbOptions,
): Promise<OpenedStoryKb> {
  return fallsAt === undefined && refusesAt === undefined
    ? Promise.resolve(openStore(facts))
    : openEndpoint(facts.turtle);
}

/** The store is read-only, so stories with the same facts share it. */
function openStore({ name, turtle, complete }: StoryFacts): OpenedStoryKb {
  const key = `${String(complete)} ${turtle}`;
  const kb = storeKbs.get(key) ?? storeKb(turtle, { name, complete });
  storeKbs.set(key, kb);
  const before = kb.queries.length;
  return {
    kb,
    queries: () => kb.queries.slice(before),
    stop: () => Promise.resolve(),
    startRejecting: () => undefined,
  };
}

async function openEndpoint(turtle: string): Promise<OpenedStoryKb> {
  const { address, queries, startRejecting, close } = await startStoreEndpoint(TURTLE_PREFIXES + turtle);
  return { kb: remote({ endpoint: address }), queries: () => queries, startRejecting, stop: close };
}

export interface StoreEndpoint {
  readonly address: string;
  /** The queries in order. */
  readonly queries: readonly string[];
  /** Rejects all further queries. */
  readonly startRejecting: () => void;
  /** Can be called twice. */
  readonly close: () => Promise<void>;
}

/** Starts an endpoint with a real engine. */
export async function startStoreEndpoint(turtle: string): Promise<StoreEndpoint> {
  const store = new Store();
  store.load(turtle, { format: 'text/turtle', no_transaction: true });
  const queries: string[] = [];
  let refuses = false;
  const server = await startEndpoint((response, { form }) => {
    const query = form.get('query') ?? '';
    queries.push(query);
    if (refuses) response.writeHead(400, { 'content-type': 'text/plain' }).end('The estimate is too high.');
    else
      response
        .writeHead(200, { 'content-type': JSON_RESULTS })
        .end(store.query(query, { results_format: 'json' }) as string);
  });
  let open = true;
  return {
    address: server.address,
    queries,
    startRejecting: () => {
      refuses = true;
    },
    close: async () => {
      if (open) await server.close();
      open = false;
    },
  };
}
