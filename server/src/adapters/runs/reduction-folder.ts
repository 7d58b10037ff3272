/** The folder of a reduced KB. Existing files are never overwritten, and an unfinished reduction leaves none. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REDUCTION_FILES } from '../../evaluation/reduce/reduction-files';
import { RunStorageError, type RunProblem, type TextFile } from '../../evaluation/storage';
import { describeWriteError } from '../file-errors';
import { openFactWriter } from '../kb/fact-writer';

export interface ReductionFolder {
  /** The path of the reduced KB. */
  readonly kb: string;
  writeFacts(lines: readonly string[]): Promise<void>;
  finishFacts(): Promise<void>;
  /** Completes the reduction. */
  writeFiles(files: readonly TextFile[]): void;
  /** Removes all files of an unfinished reduction. */
  close(): Promise<void>;
}

/** Its methods throw a RunStorageError if something cannot be written. */
export function openReductionFolder(path: string): ReductionFolder | RunProblem {
  const existing = Object.values(REDUCTION_FILES).find((name) => existsSync(join(path, name)));
  if (existing !== undefined)
    return { problem: `${join(path, existing)} already exists. Name another folder, or remove it.` };
  const kb = join(path, REDUCTION_FILES.kb);
  try {
    mkdirSync(path, { recursive: true });
    const facts = openFactWriter(kb);
    let isFinished = false;
    return {
      kb,
      writeFacts: (lines) => facts.write(lines).catch(rethrow(path)),
      finishFacts: () => facts.finish().catch(rethrow(path)),
      writeFiles: (files) => {
        try {
          for (const { name, text } of files) writeFileSync(join(path, name), text, { flag: 'wx' });
        } catch (error) {
          rethrow(path)(error);
        }
        isFinished = true;
      },
      close: async () => {
        await facts.discard();
        if (!isFinished)
          for (const name of Object.values(REDUCTION_FILES)) rmSync(join(path, name), { force: true });
      },
    };
  } catch (error) {
    return { problem: writeProblem(path, error) };
  }
}

const rethrow =
  (path: string) =>
  (error: unknown): never => {
    throw new RunStorageError(writeProblem(path, error));
  };

function writeProblem(path: string, error: unknown): string {
  return `${path} cannot be written: ${describeWriteError(error)}. All files of this reduction were removed.`;
}
