/** Opens the KBs that a command names: those of the workspace's settings, files, addresses, and the sample. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSchema, openKnowledgeBase, type KbEnvironment, type LoadedSchema } from '../compose/index';
import { isAddress } from '../core/edit/endpoint';
import { SAMPLE_KB, type KbConfig } from '../core/kb/kb-config';
import type { ExecutionLimits, KnowledgeBase } from '../core/kb/knowledge-base';
import { EntityDirectory } from '../core/query/entity-directory';
import type { KbSchema } from '../core/schema/schema';
import { foreignAddresses, isKnownKb } from '../core/query/foreign-addresses';
import { hasHiddenSecret, redactAddress } from '../core/language/text/passwords';
import type { Settings } from '../settings/settings';
import { editorHttp, findSettings } from './settings';
import { numberOption, UsageError, type Command, type OptionSpec } from './arguments';
import { FolderTrust, TRUST_OPTIONS, usesOutside, type FolderUse } from './folder-trust';
import { withPromptOptions } from './model-options';
import { secretFor } from './secrets';

export const kbOptions = (note?: string): Command['options'] => ({
  kb: {
    value: 'KB',
    help: `the KB: a name from funfusic.knowledgeBases in the nearest .vscode/settings.json, a file of N-Triples or Turtle (also .gz), an address, or Sample (default)${note === undefined ? '' : `. ${note}`}`,
  },
  ...TRUST_OPTIONS,
});

export const KB_OPTIONS_FOR_QUERIES = kbOptions(
  'A query with "# endpoint: KB" runs on that KB unless this option is given',
);

export const KB_SCHEMA_OPTION: OptionSpec = {
  value: 'FILE',
  help: 'a custom KB schema (JSON), such as "funfusic schema" derives (default: the schema of the KB, or funfusic.schema.file)',
};

export const TIMEOUT_OPTION: OptionSpec = {
  value: 'SECONDS',
  help: 'stop a query that takes longer (default: funfusic.run.timeoutSeconds)',
};

export function parseLimits(options: ReadonlyMap<string, string>, run: Settings['run']): ExecutionLimits {
  const seconds = numberOption(options, 'timeout', run.timeoutSeconds, { from: 0.001, to: 86_400 });
  const maxRows = numberOption(options, 'max-rows', run.maxRows, { from: 1, to: 1e9, integer: true });
  return { timeoutMs: seconds * 1000, maxRows };
}

export const QUERY_FILES = '.rq or .sparql files, or folders of them; - for standard input';

/** The source of an address in a `# endpoint:` header, in SERVICE or in FROM. */
const QUERY = 'the query';

export interface NamedKbs {
  readonly settings: Settings;
  /** The base of relative paths in the settings. */
  readonly folder: string;
  readonly trust: FolderTrust;
  /** Addresses and files from the settings of the folder that opening a KB would use. */
  readonly folderUsesOf: (name: string) => readonly FolderUse[];
  /** Opens each KB once. */
  readonly open: (name: string) => KnowledgeBase | { readonly problem: string };
  /** The schema of a KB: of --schema, of the KB, or of the settings. */
  readonly schemaOf: (name: string) => LoadedSchema;
  /** Each KB has one. */
  readonly directoryOf: (kb: KnowledgeBase) => EntityDirectory;
  readonly close: () => Promise<void>;
}

