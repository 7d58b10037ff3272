/** Crashes, full disks and read-only disks at every step of every kind of write. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RunFiles } from '../../../client/src/results/run-files';
import { isTemporaryName } from '../../../server/src/adapters/files/atomic-write';
import { writeCachedNames, readCachedNames } from '../../../server/src/adapters/name-cache';
import { RunFolder } from '../../../server/src/adapters/runs/run-folder';
import { RunReader } from '../../../server/src/adapters/runs/run-reader';
import { runStorage } from '../../../server/src/adapters/runs/saved-runs';
import { readRun } from '../../../server/src/evaluation/read-run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { funfusic } from '../../cli/run';
import { CLI } from '../../lsp/build';
import { writeRun } from '../../support/run-fixture';
import {
  buildTasks,
  waitForEnd,
  failEveryStep,
  killAtSteps,
  startFaulty,
  startTask,
  type FaultyRun,
} from './faulty-process';
import { EVALUATED, MANIFEST, NAMES, NEW_TEXT, OLD_TEXT, QUESTIONS, SAVED, savedRun } from './sample-data';

buildTasks();
const empty = (): string => temporaryFolder({});
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const withoutTemporary = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => !isTemporaryName(name));

/** Expects that an interrupted run can be listed and resumed, and that its files are then complete. */
async function checkRun({ folder, output, at }: Pick<FaultyRun, 'folder' | 'output' | 'at'>): Promise<void> {
  const run = join(folder, 'run');
  const { evaluations, problems } = await new RunReader(() => Promise.resolve(undefined)).list(folder);
  expect({ at, problems }).toEqual({ at, problems: [] });
  expect(evaluations.length).toBeLessThanOrEqual(1);
  const begin = { manifest: MANIFEST, questions: QUESTIONS };
  const opened = await RunFolder.open(run, begin, () => undefined);
  if ('problem' in opened) throw new Error(`${at}: ${opened.problem}`);
  const acknowledged = output.filter((line) => line !== 'ordered');
  expect([...opened.predictions.keys()]).toEqual(expect.arrayContaining(acknowledged));
  for (const evaluated of EVALUATED)
    if (!opened.predictions.has(evaluated.question.id)) await opened.save(evaluated);
  await opened.sort('2026-01-31T13:00:00.000Z');
  await opened.close();
  const lines = EVALUATED.map(({ prediction }) => `${JSON.stringify(prediction)}\n`).join('');
  expect(read(run, 'predictions.jsonl')).toBe(lines);
  const texts = await runStorage.readTexts(run);
  if ('problem' in texts) throw new Error(texts.problem);
  expect(readRun(texts)).toMatchObject({ problems: [], manifest: { ended: '2026-01-31T13:00:00.000Z' } });
  expect(existsSync(join(run, 'run.lock'))).toBe(false);
}

