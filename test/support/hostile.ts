/** Checks a text that wishes us ill, and measures it. */
import { expect } from 'vitest';
import type { Dialect } from '../../server/src/core/language/sparql/model';
import type { TextRange } from '../../server/src/core/language/text/range';
import { checkDocument } from '../../server/src/core/check/check';
import type { Finding } from '../../server/src/core/check/verifier';
import { freebase } from './check';

/** Every range of every finding is one of the text; a verifier that crashed, or a text that throws, fails the test. */
export function survive(text: string, dialect: Dialect = 'virtuoso'): readonly Finding[] {
  const defects: string[] = [];
  const { findings } = checkDocument(text, {
    dialect,
    schema: freebase(),
    severities: {},
    onDefect: (code, error) => defects.push(`${code}: ${String(error)}`),
  });
  const wrong = findings.filter((finding) => rangesOf(finding).some((range) => !isInside(range, text)));
  if (defects.length || wrong.length) {
    expect.fail(
      `${defects.join('; ')} ${wrong.map(({ code, message, range }) => `${code} ${message} ${JSON.stringify(range)}`).join('; ')} in ${JSON.stringify(text.slice(0, 300))}`,
    );
  }
  return findings;
}

function rangesOf({ range, related, fixes }: Finding): readonly TextRange[] {
  const edits = (fixes ?? []).flatMap((fix) => fix.edits.map((edit) => edit.range));
  return [range, ...(related ?? []).map((one) => one.range), ...edits];
}

function isInside({ start, end }: TextRange, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= text.length;
}

/** Milliseconds that the check takes: the best of some tries, and of the clock and the time that this process had. */
export function timeOf(text: string, tries = 3): number {
  let best = Infinity;
  for (let left = tries; left > 0; left--) {
    const start = performance.now();
    const before = process.cpuUsage();
    survive(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, performance.now() - start, (user + system) / 1000);
  }
  return best;
}

/** At most this long; tries again when it took longer, since the machine may have been busy with other work. */
export function expectWithin(text: string, milliseconds: number): void {
  let best = Infinity;
  for (let left = 3; left > 0 && best > milliseconds; left--) best = Math.min(best, timeOf(text, 1));
  expect(best).toBeLessThan(milliseconds);
}
