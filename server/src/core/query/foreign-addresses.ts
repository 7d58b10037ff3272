/** Which addresses a KB or a query names that the user's settings do not contain. */
import { SAMPLE_KB, type KbConfig } from '../kb/kb-config';
import { tokenize } from '../language/sparql/tokens';
import { reachedBy, type ReachedAddress } from './reached-addresses';

/** What the settings say about KBs. */
export interface KnownKbs {
  readonly knowledgeBases: Readonly<Record<string, KbConfig>>;
  readonly knowledgeBase: string;
}

/** Origin and path: one server has many paths, and not all of them are the same person's. */
export function originAndPath(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Whether the settings contain this name, or this address. */
export function isKnownKb(name: string, address: string, known: KnownKbs): boolean {
  if (name === SAMPLE_KB || Object.hasOwn(known.knowledgeBases, name)) return true;
  return placesIn(known).has(originAndPath(address));
}

/** Something else that the endpoint is made to contact. */
export interface ForeignAddress {
  /** The host, or what the query says where there is none. */
  readonly whom: string;
  /** What consent is remembered by. */
  readonly key: string;
  readonly reached: ReachedAddress;
}

/** What a query has the endpoint at `address` contact. Graph names of Freebase and of the settings are no addresses of strangers. */
export function foreignReaches(query: string, address: string, known: KnownKbs): readonly ForeignAddress[] {
  // Most queries have none of these words, and need not be looked at.
  if (!/\b(?:service|from|using|load|define)\b/i.test(query)) return [];
  const { tokens } = tokenize(query);
  const graphs = graphsIn(known);
  const places = placesIn(known);
  const hostOfKb = hostOf(address);
  const found = new Map<string, ForeignAddress>();
  for (const reached of reachedBy({ text: query, tokens })) {
    const { keyword, address: iri } = reached;
    // Pragmas that load something are refused with all that changes a KB; others name graphs and options.
    if (iri === undefined && keyword === 'DEFINE') continue;
    const host = iri === undefined ? undefined : hostOf(iri);
    if (iri !== undefined && keyword === 'SERVICE' ? places.has(originAndPath(iri)) : isGraph(iri, host))
      continue;
    const key = host ?? iri ?? query;
    found.set(key, { whom: host ?? iri ?? 'addresses that the query computes', key: `host ${key}`, reached });
  }
  return [...found.values()];

  function isGraph(iri: string | undefined, host: string | undefined): boolean {
    if (iri === undefined) return false;
    if (/^(?:urn|tag):/i.test(iri) || graphs.has(iri)) return true;
    return host !== undefined && (FREEBASE.has(host) || host === hostOfKb);
  }
}

const FREEBASE = new Set(['freebase.com', 'www.freebase.com', 'rdf.freebase.com']);

/** With its port. Undefined for all that might be read in another way elsewhere, such as user@host. */
function hostOf(iri: string): string | undefined {
  return /^https?:\/\/([^/?#@\\\s%]+)(?:[/?#]|$)/i.exec(iri)?.[1]?.toLowerCase();
}

function placesIn({ knowledgeBases, knowledgeBase }: KnownKbs): ReadonlySet<string> {
  const endpoints = Object.values(knowledgeBases).flatMap((config) =>
    'endpoint' in config ? [config.endpoint, config.updateEndpoint ?? config.endpoint] : [],
  );
  return new Set([...endpoints, knowledgeBase].map(originAndPath));
}

function graphsIn({ knowledgeBases }: KnownKbs): ReadonlySet<string> {
  return new Set(
    Object.values(knowledgeBases).flatMap((config) =>
      'endpoint' in config ? [config.defaultGraph ?? []].flat() : [],
    ),
  );
}
