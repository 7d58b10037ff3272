import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLines } from '../../../server/src/adapters/files/line-file';
import { writeAtomic } from '../../../server/src/adapters/files/atomic-write';
import { PredictionFile } from '../../../server/src/adapters/runs/prediction-file';
import { runStorage } from '../../../server/src/adapters/runs/saved-runs';
import type { Prediction } from '../../../server/src/evaluation/prediction';
import { formatReport } from '../../../server/src/evaluation/report-files';
import { readRun } from '../../../server/src/evaluation/read-run';
import { createReport } from '../../../server/src/evaluation/score/create-report';
import { temporaryFolder } from '../../cli/temporary-folder';
import { freebase } from '../../support/check';
import { prediction } from '../../support/eval';
import { generateRun } from '../../support/generated-run';

/** The last one is larger than the block that is read at once. */
const ALL: readonly Prediction[] = [
  prediction('one', { explanation: 'é'.repeat(10) }),
  prediction('two', { explanation: '𝄞' }),
  prediction('three', { explanation: 'x'.repeat(1_500_000) }),
];
const text = (all: readonly Prediction[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('');

async function open(path: string): Promise<PredictionFile> {
  const file = new PredictionFile(path);
  const lines = await openLines(path, (line, place) => file.add((JSON.parse(line) as Prediction).id, place));
  await lines.close();
  return file;
}

describe('PredictionFile', () => {
  it('reads each prediction from its place in the file', async () => {
    const path = join(temporaryFolder({ 'all.jsonl': text(ALL) }), 'all.jsonl');
    const file = await open(path);
    expect(file.size).toBe(3);
    expect([...file.values()]).toEqual(ALL);
    for (const one of [...ALL].reverse()) expect(file.get(one.id)).toEqual(one);
    expect(file.get('four')).toBeUndefined();
  });

  it('finds predictions that are appended after a part was read', async () => {
    const path = join(temporaryFolder({ 'all.jsonl': '' }), 'all.jsonl');
    const file = new PredictionFile(path);
    const lines = await openLines(path, () => undefined);
    for (const one of ALL) {
      file.add(one.id, await lines.append(JSON.stringify(one)));
      expect(file.get(one.id)).toEqual(one);
    }
    await lines.close();
  });

  it('reads the sorted file after it was replaced', async () => {
    const path = join(temporaryFolder({ 'all.jsonl': text(ALL) }), 'all.jsonl');
    const file = await open(path);
    const ids = ['three', 'missing', 'one', 'two'];
    await writeAtomic(path, file.linesOf(ids));
    file.reorder(ids);
    expect([...file.values()].map(({ id }) => id)).toEqual(['three', 'one', 'two']);
    expect([...file.values()]).toEqual([ALL[2], ALL[0], ALL[1]]);
  });

  it('reports a file that another process has changed', async () => {
    const path = join(temporaryFolder({ 'all.jsonl': text(ALL) }), 'all.jsonl');
    const file = await open(path);
    writeFileSync(path, text([...ALL].reverse()));
    expect(() => file.get('one')).toThrow('was changed while it was read. Run the same command again.');
  });
});

describe('a saved run', () => {
  const run = generateRun(5);
  const lines = [...run.predictions.values()].map((one) => JSON.stringify(one));
  const files = (predictions: string): Readonly<Record<string, string>> => ({
    'run.json': '{}',
    'questions.jsonl': run.questions.map((one) => `${JSON.stringify(one)}\n`).join(''),
    'predictions.jsonl': predictions,
  });

  it('skips damaged lines with their numbers, and accepts a last line without a line break', async () => {
    const folder = temporaryFolder(files(`${lines[0]}\n{"id": 7}\n${lines[1]}`));
    const texts = await runStorage.readTexts(folder);
    if ('problem' in texts) throw new Error(texts.problem);
    expect([...texts.predictions.byId.keys()]).toEqual([...run.predictions.keys()].slice(0, 2));
    expect(texts.predictions.problems).toEqual(['Line 2 of predictions.jsonl was skipped: id is invalid.']);
    expect(readRun(texts)).toMatchObject({ problem: expect.stringContaining('run.json') as string });
  });

  it('gives the same report from its file as from memory, in parts that are valid JSON', async () => {
    const folder = temporaryFolder(files(`${lines.join('\n')}\n`));
    const texts = await runStorage.readTexts(folder);
    if ('problem' in texts) throw new Error(texts.problem);
    const { questions, times, facts } = run;
    const fromMemory = createReport(questions, run.predictions, times, facts, freebase());
    const fromFile = createReport(questions, texts.predictions.byId, times, facts, freebase());
    expect(fromFile).toEqual(fromMemory);
    const path = join(folder, 'report.json');
    await writeAtomic(path, formatReport(fromFile));
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(fromMemory, null, 2)}\n`);
    const empty = { ...fromMemory, questions: [] };
    expect([...formatReport(empty)].join('')).toBe(`${JSON.stringify(empty, null, 2)}\n`);
  });
});
