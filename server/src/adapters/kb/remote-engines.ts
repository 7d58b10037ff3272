/** The differences between engines: how limits are sent, and how an engine is detected. */
import type { Engine } from '../../core/kb/kb-config';
import type { ExecutionLimits } from '../../core/kb/knowledge-base';

export type KnownEngine = Exclude<Engine, 'auto'>;

export interface EngineBehavior {
  readonly engine: KnownEngine;
  /** Its name in messages. */
  readonly title: string;
  /** Extra milliseconds until it reports a timeout. */
  readonly grace: number;
  /** The graph formats that it supports. */
  readonly graphs: string;
  /** The format of rows that it writes fastest. */
  readonly fastRows: string;
  limits(limits: ExecutionLimits): Partial<RequestParameters>;
}

export const JSON_RESULTS = 'application/sparql-results+json';
const XML_RESULTS = 'application/sparql-results+xml';

interface RequestParameters {
  readonly form: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
}

const N_TRIPLES_OR_TURTLE = 'application/n-triples, text/turtle;q=0.9';

export function behaviorOf(engine: KnownEngine): EngineBehavior {
  return { engine, grace: 0, graphs: N_TRIPLES_OR_TURTLE, fastRows: JSON_RESULTS, ...BEHAVIORS[engine] };
}

const BEHAVIORS: Readonly<
  Record<
    KnownEngine,
    Pick<EngineBehavior, 'title' | 'limits'> & Partial<Pick<EngineBehavior, 'grace' | 'graphs' | 'fastRows'>>
  >
> = {
  virtuoso: {
    title: 'Virtuoso',
    // It checks the time every two seconds, and then sends the rows found so far.
    grace: 4000,
    // It takes three times as long to write JSON (7.2.5).
    fastRows: XML_RESULTS,
    limits: ({ timeoutMs, maxRows }) => ({
      form: [
        ['timeout', String(Math.ceil(timeoutMs))],
        // One extra row shows whether there are more.
        ['maxrows', String(maxRows + 1)],
      ],
    }),
  },
  qlever: {
    title: 'QLever',
    graphs: 'text/turtle',
    limits: ({ timeoutMs }) => ({ form: [['timeout', `${inSeconds(timeoutMs)}s`]] }),
  },
  graphdb: { title: 'GraphDB', limits: ({ timeoutMs }) => ({ form: [['timeout', inSeconds(timeoutMs)]] }) },
  fuseki: { title: 'Fuseki', limits: ({ timeoutMs }) => ({ form: [['timeout', inSeconds(timeoutMs)]] }) },
  blazegraph: {
    title: 'Blazegraph',
    limits: ({ timeoutMs }) => ({ headers: { 'X-BIGDATA-MAX-QUERY-MILLIS': String(Math.ceil(timeoutMs)) } }),
  },
  stardog: {
    title: 'Stardog',
    limits: ({ timeoutMs }) => ({ form: [['timeout', String(Math.ceil(timeoutMs))]] }),
  },
  other: { title: 'The endpoint', limits: () => ({}) },
};

function inSeconds(milliseconds: number): string {
  return String(Math.ceil(milliseconds / 1000));
}

export interface DetectedEngine {
  readonly engine: KnownEngine;
  /** Its name and version, if reported. */
  readonly name: string | undefined;
}

/** Detects the engine by its name, or by typical headers and errors. */
export function detectEngine(
  headers: Readonly<Record<string, string>>,
  body: string,
  address: URL,
): DetectedEngine {
  const server = headers['server'] ?? '';
  for (const [engine, pattern] of SERVER_NAMES) {
    const [name] = pattern.exec(server) ?? pattern.exec(headers['x-powered-by'] ?? '') ?? [];
    if (name !== undefined) return { engine, name: name.trim() };
  }
  const engine = FINGERPRINTS.find(([, matches]) => matches(headers, body, address))?.[0] ?? 'other';
  return { engine, name: undefined };
}

const SERVER_NAMES: readonly (readonly [KnownEngine, RegExp])[] = [
  ['virtuoso', /Virtuoso[/ ]?[\d.]*/i],
  ['fuseki', /(?:Apache Jena )?Fuseki(?: \([^)]*\)|[/ ][\d.]+)?/i],
  ['graphdb', /GraphDB[^\s/]*(?:\/[\d.]+)?/i],
  ['stardog', /Stardog(?:[/ ][\d.]+)?/i],
  ['qlever', /QLever(?:[/ ][\d.]+)?/i],
  ['blazegraph', /Blazegraph(?:[/ ][\d.]+)?/i],
  ['other', /Oxigraph(?:[/ ][\d.]+)?/i],
];

type EngineTest = (headers: Readonly<Record<string, string>>, body: string, address: URL) => boolean;

const FINGERPRINTS: readonly (readonly [KnownEngine, EngineTest])[] = [
  [
    'virtuoso',
    (headers, body) =>
      Object.keys(headers).some((name) => /^x-(?:sparql|sql|exec)-/.test(name)) ||
      /"__ASK_RETVAL"|^\s*\{\s*"head":\s*\{\s*"link":\s*\[\]|^Virtuoso \S{5} Error/.test(body),
  ],
  ['fuseki', (headers) => 'fuseki-request-id' in headers],
  ['qlever', (_, body) => /"(?:runtimeInformation|resultSizeTotal|resultsize)"|QLever/.test(body)],
  [
    'blazegraph',
    (_, __, { pathname }) => /\/(?:bigdata|blazegraph)\/|\/namespace\/[^/]+\/sparql$/.test(pathname),
  ],
  [
    'graphdb',
    (headers, _, { pathname }) => 'x-graphdb-catch' in headers || /\/repositories\/[^/]+$/.test(pathname),
  ],
];
