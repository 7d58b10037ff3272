/** Opens the entity linker, which uses a table of all names or queries to an endpoint, the retriever and the ranker. */
import type { AskPorts } from '../core/ask/ask-ports';
import { EmbeddedKb } from '../adapters/kb/embedded';
import { RemoteKb } from '../adapters/kb/remote';
import { KbNames } from '../adapters/kb-names';
import type { KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import type { EntityLinker } from '../core/question/linking/linking';
import { nameRelations } from '../core/question/linking/name-queries';
import { RemoteLinker } from '../core/question/linking/remote-linker';
import { tableLinker } from '../core/question/linking/table-linker';
import type { EntityDirectory } from '../core/query/entity-directory';
import { probeTextIndex, type TextIndexState } from '../core/question/linking/text-index';
import { linkingWeights, openRanker, openRetriever } from './trained-data';

/** The KB that questions are asked about. */
interface LinkerOptions {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  readonly config: KbConfig | undefined;
  /** The language tag of the names. */
  readonly language: string;
  /** The cache folder for the table of names; by default that of the image of the KB. */
  readonly cacheFolder?: string;
  /** The timeout of one query to an endpoint. */
  readonly timeoutMs?: number;
  /** The current date by default. */
  readonly today?: () => Date;
}

interface OpenedLinker {
  readonly linker: EntityLinker;
  readonly directory: EntityDirectory;
  readonly forget: () => void;
}

const linkers = new WeakMap<KnowledgeBase, OpenedLinker>();
const changed = new WeakSet<KnowledgeBase>();

/** The ports for answering questions, besides the KB, its schema and a model. */
export function askParts(
  kb: KnowledgeBase,
  options: LinkerOptions,
): Pick<AskPorts, 'linker' | 'retriever' | 'ranker'> {
  return { linker: openLinker(kb, options), retriever: openRetriever(options.schema), ranker: openRanker() };
}

/** Cached per KB while its directory stays the same. */
export function openLinker(kb: KnowledgeBase, options: LinkerOptions): EntityLinker {
  const known = linkers.get(kb);
  if (known?.directory === options.directory) return known.linker;
  const opened = isRemote(kb, options) ? createRemoteLinker(kb, options) : createTableLinker(kb, options);
  linkers.set(kb, { ...opened, directory: options.directory });
  return opened.linker;
}

const DETECTION_TIMEOUT_MS = 10_000;

type NewLinker = Pick<OpenedLinker, 'linker' | 'forget'>;

function createRemoteLinker(kb: KnowledgeBase, options: LinkerOptions): NewLinker {
  const { schema, directory, language, timeoutMs } = options;
  const linker = new RemoteLinker({
    kb,
    schema,
    directory,
    language,
    weights: linkingWeights(),
    engine: (signal) =>
      kb.detectEngine?.(Math.min(DETECTION_TIMEOUT_MS, timeoutMs ?? DETECTION_TIMEOUT_MS), signal) ??
      Promise.resolve(undefined),
    wordIndex: (signal) => detectWordIndex(kb, schema, signal),
    today: options.today ?? (() => new Date()),
    timeoutMs,
  });
  return { linker, forget: () => linker.forget() };
}

const wordIndexes = new WeakMap<KnowledgeBase, TextIndexState>();

/** Detected once for each KB. */
async function detectWordIndex(
  kb: KnowledgeBase,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<TextIndexState | undefined> {
  const known = wordIndexes.get(kb);
  if (known) return known;
  const found = await probeTextIndex(kb, nameRelations(schema), DETECTION_TIMEOUT_MS, signal);
  if (found) wordIndexes.set(kb, found);
  return found;
}

function createTableLinker(
  kb: KnowledgeBase,
  { schema, directory, language, ...options }: LinkerOptions,
): NewLinker {
  const embedded = kb instanceof EmbeddedKb ? kb : undefined;
  // The cached table is that of the files, not of a KB that was changed.
  const cache = changed.has(kb) ? undefined : (options.cacheFolder ?? embedded?.imageFolder);
  const files = embedded?.files ?? [];
  const names = new KbNames({ kb, schema, language, files, cacheFolder: cache });
  const linker = tableLinker({
    schema,
    directory,
    weights: linkingWeights(),
    names: (onProgress, signal) => names.get(onProgress, signal),
    today: options.today ?? (() => new Date()),
  });
  return { linker, forget: () => names.forget() };
}

/** Creates a linker for each question. A table of names is shared, but a linker that caches responses of an endpoint is not. */
export function linkerFactory(kb: KnowledgeBase, options: LinkerOptions): () => EntityLinker {
  if (!isRemote(kb, options)) {
    const linker = openLinker(kb, options);
    return () => linker;
  }
  return () => createRemoteLinker(kb, options).linker;
}

function isRemote(kb: KnowledgeBase, { config }: LinkerOptions): boolean {
  return kb instanceof RemoteKb || (config !== undefined && 'endpoint' in config);
}

/** After an update, names may have changed. The next linker is a new one. */
export function forgetNames(kb: KnowledgeBase): void {
  changed.add(kb);
  linkers.get(kb)?.forget();
  linkers.delete(kb);
}
