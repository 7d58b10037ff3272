/** The language server in an untrusted workspace and in one with symbolic links. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  COMPARE_EVALUATIONS_REQUEST,
  EVALUATE_REQUEST,
  EVALUATE_TARGET_REQUEST,
  EVALUATION_EXEMPLAR_REQUEST,
  EVALUATION_REPORT_REQUEST,
  EVALUATION_REQUEST,
  EVALUATION_TRACE_REQUEST,
  EVALUATIONS_REQUEST,
  TRUST_GRANTED_NOTIFICATION,
  type EvaluationList,
  type PageResult,
} from '../../../server/src/protocol/index';
import { temporaryFolder } from '../../cli/temporary-folder';
import { TestClient } from '../../lsp/client';
import { evalQuestion, prediction } from '../../support/eval';
import { writeRun } from '../../support/run-fixture';
import { canLink } from './can-link';

const PROFILE = 'alias ll="ls -l"\n';
const questions = [evalQuestion('a', { parses: [{ answers: ['m.02hrh0_'] }] }, 'Where was Obama born?')];
const predictions = [prediction('a', { answers: ['m.02hrh0_'] })];

/** Returns every file and folder with its content. */
function contentOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isFile() ? readFileSync(path, 'utf8') : 'folder'] as const;
    });
}

describe('untrusted workspace', { timeout: 120_000 }, () => {
  const root = temporaryFolder({
    'repository/one.jsonl': '{"id": "a", "question": "Who?", "answers": ["x"]}\n',
  });
  const repository = join(root, 'repository');
  const storage = join(root, 'storage');
  const runs = ['r1', 'r2'].map((name) => join(repository, 'funfusic-runs', name));
  const [left = '', right = ''] = runs;
  const evaluate = { dataset: join(repository, 'one.jsonl'), strategy: 'rng-kbqa', progress: 'p' };
  let before: ReturnType<typeof contentOf>;
  let client: TestClient;
  beforeAll(async () => {
    for (const run of runs) writeRun(run, { questions, predictions });
    before = contentOf(repository);
    const initializationOptions = { cacheFolder: storage, trusted: false };
    client = await TestClient.start({ settings: {}, folder: repository, initializationOptions });
  });
  afterAll(() => client.stop());

  it.each([EVALUATE_REQUEST, EVALUATE_TARGET_REQUEST])(
    'the server rejects %s in an untrusted workspace',
    async (request) => {
      for (const params of [evaluate, { resume: left }])
        expect(await client.request(request, params)).toEqual({
          problem: expect.stringMatching(
            /^An evaluation writes into the workspace, and you do not trust it\./,
          ) as string,
        });
      expect(contentOf(repository)).toEqual(before);
    },
  );

  it('a report of an untrusted workspace is written only to the extension storage', async () => {
    const page = await client.request<PageResult>(EVALUATION_REPORT_REQUEST, { folder: left });
    if ('problem' in page) throw new Error(page.problem);
    expect(page.html).toContain('Where was Obama born?');
    expect(page.file?.startsWith(join(storage, 'reports'))).toBe(true);
    expect(readFileSync(page.file ?? '', 'utf8')).toBe(page.html);
    expect(contentOf(repository)).toEqual(before);
  });

  it('comparing runs writes nothing to an untrusted workspace', async () => {
    const page = await client.request<PageResult>(COMPARE_EVALUATIONS_REQUEST, { left, right });
    expect('html' in page && page.html).toMatch(/^<!DOCTYPE html>[^]*r1[^]*r2/);
    expect(contentOf(repository)).toEqual(before);
  });

  it('a client without storage gets a report of an untrusted workspace', async () => {
    const other = await TestClient.start({
      settings: {},
      folder: repository,
      initializationOptions: { trusted: false },
    });
    const page = await other.request<PageResult>(EVALUATION_REPORT_REQUEST, { folder: left });
    expect(page).toEqual({ html: expect.stringContaining('Where was Obama born?') as string });
    await other.stop();
    expect(contentOf(repository)).toEqual(before);
  });

  it('the server allows evaluations after the user trusts the workspace', async () => {
    await client.connection.sendNotification(TRUST_GRANTED_NOTIFICATION);
    expect(await client.request(EVALUATE_TARGET_REQUEST, evaluate)).toEqual({
      kb: 'Sample',
      strategy: 'rng-kbqa',
    });
    const page = await client.request<PageResult>(EVALUATION_REPORT_REQUEST, { folder: left });
    expect(page).toMatchObject({ file: join(left, 'report.html') });
    expect(readdirSync(left)).toContain('report.md');
  });

  it('the server trusts the workspace of a client without the trust option', async () => {
    const other = await TestClient.start({ settings: {}, folder: repository });
    expect(await other.request(EVALUATE_TARGET_REQUEST, evaluate)).not.toHaveProperty('problem');
    await other.stop();
  });
});

