import * as vscode from 'vscode';
import {
  EVALUATION_EXEMPLAR_REQUEST,
  type EvaluationQuestionParams,
} from '../../../server/src/protocol/index';
import { settings } from '../settings';
import { isAbsolute } from '../workspace-path';
import { mayWrite } from '../workspace-trust';
import type { EvaluationRequests } from './evaluation-requests';
import { addExemplar } from './exemplar-text';

const NEW_FILE = 'funfusic-exemplars.jsonl';

/** Adds a question with its correct query to the user's exemplars, and shows the line. True if it was added. */
export async function promoteQuestion(
  requests: EvaluationRequests,
  params: EvaluationQuestionParams,
): Promise<boolean> {
  if (!mayWrite(vscode.l10n.t('Adding an exemplar'))) return false;
  const exemplar = await requests.ask(EVALUATION_EXEMPLAR_REQUEST, params);
  if ('problem' in exemplar) return refuse(exemplar.problem);
  const file = await findExemplarFile();
  if (!file) return false;
  if (await isLink(file))
    return refuse(
      vscode.l10n.t(
        '{0} is a symbolic link. Delete it, or set funfusic.exemplars.file to the target file.',
        file.fsPath,
      ),
    );
  const document = await vscode.workspace.openTextDocument(file).then(undefined, () => undefined);
  if (!document) return refuse(vscode.l10n.t('Cannot open {0}. Check funfusic.exemplars.file.', file.fsPath));
  const { question, query, from } = exemplar;
  const added = addExemplar(document.getText(), { question, query });
  if ('problem' in added) return refuse(added.problem);
  if ('there' in added) {
    await show(document, added.there, 0);
    void vscode.window.showInformationMessage(vscode.l10n.t('The question is already an exemplar.'));
    return false;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.insert(file, document.positionAt(added.offset), added.insert);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save()))
    return refuse(vscode.l10n.t('Cannot write {0}.', file.fsPath));
  await show(document, added.at, added.length);
  vscode.window.setStatusBarMessage(
    from === 'gold'
      ? vscode.l10n.t('Added the question with its gold query as an exemplar. Delete the line to undo.')
      : vscode.l10n.t(
          'Added the question with the query that answered it as an exemplar. Delete the line to undo.',
        ),
    MESSAGE_MS,
  );
  return true;
}

const MESSAGE_MS = 8000;

function refuse(problem: string): false {
  void vscode.window.showWarningMessage(problem);
  return false;
}

/** The exemplar file of the settings, or a new one if the user agrees. */
async function findExemplarFile(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  const path = settings.exemplarsFile();
  if (path !== '') {
    const root = folder?.uri ?? vscode.Uri.file('/');
    const file = isAbsolute(path) ? vscode.Uri.file(path) : vscode.Uri.joinPath(root, path);
    await createIfMissing(file);
    return file;
  }
  if (!folder) {
    refuse(
      vscode.l10n.t(
        'There is no exemplar file, and no folder to create one in. Set funfusic.exemplars.file.',
      ),
    );
    return undefined;
  }
  const create = vscode.l10n.t('Create File');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('There is no exemplar file yet. Create {0} in this folder?', NEW_FILE),
    {
      modal: true,
      detail: vscode.l10n.t(
        'funfusic.exemplars.file is set to this file for the workspace. The questions most similar to yours are sent to the model as examples.',
      ),
    },
    create,
  );
  if (choice !== create) return undefined;
  const file = vscode.Uri.joinPath(folder.uri, NEW_FILE);
  await createIfMissing(file);
  await settings.setExemplarsFile(NEW_FILE);
  return file;
}

/** A broken symbolic link counts as existing. */
async function createIfMissing(file: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.stat(file);
  } catch {
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
  }
}

async function isLink(file: vscode.Uri): Promise<boolean> {
  const { type } = await vscode.workspace.fs.stat(file);
  return (type & vscode.FileType.SymbolicLink) !== 0;
}

async function show(document: vscode.TextDocument, at: number, length: number): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  const [start, end] = [document.positionAt(at), document.positionAt(at + length)];
  editor.selection = new vscode.Selection(start, end);
  editor.revealRange(new vscode.Range(start, end));
}
