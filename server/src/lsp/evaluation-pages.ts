/** Reports and comparisons as HTML pages. A child process writes them, because scoring thousands of questions takes long. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { manifestIn, reportFolder, runCommand, type CommandResult } from '../compose/runs';
import { RUN_FILES } from '../evaluation/run-manifest';
import type { PageResult, Problem } from '../protocol/index';
import { editorEnvironment, exitReason } from './evaluation-process';
import type { Workspace } from './workspace';

/** Writes the report of a run, which may be unfinished. */
export async function reportPage(
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  return withTemporaryFolder(async (temporary) => {
    const written = await writeReport(folder, temporary, workspace, signal);
    if ('problem' in written) return written;
    const file = join(written.out, RUN_FILES.report.html);
    const html = await readFile(file, 'utf8');
    return written.out.startsWith(temporary) ? { html } : { html, file };
  });
}

export async function comparisonPage(
  [left, right]: readonly [string, string],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  return withTemporaryFolder(async (temporary) => {
    const reports: string[] = [];
    for (const folder of [left, right]) {
      const written = await writeReport(folder, temporary, workspace, signal);
      if ('problem' in written) return written;
      reports.push(written.out);
    }
    const page = join(temporary, 'comparison.html');
    const ended = await runCli(['compare', ...reports, '--html', page], workspace, signal);
    return ended.status === 0 ? { html: await readFile(page, 'utf8') } : { problem: exitReason(ended) };
  });
}

async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'funfusic-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses the schema of the run's KB. Writes into the folder of the run only if the workspace is trusted. */
async function writeReport(
  folder: string,
  temporary: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<{ readonly out: string } | Problem> {
  const manifest = await manifestIn(folder);
  if ('problem' in manifest) return manifest;
  const { knowledgeBases, schemaFile } = await workspace.settingsOf(undefined);
  const schema = knowledgeBases[manifest.facts.kb]?.schema ?? schemaFile;
  const schemaArguments = schema === '' ? [] : ['--schema', resolve(workspace.folder ?? '', schema)];
  const out = workspace.trusted ? folder : await reportFolder(workspace.cacheFolder ?? temporary, folder);
  const ended = await runCli(['report', folder, '--out', out, ...schemaArguments], workspace, signal);
  return ended.status === 0 ? { out } : { problem: exitReason(ended) };
}

async function runCli(
  args: readonly string[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CommandResult> {
  const environment = await editorEnvironment(workspace);
  return runCommand(args, { folder: workspace.folder ?? tmpdir(), environment }, signal);
}
