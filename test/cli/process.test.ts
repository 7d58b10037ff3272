import { describe, expect, it } from 'vitest';
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

const untimed = ({ code, stdout, stderr }: Outcome): Outcome => ({
  code,
  stdout: stdout.replace(/[\d.,]+ m?s\b/g, 'TIME'),
  stderr: stderr.replace(/[\d.,]+ m?s\b/g, 'TIME'),
});
