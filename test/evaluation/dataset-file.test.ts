import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDatasetFile } from '../../server/src/adapters/runs/dataset-file';
import { chooseQuestions, type ChosenQuestions } from '../../server/src/evaluation/choose-questions';
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

function questionsIn(name: string, size?: number): ChosenQuestions | { readonly problem: string } {
  const file = readDatasetFile(path(name));
  return 'problem' in file ? file : chooseQuestions(file, { size, seed: 1 });
}

function usable(name: string, size?: number): ChosenQuestions {
  const chosen = questionsIn(name, size);
  if ('problem' in chosen) throw new Error(chosen.problem);
  return chosen;
}

describe('a dataset file', () => {
  const plain = usable('plain.jsonl');

  it('gives its questions in order', () => {
    expect(plain.questions.map(({ id }) => id)).toEqual(['å', '2']);
    expect(plain.dataset).toEqual({ name: 'plain.jsonl', shape: 'plain', questions: 2, bad: 0 });
  });

  it('may be gzipped, with the same checksum', () => {
    const packed = usable('packed.jsonl.gz');
    expect(packed.questions).toEqual(plain.questions);
    expect(packed.sha256).toBe(plain.sha256);
  });

  it('may be UTF-16 with a byte order mark', () => {
    expect(usable('windows.jsonl').questions).toEqual(plain.questions);
  });

  it.each([
    ['', /is a folder\. Name a dataset file in it\.$/],
    ['absent.jsonl', /^absent\.jsonl cannot be read: there is no such file\./],
    ['empty.jsonl', /^empty\.jsonl is empty\.$/],
    ['none.jsonl', /^none\.jsonl has no usable question\.$/],
  ])('that cannot be used is reported with the reason (%s)', (name, problem) => {
    expect(questionsIn(name)).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  it('gives all questions if the sample is larger', () => {
    expect(usable('plain.jsonl', 1).questions).toHaveLength(1);
    expect(usable('plain.jsonl', 999).questions).toEqual(plain.questions);
  });
});
