/** Checks texts of attackers and fuzzers, and measures how long that takes. */
import { expect } from 'vitest';
import type { Dialect } from '../../server/src/core/language/sparql/model';
import type { TextRange } from '../../server/src/core/language/text/range';
import { checkDocument } from '../../server/src/core/check/check';
import type { Finding } from '../../server/src/core/check/verifier';
import { freebase } from './check';

/** Fails the test if a verifier crashes or a range of a finding is outside the text. */
export function checkSafely(text: string, dialect: Dialect = 'virtuoso'): readonly Finding[] {
  const defects: string[] = [];
  const { findings } = checkDocument(text, {
    dialect,
    schema: freebase(),
    severities: {},
    onDefect: (code, error) => defects.push(`${code}: ${String(error)}`),
  });
  const outside = findings.filter((finding) => rangesOf(finding).some((range) => !isInside(range, text)));
  if (defects.length || outside.length) {
    expect.fail(
      `${defects.join('; ')} ${outside.map(({ code, message, range }) => `${code} ${message} ${JSON.stringify(range)}`).join('; ')} in ${JSON.stringify(text.slice(0, 300))}`,
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

/** Returns the milliseconds of the fastest run: the lower one of elapsed time and CPU time. */
export function measureCheck(text: string, tries = 3): number {
  let best = Infinity;
  for (let left = tries; left > 0; left--) {
    const start = performance.now();
    const before = process.cpuUsage();
    checkSafely(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, performance.now() - start, (user + system) / 1000);
  }
  return best;
}

/** Repeats a check that takes too long, because the machine may be busy with other work. */
export function expectCheckWithin(text: string, milliseconds: number): void {
  let best = Infinity;
  for (let left = 3; left > 0 && best > milliseconds; left--) best = Math.min(best, measureCheck(text, 1));
  expect(best).toBeLessThan(milliseconds);
}
