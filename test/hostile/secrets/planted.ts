/** Secrets that are planted, and looked for in whatever a program writes: as they are, percent-encoded, and in base64. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export class Planted {
  private readonly stems = new Map<string, string>();

  /** A secret that occurs nowhere else. Its end changes when it is percent-encoded, its stem does not. */
  secret(name: string): string {
    const stem = `zq${name.replace(/\W+/g, '')}9f2c7eKx`;
    this.stems.set(name, stem);
    return `${stem}/+`;
  }

  /** The names of the secrets that are in a text. */
  leaksIn(text: string): readonly string[] {
    return [...this.stems]
      .filter(([, stem]) => formsOf(stem).some((form) => text.includes(form)))
      .map(([name]) => name);
  }

  /** Where which are: files by their names. Packed ones are unpacked; `given` are those that had them from the beginning. */
  leaksUnder(folder: string, given: readonly string[] = []): readonly string[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !given.some((name) => path === join(folder, name)))
      .flatMap((path) => {
        const text = textOf(path);
        return this.leaksIn(`${path}\n${text}`).map((name) => `${name} in ${path.slice(folder.length + 1)}`);
      });
  }
}

/** Empty for a temporary file that a command, which is still running, has removed or not finished. */
function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || (code === 'Z_BUF_ERROR' && path.endsWith('.tmp'))) return '';
    throw error;
  }
}

/** In base64 a text looks different for each of three positions; the characters at its ends depend on its neighbours. */
function formsOf(stem: string): readonly string[] {
  const encoded = [0, 1, 2].map((shift) => {
    const whole = Buffer.from('x'.repeat(shift) + stem).toString('base64');
    return whole.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + stem.length) * 4) / 3) - 1);
  });
  return [stem, ...encoded, ...encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}
