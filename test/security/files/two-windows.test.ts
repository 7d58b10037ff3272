/** Two processes that write to the same folder. */
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFiles } from '../../../client/src/results/run-files';
import { readCachedNames } from '../../../server/src/adapters/name-cache';
import { isLocked, lockFolder } from '../../../server/src/adapters/runs/folder-lock';
import { RunFolder } from '../../../server/src/adapters/runs/run-folder';
import { temporaryFolder } from '../../cli/temporary-folder';
import { buildTasks, waitForEnd, startTask } from './faulty-process';
import { MANIFEST, NAMES, QUESTIONS, savedRun } from './sample-data';

buildTasks();

describe('two windows on one folder', { timeout: 240_000 }, () => {
  it.each(['no lock', 'the lock of a process that ended', 'an incomplete lock'])(
    'only one of two processes locks a folder with %s',
    async (before) => {
      for (let at = 1; at < 20; at++) {
        const folder = temporaryFolder({});
        // No process has this ID.
        const stale = JSON.stringify({ pid: 2 ** 30, host: hostname() });
        if (before !== 'no lock')
          writeFileSync(join(folder, 'run.lock'), before === 'an incomplete lock' ? '{' : stale);
        const child = startTask('lock', folder, 'pause', at);
        const ended = waitForEnd(child);
        const firstLine = await Promise.race([once(child.stdout, 'data').then(String), ended.then(() => '')]);
        const own = firstLine.startsWith('paused') ? lockFolder(folder) : undefined;
        child.stdin.end('\n');
        const { output } = await ended;
        const theirs = output.includes('locked');
        if (own) {
          expect({ at, both: 'release' in own && theirs }).toEqual({ at, both: false });
          expect({ at, one: 'release' in own || theirs }).toEqual({ at, one: true });
          if ('release' in own) {
            expect(isLocked(folder)).toBe(true);
            own.release();
            expect(readdirSync(folder)).toEqual([]);
          }
        } else {
          expect(theirs).toBe(true);
          return;
        }
      }
      expect.fail('The task does not finish.');
    },
  );

  it('a process cannot open the same run twice', async () => {
    const run = join(temporaryFolder({}), 'run');
    const begin = { manifest: MANIFEST, questions: QUESTIONS };
    const first = await RunFolder.open(run, begin, () => undefined);
    if ('problem' in first) throw new Error(first.problem);
    expect(await RunFolder.open(run, begin, () => undefined)).toHaveProperty('problem');
    await first.close();
    const again = await RunFolder.open(run, begin, () => undefined);
    expect(again).not.toHaveProperty('problem');
    if (!('problem' in again)) await again.close();
  });

  it('two processes can save runs and names to the same folder', async () => {
    const folder = temporaryFolder({});
    const ends = await Promise.all([0, 1].map(() => waitForEnd(startTask('many', folder))));
    for (const { code, stderr } of ends) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const ids = ends.flatMap(({ output }) => output);
    expect(ids).toHaveLength(40);
    const files = new RunFiles(folder, (message) => expect.fail(message));
    expect((await files.list()).map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) expect(await files.read(id)).toEqual(savedRun(id));
    expect(readCachedNames(folder, 'state')).toEqual(NAMES);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
