/** Files that are there as a whole or not at all. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export async function writePacked(path: string, value: unknown): Promise<void> {
  await writeWhole(path, await pack(JSON.stringify(value), { level: 5 }));
}

/** Undefined where there is none; rejects where it is spoilt. */
export async function readPacked(path: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse((await unpack(bytes)).toString('utf8')) as unknown;
}
