/** Small files that unpack to more than memory holds, lines that never end, and files that are not files. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { factLines } from '../../../server/src/adapters/kb/fact-lines';
import { LineFilter } from '../../../server/src/adapters/kb/engine/n-triples-lines';
import { openExemplarFile } from '../../../server/src/adapters/exemplar-file';
import { openPromptFolder } from '../../../server/src/adapters/prompt-folder';
import { readSchemaFile } from '../../../server/src/adapters/schema-file';
import { COUNT, folder, kbOn, LIMITS, NEVER } from '../../adapters/kb/kb';
import { CLI, ROOT } from '../../lsp/build';

const home = folder();
const MB = 1024 * 1024;

/** A gzip file may have many parts, and each of these unpacks to 16 MB. */
function bomb(name: string, start: string, megabytes: number, filler = 'a'): string {
  const path = join(home, name);
  const part = gzipSync(filler.repeat((16 * MB) / filler.length));
  writeFileSync(path, Buffer.concat([gzipSync(start), ...Array<Buffer>(megabytes / 16).fill(part)]));
  return path;
}

const FACT = '<http://e/a> <http://e/b> "c" .\n'; // 32 bytes

/** Has the process say at its end how much memory it took at most. */
const METER = join(home, 'meter.cjs');
writeFileSync(
  METER,
  "process.on('exit', () => process.stderr.write(`maxRSS=${process.resourceUsage().maxRSS}\\n`));",
);

async function run(args: readonly string[]): Promise<{
  readonly code: number | null;
  readonly said: string;
  readonly megabytes: number;
}> {
  const child = spawn(process.execPath, ['--require', METER, CLI, ...args], { cwd: home });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said, megabytes: Number(/maxRSS=(\d+)/.exec(said)?.[1]) / 1024 };
}

const QUERY = join(home, 'query.rq');
writeFileSync(QUERY, COUNT);

describe('A gzip bomb on the command line', () => {
  it('with a line of 2 GB is not read as a KB, and takes little memory', async () => {
    const file = bomb('line.nt.gz', `${FACT}<http://e/a> <http://e/b> "`, 2048);
    const { code, said, megabytes } = await run(['run', '--kb', file, QUERY]);
    expect(said).toContain('Line 2 of line.nt.gz is longer than 4 MB');
    expect(code).toBe(2);
    expect(megabytes).toBeLessThan(500);
  });

  it('of 2 GB is not read as a dataset', async () => {
    const file = bomb('questions.json.gz', '[', 2048, ' ');
    const { code, said, megabytes } = await run(['lint', file]);
    expect(said).toContain('questions.json.gz is larger than 512 MB uncompressed');
    expect(code).toBe(2);
    expect(megabytes).toBeLessThan(1500);
  });
});

describe('A dump', () => {
  it('is not read on where more is unpacked than the engine can hold', async () => {
    const kb = kbOn([bomb('facts.nt.gz', FACT, 64, FACT)], { dumpLimits: { line: 1e6, unpacked: 2e6 } });
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(
        /^facts\.nt\.gz is larger than 0\.002 GB uncompressed\..* load it into an endpoint\.$/,
      ),
    });
  });

  it('is not read on when its time is up, and is read again when it is asked again', async () => {
    const kb = kbOn([bomb('slow.nt.gz', FACT, 4096, FACT)], {
      threadLimits: { loadingMs: 200, heapMb: 512 },
    });
    const late = {
      status: 'unreachable',
      message: expect.stringMatching(/^slow\.nt\.gz could not be read within 0 minutes\. Use a smaller file/),
    };
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual(late);
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual(late);
  });

  it('is not read on when that is cancelled', async () => {
    const kb = kbOn([bomb('cancelled.nt.gz', FACT, 4096, FACT)]);
    const cancelled = new AbortController();
    await expect(kb.prepare(() => cancelled.abort(), cancelled.signal)).rejects.toThrow('aborted');
    // Waits for the end of its thread.
    await kb.close();
  });

  it('that takes more memory than a thread may have ends the thread, not the process', async () => {
    const file = join(home, 'some.nt');
    writeFileSync(file, FACT);
    const kb = kbOn([file], { threadLimits: { loadingMs: 60_000, heapMb: 4 } });
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('ran out of memory'),
    });
  });

  it.each(['\n', '\r'])('may have short lines that end with %j', (end) => {
    const sieve = new LineFilter('a.nt', new Set(), 100);
    const text = FACT.replace('\n', end).repeat(100);
    const read = [sieve.push(Buffer.from(text.slice(0, 1000))), sieve.push(Buffer.from(text.slice(1000)))];
    expect(Buffer.concat([...read, sieve.flush()]).toString()).toBe(text);
    expect(sieve.facts).toBe(100);
  });

  it('names a line that is too long, wherever it is', () => {
    const long = FACT.replace('c', 'c'.repeat(100));
    const read = (text: string): unknown => {
      const sieve = new LineFilter('a.nt', new Set(), 100);
      return [sieve.push(Buffer.from(text)), sieve.flush()];
    };
    expect(() => read(FACT + long + FACT)).toThrow('Line 2 of a.nt is longer than 0.0001 MB');
    expect(() => read(FACT.repeat(3) + long.trimEnd())).toThrow('Line 4 of a.nt');
    expect(() => read('x'.repeat(200))).toThrow('Line 1 of a.nt');
  });
});

describe('A dump that is copied in part', () => {
  it('is recognised by its beginning alone', async () => {
    const file = bomb('unnamed.gz', `${FACT}# `, 512);
    const lines: string[] = [];
    const read = (async () => {
      for await (const some of factLines([file])) lines.push(...some);
    })();
    await expect(read).rejects.toThrow('Line 2 of unnamed.gz is longer than 4 MB');
    expect(lines).toEqual([FACT.trimEnd()]);
  });

  it('is not read as Turtle where it is too large for that', async () => {
    const lines = factLines([bomb('large.ttl.gz', '# ', 1024)])[Symbol.asyncIterator]();
    await expect(lines.next()).rejects.toThrow('Convert it to N-Triples');
  });
});

/** A link in a repository may lead to a device that never ends, or to a pipe that nobody writes to. */
const DEVICE = '/dev/zero';
describe.skipIf(!existsSync(DEVICE))('A file that is not a file', () => {
  const link = join(home, 'link.json');
  if (existsSync(DEVICE)) symlinkSync(DEVICE, link);
  const PIPE = join(home, 'pipe.nt');
  if (existsSync(DEVICE)) execFileSync('mkfifo', [PIPE]);

  it('is no schema', () => {
    expect(readSchemaFile(link)).toEqual({ problem: expect.stringContaining('it is a pipe or a device') });
  });

  it('has no exemplars', () => {
    const bundled = join(ROOT, 'server', 'data', 'exemplars.jsonl');
    expect(openExemplarFile(bundled, PIPE).problems).toEqual([
      expect.stringContaining('it is a pipe or a device'),
    ]);
  });

  it('is no prompt', () => {
    symlinkSync(DEVICE, join(home, 'repair-query.md'));
    const { problems } = openPromptFolder(join(ROOT, 'prompts'), home);
    expect(problems).toEqual([expect.stringContaining('it is a pipe or a device')]);
  });

  it('is no KB', async () => {
    expect(await kbOn([PIPE]).execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('is a pipe or a device'),
    });
  });
});
