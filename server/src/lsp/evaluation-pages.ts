/** Reports of evaluations as pages. They are made anew by a command beside us: scoring thousands of questions takes a while. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { manifestIn, runCommand, type EndedCommand } from '../compose';
import { RUN_FILES } from '../core/eval/eval-run';
import type { PageResult } from '../protocol';
import { environmentOfEditor, whyEnded } from './evaluation-command';
import type { Workspace } from './feature';

type Problem = { readonly problem: string };

/** Of one that goes on or was stopped, as far as it is. */
export async function reportPage(
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  const problem = await writeReport(folder, workspace, signal);
  return problem ?? { html: await readFile(join(folder, RUN_FILES.report.html), 'utf8') };
}

export async function comparisonPage(
  [left, right]: readonly [string, string],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  for (const folder of [left, right]) {
    const problem = await writeReport(folder, workspace, signal);
    if (problem) return problem;
  }
  const own = await mkdtemp(join(tmpdir(), 'funfusic-'));
  const page = join(own, 'comparison.html');
  try {
    const ended = await command(['compare', left, right, '--html', page], workspace, signal);
    return ended.status === 0 ? { html: await readFile(page, 'utf8') } : { problem: whyEnded(ended) };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** By the schema of its KB, as it was asked. */
async function writeReport(
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const manifest = await manifestIn(folder);
  if ('problem' in manifest) return manifest;
  const { knowledgeBases, schemaFile } = await workspace.settingsOf(undefined);
  const schema = knowledgeBases[manifest.facts.kb]?.schema ?? schemaFile;
  const bySchema = schema === '' ? [] : ['--schema', resolve(workspace.folder ?? '', schema)];
  const ended = await command(['report', folder, ...bySchema], workspace, signal);
  return ended.status === 0 ? undefined : { problem: whyEnded(ended) };
}

async function command(
  args: readonly string[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<EndedCommand> {
  const environment = await environmentOfEditor(workspace);
  return runCommand(args, { folder: workspace.folder ?? tmpdir(), environment }, signal);
}
