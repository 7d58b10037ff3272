import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CLI, ROOT } from '../lsp/build';
import { funfusic, funfusicProcess, type Outcome } from './run';

describe('a command gives the same output in a new process as in one that has run others', () => {
  it.each([
    [['--version']],
    [['nonsense']],
    [['check', '--help']],
    [['check', 'samples/mistakes.rq']],
    [['check', '--format', 'json', 'samples/mistakes.rq', 'nowhere.rq']],
    [['format', '--check', 'samples']],
    [['explain', 'samples/ask.rq']],
    [['convert', 'samples/ask.rq']],
    [['run', 'samples/ask.rq']],
  ])('%j', async (args) => {
    await funfusic(['check', 'samples/ask.rq']);
    expect(untimed(await funfusic(args))).toEqual(untimed(await funfusicProcess(args)));
  });

  const query =
    'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?é { ns:m.02mjmr ns:people.person.born ?é }';
  const lines = [{ id: 1, query }, { id: 2 }].map((row) => `${JSON.stringify(row)}\r\n`).join('\n');
  it.each([
    [['check', '-'], `\uFEFF${query}`],
    [['check', '-', '-'], query],
    [['format', '-'], query],
    [['check', '--jsonl'], `${lines}not JSON`],
    [['run', '--jsonl'], lines],
  ])('%j with standard input: %j', async (args, stdin) => {
    await funfusic(['check', '-'], { stdin: 'SELECT' });
    expect(untimed(await funfusic(args, { stdin }))).toEqual(untimed(await funfusicProcess(args, { stdin })));
  });
});

describe('output that cannot be written', () => {
  it
    .skipIf(!existsSync('/dev/full'))
    .each([[['check', 'samples/mistakes.rq']], [['run', 'samples/ask.rq']], [['check', '--help']]])(
    '%j exits with 2 and one line',
    async (args) => {
      const full = openSync('/dev/full', 'w');
      try {
        const child = spawn(process.execPath, [CLI, ...args], { cwd: ROOT, stdio: ['ignore', full, 'pipe'] });
        const exited = new Promise((resolve) => child.once('exit', resolve));
        const [stderr, code] = await Promise.all([child.stderr ? text(child.stderr) : '', exited]);
        expect(code).toBe(2);
        expect(stderr).toMatch(/^funfusic: The output cannot be written: ENOSPC.*$/m);
        expect(stderr).not.toMatch(/^\s+at /m);
      } finally {
        closeSync(full);
      }
    },
  );
});

const untimed = ({ code, stdout, stderr }: Outcome): Outcome => ({
  code,
  stdout: stdout.replace(/[\d.,]+ m?s\b/g, 'TIME'),
  stderr: stderr.replace(/[\d.,]+ m?s\b/g, 'TIME'),
});
