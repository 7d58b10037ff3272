/** The one place that reads settings and picks adapters. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { loadAssociations } from './adapters/associations';
import { loadBundledSchema } from './adapters/bundled-schema';
import { cacheFolder } from './adapters/cache-folder';
import { readSchemaFile } from './adapters/schema-file';
import { httpSettingsOf } from './adapters/http-settings';
import { openExemplarFile } from './adapters/exemplar-file';
import { KbNames } from './adapters/kb-names';
import { openPromptFolder } from './adapters/prompt-folder';
import { EmbeddedKb, openEmbedded } from './adapters/kb/embedded';
import { factLines } from './adapters/kb/fact-lines';
import { openRemote, RemoteKb } from './adapters/kb/remote';
import { chatAddress } from './adapters/model/chat-address';
import { openEditorModel, type AskEditor } from './adapters/model/editor-model';
import { openServed } from './adapters/model/openai-compatible';
import { watchFile } from './adapters/watch-file';
import { openWordVectors } from './adapters/word-vectors';
import { SAMPLE_KB, type KbConfig } from './core/kb/kb-config';
import type { AskPorts, Ranker } from './core/ask/ask-ports';
import { readRanker } from './core/ask/rank/ranker';
import type { KnowledgeBase } from './core/kb/knowledge-base';
import type { KbSchema } from './core/kb/schema';
import type { EntityLinker } from './core/link/linking';
import { RemoteLinker } from './core/link/remote-linker';
import { tableLinker } from './core/link/table-linker';
import type { LanguageModel } from './core/model/language-model';
import { NO_MODEL, type ModelConfig } from './core/model/model-config';
import { PROMPTS, type Exemplars, type PromptLibrary } from './core/prompts/prompt-library';
import type { EntityDirectory } from './core/run/entity-directory';
import type { SchemaRetriever } from './core/retrieve/retrieval';
import { schemaRetriever } from './core/retrieve/schema-retriever';
import type { SchemaStatus } from './protocol';

export interface LoadedSchema {
  /** Absent when there is none to judge by: then only the text of a query is checked. */
  readonly schema: KbSchema | undefined;
  readonly status: SchemaStatus;
}

let bundled: KbSchema | Error | undefined;

/** The schema at `file`, or the bundled one where `file` is empty or cannot be used. */
export function loadSchema(file: string, folder: string | undefined): LoadedSchema {
  if (!file) return fromBundle(undefined);
  const result = readSchemaFile(pathOf(file, folder));
  if ('problem' in result) return fromBundle(result.problem);
  const { schema } = result;
  return {
    schema,
    status: { state: 'file', ...factsOf(schema) },
  };
}

/** Calls back when the schema at `file` changes, until closed. */
export function watchSchema(
  file: string,
  folder: string | undefined,
  onChange: () => void,
): { close(): void } {
  return watchFile(pathOf(file, folder), onChange);
}

function pathOf(file: string, folder: string | undefined): string {
  return isAbsolute(file) ? file : resolve(folder ?? process.cwd(), file);
}

function fromBundle(problem: string | undefined): LoadedSchema {
  bundled ??= readBundle();
  if (bundled instanceof Error) {
    const missing = `The bundled schema cannot be used: ${bundled.message}. Reinstall the extension, or set funfusic.schema.file.`;
    return {
      schema: undefined,
      status: { state: 'none', problem: problem === undefined ? missing : `${problem} ${missing}` },
    };
  }
  return {
    schema: bundled,
    status: {
      state: 'bundled',
      ...factsOf(bundled),
      ...(problem === undefined
        ? {}
        : { problem: `${problem} The bundled schema of ${bundled.name} stays in force.` }),
    },
  };
}

function factsOf({ name, namespace, relationCount, typeCount }: KbSchema): {
  readonly name: string;
  readonly namespace: string;
  readonly relations: number;
  readonly types: number;
} {
  return { name, namespace, relations: relationCount, types: typeCount };
}

