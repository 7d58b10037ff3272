/** Which KB: one that is read from files, or one that is asked over HTTP. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../adapters/cache-folder';
import { httpSettingsOf } from '../adapters/http-settings';
import { EmbeddedKb, openEmbedded } from '../adapters/kb/embedded';
import { fileMarks } from '../adapters/file-marks';
import { factLines } from '../adapters/kb/fact-lines';
import { openRemote } from '../adapters/kb/remote';
import { SAMPLE_KB, type KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import { dataFile, pathOf } from './places';

export { whyNotWritten } from '../adapters/file-errors';
export { secretsWanted } from '../adapters/kb/remote-credentials';

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
  /** Why a query must not be sent to a KB that is asked over HTTP. */
  readonly refusalOf?: (kb: string, query: string) => string | undefined;
  /** The editor's settings under `http`, for proxies and certificates; where there is no editor, the environment counts. */
  readonly editorHttp?: () => Promise<unknown>;
}

/** Opens nothing yet: a KB is read, or called, when it is first asked. */
export function openKnowledgeBase(
  name: string,
  config: KbConfig | undefined,
  { folder, cacheFolder: chosen, secretOf, refusalOf, editorHttp }: KbSurroundings,
): KnowledgeBase | { readonly problem: string } {
  if (name === SAMPLE_KB) {
    const files = sampleFiles();
    return files.length
      ? openEmbedded({ name, files, complete: false, writable: false })
      : { problem: 'The KB that comes along is missing. Reinstall the extension.' };
  }
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
      refusalOf: (query) => refusalOf?.(name, query),
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

/** What a KB is read from or asked at, so that another of the same name is noticed; without what may be secret. */
export function sourceOf(kb: KnowledgeBase, config: KbConfig | undefined): unknown {
  if (config && 'endpoint' in config) {
    const { origin, pathname } = new URL(config.endpoint);
    return { endpoint: origin + pathname };
  }
  if (!(kb instanceof EmbeddedKb)) return undefined;
  return kb.files.map((file) => ({ file: basename(file), ...fileMarks(file) }));
}

function sampleFiles(): readonly string[] {
  const folder = dataFile('sample-kb');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .map((file) => join(folder, file));
}