describe('process killed during a write', { timeout: 240_000 }, () => {
  it('an evaluation killed at any step keeps its finished questions and can be resumed', async () => {
    expect(await killAtSteps('run', 4, empty, checkRun)).toBeGreaterThan(40);
  });

  it.each([
    ['report', 'report.json'],
    ['named', 'query.rq'],
  ])(
    'writing a file (%s) leaves the old or the new content when the process is killed',
    async (task, name) => {
      const contents = new Set<string>();
      const steps = await killAtSteps(
        task,
        1,
        () => temporaryFolder({ [name]: OLD_TEXT }),
        ({ folder }) => {
          const content = read(folder, name);
          contents.add(content);
          expect([OLD_TEXT, NEW_TEXT]).toContain(content);
          expect(withoutTemporary(folder)).toEqual([name]);
        },
      );
      expect(contents.size).toBe(2);
      expect(steps).toBeGreaterThanOrEqual(4);
    },
  );

  it('writing the facts of a KB leaves the complete file or none when the process is killed', async () => {
    await killAtSteps('facts', 1, empty, ({ folder, code }) => {
      const [file, ...others] = withoutTemporary(folder);
      expect(others).toEqual([]);
      if (code === 0) expect(file).toBe('kb.nt.gz');
      if (file !== undefined)
        expect(gunzipSync(readFileSync(join(folder, file))).toString()).toBe(`${NEW_TEXT}\n`);
    });
  });

  it('the name cache of a KB is complete or absent when the process is killed', async () => {
    const steps = await killAtSteps('names', 1, empty, ({ folder, code }) => {
      const cached = readCachedNames(folder, 'state');
      if (code === 0 || cached) expect(cached).toEqual(NAMES);
      writeCachedNames(folder, 'state', NAMES);
      expect(readCachedNames(folder, 'state')).toEqual(NAMES);
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  it('the image of a KB is complete or absent when the process is killed', async () => {
    await killAtSteps('image', 1, empty, async ({ folder, code }) => {
      const { output } = await waitForEnd(startTask('readImage', folder));
      expect(output).toEqual([existsSync(join(folder, 'a.kbimage')) ? '1' : 'absent']);
      if (code === 0) expect(output).toEqual(['1']);
    });
  });

  it('saved runs are neither lost nor damaged when the process is killed', async () => {
    const steps = await killAtSteps('saved', 3, empty, async ({ folder, output, at }) => {
      const logged: string[] = [];
      const files = new RunFiles(folder, (message) => logged.push(message));
      const listed = await files.list();
      expect({ at, logged }).toEqual({ at, logged: [] });
      const ids = listed.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(output.filter((line) => line !== 'pinned')));
      for (const saved of SAVED.filter(({ id }) => output.includes(id)))
        expect(await files.read(saved.id)).toEqual(savedRun(saved.id));
      if (output.includes('pinned')) expect(listed.find(({ id }) => id === 'one')?.pinned).toBe(true);
    });
    expect(steps).toBeGreaterThanOrEqual(20);
  });
});

describe('full disk', { timeout: 240_000 }, () => {
  it('an evaluation reports a full disk and can be resumed later', async () => {
    const all = await failEveryStep('run', 'ENOSPC');
    expect(all.length).toBeGreaterThan(40);
    for (const failed of all) {
      if (failed.problem !== undefined) expect(failed.problem).toContain('the disk is full');
      await checkRun(failed);
    }
  });

  it.each([
    ['report', 'report.json'],
    ['named', 'query.rq'],
  ])('writing a file (%s) on a full disk leaves the old file and no temporary files', async (task, name) => {
    for (const { folder, problem } of await failEveryStep(task, 'ENOSPC')) {
      expect(read(folder, name)).toBe(problem === undefined ? NEW_TEXT : OLD_TEXT);
      expect(readdirSync(folder)).toEqual([name]);
    }
  });

  it.each(['names', 'image', 'saved', 'facts'])(
    'a full disk leaves no incomplete files (%s)',
    async (task) => {
      for (const { folder, output, problem } of await failEveryStep(task, 'ENOSPC')) {
        expect(readdirSync(folder).filter(isTemporaryName)).toEqual([]);
        if (task === 'facts' && problem !== undefined) expect(readdirSync(folder)).toEqual([]);
        if (task !== 'saved') continue;
        const listed = await new RunFiles(folder, () => expect.fail()).list();
        const ids = listed.map(({ id }) => id);
        expect(ids).toEqual(expect.arrayContaining(output.filter((id) => id !== 'pinned')));
      }
    },
  );

  it.skipIf(!existsSync('/dev/full'))('compare reports a full disk', async () => {
    const root = temporaryFolder({});
    const runs = ['r1', 'r2'].map((name) => join(root, name));
    for (const run of runs) {
      writeRun(run, {
        questions: QUESTIONS,
        predictions: EVALUATED.map(({ prediction }) => prediction),
        manifest: { ended: '2026-01-31T13:00:00.000Z' },
      });
    }
    const { code, stderr } = await funfusic(['compare', ...runs, '--html', '/dev/full']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /--html: \/dev\/full cannot be written: (the disk is full|ENOSPC)/,
      ) as string,
    });
  });
});

describe('read-only folder', { timeout: 240_000 }, () => {
  it('an evaluation reports a read-only disk and writes nothing', async () => {
    const [first] = await failEveryStep('run', 'EROFS');
    expect(first?.problem).toContain('the disk is read-only');
    expect(readdirSync(first?.folder ?? '')).toEqual([]);
  });

  it.each(['names', 'image'])('a read-only folder does not prevent the use of a KB (%s)', async (task) => {
    const [first] = await failEveryStep(task, 'EROFS');
    expect(first).toMatchObject({ output: [], isDone: false });
    expect(first).not.toHaveProperty('problem');
    expect(readdirSync(first?.folder ?? '')).toEqual([]);
  });

  it('eval and reduce report a file in place of the output folder', async () => {
    const root = temporaryFolder({
      file: '',
      'one.jsonl': '{"id": "a", "question": "Who?", "answers": ["x"]}\n',
    });
    const out = join(root, 'file', 'out');
    for (const args of [
      ['eval', 'one.jsonl', '--model', 'none'],
      ['reduce', '--facts', '0.5'],
    ]) {
      const { code, stderr } = await funfusic([...args, '--out', out], { cwd: root });
      expect({ args, code, stderr }).toEqual({
        args,
        code: 2,
        stderr: expect.stringContaining('a part of its path is not a folder') as string,
      });
    }
    expect(statSync(join(root, 'file')).size).toBe(0);
  });
});

describe('process killed during a report', { timeout: 240_000 }, () => {
  it('report leaves the run unchanged when it is killed and succeeds the next time', async () => {
    const root = temporaryFolder({});
    const run = join(root, 'r1');
    mkdirSync(run);
    writeRun(run, { questions: QUESTIONS, predictions: EVALUATED.map(({ prediction }) => prediction) });
    writeFileSync(join(run, 'report.md'), OLD_TEXT);
    const before = read(run, 'predictions.jsonl');
    for (const at of [2, 7]) {
      const killed = await waitForEnd(startFaulty([CLI, 'report', run], { folder: run, fault: 'kill', at }));
      expect(killed.code).not.toBe(0);
      expect(read(run, 'predictions.jsonl')).toBe(before);
      expect([OLD_TEXT, expect.stringContaining('# ')]).toContainEqual(read(run, 'report.md'));
    }
    expect(await funfusic(['report', run])).toMatchObject({ code: 0 });
    expect(read(run, 'report.md')).not.toBe(OLD_TEXT);
  });
});
