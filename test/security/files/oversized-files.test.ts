/** Small files that decompress to more than fits into memory, lines that never end, pipes and devices. */
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

/** Writes a gzip file of many members, each of which decompresses to 16 MB. */
function writeLargeGzip(name: string, start: string, megabytes: number, filler = 'a'): string {
  const path = join(home, name);
  const part = gzipSync(filler.repeat((16 * MB) / filler.length));
  writeFileSync(path, Buffer.concat([gzipSync(start), ...Array<Buffer>(megabytes / 16).fill(part)]));
  return path;
}

const FACT = '<http://e/a> <http://e/b> "c" .\n'; // 32 bytes

/** A script that prints the peak memory of the process when it exits. */
const METER = join(home, 'meter.cjs');
writeFileSync(
  METER,
  "process.on('exit', () => process.stderr.write(`maxRSS=${process.resourceUsage().maxRSS}\\n`));",
);

async function run(args: readonly string[]): Promise<{
  readonly code: number | null;
  readonly output: string;
  readonly megabytes: number;
}> {
  const child = spawn(process.execPath, ['--require', METER, CLI, ...args], { cwd: home });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, megabytes: Number(/maxRSS=(\d+)/.exec(output)?.[1]) / 1024 };
}

const QUERY = join(home, 'query.rq');
writeFileSync(QUERY, COUNT);

describe('oversized file on the command line', () => {
  it('run rejects a dump with a line of 2 GB and uses little memory', async () => {
    const file = writeLargeGzip('line.nt.gz', `${FACT}<http://e/a> <http://e/b> "`, 2048);
    const { code, output, megabytes } = await run(['run', '--kb', file, QUERY]);
    expect(output).toContain('Line 2 of line.nt.gz is longer than 4 MB');
    expect(code).toBe(2);
    expect(megabytes).toBeLessThan(500);
  });

  it('lint rejects a dataset of 2 GB', async () => {
    const file = writeLargeGzip('questions.json.gz', '[', 2048, ' ');
    const { code, output, megabytes } = await run(['lint', file]);
    expect(output).toContain('questions.json.gz is larger than 512 MB uncompressed');
    expect(code).toBe(2);
    expect(megabytes).toBeLessThan(1500);
  });
});

describe('loading a dump', () => {
  it('loading stops when a dump exceeds the size limit', async () => {
    const kb = kbOn([writeLargeGzip('facts.nt.gz', FACT, 64, FACT)], {
      dumpLimits: { line: 1e6, unpacked: 2e6, facts: Infinity },
    });
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(
        /^facts\.nt\.gz is larger than 0\.002 GB uncompressed\..*Serve it with Virtuoso/,
      ),
    });
  });

  it('loading stops after the time limit and starts again with the next query', async () => {
    const kb = kbOn([writeLargeGzip('slow.nt.gz', FACT, 4096, FACT)], {
      threadLimits: { loadingMs: 200, heapMb: 512 },
    });
    const timeout = {
      status: 'unreachable',
      message: expect.stringMatching(/^slow\.nt\.gz could not be read within 0 minutes\. Use a smaller file/),
    };
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual(timeout);
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual(timeout);
  });

  it('loading stops when it is cancelled', async () => {
    const kb = kbOn([writeLargeGzip('cancelled.nt.gz', FACT, 4096, FACT)]);
    const cancelled = new AbortController();
    await expect(kb.prepare(() => cancelled.abort(), cancelled.signal)).rejects.toThrow('aborted');
    // Waits for the thread to end.
    await kb.close();
  });

  it('loading that exceeds the memory limit ends the thread, not the process', async () => {
    const file = join(home, 'some.nt');
    writeFileSync(file, FACT);
    const kb = kbOn([file], { threadLimits: { loadingMs: 60_000, heapMb: 1 } });
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('ran out of memory'),
    });
  });

  it.each(['\n', '\r'])('the line filter accepts lines that end with %j', (end) => {
    const filter = new LineFilter('a.nt', new Set(), 100);
    const text = FACT.replace('\n', end).repeat(100);
    const read = [filter.push(Buffer.from(text.slice(0, 1000))), filter.push(Buffer.from(text.slice(1000)))];
    expect(Buffer.concat([...read, filter.flush()]).toString()).toBe(text);
    expect(filter.facts).toBe(100);
  });

  it('the line filter reports the number of a line that is too long', () => {
    const long = FACT.replace('c', 'c'.repeat(100));
    const read = (text: string): unknown => {
      const filter = new LineFilter('a.nt', new Set(), 100);
      return [filter.push(Buffer.from(text)), filter.flush()];
    };
    expect(() => read(FACT + long + FACT)).toThrow('Line 2 of a.nt is longer than 0.0001 MB');
    expect(() => read(FACT.repeat(3) + long.trimEnd())).toThrow('Line 4 of a.nt');
    expect(() => read('x'.repeat(200))).toThrow('Line 1 of a.nt');
  });
});

describe('reading facts of a dump', () => {
  it('factLines detects N-Triples by the start of a file and rejects a long line', async () => {
    const file = writeLargeGzip('unnamed.gz', `${FACT}# `, 512);
    const lines: string[] = [];
    const read = (async () => {
      for await (const block of factLines([file])) lines.push(...block);
    })();
    await expect(read).rejects.toThrow('Line 2 of unnamed.gz is longer than 4 MB');
    expect(lines).toEqual([FACT.trimEnd()]);
  });

  it('factLines rejects Turtle above the size limit', async () => {
    const lines = factLines([writeLargeGzip('large.ttl.gz', '# ', 1024)])[Symbol.asyncIterator]();
    await expect(lines.next()).rejects.toThrow('Convert it to N-Triples');
  });
});

/** A link in a repository may point to an endless device or to a pipe without a writer. */
const DEVICE = '/dev/zero';
describe.skipIf(!existsSync(DEVICE))('pipe or device in place of a file', () => {
  const link = join(home, 'link.json');
  if (existsSync(DEVICE)) symlinkSync(DEVICE, link);
  const PIPE = join(home, 'pipe.nt');
  if (existsSync(DEVICE)) execFileSync('mkfifo', [PIPE]);

  it('a device is rejected as a schema file', () => {
    expect(readSchemaFile(link)).toEqual({ problem: expect.stringContaining('it is a pipe or a device') });
  });

  it('a pipe is rejected as an exemplar file', () => {
    const bundled = join(ROOT, 'server', 'data', 'exemplars.jsonl');
    expect(openExemplarFile(bundled, PIPE).problems).toEqual([
      expect.stringContaining('it is a pipe or a device'),
    ]);
  });

  it('a device is rejected as a prompt file', () => {
    symlinkSync(DEVICE, join(home, 'repair-query.md'));
    const { problems } = openPromptFolder(join(ROOT, 'prompts'), home);
    expect(problems).toEqual([expect.stringContaining('it is a pipe or a device')]);
  });

  it('a pipe is rejected as a KB', async () => {
    expect(await kbOn([PIPE]).execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('is a pipe or a device'),
    });
  });
});
