/** The file of questions that a command line names, however it is packed or written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../server/src/cli/arguments';
import { questionsIn } from '../../server/src/evaluation/choose-questions';
import { temporaryFolder } from '../cli/temporary-folder';

const LINES = '{"id":"å","question":"Who?"}\n{"id":2,"question":"Where?"}\n';
const folder = temporaryFolder({
  'plain.jsonl': LINES,
  'empty.jsonl': '',
  'none.jsonl': '{"question":""}\n',
});
const path = (name: string): string => join(folder, name);
writeFileSync(path('packed.jsonl.gz'), gzipSync(LINES));
writeFileSync(path('windows.jsonl'), `\uFEFF${LINES}`, 'utf16le');

describe('a file of questions', () => {
  const plain = questionsIn(path('plain.jsonl'), undefined, 1);

  it('is read, and known by its bytes', () => {
    expect(plain.questions.map(({ id }) => id)).toEqual(['å', '2']);
    expect(plain.dataset).toEqual({ name: 'plain.jsonl', shape: 'plain', questions: 2, bad: 0 });
  });

  it('is the same where it is packed', () => {
    const packed = questionsIn(path('packed.jsonl.gz'), undefined, 1);
    expect(packed.questions).toEqual(plain.questions);
    expect(packed.sha256).toBe(plain.sha256);
  });

  it('may be UTF-16, with a mark', () => {
    expect(questionsIn(path('windows.jsonl'), undefined, 1).questions).toEqual(plain.questions);
  });

  it.each([
    ['', /is a folder\. Name the file of questions in it\.$/],
    ['absent.jsonl', /^absent\.jsonl cannot be read: ENOENT/],
    ['empty.jsonl', /^empty\.jsonl is empty\.$/],
    ['none.jsonl', /^none\.jsonl has no question that can be asked\.$/],
  ])('%s cannot be asked, and why is said', (name, problem) => {
    expect(() => questionsIn(path(name), undefined, 1)).toThrow(UsageError);
    expect(() => questionsIn(path(name), undefined, 1)).toThrow(problem);
  });

  it('gives all there are where a sample is larger', () => {
    expect(questionsIn(path('plain.jsonl'), 1, 1).questions).toHaveLength(1);
    expect(questionsIn(path('plain.jsonl'), 999, 1).questions).toEqual(plain.questions);
  });
});
