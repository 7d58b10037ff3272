import * as z from 'zod/mini';
import type { ValueOf } from '../language/value-of';

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

const text = z.string();
const maybe = z.exactOptional;
const address = z.url({ protocol: /^https?$/ });
const oneOrMore = <Item extends z.ZodMiniType>(item: Item) =>
  z.union([item, z.array(item).check(z.minLength(1))]);
/** It is sent as `<…>` in the query, so it must not contain characters that end an IRI. */
const graphIri = text.check(z.regex(/^[^<>"{}|^`\\\u0000-\u0020]*$/));

const commonKbFields = {
  /** A schema for this KB, in the form of `funfusic.schema.file`. The default is the active schema. */
  schema: maybe(text),
  /** Whether updates may be sent. */
  writable: maybe(z.boolean()),
  /** Whether the KB is complete: an id that it does not contain does not exist. */
  complete: maybe(z.boolean()),
};

/** A SPARQL endpoint in the settings or on the command line. */
const endpointConfig = z.strictObject({
  ...commonKbFields,
  endpoint: address,
  /** The address for updates, if it differs. */
  updateEndpoint: maybe(address),
  engine: maybe(z.enum(ENGINES)),
  defaultGraph: maybe(oneOrMore(graphIri)),
  auth: maybe(z.enum(AUTHENTICATIONS)),
  user: maybe(text),
  headers: maybe(z.record(text, text)),
  /** Headers with secret values, which are stored by the editor or taken from the environment. */
  secretHeaders: maybe(z.array(text)),
  /** Whether secrets may be sent over plain http to another machine. */
  allowInsecureAuth: maybe(z.boolean()),
});
export type EndpointConfig = ValueOf<typeof endpointConfig>;

const fileConfig = z.strictObject({
  ...commonKbFields,
  /** N-Triples or Turtle, plain or gzipped. */
  file: oneOrMore(text),
});

export const kbConfig = z.union([endpointConfig, fileConfig]);
export type KbConfig = ValueOf<typeof kbConfig>;

/** The name of the bundled KB. */
export const SAMPLE_KB = 'Sample';
