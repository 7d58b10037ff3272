/** The KBs that a command line can name: those of the workspace's settings, files, addresses, and the sample. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { loadSchema, openKnowledgeBase, type KbSurroundings } from '../compose';
import { SAMPLE_KB, type KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import { EntityDirectory } from '../core/run/entity-directory';
import { LineIndex } from '../core/text/line-index';
import { defaultSettings, parseSettings, type Settings } from '../settings';
import { complain } from './complain';
import { editorHttp, editorSettings } from './editor-settings';
import { secretFor } from './secrets';

export const KB_USAGE = `  --kb KB              the KB: a name from funfusic.knowledgeBases in the .vscode/settings.json of this folder or of one
                       above it, a file of N-Triples or Turtle (.gz too), an address, or Sample (default)`;

export interface NamedKbs {
  readonly settings: Settings;
  /** What relative paths of the settings start from. */
  readonly folder: string;
  /** Opens each once, however often it is named. */
  readonly open: (name: string) => KnowledgeBase | { readonly problem: string };
  readonly directoryOf: (kb: KnowledgeBase) => EntityDirectory;
  readonly close: () => Promise<void>;
}

export function knowledgeBases(): NamedKbs {
  const { settings, folder } = settingsAbove(process.cwd());
  const opened = new Map<string, KnowledgeBase>();
  return {
    settings,
    folder,
    open: (name) => {
      const known = opened.get(name);
      if (known) return known;
      const config = configOf(name, settings);
      if (config && 'problem' in config) return config;
      const kb = openKnowledgeBase(name, config, surroundingsIn(folder));
      if (!('problem' in kb)) opened.set(name, kb);
      return kb;
    },
    directoryOf: (kb) =>
      new EntityDirectory(kb, {
        schema: loadSchema(settings.schemaFile, folder).schema,
        language: settings.names.language,
      }),
    close: async () => {
      await Promise.all([...opened.values()].map((kb) => kb.close()));
    },
  };
}

/** A sentence for a KB that is not there, or whose files cannot be read; what it says to a query is said to every other. */
export async function whyAway(
  kb: KnowledgeBase,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const tried = await kb.execute('SELECT ?s WHERE { ?s ?p ?o } LIMIT 1', { timeoutMs, maxRows: 1 }, signal);
  return tried.status === 'unreachable' ? tried.message : undefined;
}

function configOf(
  name: string,
  { knowledgeBases: named }: Settings,
): KbConfig | { readonly problem: string } | undefined {
  if (name === SAMPLE_KB) return undefined;
  if (named[name]) return named[name];
  if (/^https?:\/\//.test(name)) return { endpoint: name };
  if (existsSync(name)) return { file: resolve(name) };
  const known = [SAMPLE_KB, ...Object.keys(named)].join(', ');
  return {
    problem: `There is no KB "${name}": it is neither a name (${known}), nor a file that is there, nor an address.`,
  };
}

function surroundingsIn(folder: string): KbSurroundings {
  return {
    folder,
    secretOf: (kb, address, what) => Promise.resolve(secretFor(kb, address, what)),
    editorHttp,
  };
}

function settingsAbove(start: string): { readonly settings: Settings; readonly folder: string } {
  const ofEditor = editorSettings();
  // The editor has told its problems already.
  if (ofEditor !== undefined) return { settings: parseSettings(ofEditor).settings, folder: start };
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, '.vscode', 'settings.json');
    if (existsSync(file)) return { settings: readSettings(file), folder };
    if (dirname(folder) === folder) return { settings: defaultSettings, folder: start };
  }
}

/** Written as the editor writes them, with comments and with `funfusic.` before every name. */
function readSettings(file: string): Settings {
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const all: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first)
    complain(
      `${basename(file)}: line ${new LineIndex(text).lineOf(first.offset) + 1} is not as JSON wants it (${printParseErrorCode(first.error)}). Settings from there on may not be read: mend it.`,
    );
  const ours = Object.fromEntries(
    Object.entries(typeof all === 'object' && all !== null ? all : {})
      .filter(([name]) => name.startsWith('funfusic.'))
      .map(([name, value]) => [name.slice('funfusic.'.length), value as unknown]),
  );
  const { settings, problems } = parseSettings(ours);
  for (const problem of problems) complain(`${basename(file)}: ${problem}`);
  return settings;
}
