/** Finds addresses in a KB or a query that the settings do not contain. */
import { SAMPLE_KB, type KbConfig } from '../kb/kb-config';
import { tokenize } from '../language/sparql/tokens';
import { contactedAddresses, type ContactedAddress } from './contacted-addresses';

export interface KnownKbs {
  readonly knowledgeBases: Readonly<Record<string, KbConfig>>;
  readonly knowledgeBase: string;
}

/** Paths of one server may have different owners, so the path counts too. */
export function originAndPath(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Whether the settings contain this name or address. */
export function isKnownKb(name: string, address: string, known: KnownKbs): boolean {
  if (name === SAMPLE_KB || Object.hasOwn(known.knowledgeBases, name)) return true;
  return knownEndpoints(known).has(originAndPath(address));
}

/** An address outside the settings that a query makes the endpoint contact. */
export interface ForeignAddress {
  /** The host, or the text of the query if there is none. */
  readonly host: string;
  /** The key under which consent is saved. */
  readonly key: string;
  readonly reached: ContactedAddress;
}

/** The foreign addresses that a query makes the endpoint at `address` contact. Graph names of Freebase and of the settings are not foreign. */
export function foreignAddresses(query: string, address: string, known: KnownKbs): readonly ForeignAddress[] {
  // Most queries have none of these words and need not be tokenized.
  if (!/\b(?:service|from|using|load|define)\b/i.test(query)) return [];
  const { tokens } = tokenize(query);
  const graphs = knownGraphs(known);
  const endpoints = knownEndpoints(known);
  const hostOfKb = hostOf(address);
  const found = new Map<string, ForeignAddress>();
  for (const reached of contactedAddresses({ text: query, tokens })) {
    const { keyword, address: iri } = reached;
    // Pragmas that load data are rejected as side effects; others name graphs and options.
    if (iri === undefined && keyword === 'DEFINE') continue;
    const host = iri === undefined ? undefined : hostOf(iri);
    if (iri !== undefined && keyword === 'SERVICE' ? endpoints.has(originAndPath(iri)) : isGraph(iri, host))
      continue;
    const key = host ?? iri ?? query;
    found.set(key, { host: host ?? iri ?? 'addresses that the query computes', key: `host ${key}`, reached });
  }
  return [...found.values()];

  function isGraph(iri: string | undefined, host: string | undefined): boolean {
    if (iri === undefined) return false;
    if (/^(?:urn|tag):/i.test(iri) || graphs.has(iri)) return true;
    return host !== undefined && (FREEBASE_HOSTS.has(host) || host === hostOfKb);
  }
}

const FREEBASE_HOSTS = new Set(['freebase.com', 'www.freebase.com', 'rdf.freebase.com']);

/** The host with its port. Undefined for ambiguous authorities, such as user@host. */
function hostOf(iri: string): string | undefined {
  return /^https?:\/\/([^/?#@\\\s%]+)(?:[/?#]|$)/i.exec(iri)?.[1]?.toLowerCase();
}

function knownEndpoints({ knowledgeBases, knowledgeBase }: KnownKbs): ReadonlySet<string> {
  const endpoints = Object.values(knowledgeBases).flatMap((config) =>
    'endpoint' in config ? [config.endpoint, config.updateEndpoint ?? config.endpoint] : [],
  );
  return new Set([...endpoints, knowledgeBase].map(originAndPath));
}

function knownGraphs({ knowledgeBases }: KnownKbs): ReadonlySet<string> {
  return new Set(
    Object.values(knowledgeBases).flatMap((config) =>
      'endpoint' in config ? [config.defaultGraph ?? []].flat() : [],
    ),
  );
}
