/** Cached name tables of KBs, beside the images. Unusable files are ignored. */
import { createHash } from 'node:crypto';
import { closeSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNames, writeNames } from '../core/question/linking/name-file';
import type { NamedEntity } from '../core/question/linking/name-table';
import {
  writeCacheFile,
  openCacheFile,
  removeFile,
  fileStates,
  touchFile,
  type CacheKind,
} from './cache-files';

const MAGIC = 'funfusic names 1';
const KIND: CacheKind = { extension: '.names', maxBytes: 1e9 };

/** The cache key: the state of the files, and how they are read. Undefined if a file does not exist. */
export function cacheState(files: readonly string[], language: string, schema: string): string | undefined {
  try {
    return JSON.stringify([MAGIC, language, schema, fileStates(files)]);
  } catch {
    return undefined;
  }
}

export function readCachedNames(folder: string, state: string): readonly NamedEntity[] | undefined {
  const path = cachePath(folder, state);
  const text = readText(path);
  if (text === undefined) return undefined;
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  const entities = text.slice(0, end) === headerOf(body) ? readNames(body.split('\n')) : undefined;
  if (entities) touchFile(path);
  else removeFile(path);
  return entities;
}

export function writeCachedNames(folder: string, state: string, entities: Iterable<NamedEntity>): void {
  const body = [...writeNames(entities)].join('\n');
  writeCacheFile(cachePath(folder, state), KIND, (descriptor) => {
    writeFileSync(descriptor, `${headerOf(body)}\n${body}`);
    return true;
  });
}

function readText(path: string): string | undefined {
  const descriptor = openCacheFile(path);
  if (descriptor === undefined) return undefined;
  try {
    return readFileSync(descriptor, 'utf8');
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function cachePath(folder: string, state: string): string {
  return join(folder, `${hash(state).slice(0, 40)}${KIND.extension}`);
}

function headerOf(body: string): string {
  return `${MAGIC} ${hash(body)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
