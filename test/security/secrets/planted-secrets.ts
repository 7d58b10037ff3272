/** Finds planted secrets in the output of a program: in plain text, percent-encoded and in base64. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The end of every secret, by which a text with none of them is recognized fast. */
const MARK = '9f2c7eKx';

export class PlantedSecrets {
  private readonly stems = new Map<string, string>();

  /** Returns a unique secret. Percent-encoding changes its end, but not its stem. */
  secret(name: string): string {
    const stem = `zq${name.replace(/\W+/g, '')}${MARK}`;
    this.stems.set(name, stem);
    return `${stem}/+`;
  }

  encoded(name: string): string {
    return encodeURIComponent(this.secret(name));
  }

  /** Adds a user, a password, a key and a fragment to an address. */
  address(address: string, name: string): string {
    const withUser = address.replace('//', `//ada:${this.encoded(`${name} password`)}@`);
    return `${withUser}?apikey=${this.encoded(`${name} query`)}#${this.encoded(`${name} fragment`)}`;
  }

  /** Returns the names of the secrets in a text. */
  leaksIn(text: string): readonly string[] {
    if (!FORMS_OF_MARK.some((form) => text.includes(form))) return [];
    return [...this.stems]
      .filter(([, stem]) => formsOf(stem).some((form) => text.includes(form)))
      .map(([name]) => name);
  }

  /** Returns the secrets in the files of a folder, except in `inputs`. Gzip files are decompressed. */
  leaksUnder(folder: string, inputs: readonly string[] = []): readonly string[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !inputs.some((name) => path === join(folder, name)))
      .flatMap((path) => {
        const text = textOf(path);
        return this.leaksIn(`${path}\n${text}`).map((name) => `${name} in ${path.slice(folder.length + 1)}`);
      });
  }
}

/** Returns '' for a temporary file that a running command has removed or not finished. */
function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    // All forms of secrets are ASCII.
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || (code === 'Z_BUF_ERROR' && path.endsWith('.tmp'))) return '';
    throw error;
  }
}

/** The base64 form depends on the position modulo 3, and the characters at its ends on the surrounding text. */
function formsOf(stem: string): readonly string[] {
  const encoded = [0, 1, 2].map((shift) => {
    const whole = Buffer.from('x'.repeat(shift) + stem).toString('base64');
    return whole.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + stem.length) * 4) / 3) - 1);
  });
  return [stem, ...encoded, ...encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

const FORMS_OF_MARK = formsOf(MARK);
