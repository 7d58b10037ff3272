/** The KB of a story: one that answers in this thread, or, where it is to fail, an endpoint. */
import { Store } from 'oxigraph';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { storeKb, TURTLE_PREFIXES, type StoreKb } from '../../tools/store-kb';
import { JSON_RESULTS, remote, startEndpoint } from '../adapters/kb/endpoint';

export interface StoryKb {
  /** Whether it claims to have all facts. */
  readonly complete?: boolean;
  /** The event behind which it goes away. */
  readonly fallsAt?: string;
  /** The event behind which it only answers with errors. */
  readonly refusesAt?: string;
}

/** The facts that all stories of a kind have, and whether these are all there are. */
export interface StoryFacts {
  readonly name: string;
  readonly turtle: string;
  readonly complete: boolean;
}

export interface OpenKb {
  readonly kb: KnowledgeBase;
  /** What it was asked for this story. */
  readonly asked: () => readonly string[];
  readonly fall: () => Promise<void>;
  readonly refuse: () => void;
}

const plain = new Map<string, StoreKb>();

export function openStoryKb(facts: StoryFacts, { fallsAt, refusesAt }: StoryKb): Promise<OpenKb> {
  return fallsAt === undefined && refusesAt === undefined
    ? Promise.resolve(inThisThread(facts))
    : endpoint(facts.turtle);
}

/** Nothing changes it, so that stories with the same facts share one. */
function inThisThread({ name, turtle, complete }: StoryFacts): OpenKb {
  const key = `${String(complete)} ${turtle}`;
  const kb = plain.get(key) ?? storeKb(turtle, { name, complete });
  plain.set(key, kb);
  const before = kb.asked.length;
  return {
    kb,
    asked: () => kb.asked.slice(before),
    fall: () => Promise.resolve(),
    refuse: () => undefined,
  };
}

async function endpoint(turtle: string): Promise<OpenKb> {
  const { address, asked, refuse, close } = await startStoreEndpoint(TURTLE_PREFIXES + turtle);
  return { kb: remote({ endpoint: address }), asked: () => asked, refuse, fall: close };
}

export interface StoreEndpoint {
  readonly address: string;
  /** All that it was asked. */
  readonly asked: readonly string[];
  /** From now on it answers with errors. */
  readonly refuse: () => void;
  /** May be said twice. */
  readonly close: () => Promise<void>;
}

/** A real engine over HTTP. */
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
