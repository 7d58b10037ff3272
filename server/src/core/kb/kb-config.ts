/** How a knowledge base is told to us: by the settings, or on the command line. */

/** The engines whose ways we know; `auto` finds out by asking. */
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
  /** A schema of its own, as `funfusic.schema.file`; the one in force where there is none. */
  readonly schema?: string;
  /** Whether updates may be sent. */
  readonly writable?: boolean;
  /** Whether an id that is not in it does not exist. */
  readonly complete?: boolean;
}

export interface EndpointConfig extends CommonConfig {
  readonly endpoint: string;
  /** Where updates go, if elsewhere. */
  readonly updateEndpoint?: string;
  readonly engine?: Engine;
  readonly defaultGraph?: string | readonly string[];
  readonly auth?: Authentication;
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers whose values are secrets: kept by the editor, or taken from the environment. */
  readonly secretHeaders?: readonly string[];
  /** Whether secrets may be sent over plain http to another machine. */
  readonly allowInsecureAuth?: boolean;
}

interface FileConfig extends CommonConfig {
  /** N-Triples or Turtle, plain or gzipped. */
  readonly file: string | readonly string[];
}

export type KbConfig = EndpointConfig | FileConfig;

/** The KB that comes with the product. */
export const SAMPLE_KB = 'Sample';
