/** The KB of a story: a store in this process, or an endpoint if the story makes it fail. */
import { Store } from 'oxigraph';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { storeKb, TURTLE_PREFIXES, type StoreKb } from '../../tools/store-kb';
import { JSON_RESULTS, remote, startEndpoint } from '../adapters/kb/endpoint';

export interface StoryKb {
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

export interface OpenKb {
  readonly kb: KnowledgeBase;
  /** Returns the queries of this story. */
  readonly asked: () => readonly string[];
  readonly fall: () => Promise<void>;
  readonly refuse: () => void;
}

const storeKbs = new Map<string, StoreKb>();

export function openStoryKb(facts: StoryFacts, { fallsAt, refusesAt }: StoryKb): Promise<OpenKb> {
  return fallsAt === undefined && refusesAt === undefined
    ? Promise.resolve(openStore(facts))
    : openEndpoint(facts.turtle);
}

/** The store is read-only, so stories with the same facts share it. */
function openStore({ name, turtle, complete }: StoryFacts): OpenKb {
  const key = `${String(complete)} ${turtle}`;
  const kb = storeKbs.get(key) ?? storeKb(turtle, { name, complete });
  storeKbs.set(key, kb);
  const before = kb.asked.length;
  return {
    kb,
    asked: () => kb.asked.slice(before),
    fall: () => Promise.resolve(),
    refuse: () => undefined,
  };
}

async function openEndpoint(turtle: string): Promise<OpenKb> {
  const { address, asked, refuse, close } = await startStoreEndpoint(TURTLE_PREFIXES + turtle);
  return { kb: remote({ endpoint: address }), asked: () => asked, refuse, fall: close };
}

export interface StoreEndpoint {
  readonly address: string;
  /** The queries in order. */
  readonly asked: readonly string[];
  /** Rejects all further queries. */
  readonly refuse: () => void;
  /** Can be called twice. */
  readonly close: () => Promise<void>;
}

/** Starts an endpoint with a real engine. */
export async function startStoreEndpoint(turtle: string): Promise<StoreEndpoint> {
  const store = new Store();
  store.load(turtle, { format: 'text/turtle', no_transaction: true });
  const asked: string[] = [];
  let refuses = false;
  const server = await startEndpoint((response, { form }) => {
    const query = form.get('query') ?? '';
    asked.push(query);
    if (refuses) response.writeHead(400, { 'content-type': 'text/plain' }).end('The estimate is too high.');
    else
      response
        .writeHead(200, { 'content-type': JSON_RESULTS })
        .end(store.query(query, { results_format: 'json' }) as string);
  });
  let open = true;
  return {
    address: server.address,
    asked,
    refuse: () => {
      refuses = true;
    },
    close: async () => {
      if (open) await server.close();
      open = false;
    },
  };
}