describe.skipIf(!canLink)('workspace with symbolic links', { timeout: 120_000 }, () => {
  const root = temporaryFolder({ 'home/.profile': PROFILE });
  const repository = join(root, 'repository');
  const runs = join(repository, 'funfusic-runs');
  const run = join(runs, 'r1');
  const victim = join(root, 'home', '.profile');
  let client: TestClient;
  beforeAll(async () => {
    mkdirSync(repository);
    client = await TestClient.start({ settings: {}, folder: repository });
  });
  afterAll(() => client.stop());
  beforeEach(() => {
    rmSync(runs, { recursive: true, force: true });
    writeRun(run, { questions, predictions });
  });

  it('opening a report does not overwrite a file through a symbolic link', async () => {
    symlinkSync(victim, join(run, 'report.md.tmp'));
    expect(await client.request(EVALUATION_REPORT_REQUEST, { folder: run })).toEqual({
      problem: `${join(run, 'report.md.tmp')} is a symbolic link. Delete it, or replace it with a copy of the file.`,
    });
    expect(await client.request(COMPARE_EVALUATIONS_REQUEST, { left: run, right: run })).toHaveProperty(
      'problem',
    );
    expect(readFileSync(victim, 'utf8')).toBe(PROFILE);
  });

  it('the server does not read run files through symbolic links', async () => {
    for (const name of ['run.json', 'questions.jsonl', 'predictions.jsonl', 'gold.jsonl']) {
      const elsewhere = join(root, 'home', name);
      writeFileSync(elsewhere, '');
      rmSync(elsewhere);
      if (name === 'gold.jsonl')
        writeFileSync(elsewhere, `${JSON.stringify({ ...questions[0], question: 'secret' })}\n`);
      else renameSync(join(run, name), elsewhere);
      symlinkSync(elsewhere, join(run, name));
      const params = { folder: run, id: 'a' };
      for (const request of [EVALUATION_REQUEST, EVALUATION_EXEMPLAR_REQUEST, EVALUATION_TRACE_REQUEST])
        expect({ name, request, reply: await client.request(request, params) }).toEqual({
          name,
          request,
          reply: { problem: expect.stringContaining('is a symbolic link') as string },
        });
      const { evaluations, problems } = await client.request<EvaluationList>(EVALUATIONS_REQUEST);
      expect({ name, evaluations }).toEqual({ name, evaluations: [] });
      expect(problems).toEqual([expect.stringContaining(`${name} is a symbolic link`)]);
      rmSync(join(run, name));
      if (name === 'gold.jsonl') rmSync(elsewhere);
      else renameSync(elsewhere, join(run, name));
    }
  });

  it('the server does not open a run folder that is a symbolic link', async () => {
    const elsewhere = join(root, 'home', 'run');
    renameSync(run, elsewhere);
    symlinkSync(elsewhere, run);
    const problem = `${run} is a symbolic link. Replace it with the folder itself.`;
    expect(await client.request(EVALUATION_REPORT_REQUEST, { folder: run })).toEqual({ problem });
    expect(await client.request(EVALUATE_TARGET_REQUEST, { resume: run })).toEqual({ problem });
    expect(await client.request(EVALUATIONS_REQUEST)).toMatchObject({ evaluations: [], problems: [problem] });
    expect(readdirSync(elsewhere)).not.toContain('report.md');
  });
});
