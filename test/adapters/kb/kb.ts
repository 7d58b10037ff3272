/** Embedded KBs on temporary files, with the real engine in its thread. */
import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { EmbeddedKb, type EmbeddedOptions } from '../../../server/src/adapters/kb/embedded';
import type { Execution } from '../../../server/src/core/kb/knowledge-base';

export const NEVER = new AbortController().signal;
export const LIMITS = { timeoutMs: 20_000, maxRows: 1000 };

/** A temporary folder, removed after the tests of the file. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ff-kb-')));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A KB, closed after the tests of the file. */
export function kbOn(files: readonly string[], options: Partial<EmbeddedOptions> = {}): EmbeddedKb {
  const kb = new EmbeddedKb({ name: 'Test', files, complete: true, writable: false, ...options });
  afterAll(() => kb.close());
  return kb;
}

/** The given number of facts, each with another number. */
export function numbers(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<http://e/${index}> <http://e/number> "${index}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n`,
  ).join('');
}

/** A query with too many solutions to finish. */
export const RUNAWAY = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n0 ?o }';

/** Starts a query that would not finish, and cancels it. */
export async function cancelRunaway(kb: EmbeddedKb): Promise<void> {
  const controller = new AbortController();
  const runaway = kb.execute(RUNAWAY, LIMITS, controller.signal);
  controller.abort();
  await expect(runaway).rejects.toThrow('aborted');
}

export const COUNT = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';

/** The values of the first column, or the error message. */
export function firstColumn(execution: Execution): readonly (string | undefined)[] | Execution {
  return execution.status === 'answered' && execution.answer.kind === 'table'
    ? execution.answer.rows.map(([term]) => term?.value)
    : execution;
}

export async function ask(kb: EmbeddedKb, query: string): Promise<ReturnType<typeof firstColumn>> {
  return firstColumn(await kb.execute(query, LIMITS, NEVER));
}

/** Writes with a constant modification time, so that other content of the same size looks unchanged. */
export function writeAtNoon(file: string, content: string): void {
  const noon = new Date('2020-01-01T12:00:00Z');
  writeFileSync(file, content);
  utimesSync(file, noon, noon);
}
