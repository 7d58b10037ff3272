/** Starts a real Virtuoso with given facts; scripts/virtuoso.mjs runs it, and stops it with this process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../lsp/build';

export interface Virtuoso {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** Undefined with a message if Virtuoso is unavailable. */
export async function startVirtuoso(
  facts: string,
  maxRows: number,
  options: readonly '--words'[] = [],
): Promise<Virtuoso | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'ff-facts-'));
  const file = join(folder, 'facts.nt');
  writeFileSync(file, facts);
  const args = [join(ROOT, 'scripts', 'virtuoso.mjs'), '--max-rows', String(maxRows), ...options, file];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const address = await new Promise<string | undefined>((resolve) => {
    const hear = (chunk: string): void => {
      said += chunk;
      const [found] = /^http:\S+$/m.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    void ended.then(() => resolve(undefined));
  });
  rmSync(folder, { recursive: true });
  if (address === undefined) {
    if (!said.includes('There is no Virtuoso')) throw new Error(said);
    console.warn(`Left out, the tests on Virtuoso: ${said.trim()}`);
    return undefined;
  }
  return {
    address,
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}
