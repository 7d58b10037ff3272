/** Opens a KB: from files, or over HTTP. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../adapters/cache-folder';
import { httpSettingsOf } from '../adapters/http-settings';
import { EmbeddedKb } from '../adapters/kb/embedded';
import { fileFingerprint } from '../adapters/file-fingerprint';
import { factLines } from '../adapters/kb/fact-lines';
import { RemoteKb } from '../adapters/kb/remote';
import { SAMPLE_KB, type KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import { dataFile, IS_BROWSER, resolvePath } from './paths';

export { beforeFirstEngine } from '../adapters/kb/engine/compile-hot-functions';
export { requiredSecrets } from '../adapters/kb/remote-credentials';

export interface KbEnvironment {
  /** Relative paths start here. */
  readonly folder: string | undefined;
  /** For the images of KBs; by default the cache folder of the system. */
  readonly cacheFolder?: string | undefined;
  /** The secret that is sent to `address`, if there is one. `rejected`: the last one was refused. */
  readonly secretOf: (
    kb: string,
    address: string,
    what: string,
    rejected: boolean,
  ) => Promise<string | undefined>;
  /** Why a query must not be sent over HTTP. */
  readonly refusalOf?: (kb: string, query: string) => string | undefined;
  /** The editor's `http` settings for proxies and certificates; without an editor, the environment is used. */
  readonly editorHttp?: () => Promise<unknown>;
}

/** The KB is loaded or contacted on first use. */
export function openKnowledgeBase(
  name: string,
  config: KbConfig | undefined,
  { folder, cacheFolder: chosen, secretOf, refusalOf, editorHttp }: KbEnvironment,
): KnowledgeBase | { readonly problem: string } {
  const imageFolder = chosen ?? cacheFolder();
  if (name === SAMPLE_KB) {
    const files = sampleFiles();
    return files.length
      ? new EmbeddedKb({ name, files, complete: false, writable: false, imageFolder })
      : { problem: 'The bundled sample KB is missing. Reinstall the extension.' };
  }
  if (!config)
    return {
      problem: `There is no KB called ${name}. Name one of funfusic.knowledgeBases, or ${SAMPLE_KB}.`,
    };
  const { complete = true, writable = false } = config;
  if ('endpoint' in config)
    return new RemoteKb({
      name,
      config,
      secretOf: (address, what, rejected) => secretOf(name, address, what, rejected),
      refusalOf: (query) => refusalOf?.(name, query),
      http: async () => httpSettingsOf(await editorHttp?.(), process.env),
    });
  if (IS_BROWSER)
    return {
      problem: `The KB ${name} is a file, which VS Code in the browser cannot read. Use the VS Code desktop app, or choose an endpoint or the sample KB.`,
    };
  const files = [config.file].flat().map((file) => resolvePath(file, folder));
  return new EmbeddedKb({ name, files, complete, writable, imageFolder });
}

/** The facts of a KB from files, as lines of N-Triples; undefined for an endpoint. */
export function openFacts(kb: KnowledgeBase): (() => AsyncIterable<readonly string[]>) | undefined {
  return kb instanceof EmbeddedKb ? () => factLines(kb.files) : undefined;
}

/** The files or the address of a KB without secrets, to recognize another KB of the same name. */
export function describeKbSource(kb: KnowledgeBase, config: KbConfig | undefined): unknown {
  if (config && 'endpoint' in config) {
    const { origin, pathname } = new URL(config.endpoint);
    return { endpoint: origin + pathname };
  }
  if (!(kb instanceof EmbeddedKb)) return undefined;
  return kb.files.map((file) => ({ file: basename(file), ...fileFingerprint(file) }));
}

function sampleFiles(): readonly string[] {
  const folder = dataFile('sample-kb');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .map((file) => join(folder, file));
}
