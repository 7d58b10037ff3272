/** Reports of evaluations as pages. They are made anew by a command beside us: scoring thousands of questions takes a while. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../compose';
import { RUN_FILES } from '../core/eval/eval-run';
import type { PageResult } from '../protocol';
import { environmentOfEditor, whyEnded } from './evaluation-command';
import type { Workspace } from './feature';

/** Of one that goes on or was stopped, as far as it is. */
export async function reportPage(
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  const environment = await environmentOfEditor(workspace);
  const ended = await runCommand(['report', folder], { folder, environment }, signal);
  if (ended.status !== 0) return { problem: whyEnded(ended) };
  return { html: await readFile(join(folder, RUN_FILES.report.html), 'utf8') };
}

export async function comparisonPage(
  [left, right]: readonly [string, string],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  const environment = await environmentOfEditor(workspace);
  const args = ['compare', left, right, '--format', 'html'];
  const ended = await runCommand(args, { folder: left, environment }, signal);
  return ended.status === 0 ? { html: ended.output } : { problem: whyEnded(ended) };
}
