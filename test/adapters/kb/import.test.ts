import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DUMP_LIMITS } from '../../../server/src/adapters/kb/engine/dump-format';
import { estimateDump } from '../../../server/src/adapters/kb/engine/estimate-dump';
import type { TaskProgress } from '../../../server/src/core/kb/knowledge-base';
import { ask, COUNT, folder, kbOn, LIMITS, NEVER, numbers } from './kb';

const home = folder();
const write = (name: string, content: string | Buffer): string => {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
};
const turtle = '@prefix e: <http://e/> .\ne:a e:b "c"@en, 12 ; e:d [ e:f e:g ] .\n';

describe('A dump', () => {
  it.each<[string, string | Buffer, string]>([
    ['plain.nt', numbers(4), '4'],
    ['packed.nt.gz', gzipSync(numbers(4)), '4'],
    [
      'two-parts.nt.gz',
      Buffer.concat([gzipSync(numbers(3)), gzipSync('<http://e/a> <http://e/b> "c" .\n')]),
      '4',
    ],
    ['plain.ttl', turtle, '4'],
    ['packed.ttl.gz', gzipSync(turtle), '4'],
    ['no-name-for-it.gz', gzipSync(turtle), '4'],
    ['freebase-rdf-latest', numbers(4).replaceAll(' ', '\t'), '4'],
    ['large.nt', numbers(20_000), '20000'],
    ['no-newline-at-the-end.nt', numbers(4).trimEnd(), '4'],
    ['windows.nt', numbers(4).replaceAll('\n', '\r\n'), '4'],
    ['nothing.nt', '', '0'],
    ['odd-iris.nt', '<http://e/a b|c> <http://e/p> <http://e/{x}> .\n', '1'],
  ])('is read: %s', async (name, content, facts) => {
    const kb = kbOn([write(name, content)]);
    expect(await ask(kb, COUNT)).toEqual([facts]);
  });

  it('of several files is one KB, with separate blank nodes for each file', async () => {
    const line = (value: number): string => `_:same <http://e/p> "${value}" .\n`;
    const filler = numbers(20_000);
    const large = write('blank.nt', line(1) + filler + line(2));
    const kb = kbOn([large, write('another.ttl', turtle)]);
    expect(await ask(kb, 'SELECT ?s { ?s <http://e/p> "1", "2" }')).toHaveLength(1);
    expect(await ask(kb, 'ASK {}')).toMatchObject({ answer: { value: true } });
    expect(await ask(kb, COUNT)).toEqual(['20006']);
  });

  it.each<[string, string | Buffer]>([
    ['too-large.nt', numbers(20_000)],
    ['too-large.nt.gz', gzipSync(numbers(20_000))],
    ['too-large.ttl', `@prefix e: <http://e/> .\n${'e:a e:b "c, d; e."@en, 12 ; e:d e:f .\n'.repeat(7000)}`],
  ])('that is too large is refused before it is read: %s', async (name, content) => {
    const dumpLimits = { ...DUMP_LIMITS, facts: 2000 };
    const kb = kbOn([write(name, content)], { dumpLimits });
    const steps: string[] = [];
    await kb.prepare(({ message }) => steps.push(message), NEVER);
    expect(steps).toEqual([]);
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(
        /^too-large\.\S+ is too large for the embedded engine: it has about 2\d,?\d* facts, and the engine holds about 2000 facts\. Serve it with Virtuoso: .*"funfusic serve"/,
      ) as string,
    });
  });

  it('of several files that are too large together is refused', async () => {
    const files = ['a.nt', 'b.nt'].map((name) => write(name, numbers(1900)));
    const dumpLimits = { ...DUMP_LIMITS, facts: 2000 };
    expect(await ask(kbOn(files.slice(0, 1), { dumpLimits }), COUNT)).toEqual(['1900']);
    expect(await ask(kbOn(files, { dumpLimits }), COUNT)).toMatchObject({
      message: expect.stringMatching(/^a\.nt, b\.nt is too large.*they have about 3800 facts/) as string,
    });
  });

  it('is estimated from its first part', () => {
    // Names of different lengths that do not compress well.
    const line = (index: number): string => {
      const name = createHash('sha256').update(String(index)).digest('hex');
      return `<http://e/${name}> <http://e/name> "${name.slice(0, index % 60)}"@en .\n`;
    };
    const text = Array.from({ length: 100_000 }, (_, index) => line(index)).join('');
    for (const [name, content] of [
      ['sampled.nt', text],
      ['sampled.nt.gz', gzipSync(text)],
    ] as const) {
      const { facts = 0, format } = estimateDump(write(name, content)) ?? {};
      expect(format).toBe('application/n-triples');
      expect(Math.abs(facts - 100_000)).toBeLessThan(5000);
    }
  });

  it('of N-Triples skips invalid lines, and reports how many and where', async () => {
    const bad = Buffer.concat([
      Buffer.from('<http://e/1> <http://e/p> "fine" .\n<http://e/2> nonsense .\n<http://e/3> <http://e/p> "'),
      Buffer.from([0xff]),
      Buffer.from(
        '" .\n<http://e/4> <http://e/p> "open .\n# a comment\n\n<http://e/5> <http://e/p> "fine"@en .\n',
      ),
    ]);
    const kb = kbOn([write('bad.nt', bad)]);
    const steps: string[] = [];
    await kb.prepare(({ message }) => steps.push(message), NEVER);
    expect(await ask(kb, 'SELECT ?s { ?s ?p ?o } ORDER BY ?s')).toEqual(['http://e/1', 'http://e/5']);
    const told = '3 lines of bad.nt are not facts and were skipped, the first of them line 2.';
    expect(steps).toContain(told);
    const { lines, skipped } = await kb.testConnection(1000, NEVER);
    expect(lines).toEqual(['It has 2 facts, from bad.nt.', told]);
    expect(skipped).toEqual([
      { file: expect.stringMatching(/bad\.nt$/), lines: 3, first: 2, text: '<http://e/2> nonsense .' },
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    [
      'broken.ttl',
      '@prefix e: <http://e/> .\ne:a e:b e:c .\ne:a e:b .\n',
      /broken\.ttl cannot be read: line 3/,
    ],
    [
      'half.nt.gz',
      gzipSync(numbers(5000)).subarray(0, 2000),
      /half\.nt\.gz is incomplete.*Download it again/,
    ],
    ['facts.jsonld', '{}', /facts\.jsonld cannot be read. Supported formats are N-Triples/],
  ])('that cannot be read says why: %s', async (name, content, message) => {
    const kb = kbOn([write(name, content)]);
    expect(await kb.execute(COUNT, LIMITS, NEVER)).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(message),
    });
  });

  it('reports progress, and can be cancelled and resumed', async () => {
    const kb = kbOn([write('long.nt', numbers(40_000))]);
    const given = new AbortController();
    const steps: TaskProgress[] = [];
    const reading = kb.prepare((step) => {
      steps.push(step);
      given.abort();
    }, given.signal);
    await expect(reading).rejects.toThrow('aborted');
    expect(steps).toHaveLength(1);
    expect(steps[0]?.message).toMatch(/^Reading long\.nt, [\d,]+ facts$/);
    expect(steps[0]?.share).toBeLessThan(1);
    expect(await ask(kb, COUNT)).toEqual(['40000']);
  });
});
