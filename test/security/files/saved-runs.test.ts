/** Files of saved runs that are damaged, truncated, of another version, or left by a killed window. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RunFiles } from '../../../client/src/results/run-files';
import {
  summarize as describeItem,
  type SavedResult,
  type HistoryEntry,
} from '../../../client/src/results/saved-results';
import type { Run } from '../../../server/src/protocol/index';
import { temporaryFolder } from '../../cli/temporary-folder';
import { answered, unanswerable } from '../../webview/ask-traces';
import { repaired } from '../../webview/traces';
import { savedRun } from './sample-data';

const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
const run = (id: string): Run => ({
  ...savedRun(id),
  execution: {
    status: 'answered',
    answer: {
      kind: 'table',
      columns: ['x'],
      rows: [
        [{ type: 'uri', value: 'http://x/' }],
        [null],
        [{ type: 'literal', value: 'a', 'xml:lang': 'en' }],
      ],
    },
  },
});
const ITEMS: readonly SavedResult[] = [
  run('table'),
  { ...run('ask'), execution: { status: 'answered', answer: { kind: 'boolean', value: true } } },
  { ...run('update'), execution: { status: 'answered', answer: { kind: 'done' }, note: 'x' } },
  { ...run('refused'), execution: { status: 'refused', message: 'no', place: { start: 1, end: 2 } } },
  { kind: 'trace', id: 'repair', trace: repaired, uri: 'file:///q.rq', range },
  { kind: 'asked', id: 'question', trace: answered, document: 'SELECT' },
  { kind: 'asked', id: 'unanswerable', trace: unanswerable },
];

interface Opened {
  readonly folder: string;
  readonly files: RunFiles;
  readonly logged: string[];
}

function open(): Opened {
  const folder = temporaryFolder({});
  const logged: string[] = [];
  return { folder, logged, files: new RunFiles(folder, (message) => logged.push(message)) };
}

const summarize = (item: SavedResult, bytes = 1): HistoryEntry => ({
  ...describeItem(item),
  pinned: false,
  bytes,
});

async function save({ files }: Opened, item: SavedResult): Promise<HistoryEntry> {
  const packed = (await files.pack(item)) ?? expect.fail('too large');
  const summary = summarize(item, packed.byteLength);
  await files.write(summary, packed);
  return summary;
}

/** Sets the modification time to an hour ago. */
function age(path: string): void {
  utimesSync(path, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
}

describe('saved run', () => {
  it.each(ITEMS.map((item) => [item.id, item] as const))(
    'a saved run is read unchanged: %s',
    async (id, item) => {
      const opened = open();
      const summary = await save(opened, item);
      expect(await opened.files.list()).toEqual([summary]);
      expect(await opened.files.read(id)).toEqual(item);
      expect(opened.logged).toEqual([]);
      expect(readdirSync(opened.folder).sort()).toEqual([`${id}.json`, `${id}.run.gz`]);
    },
  );

  it('a saved run without a version is read', async () => {
    const { folder, files } = open();
    writeFileSync(join(folder, 'table.json'), JSON.stringify(summarize(run('table'))));
    writeFileSync(join(folder, 'table.run.gz'), gzipSync(JSON.stringify(run('table'))));
    expect(await files.list()).toEqual([summarize(run('table'))]);
    expect(await files.read('table')).toEqual(run('table'));
  });

  it('pinning a saved run does not restore it after another window deleted it', async () => {
    const opened = open();
    const summary = await save(opened, run('a'));
    await opened.files.update({ ...summary, pinned: true });
    expect(await opened.files.known('a')).toEqual({ ...summary, pinned: true });
    await opened.files.remove('a');
    await opened.files.update({ ...summary, pinned: true });
    expect(readdirSync(opened.folder)).toEqual([]);
  });
});

describe('damaged file', () => {
  it.each([
    ['truncated', '{"version":1,"id":"ta'],
    ['empty', ''],
    ['without required fields', '{"version":1,"id":"table"}'],
    ['with an invalid version', '{"version":"x"}'],
    ['not an object', '[]'],
  ])('a damaged run file is skipped and logged: %s', async (_, text) => {
    const opened = open();
    const summary = await save(opened, run('good'));
    await save(opened, run('table'));
    writeFileSync(join(opened.folder, 'table.json'), text);
    expect(await opened.files.list()).toEqual([summary]);
    expect(opened.logged).toEqual([
      expect.stringMatching(/^Skipped 1 saved runs .*table\.json is damaged\.$/),
    ]);
    expect(existsSync(join(opened.folder, 'table.run.gz'))).toBe(true);
  });

  it.each([
    ['not gzip', Buffer.from('x')],
    ['truncated', gzipSync(JSON.stringify(run('table'))).subarray(0, 60)],
    ['not JSON', gzipSync('{')],
    ['an invalid trace', gzipSync('{"kind":"trace","id":"table","trace":7}')],
    ['invalid rows', gzipSync(JSON.stringify(run('table')).replace('[null]', '[7]'))],
    ['the data of another run', gzipSync(JSON.stringify(run('other')))],
  ])('a damaged run is not returned: %s', async (_, bytes) => {
    const opened = open();
    await save(opened, run('table'));
    writeFileSync(join(opened.folder, 'table.run.gz'), bytes);
    expect(await opened.files.read('table')).toBeUndefined();
    expect(opened.logged).toHaveLength(1);
    expect(opened.logged[0]).toContain('table.run.gz');
  });

  it('a saved run that exceeds the size limit is not decompressed', async () => {
    const { folder, files, logged } = open();
    // 300 MB of spaces as a valid file of several gzip members.
    const part = gzipSync(Buffer.alloc(20_000_000, ' '));
    writeFileSync(
      join(folder, 'large.run.gz'),
      Buffer.concat([...Array<Buffer>(15).fill(part), gzipSync('{}')]),
    );
    expect(await files.read('large')).toBeUndefined();
    expect(logged[0]).toContain('large.run.gz is damaged');
  });
});

describe('file of a later version', () => {
  it('a run file of a later version is skipped and never deleted', async () => {
    const { folder, files, logged } = open();
    const later = join(folder, 'later.json');
    const whole = join(folder, 'whole.run.gz');
    writeFileSync(later, '{"version":2,"id":"later","everything":{}}');
    writeFileSync(whole, gzipSync('{"version":2,"all":"new"}'));
    for (const path of [later, whole]) age(path);
    expect(await files.list()).toEqual([]);
    expect(logged).toEqual([expect.stringContaining('later.json is of a later version of the extension')]);
    expect(readdirSync(folder).sort()).toEqual(['later.json', 'whole.run.gz']);
    expect(await files.read('whole')).toBeUndefined();
    expect(readFileSync(later, 'utf8')).toContain('everything');
  });
});

describe('files left by a killed window', () => {
  const TEMPORARY = 'a.json.0b3f9f5e-5f57-4b0e-9d43-1c0f6a0e8a55.tmp';

  it('incomplete files are deleted only when they are old', async () => {
    const opened = open();
    const { folder, files } = opened;
    const summary = await save(opened, run('whole'));
    for (const path of readdirSync(folder)) age(join(folder, path));
    const incomplete = ['half.run.gz', 'about.json', TEMPORARY];
    writeFileSync(join(folder, 'half.run.gz'), gzipSync(JSON.stringify(run('half'))));
    writeFileSync(join(folder, 'about.json'), JSON.stringify(summarize(run('about'))));
    writeFileSync(join(folder, TEMPORARY), '{"ver');
    writeFileSync(join(folder, 'readme.txt'), 'not ours');
    age(join(folder, 'readme.txt'));
    await files.list();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(incomplete));
    for (const name of incomplete) age(join(folder, name));
    expect(await files.list()).toEqual([summary]);
    expect(readdirSync(folder).sort()).toEqual(['readme.txt', 'whole.json', 'whole.run.gz']);
  });
});
