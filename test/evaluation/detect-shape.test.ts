import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectShape } from '../../server/src/evaluation/datasets/detect-shape';
import { readDataset } from '../../server/src/evaluation/datasets/read-dataset';

const tiny = readdirSync(import.meta.dirname).filter((name) => /^tiny\..*\.(?:jsonl?|tsv)$/.test(name));

describe('format of a dataset by its first row', () => {
  it.each(tiny)('is the same as by all rows: %s', (name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    const whole = readDataset(text, name);
    expect(detectShape(text)).toBe('problem' in whole ? undefined : whole.shape);
  });

  it('needs only the start of a file', () => {
    expect(detectShape('[{"question": "Who?", "answer": ["a"]}, {"question": "Wh')).toBe('plain');
    expect(detectShape('{"question": "Who {?"}\n{"que')).toBe('plain');
    expect(detectShape('{"Version": 1, "Questions": [{"question": "Who?"}, {"que')).toBe('plain');
    expect(detectShape('\uFEFF\n{"question": "Who?"}')).toBe('plain');
  });

  it.each([
    '',
    '{',
    '[]',
    '{"name": "package", "version": "1.0.0"}',
    '{"compilerOptions": {"strict": true}}',
    '[{"name": "a"}]',
    '{"question": 5}',
    'a\tb\tc',
    'one two\tthree four\tfive\tsix',
    'Some text.',
    '{"a": "' + '\\'.repeat(9),
  ])('is unknown for %j', (text) => {
    expect(detectShape(text)).toBeUndefined();
  });
});
