/** Opens what questions need: the entity linker, with a table of all names or with queries to an endpoint, the retriever and the ranker. */
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
import { probeWordIndex, type WordIndex } from '../core/question/linking/word-index';
import { linkingWeights, openRanker, openRetriever } from './trained-data';

/** The KB that questions are asked about. */
interface AskAbout {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  readonly config: KbConfig | undefined;
  /** The language tag of the names. */
  readonly language: string;
  /** For the table of names; by default beside the image of the KB. */
  readonly cacheFolder?: string;
  /** For one query to an endpoint. */
  readonly timeoutMs?: number;
  /** By default the day of the clock. */
  readonly today?: () => Date;
}

interface OpenedLinker {
  readonly linker: EntityLinker;
  readonly directory: EntityDirectory;
  readonly forget: () => void;
}

const linkers = new WeakMap<KnowledgeBase, OpenedLinker>();
const changed = new WeakSet<KnowledgeBase>();

/** What answering questions needs besides the KB, its schema and a model. */
export function askParts(
  kb: KnowledgeBase,
  about: AskAbout,
): Pick<AskPorts, 'linker' | 'retriever' | 'ranker'> {
  return { linker: openLinker(kb, about), retriever: openRetriever(about.schema), ranker: openRanker() };
}

/** One for each KB, as long as its directory stays the same. */
export function openLinker(kb: KnowledgeBase, about: AskAbout): EntityLinker {
  const known = linkers.get(kb);
  if (known?.directory === about.directory) return known.linker;
  const opened = isRemote(kb, about) ? remoteLinker(kb, about) : linkerByTable(kb, about);
  linkers.set(kb, { ...opened, directory: about.directory });
  return opened.linker;
}

/** Milliseconds for detecting the engine. */
const ENGINE_MS = 10_000;

type NewLinker = Pick<OpenedLinker, 'linker' | 'forget'>;

function remoteLinker(kb: KnowledgeBase, about: AskAbout): NewLinker {
  const { schema, directory, language, timeoutMs } = about;
  const linker = new RemoteLinker({
    kb,
    schema,
    directory,
    language,
    learnt: linkingWeights(),
    engine: (signal) =>
      kb.engine?.(Math.min(ENGINE_MS, timeoutMs ?? ENGINE_MS), signal) ?? Promise.resolve(undefined),
    wordIndex: (signal) => wordIndexOf(kb, schema, signal),
    today: about.today ?? (() => new Date()),
    timeoutMs,
  });
  return { linker, forget: () => linker.forget() };
}

const wordIndexes = new WeakMap<KnowledgeBase, WordIndex>();

/** Detected once for each KB. */
async function wordIndexOf(
  kb: KnowledgeBase,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<WordIndex | undefined> {
  const known = wordIndexes.get(kb);
  if (known) return known;
  const found = await probeWordIndex(kb, nameRelations(schema), ENGINE_MS, signal);
  if (found) wordIndexes.set(kb, found);
  return found;
}

function linkerByTable(kb: KnowledgeBase, { schema, directory, language, ...about }: AskAbout): NewLinker {
  const embedded = kb instanceof EmbeddedKb ? kb : undefined;
  // The cached table is that of the files, not of a KB that was changed.
  const cache = changed.has(kb) ? undefined : (about.cacheFolder ?? embedded?.imageFolder);
  const files = embedded?.files ?? [];
  const names = new KbNames({ kb, schema, language, files, cacheFolder: cache });
  const linker = tableLinker({
    schema,
    directory,
    learnt: linkingWeights(),
    names: (tell, signal) => names.get(tell, signal),
    today: about.today ?? (() => new Date()),
  });
  return { linker, forget: () => names.forget() };
}

/**
 * A linker for each of several questions that does not know about the others: a table of names is shared, but a linker that caches the
 * answers of an endpoint is not.
 */
export function linkersFor(kb: KnowledgeBase, about: AskAbout): () => EntityLinker {
  if (!isRemote(kb, about)) {
    const linker = openLinker(kb, about);
    return () => linker;
  }
  return () => remoteLinker(kb, about).linker;
}

function isRemote(kb: KnowledgeBase, { config }: AskAbout): boolean {
  return kb instanceof RemoteKb || (config !== undefined && 'endpoint' in config);
}

/** After an update, names may have changed. */
export function forgetNames(kb: KnowledgeBase): void {
  changed.add(kb);
  linkers.get(kb)?.forget();
}
