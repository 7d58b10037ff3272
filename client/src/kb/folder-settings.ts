import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { resolveFolderKbs } from './folder-kbs';

/** Resolves paths in the settings of a document in a multi-root workspace. */
export const folderSettingsMiddleware: NonNullable<Middleware['workspace']> = {
  configuration: async (params, token, next) => {
    const values: unknown = await next(params, token);
    if (!Array.isArray(values)) return [];
    return params.items.map(({ scopeUri, section }, at) => {
      const settings: unknown = values[at];
      return section === 'funfusic' && scopeUri !== undefined
        ? resolveKbPaths(vscode.Uri.parse(scopeUri), settings)
        : settings;
    });
  },
};

function resolveKbPaths(document: vscode.Uri, settings: unknown): unknown {
  const folder = vscode.workspace.getWorkspaceFolder(document);
  // The server resolves paths from the first folder, and a KB with two spellings would be loaded twice.
  if (!folder || folder.index === 0 || folder.uri.scheme !== 'file') return settings;
  const own = vscode.workspace.getConfiguration('funfusic', folder.uri).inspect('knowledgeBases');
  return resolveFolderKbs(settings, own?.workspaceFolderValue, folder.uri.fsPath);
}
