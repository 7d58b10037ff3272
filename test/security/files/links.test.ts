/** Symbolic links in a cloned repository, which may point to any file of the user. */
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { funfusic } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { sound, unusedPrefix } from '../../lsp/queries';
import { evalQuestion, prediction } from '../../support/eval';
import { writeRun } from '../../support/run-fixture';
import { canLink } from './can-link';

/** A shell profile: an attacker who changes it can run code. Its last line has no newline, as in many such files. */
const PROFILE = 'export PATH="$HOME/bin:$PATH"\nalias ll="ls -l"';
const QUESTIONS = [evalQuestion('a', { parses: [{ answers: ['m.02hrh0_'] }] }, 'Where was Obama born?')];
const PREDICTIONS = [prediction('a', { answers: ['m.02hrh0_'] })];

interface Clone {
  readonly root: string;
  readonly run: string;
  readonly victim: string;
}

/** Creates a repository with a finished run, and a file of the user outside of it. */
function clone(): Clone {
  const root = temporaryFolder({ 'home/.profile': PROFILE });
  const run = join(root, 'repository', 'funfusic-runs', 'r1');
  mkdirSync(run, { recursive: true });
  writeRun(run, { questions: QUESTIONS, predictions: PREDICTIONS });
  return { root, run, victim: join(root, 'home', '.profile') };
}

const profileOf = ({ victim }: Clone): string => readFileSync(victim, 'utf8');

describe.skipIf(!canLink)('symbolic link in a run folder', { timeout: 120_000 }, () => {
  it.each(['report.md.tmp', 'report.json.tmp', 'report.html', 'notes.txt'])(
    'report writes nothing when %s is a symbolic link',
    async (name) => {
      const repository = clone();
      symlinkSync(repository.victim, join(repository.run, name));
      const { code, stderr } = await funfusic(['report', repository.run]);
      expect(profileOf(repository)).toBe(PROFILE);
      expect(code).toBe(2);
      expect(stderr).toContain(`${join(repository.run, name)} is a symbolic link`);
      expect(existsSync(join(repository.run, 'report.json'))).toBe(false);
    },
  );

  it('report does not use a traces folder that is a symbolic link', async () => {
    const repository = clone();
    const traces = join(repository.run, 'traces');
    rmSync(traces, { recursive: true });
    symlinkSync(join(repository.root, 'home'), traces);
    const { code, stderr } = await funfusic(['report', repository.run]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${traces} is a symbolic link`);
  });

  it('report does not read predictions through a symbolic link', async () => {
    const repository = clone();
    const predictions = join(repository.run, 'predictions.jsonl');
    const elsewhere = join(repository.root, 'home', 'secret.jsonl');
    renameSync(predictions, elsewhere);
    symlinkSync(elsewhere, predictions);
    const { code, stderr } = await funfusic([
      'report',
      repository.run,
      '--out',
      join(repository.root, 'out'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${predictions} is a symbolic link`);
    expect(existsSync(join(repository.root, 'out'))).toBe(false);
  });

  it('compare reports a symbolic link in a run folder', async () => {
    const repository = clone();
    symlinkSync(repository.victim, join(repository.run, 'report.json'));
    const { code, stderr } = await funfusic(['compare', repository.run, repository.run]);
    expect(code).toBe(2);
    expect(stderr).toContain('symbolic link');
  });
});

describe.skipIf(!canLink)('symbolic link in a resumed run', { timeout: 120_000 }, () => {
  const dataset = {
    'repository/one.jsonl':
      '{"id": "born", "question": "Where was Barack Obama born?", "answers": ["m.02hrh0_"]}\n',
    'home/.profile': PROFILE,
  };
  const evaluate = (root: string): ReturnType<typeof funfusic> =>
    funfusic(['eval', 'one.jsonl', '--model', 'none', '--out', 'funfusic-runs/r1'], {
      cwd: join(root, 'repository'),
    });

  it('eval does not write through links in a run that it resumes', async () => {
    const root = temporaryFolder(dataset);
    expect(await evaluate(root)).toMatchObject({ code: 0 });
    const victim = join(root, 'home', '.profile');
    const run = join(root, 'repository', 'funfusic-runs', 'r1');
    for (const name of ['predictions.jsonl', 'times.jsonl', 'spent.jsonl', 'run.json.tmp']) {
      const path = join(run, name);
      const backup = join(root, 'backup');
      const exists = existsSync(path);
      if (exists) renameSync(path, backup);
      symlinkSync(victim, path);
      const { code, stderr } = await evaluate(root);
      expect(readFileSync(victim, 'utf8'), name).toBe(PROFILE);
      expect({ name, code, stderr }).toEqual({
        name,
        code: 2,
        stderr: expect.stringContaining(`${name} is a symbolic link`) as string,
      });
      rmSync(path);
      if (exists) renameSync(backup, path);
    }
    const predictions = join(run, 'predictions.jsonl');
    rmSync(predictions);
    linkSync(victim, predictions);
    expect(await evaluate(root)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('predictions.jsonl has other hard links') as string,
    });
    expect(readFileSync(victim, 'utf8')).toBe(PROFILE);
  });
});

describe.skipIf(!canLink)('symbolic link beside query files', { timeout: 120_000 }, () => {
  it('reduce does not write facts through a symbolic link', async () => {
    const root = temporaryFolder({ 'home/.profile': PROFILE, 'small/readme': '' });
    const victim = join(root, 'home', '.profile');
    symlinkSync(victim, join(root, 'small', 'kb.nt.gz.part'));
    const { code } = await funfusic(['reduce', '--facts', '0.5', '--out', join(root, 'small')]);
    expect(readFileSync(victim, 'utf8')).toBe(PROFILE);
    expect(code).toBe(0);
  });

  it.each([[['format']], [['check', '--fix']]])(
    '%j does not follow a symbolic link out of a folder',
    async (args) => {
      const query = `${unusedPrefix}  `;
      const root = temporaryFolder({ 'home/own.rq': query, 'repository/a.rq': query });
      mkdirSync(join(root, 'repository', 'deep'));
      symlinkSync(join(root, 'home', 'own.rq'), join(root, 'repository', 'deep', 'own.rq'));
      const { code, stderr } = await funfusic([...args, 'repository'], { cwd: root });
      expect(readFileSync(join(root, 'home', 'own.rq'), 'utf8')).toBe(query);
      expect(readFileSync(join(root, 'repository', 'a.rq'), 'utf8')).not.toBe(query);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('own.rq is outside repository') as string,
      });
    },
  );

  it('check --fix follows a symbolic link that the user names and keeps the link', async () => {
    const root = temporaryFolder({ 'home/own.rq': `${unusedPrefix}  ` });
    symlinkSync(join(root, 'home', 'own.rq'), join(root, 'mine.rq'));
    chmodSync(join(root, 'home', 'own.rq'), 0o640);
    expect(await funfusic(['check', '--fix', 'mine.rq'], { cwd: root })).toMatchObject({ code: 0 });
    expect(readFileSync(join(root, 'home', 'own.rq'), 'utf8')).toContain(sound);
    expect(lstatSync(join(root, 'mine.rq')).isSymbolicLink()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(root, 'home', 'own.rq')).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(root, 'home'))).toEqual(['own.rq']);
  });
});
