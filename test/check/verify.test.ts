import type { Finding } from '../../server/src/core/check/verifier';
import { afterAll, describe, expect, it } from 'vitest';
import { differences, isFixable, readAnnotations, writeAnnotations } from '../support/annotations';
import { afterFirstFix, check, checkWithWorkingFixes, PROJECT } from '../support/check';
import { checkAfterRun } from '../support/check-after-run';
import { factsOf, readFixtures, writeFixture, type FixtureCase } from '../support/fixtures';

const UPDATE = process.env['UPDATE'] === '1';

for (const fixture of readFixtures(`${PROJECT}test/check`)) {
  describe(fixture.title, () => {
    const { dialect } = fixture;
    const rewritten: FixtureCase[] = [];

    it.each(named(fixture.cases))('%s', async (title, { body }) => {
      const annotated = readAnnotations(body);
      const facts = factsOf(annotated.text);
      const findings = facts
        ? await checkAfterRun(annotated.text, facts, { dialect })
        : checkWithWorkingFixes(annotated.text, { dialect });
      if (UPDATE) rewritten.push({ title, body: writeAnnotations(annotated, findings) });
      else expect(differences(annotated, findings)).toBe('');
    });

    const fixable = fixture.cases.filter(({ body }) => body.includes('💡') && !factsOf(body));
    it.each(named(fixable))('the first fix works: %s', (_, { body }) => {
      const { text } = readAnnotations(body);
      const findings = checkWithWorkingFixes(text, { dialect });
      const count = (code: string, among: readonly Finding[]): number =>
        among.filter((other) => other.code === code).length;
      for (const finding of findings.filter(isFixable)) {
        const left = check(afterFirstFix(text, finding), { dialect });
        expect(count(finding.code, left)).toBeLessThan(count(finding.code, findings));
        expect(count('syntax', left)).toBeLessThanOrEqual(count('syntax', findings));
      }
    });

    afterAll(() => {
      if (UPDATE && rewritten.length === fixture.cases.length) writeFixture(fixture, rewritten);
    });
  });
}

function named(cases: readonly FixtureCase[]): [string, FixtureCase][] {
  return cases.map((one) => [one.title, one]);
}
