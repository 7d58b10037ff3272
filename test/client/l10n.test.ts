import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { plural, t, useTranslations } from '../../client/shared/l10n';
import { bundleText, clientTexts, textsIn } from '../../scripts/lib/l10n.mjs';
import { avoidedWordIn } from '../support/avoided-words';

const { texts, problems } = clientTexts();

describe('l10n/bundle.l10n.json', () => {
  it('has every text of the client (otherwise run node scripts/l10n.mjs)', () => {
    expect(problems).toEqual([]);
    expect(texts.length).toBeGreaterThan(500);
    expect(readFileSync('l10n/bundle.l10n.json', 'utf8')).toBe(bundleText(texts));
  });

  it('is named in the manifest and part of the package', () => {
    expect(manifest.l10n).toBe('./l10n');
    expect(readFileSync('.vscodeignore', 'utf8').split(/\r?\n/)).toContain('!l10n/*.json');
  });

  it('has no word of the avoid-list', () => {
    const avoided = texts.flatMap((text) => {
      const word = avoidedWordIn(text);
      return word === undefined ? [] : [`${word}: ${text}`];
    });
    expect(avoided).toEqual([]);
  });
});

describe('the search for texts', () => {
  it('reads the calls of t and plural, with both sides of a condition', () => {
    const source = `const f = () => [vscode.l10n.t('A {0}', x), t(y ? 'B' : "C"), plural(n, '{0} row', '{0} rows')];`;
    expect(textsIn('a.ts', source)).toEqual({
      texts: ['A {0}', 'B', 'C', '{0} row', '{0} rows'],
      problems: [],
    });
  });

  it('reports texts that are put together, and calls that run when the module loads', () => {
    expect(textsIn('a.ts', 'const f = () => t(`A ${b}`);').problems).toEqual([
      'a.ts:1: the text must be a string literal.',
    ]);
    expect(textsIn('a.ts', "const TITLE = t('A');").problems).toEqual([
      'a.ts:1: runs when the module loads, before the translations are known.',
    ]);
    expect(textsIn('a.ts', "class A { title = t('A'); static other = t('B'); }").problems).toHaveLength(1);
  });
});

describe('translations', () => {
  afterEach(() => useTranslations(undefined));

  it('replace English texts, and arguments keep their places', () => {
    expect(t('{0} of {1}', 1, 'two')).toBe('1 of two');
    useTranslations({ '{0} of {1}': 'von {1} {0}' });
    expect(t('{0} of {1}', 1, 'two')).toBe('von two 1');
    expect(t('Other {0}', '{1}')).toBe('Other {1}');
  });

  it('have a text for one and a text for many', () => {
    const rows = (value: number): string => plural(value, '{0} row in {1}', '{0} rows in {1}', 'A');
    expect([rows(0), rows(1), rows(1234)]).toEqual(['0 rows in A', '1 row in A', '1,234 rows in A']);
    useTranslations({ '{0} row in {1}': 'eine Zeile in {1}' });
    expect(rows(1)).toBe('eine Zeile in A');
  });
});
