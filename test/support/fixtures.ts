/** Fixture files: `# title:` and `# dialect:` at the top, then cases, each under a line `### what it shows`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../server/src/core/sparql/model';

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