function readBundle(): KbSchema | Error {
  try {
    return loadBundledSchema(bundlePath());
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What a KB may need of the place it is opened in. */
export interface KbSurroundings {
  /** What relative paths start from. */
  readonly folder: string | undefined;
  /** Where large KBs are kept ready for the next time; where it is not given, in the system's folder for such things. */
  readonly cacheFolder?: string | undefined;
  /** Asks for a secret that is to be sent to `address`; undefined where there is none. `rejected` where the last was refused. */
  readonly secretOf: (
    kb: string,
    address: string,
    what: string,
    rejected: boolean,
  ) => Promise<string | undefined>;
  /** The editor's settings under `http`, for proxies and certificates; where there is no editor, the environment counts. */
  readonly editorHttp?: () => Promise<unknown>;
}

/** Opens nothing yet: a KB is read, or called, when it is first asked. */
export function openKnowledgeBase(
  name: string,
  config: KbConfig | undefined,
  { folder, cacheFolder: chosen, secretOf, editorHttp }: KbSurroundings,
): KnowledgeBase | { readonly problem: string } {
  if (name === SAMPLE_KB)
    return openEmbedded({ name, files: sampleFiles(), complete: false, writable: false });
  if (!config)
    return {
      problem: `There is no KB called ${name}. Name one of funfusic.knowledgeBases, or ${SAMPLE_KB}.`,
    };
  const { complete = true, writable = false } = config;
  if ('endpoint' in config)
    return openRemote({
      name,
      config,
      secretOf: (address, what, rejected) => secretOf(name, address, what, rejected),
      http: async () => httpSettingsOf(await editorHttp?.(), process.env),
    });
  const files = [config.file].flat().map((file) => pathOf(file, folder));
  const imageFolder = chosen ?? cacheFolder();
  return openEmbedded({ name, files, complete, writable, imageFolder });
}

/** The facts of a KB that is read from files, as lines of N-Triples; nothing for one that is only asked. */
export function openFacts(kb: KnowledgeBase): (() => AsyncIterable<readonly string[]>) | undefined {
  return kb instanceof EmbeddedKb ? () => factLines(kb.files) : undefined;
}

export { openFactWriter } from './adapters/kb/fact-writer';

interface OpenedLinker {
  readonly linker: EntityLinker;
  readonly directory: EntityDirectory;
  readonly forget: () => void;
}

const linkers = new WeakMap<KnowledgeBase, OpenedLinker>();
const changed = new WeakSet<KnowledgeBase>();

/** The same one for the same KB, for as long as its directory is the same. Asks nobody yet. */
export function openLinker(kb: KnowledgeBase, about: AskAbout): EntityLinker {
  const known = linkers.get(kb);
  if (known?.directory === about.directory) return known.linker;
  const opened = isRemote(kb, about) ? remoteLinker(kb, about) : linkerByTable(kb, about);
  linkers.set(kb, { ...opened, directory: about.directory });
  return opened.linker;
}

/** To find out which engine answers. */
const ENGINE_MS = 10_000;

type NewLinker = Pick<OpenedLinker, 'linker' | 'forget'>;

function remoteLinker(kb: KnowledgeBase, about: AskAbout): NewLinker {
  const { schema, directory, language, timeoutMs } = about;
  const linker = new RemoteLinker({
    kb,
    schema,
    directory,
    language,
    engine: (signal) =>
      kb instanceof RemoteKb
        ? kb.engine(Math.min(ENGINE_MS, timeoutMs ?? ENGINE_MS), signal)
        : Promise.resolve(undefined),
    today: about.today ?? (() => new Date()),
    timeoutMs,
  });
  return { linker, forget: () => linker.forget() };
}

function linkerByTable(kb: KnowledgeBase, { schema, directory, language, ...about }: AskAbout): NewLinker {
  const embedded = kb instanceof EmbeddedKb ? kb : undefined;
  // What was kept is of the files: not of a KB that was changed.
  const cache = changed.has(kb) ? undefined : (about.cacheFolder ?? embedded?.imageFolder);
  const files = embedded?.files ?? [];
  const names = new KbNames({ kb, schema, language, files, cacheFolder: cache });
  const linker = tableLinker({
    schema,
    directory,
    names: (tell, signal) => names.get(tell, signal),
    today: about.today ?? (() => new Date()),
  });
  return { linker, forget: () => names.forget() };
}

/**
 * A linker for each of several questions, so that none knows what another was told: a table of all names is shared, because it is the
 * same for all; one that asks an endpoint is not, because it remembers.
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

/** After an update: what is called how may be otherwise now. */
export function forgetNames(kb: KnowledgeBase): void {
  changed.add(kb);
  linkers.get(kb)?.forget();
}

/** What is said to models: by the files in `own`, a folder of the user's, where they can be used, else by those that come along. */
export function openPrompts(own: string, folder?: string): PromptLibrary {
  return openPromptFolder(promptsFolder(), own ? pathOf(own, folder) : undefined);
}

/** What a model may need of the place it is opened in. */
export interface ModelSurroundings {
  /** Asks for a key that is to be sent to `address`; undefined where there is none. `rejected` where the last was refused. */
  readonly keyOf: (model: string, address: string, rejected: boolean) => Promise<string | undefined>;
  /** How the user sets the key of a model; `wanted` where the settings say already that it has one. */
  readonly keyAdvice: (model: string, address: string, wanted: boolean) => string;
  readonly editorHttp?: () => Promise<unknown>;
  /** Has one of the editor's own models asked, where there is an editor. */
  readonly askEditor?: AskEditor;
}

export type OpenedModel = LanguageModel & { readonly close?: () => Promise<void> };

/** Asks nobody yet. */
export function openModel(
  name: string,
  config: ModelConfig | undefined,
  { keyOf, keyAdvice, editorHttp, askEditor }: ModelSurroundings,
): OpenedModel | { readonly problem: string } {
  if (!config)
    return { problem: `There is no model called ${name}. Name one of funfusic.models, or ${NO_MODEL}.` };
  if ('editor' in config)
    return askEditor
      ? openEditorModel(name, config, askEditor)
      : {
          problem: `${name} is a model of the editor, which nobody else can ask. Name one that has a "url".`,
        };
  const address = chatAddress(config);
  if ('problem' in address) return { problem: `The model ${name} cannot be asked. ${address.problem}` };
  return openServed({
    name,
    config,
    address,
    keyOf: (origin, rejected) => keyOf(name, origin, rejected),
    keyAdvice: keyAdvice(name, address.url.origin, address.wantsKey),
    http: async () => httpSettingsOf(await editorHttp?.(), process.env),
  });
}

export { runCommand, type EndedCommand } from './adapters/command-child';
export { secretsWanted } from './adapters/kb/remote-credentials';
export { questionIn, traceIn } from './adapters/run-question';
export { manifestIn, RunReader } from './adapters/run-reader';
export { chatAddress, isAzure } from './adapters/model/chat-address';
export type { AskEditor } from './adapters/model/editor-model';

/** Questions with their queries: those of `own`, a file of the user's, and behind them those that come along. */
export function openExemplars(
  own: string,
  folder?: string,
): Exemplars & { readonly problems: readonly string[] } {
  return openExemplarFile(join(promptsFolder(), 'exemplars.jsonl'), own ? pathOf(own, folder) : undefined);
}

const retrievers = new WeakMap<KbSchema, SchemaRetriever>();

/** Finds what a question may be about in a schema. Nothing is read or made before the first question; one for each schema. */
export function openRetriever(schema: KbSchema): SchemaRetriever {
  let retriever = retrievers.get(schema);
  if (!retriever) {
    retriever = schemaRetriever(schema, openWordVectors(dataFolder('words.vec')), () =>
      loadAssociations(dataFolder('associations.json')),
    );
    retrievers.set(schema, retriever);
  }
  return retriever;
}

/** What is known of a KB by whoever asks it. */
export interface AskAbout {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  readonly config: KbConfig | undefined;
  /** A language tag: that of the names. */
  readonly language: string;
  /** Where names are kept for the next time; where it is not given, beside the image of the KB. */
  readonly cacheFolder?: string;
  /** How long one query of an endpoint may take. */
  readonly timeoutMs?: number;
  /** What counts as today, where it is not the day of the clock. */
  readonly today?: () => Date;
}

/** What asking needs besides the KB, its schema and a model. */
export function askParts(
  kb: KnowledgeBase,
  about: AskAbout,
): Pick<AskPorts, 'linker' | 'retriever' | 'ranker'> {
  return {
    linker: openLinker(kb, about),
    retriever: openRetriever(about.schema),
    ranker: openRanker(),
  };
}

let ranker: Ranker | undefined;

/** What was learnt of which form answers which question; read when the first question is asked. */
export function openRanker(): Ranker {
  if (ranker) return ranker;
  try {
    ranker = readRanker(readFileSync(dataFolder('ranker.json'), 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`What was learnt of questions cannot be read: ${why}. Reinstall the extension.`, {
      cause: error,
    });
  }
  return ranker;
}

/** What a KB is read from or asked at, so that another of the same name is noticed; without what may be secret. */
export function sourceOf(kb: KnowledgeBase, config: KbConfig | undefined): unknown {
  if (config && 'endpoint' in config) {
    const { origin, pathname } = new URL(config.endpoint);
    return { endpoint: origin + pathname };
  }
  if (!(kb instanceof EmbeddedKb)) return undefined;
  return kb.files.map((file) => ({
    file: basename(file),
    bytes: statSync(file, { throwIfNoEntry: false })?.size,
  }));
}

/** Tells other prompts and exemplars of the user's from these. */
export function fingerprintOf(promptsFolder: string, exemplarsFile: string, folder?: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      hash.update(basename(path)).update(readFileSync(path));
  };
  if (exemplarsFile) add(pathOf(exemplarsFile, folder));
  const own = promptsFolder ? pathOf(promptsFolder, folder) : '';
  if (own && existsSync(own))
    for (const file of readdirSync(own).sort()) if (file.endsWith('.md')) add(join(own, file));
  return hash.digest('hex').slice(0, 16);
}

export { readReportText, readRunTexts, writeRunFiles } from './adapters/run-files';
export { RunFolder, RunFolderError } from './adapters/run-folder';
export { openRunRecord, type RunRecord } from './adapters/run-record';

function sampleFiles(): readonly string[] {
  const folder = dataFolder('sample-kb');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .map((file) => join(folder, file));
}

function bundlePath(): string {
  const override = process.env['FUNFUSIC_BUNDLED_SCHEMA'];
  if (override !== undefined) return override;
  return dataFolder('freebase.schema');
}

/** Beside the bundle in dist/, or in the source tree when run from there. */
function dataFolder(name: string): string {
  const beside = join(__dirname, 'data', name);
  return existsSync(beside) ? beside : join(__dirname, '..', 'data', name);
}

/** Prompts are kept at the root, where users look for them. */
function promptsFolder(): string {
  const places = [join('data', 'prompts'), join('..', '..', 'prompts'), join('..', 'prompts')];
  const found = places
    .map((place) => join(__dirname, place))
    .find((place) => existsSync(join(place, `${PROMPTS[0]}.md`)));
  if (found === undefined)
    throw new Error('The prompts that come along are missing. Reinstall the extension.');
  return found;
}