/** `named` are the KBs that the command line names. */
export function openKnowledgeBases(
  options: ReadonlyMap<string, string>,
  named: readonly string[] = [options.get('kb') ?? []].flat(),
): NamedKbs {
  const { settings: found, folder, file } = findSettings(process.cwd());
  const settings = withPromptOptions(found, options);
  const trust = new FolderTrust(file, options.has('trust-folder'));
  const opened = new Map<string, KnowledgeBase>();
  const directories = new Map<KnowledgeBase, EntityDirectory>();
  // The settings of a folder cannot redefine an address on the command line. The editor names its own KBs.
  const isAddressOption = (name: string): boolean =>
    named.includes(name) &&
    isAddress(name) &&
    (file !== undefined || !Object.hasOwn(settings.knowledgeBases, name));
  const isNamedByQuery = (name: string): boolean =>
    !named.includes(name) && isAddress(name) && !isKnownKb(name, name, settings);
  const usesOf = (name: string): readonly FolderUse[] => {
    const schemas = [settings.knowledgeBases[name]?.schema ?? '', settings.schemaFile].filter(Boolean);
    return [
      ...(isAddressOption(name) ? [] : folderUsesOfKb(name, named, settings, folder)),
      ...usesOutside('schema', schemas, folder),
    ];
  };
  return {
    settings,
    folder,
    trust,
    folderUsesOf: usesOf,
    open: (name) => {
      const known = opened.get(name);
      if (known) return known;
      trust.require(usesOf(name));
      const refusal = isNamedByQuery(name)
        ? trust.problemWith([{ what: 'KB', exact: name }], QUERY)
        : undefined;
      if (refusal !== undefined) return { problem: refusal };
      const config = isAddressOption(name) ? addressConfig(name) : resolveKbConfig(name, settings);
      if (config && 'problem' in config) return config;
      const kb = openKnowledgeBase(redactAddress(name), config, {
        ...kbEnvironment(folder),
        refusalOf: (_, query) => {
          const endpoint = config && 'endpoint' in config ? config.endpoint : '';
          const reaches = foreignAddresses(query, endpoint, settings);
          const uses = reaches.map(({ host: whom, reached }) => ({ what: reached.keyword, exact: whom }));
          return trust.problemWith(uses, QUERY);
        },
      });
      if (!('problem' in kb)) opened.set(name, kb);
      return kb;
    },
    schemaOf: (name) => {
      const option = options.get('schema');
      if (option !== undefined) {
        const loaded = loadSchema(option, undefined);
        if (loaded.status.problem !== undefined) throw new UsageError(loaded.status.problem);
        return loaded;
      }
      return loadSchema(settings.knowledgeBases[name]?.schema ?? settings.schemaFile, folder);
    },
    directoryOf: (kb) => {
      const directory =
        directories.get(kb) ??
        new EntityDirectory(kb, {
          schema: loadSchema(settings.schemaFile, folder).schema,
          language: settings.names.language,
        });
      directories.set(kb, directory);
      return directory;
    },
    close: async () => {
      await Promise.all([...opened.values()].map((kb) => kb.close()));
    },
  };
}

/** The schema of --schema or of the settings, for commands that cannot run without one. */
export function requireSchema(
  options: ReadonlyMap<string, string>,
  { settings, folder }: Pick<NamedKbs, 'settings' | 'folder'>,
): KbSchema {
  const file = options.get('schema');
  const { schema, status } = loadSchema(file ?? settings.schemaFile, file === undefined ? folder : undefined);
  if (!schema || status.problem !== undefined)
    throw new UsageError(status.problem ?? 'There is no KB schema.');
  return schema;
}

/** Returns why a KB is unreachable or its files cannot be read; undefined if it answers. */
export async function whyUnreachable(
  kb: KnowledgeBase,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const execution = await kb.execute(
    'SELECT ?s WHERE { ?s ?p ?o } LIMIT 1',
    { timeoutMs, maxRows: 1 },
    signal,
  );
  return execution.status === 'unreachable' ? execution.message : undefined;
}

/** Lists the uses of a KB that is not an address on the command line. */
function folderUsesOfKb(
  name: string,
  named: readonly string[],
  { knowledgeBases, knowledgeBase }: Settings,
  folder: string,
): readonly FolderUse[] {
  const what = `KB ${name}`;
  const config = Object.hasOwn(knowledgeBases, name) ? knowledgeBases[name] : undefined;
  if (config && 'endpoint' in config)
    return [config.endpoint, config.updateEndpoint ?? []].flat().map((exact) => ({ what, exact }));
  if (config) return usesOutside(what, [config.file].flat(), folder);
  // A KB that a query names does not come from the settings.
  if (name === SAMPLE_KB || named.includes(name) || name !== knowledgeBase) return [];
  return isAddress(name) ? [{ what: 'KB', exact: name }] : usesOutside('KB', [resolve(name)], folder);
}

function resolveKbConfig(
  name: string,
  { knowledgeBases: named }: Settings,
): KbConfig | { readonly problem: string } | undefined {
  if (name === SAMPLE_KB) return undefined;
  if (Object.hasOwn(named, name)) return named[name];
  if (isAddress(name)) return addressConfig(name);
  if (existsSync(name)) return { file: resolve(name) };
  const known = [SAMPLE_KB, ...Object.keys(named)].join(', ');
  return {
    problem: `There is no KB "${redactAddress(name)}". Name a KB of the settings (${known}), a file or an address.`,
  };
}

function addressConfig(name: string): KbConfig | { readonly problem: string } {
  if (hasHiddenSecret(name))
    return {
      problem: `A password or key was left out of ${name} when it was saved. Type the whole address with --kb.`,
    };
  return URL.canParse(name)
    ? { endpoint: name }
    : {
        problem: `${redactAddress(name)} is not a valid address. Check its host and port, and encode special characters of a password.`,
      };
}

function kbEnvironment(folder: string): KbEnvironment {
  return {
    folder,
    secretOf: (kb, address, what) => Promise.resolve(secretFor(kb, address, what)),
    editorHttp,
  };
}
