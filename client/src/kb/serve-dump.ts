import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ServeDumpResult } from '../../../server/src/protocol/index';
import { withCancellableProgress } from '../dialogs';
import { mayWrite } from '../workspace-trust';
import { chooseDumpFiles, isDumpTarget } from './import-dump';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { askKbName } from './pick-kb';

/** The dumps that were served, by the name of their KB, and the path of Virtuoso if it is not on the PATH. */
interface ServedDumps {
  readonly dumps: Readonly<Record<string, readonly string[]>>;
  readonly virtuoso?: string;
}

const MEMENTO = 'funfusic.servedDumps';

/** Loads a dump into Virtuoso, or starts the server of an earlier one again, and saves it as a KB. */
export async function serveDump(
  requests: KbRequests,
  memory: vscode.Memento,
  target?: unknown,
): Promise<void> {
  if (!mayWrite(vscode.l10n.t('Serving a dump'))) return;
  const served = memory.get<ServedDumps>(MEMENTO) ?? { dumps: {} };
  const { name, paths } = isDumpTarget(target)
    ? { name: target.name, paths: target.files.map(({ fsPath }) => fsPath) }
    : await askForDump(served);
  if (name === undefined || paths.length === 0) return;
  const result = await withCancellableProgress(vscode.l10n.t('Serving {0}', name), (report, token) =>
    requests.serve(
      { kb: name, files: paths, ...(served.virtuoso !== undefined && { virtuoso: served.virtuoso }) },
      report,
      token,
    ),
  );
  if (!result) return;
  if ('problem' in result) {
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} could not be served. {1}', name, result.problem));
    return;
  }
  // The port may have changed.
  if (kbSettings.entry(name)) await kbSettings.change(name, result.config, { forWorkspace: false });
  else await kbSettings.add(name, result.config, { forWorkspace: false });
  await memory.update(MEMENTO, { ...served, dumps: { ...served.dumps, [name]: paths } });
  void showServed(requests, memory, name, paths, result);
}

async function showServed(
  requests: KbRequests,
  memory: vscode.Memento,
  name: string,
  paths: readonly string[],
  result: Exclude<ServeDumpResult, { readonly problem: string }>,
): Promise<void> {
  if (result.kind === 'served') {
    const use = vscode.l10n.t('Use for Queries');
    const choice = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        '{0} is ready: {1} facts at {2}. The server runs until this window closes. Run the command again to start it later.',
        name,
        result.facts.toLocaleString(),
        result.config.endpoint,
      ),
      use,
    );
    if (choice === use) await kbSettings.choose(name, vscode.window.activeTextEditor?.document);
    return;
  }
  const [copy, open, find] = [
    vscode.l10n.t('Copy Command'),
    vscode.l10n.t('Open compose.yaml'),
    vscode.l10n.t('Choose Virtuoso…'),
  ];
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Virtuoso is not installed. A compose.yaml for its container image was written. Start it with "docker compose up -d"; {0} works when the dump is loaded.',
      name,
    ),
    copy,
    open,
    find,
  );
  if (choice === copy)
    await vscode.env.clipboard.writeText(`docker compose --file ${JSON.stringify(result.file)} up -d`);
  if (choice === open) await vscode.window.showTextDocument(vscode.Uri.file(result.file));
  if (choice === find) await chooseVirtuoso(requests, memory, name, paths);
}

/** Asks for the program, remembers it, and serves the dump with it. */
async function chooseVirtuoso(
  requests: KbRequests,
  memory: vscode.Memento,
  name: string,
  paths: readonly string[],
): Promise<void> {
  const [program] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Choose the program virtuoso-t'),
      openLabel: vscode.l10n.t('Use'),
    })) ?? [];
  if (!program) return;
  const served = memory.get<ServedDumps>(MEMENTO) ?? { dumps: {} };
  await memory.update(MEMENTO, { ...served, virtuoso: program.fsPath });
  await serveDump(requests, memory, { name, files: paths.map((path) => vscode.Uri.file(path)) });
}

/** Offers the dumps that were served before, if they still exist. */
async function askForDump({
  dumps,
}: ServedDumps): Promise<{ readonly name: string | undefined; readonly paths: readonly string[] }> {
  const known = Object.entries(dumps).filter(
    ([name, paths]) => kbSettings.entry(name) && paths.every((path) => existsSync(path)),
  );
  if (known.length > 0) {
    const items = [
      ...known.map(([name, paths]) => ({
        label: `$(server-process) ${name}`,
        detail: paths.join(', '),
        name,
        paths,
      })),
      { label: vscode.l10n.t('$(file) Choose a File…'), name: undefined, paths: [] },
    ];
    const title = vscode.l10n.t('Serve a dump with Virtuoso');
    const picked = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
    if (!picked || picked.name !== undefined) return picked ?? { name: undefined, paths: [] };
  }
  const files = await chooseDumpFiles(vscode.l10n.t('Serve a dump with Virtuoso'), vscode.l10n.t('Serve'));
  const [first] = files;
  return { name: first && (await askKbName(first.fsPath)), paths: files.map(({ fsPath }) => fsPath) };
}
