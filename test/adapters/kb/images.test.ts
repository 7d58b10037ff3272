import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddedKb } from '../../../server/src/adapters/kb/embedded';
import { writeCacheFile } from '../../../server/src/adapters/cache-files';
import { cacheFolder } from '../../../server/src/adapters/cache-folder';
import { ask, cancelRunaway, COUNT, folder, kbOn, LIMITS, NEVER, numbers, writeAtNoon } from './kb';

const home = folder();
const images = join(home, 'images');
const file = join(home, 'facts.nt');
const old = numbers(300);
writeAtNoon(file, old);

/** Caches every image on disk, even a small one. */
const open = (): EmbeddedKb => kbOn([file], { imageFolder: images, smallImage: 0, writable: true });
const image = (): string => join(images, readdirSync(images).find((name) => name.endsWith('.kbimage')) ?? '');
const SEVEN = 'SELECT ?s { ?s <http://e/number> 7 }';

/** Loads the file once, so that there is an image. */
async function readOnce(): Promise<void> {
  const kb = open();
  await kb.prepare(() => undefined, NEVER);
  await kb.close();
}

describe('A KB that was loaded once', () => {
  afterEach(() => {
    writeAtNoon(file, old);
    rmSync(images, { recursive: true, force: true });
  });

  it('is loaded from its image with everything in it', async () => {
    await readOnce();
    writeAtNoon(file, old.replaceAll('e/7>', 'e/x>'));
    const kb = open();
    expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
    expect(kb.about).toEqual({ facts: 300, skipped: [], from: 'image' });
    expect(await ask(kb, COUNT)).toEqual(['300']);
    expect(
      await ask(kb, 'SELECT (SUM(?o) AS ?sum) { ?s <http://e/number> ?o FILTER(REGEX(STR(?s), "1")) }'),
    ).toEqual([
      String(
        Array.from({ length: 300 }, (_, index) => index)
          .filter((index) => String(index).includes('1'))
          .reduce((sum, index) => sum + index, 0),
      ),
    ]);
  });

  it('can be updated, and its image is unchanged', async () => {
    await readOnce();
    const kb = open();
    await kb.execute(
      'DELETE WHERE { <http://e/7> ?p ?o } ; INSERT DATA { <http://e/a> <http://e/b> "ö" }',
      LIMITS,
      NEVER,
    );
    expect(await ask(kb, SEVEN)).toEqual([]);
    expect(await ask(kb, 'SELECT ?o { <http://e/a> ?p ?o }')).toEqual(['ö']);
    await kb.close();
    const again = open();
    expect(await ask(again, SEVEN)).toEqual(['http://e/7']);
    expect(again.about?.from).toBe('image');
  });

  it('is the source of a spare engine', async () => {
    await readOnce();
    const kb = open();
    for (let round = 0; round < 3; round++) {
      await cancelRunaway(kb);
      expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
    }
  });

  it('opens from its image on disk if it has many facts, and its spare engines from memory', async () => {
    writeAtNoon(file, numbers(5000));
    const openSmall = (): EmbeddedKb => kbOn([file], { imageFolder: images });
    expect(await ask(openSmall(), COUNT)).toEqual(['5000']);
    const kb = openSmall();
    expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
    expect(kb.about?.from).toBe('image');
    rmSync(image());
    for (let round = 0; round < 3; round++) {
      await cancelRunaway(kb);
      expect(await ask(kb, COUNT)).toEqual(['5000']);
      expect(kb.about?.from).toBe('image');
    }
  });

  it('has no image on disk if it has few facts', async () => {
    const kb = kbOn([file], { imageFolder: images });
    expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
    expect(existsSync(images)).toBe(false);
  });

  it('is loaded again when the file has changed', async () => {
    await readOnce();
    writeFileSync(file, numbers(301));
    const kb = open();
    expect(await ask(kb, COUNT)).toEqual(['301']);
    expect(kb.about?.from).toBe('files');
  });

  it.each<[string, (path: string) => void]>([
    ['cut short', (path) => truncateSync(path, statSync(path).size - 70_000)],
    ['another thing', (path) => writeFileSync(path, 'no image at all')],
    ['of another version', (path) => writeSync(openSync(path, 'r+'), 'funfusic kb image 0', 0)],
    [
      'full of noughts',
      (path) => writeSync(openSync(path, 'r+'), Buffer.alloc(2_000_000), 0, 2_000_000, 200_000),
    ],
    ['empty', (path) => truncateSync(path, 0)],
  ])('is read anew when the image is %s, and then there is a sound one', async (_, damage) => {
    await readOnce();
    damage(image());
    const kb = open();
    expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
    expect(kb.about?.from).toBe('files');
    await kb.close();
    const again = open();
    expect(await ask(again, COUNT)).toEqual(['300']);
    expect(again.about?.from).toBe('image');
  });

  it('is not cached without a cache folder', async () => {
    const kb = kbOn([file], { imageFolder: join(file, 'below-a-file'), smallImage: 0 });
    expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
    await cancelRunaway(kb);
    expect(await ask(kb, SEVEN)).toEqual(['http://e/7']);
  });

  it('leaves no unfinished image behind when loading is cancelled', async () => {
    const cancelled = new AbortController();
    const kb = open();
    const loading = kb.prepare(({ message }) => {
      if (message.startsWith('Caching')) cancelled.abort();
    }, cancelled.signal);
    await expect(loading).rejects.toThrow('aborted');
    await kb.close();
    // It may be stopped before it creates the folder.
    const written = existsSync(images) ? readdirSync(images) : [];
    const left = written.filter((name) => !name.endsWith('.kbimage'));
    expect(left).toEqual([]);
  });

  it('keeps its image in the cache until it is closed', async () => {
    await readOnce();
    const kb = open();
    await kb.prepare(() => undefined, NEVER);
    const used = image();
    const other = join(images, 'other.kbimage');
    const kind = { extension: '.kbimage', maxBytes: 1 };
    expect(writeCacheFile(other, kind, () => true)).toBe(true);
    expect(existsSync(used)).toBe(true);
    await kb.close();
    expect(writeCacheFile(other, kind, () => true)).toBe(true);
    expect(readdirSync(images)).toEqual(['other.kbimage']);
  });

  it('of a process that has ended is not kept', async () => {
    await readOnce();
    const used = image();
    const ended = spawnSync(process.execPath, ['--version']).pid;
    writeFileSync(`${used}.${ended}-${randomUUID()}.held`, '');
    const other = join(images, 'other.kbimage');
    expect(writeCacheFile(other, { extension: '.kbimage', maxBytes: 1 }, () => true)).toBe(true);
    expect(readdirSync(images)).toEqual(['other.kbimage']);
  });

  it('leaves no unfinished images behind', async () => {
    await readOnce();
    const abandoned = join(images, 'abandoned.tmp');
    copyFileSync(image(), abandoned);
    utimesSync(abandoned, new Date(0), new Date(0));
    writeFileSync(file, numbers(302));
    await readOnce();
    expect(readdirSync(images).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

it.each([
  ['linux', {}, '/home/ann/.cache/funfusic'],
  ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/funfusic'],
  ['darwin', {}, '/home/ann/Library/Caches/funfusic'],
  ['linux', { FUNFUSIC_CACHE: '/elsewhere' }, '/elsewhere'],
  ['linux', { FUNFUSIC_CACHE: 'off' }, undefined],
] as const)('Images are kept where %s keeps such things: %o', (platform, environment, expected) => {
  expect(cacheFolder(environment, platform, '/home/ann')).toBe(expected);
});
