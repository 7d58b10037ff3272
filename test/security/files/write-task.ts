/** A process that writes one kind of file while faults are injected. It prints what is written completely. */
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RunFiles } from '../../../client/src/results/run-files';
import { openFactWriter } from '../../../server/src/adapters/kb/fact-writer';
import { writeNamedFile } from '../../../server/src/adapters/files/atomic-write';
import { writeCachedNames } from '../../../server/src/adapters/name-cache';
import { lockFolder } from '../../../server/src/adapters/runs/folder-lock';
import { RunFolder } from '../../../server/src/adapters/runs/run-folder';
import { runStorage } from '../../../server/src/adapters/runs/saved-runs';
import { EVALUATED, MANIFEST, NAMES, NEW_TEXT, OLD_TEXT, QUESTIONS, savedRun, SAVED } from './sample-data';

const output: string[] = [];

/** Prints immediately, because the process may be killed; failEveryStep prints the lines itself. */
function printLine(text: string): void {
  output.push(text);
  if (process.argv[4] === undefined) writeSync(1, `${text}\n`);
}

const TASKS: Readonly<Record<string, (folder: string) => Promise<void> | void>> = {
  run: async (folder) => {
    const opened = await RunFolder.open(
      join(folder, 'run'),
      { manifest: MANIFEST, questions: QUESTIONS },
      () => undefined,
    );
    if ('problem' in opened) throw new Error(opened.problem);
    await opened.spend({ input: 1, output: 2 });
    for (const evaluated of EVALUATED) {
      if (opened.predictions.has(evaluated.question.id)) continue;
      await opened.save(evaluated);
      printLine(evaluated.question.id);
    }
    await opened.sort('2026-01-31T13:00:00.000Z');
    printLine('ordered');
    await opened.close();
  },
  report: (folder) => runStorage.writeFiles(folder, [{ name: 'report.json', text: NEW_TEXT }]),
  named: (folder) => writeNamedFile(join(folder, 'query.rq'), NEW_TEXT),
  names: (folder) => writeCachedNames(folder, 'state', NAMES),
  facts: async (folder) => {
    const writer = openFactWriter(join(folder, 'kb.nt.gz'));
    try {
      await writer.write([NEW_TEXT]);
      await writer.finish();
    } finally {
      await writer.discard();
    }
  },
  image: async (folder) => {
    const { headOf } = await import('../../../server/src/adapters/kb/engine/image');
    const { writeImageFile } = await import('../../../server/src/adapters/kb/engine/image-file');
    const { Store } = await import('oxigraph');
    const store = new Store();
    store.load('<http://e/a> <http://e/b> <http://e/c> .', { format: 'application/n-triples' });
    const head = headOf(store, 1, []);
    if (head && writeImageFile(join(folder, 'a.kbimage'), head)) printLine('image');
  },
  readImage: async (folder) => {
    const { readImageFile } = await import('../../../server/src/adapters/kb/engine/image-file');
    const found = readImageFile(join(folder, 'a.kbimage'));
    printLine(typeof found === 'string' ? found : String(found.head.facts));
  },
  saved: async (folder) => {
    const files = new RunFiles(folder, () => undefined);
    for (const saved of SAVED) {
      const packed = await files.pack(savedRun(saved.id));
      if (packed) await files.write(saved, packed);
      printLine(saved.id);
    }
    const [first] = SAVED;
    if (first) await files.update({ ...first, pinned: true });
    printLine('pinned');
  },
  lock: (folder) => {
    const lock = lockFolder(folder);
    printLine('problem' in lock ? 'refused' : 'locked');
  },
  /** Writes many runs, while another process does the same. */
  many: async (folder) => {
    const files = new RunFiles(folder, () => undefined);
    for (let at = 0; at < 20; at++) {
      const [saved] = SAVED;
      const id = `${process.pid}-${at}`;
      const packed = await files.pack(savedRun(id));
      if (saved && packed) await files.write({ ...saved, id }, packed);
      await files.list();
      writeCachedNames(folder, 'state', NAMES);
      printLine(id);
    }
  },
};

/** Runs a task once for each of its steps, in a new folder, with that step failing, and prints each result. */
async function failEveryStep(task: string, folder: string, fault: string): Promise<void> {
  for (let at = 1; at < 200; at++) {
    const own = join(folder, String(at));
    mkdirSync(own);
    if (task === 'report') writeFileSync(join(own, 'report.json'), OLD_TEXT);
    if (task === 'named') writeFileSync(join(own, 'query.rq'), OLD_TEXT);
    output.length = 0;
    faults.setFault(fault, at);
    const problem = await Promise.resolve()
      .then(() => TASKS[task]?.(own))
      .then(() => undefined, String);
    const steps = faults.setFault(undefined, 0);
    writeSync(1, `${JSON.stringify({ at, problem, output, isDone: steps < at })}\n`);
    if (steps < at) return;
  }
}

const faults = globalThis as unknown as { setFault(fault: string | undefined, at: number): number };
const [task = '', folder = '', fault] = process.argv.slice(2);
const work = fault === undefined ? TASKS[task]?.(folder) : failEveryStep(task, folder, fault);
Promise.resolve(work).then(
  () => undefined,
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
