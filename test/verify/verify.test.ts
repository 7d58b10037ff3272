import { afterAll, describe, expect, it } from 'vitest';
import { differences, isFixable, readAnnotations, writeAnnotations } from '../support/annotations';
import { afterFirstFix, check, PROJECT } from '../support/check';
import { readFixtures, writeFixture, type FixtureCase } from '../support/fixtures';

const UPDATE = process.env['UPDATE'] === '1';

for (const fixture of readFixtures(`${PROJECT}test/verify`)) {
  describe(fixture.title, () => {
    const { dialect } = fixture;
    const rewritten: FixtureCase[] = [];

    it.each(fixture.cases)('$title', ({ title, body }) => {
      const annotated = readAnnotations(body);
      const findings = check(annotated.text, { dialect });
      if (UPDATE) rewritten.push({ title, body: writeAnnotations(annotated, findings) });
      else expect(differences(annotated, findings)).toBe('');
    });

    const fixable = fixture.cases.filter(({ body }) => body.includes('💡'));
    if (fixable.length) {
      it.each(fixable)('the first fix mends it: $title', ({ body }) => {
        const { text } = readAnnotations(body);
        for (const finding of check(text, { dialect }).filter(isFixable)) {
          const after = afterFirstFix(text, finding);
          const left = check(after, { dialect });
          expect(left.filter(({ code, message }) => code === finding.code && message === finding.message)).toEqual([]);
          const others = (codes: readonly { readonly code: string }[]): number =>
            codes.filter(({ code }) => code === 'syntax').length;
          expect(others(left)).toBeLessThanOrEqual(Math.max(0, others(check(text, { dialect })) - (finding.code === 'syntax' ? 1 : 0)));
        }
      });
    }

    afterAll(() => {
      if (UPDATE) writeFixture(fixture, rewritten);
    });
  });
}
