/** Names of KBs on disk, beside the images of their facts. What cannot be used is as good as none. */
import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readNames, writeNames } from '../core/link/name-file';
import type { NamedEntity } from '../core/link/name-table';

const MAGIC = 'funfusic names 1';
const ENDING = '.names';
/** Of all of them together. */
const MOST_BYTES = 1e9;
const DAY = 86_400_000;

/** What the names were made of: files as they are now, and how they are read. Undefined where a file is not there. */
export function stateOf(files: readonly string[], language: string, schema: string): string | undefined {
  try {
    const states = files.map((file) => {
      const { size, mtimeMs } = statSync(file);
      return [file, size, mtimeMs];
    });
    return JSON.stringify([MAGIC, language, schema, states]);
  } catch {
    return undefined;
  }
}

export function keptNames(folder: string, state: string): readonly NamedEntity[] | undefined {
  const path = pathOf(folder, state);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  const entities = text.slice(0, end) === headOf(body) ? readNames(body.split('\n')) : undefined;
  if (entities) touch(path);
  else remove(path);
  return entities;
}

/** A disk that is full, or may not be written on, is no reason not to answer. */
export function keepNames(folder: string, state: string, entities: Iterable<NamedEntity>): void {
  const path = pathOf(folder, state);
  const temporary = join(folder, `${randomUUID()}.tmp`);
  try {
    const body = [...writeNames(entities)].join('\n');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${headOf(body)}\n${body}`, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
    removeOldest(folder, path);
  } catch {
    remove(temporary);
  }
}

function pathOf(folder: string, state: string): string {
  return join(folder, `${hash(state).slice(0, 40)}${ENDING}`);
}

function headOf(body: string): string {
  return `${MAGIC} ${hash(body)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function touch(path: string): void {
  try {
    // The oldest are removed first.
    utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody else's, or gone: it was read all the same.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process may have it open; it will be noticed again.
  }
}

function removeOldest(folder: string, keep: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) || name.endsWith('.tmp'))
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = statSync(path);
      return { path, size, mtimeMs };
    })
    .sort((left, right) => right.mtimeMs - left.mtimeMs);
  let bytes = 0;
  for (const { path, size, mtimeMs } of files) {
    const abandoned = path.endsWith('.tmp') && Date.now() - mtimeMs > DAY;
    bytes += path.endsWith(ENDING) ? size : 0;
    if (path !== keep && (abandoned || (bytes > MOST_BYTES && path.endsWith(ENDING)))) remove(path);
  }
}
