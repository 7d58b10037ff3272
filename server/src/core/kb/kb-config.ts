/** The supported engines. `auto` detects the engine with a request. */
export const ENGINES = [
  'auto',
  'virtuoso',
  'qlever',
  'graphdb',
  'fuseki',
  'blazegraph',
  'stardog',
  'other',
] as const;
export type Engine = (typeof ENGINES)[number];

export const AUTHENTICATIONS = ['none', 'basic', 'bearer'] as const;
export type Authentication = (typeof AUTHENTICATIONS)[number];

interface CommonConfig {
  /** A schema for this KB, in the form of `funfusic.schema.file`. The default is the active schema. */
  readonly schema?: string;
  /** Whether updates may be sent. */
  readonly writable?: boolean;
  /** Whether the KB is complete: an id that it does not contain does not exist. */
  readonly complete?: boolean;
}

/** A SPARQL endpoint in the settings or on the command line. */
export interface EndpointConfig extends CommonConfig {
  readonly endpoint: string;
  /** The address for updates, if it differs. */
  readonly updateEndpoint?: string;
  readonly engine?: Engine;
  readonly defaultGraph?: string | readonly string[];
  readonly auth?: Authentication;
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers with secret values, which are stored by the editor or taken from the environment. */
  readonly secretHeaders?: readonly string[];
  /** Whether secrets may be sent over plain http to another machine. */
  readonly allowInsecureAuth?: boolean;
}

interface FileConfig extends CommonConfig {
  /** N-Triples or Turtle, plain or gzipped. */
  readonly file: string | readonly string[];
}

export type KbConfig = EndpointConfig | FileConfig;

/** The name of the bundled KB. */
export const SAMPLE_KB = 'Sample';
