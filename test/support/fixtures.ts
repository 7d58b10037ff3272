/**
 * Fixture files: `# title:` and `# dialect:` at the top, then cases, each under a line `### title`. A case with lines
 * `# all facts: TURTLE` is also run on a complete KB with these facts; with `# some facts:` it is run on an incomplete KB.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../server/src/core/language/sparql/model';

export interface Fixture {
  readonly file: string;
  readonly title: string;
  readonly dialect: Dialect;
  readonly head: string;
  readonly cases: readonly FixtureCase[];
}
export interface FixtureCase {
  readonly title: string;
  readonly body: string;
}

export interface FixtureFacts {
  readonly turtle: string;
  readonly complete: boolean;
}

export function factsOf(text: string): FixtureFacts | undefined {
  const lines = [...text.matchAll(/^# (all|some) facts: (.*)$/gm)];
  if (!lines.length) return undefined;
  return {
    turtle: lines.map(([, , turtle]) => turtle).join('\n'),
    complete: lines.every(([, which]) => which === 'all'),
  };
}

export function readFixtures(folder: string): readonly Fixture[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.rq'))
    .sort()
    .map((name) => readFixture(join(folder, name)));
}

function readFixture(file: string): Fixture {
  const [head = '', ...parts] = readFileSync(file, 'utf8').split(/^(?=### )/m);
  const title = /^# title: (.*)$/m.exec(head)?.[1] ?? file;
  const dialect = /^# dialect: sparql11$/m.test(head) ? 'sparql11' : 'virtuoso';
  const cases = parts.map((part): FixtureCase => {
    const end = part.indexOf('\n');
    return { title: part.slice(4, end), body: part.slice(end + 1) };
  });
  return { file, title, dialect, head, cases };
}

export function writeFixture({ file, head }: Fixture, cases: readonly FixtureCase[]): void {
  writeFileSync(file, head + cases.map(({ title, body }) => `### ${title}\n${body}`).join(''));
}
