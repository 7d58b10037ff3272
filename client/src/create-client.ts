/** Creates clients of the language server. This file is loaded when the server starts, because the package of the client is large. */
import type * as vscode from 'vscode';
import { RevealOutputChannelOn, State } from 'vscode-languageclient';
import type { LanguageClient } from 'vscode-languageclient/node';
import { FORMS_LANGUAGE, type InitializationOptions } from '../../server/src/protocol/index';
import { clientCapabilities } from './client-capabilities';
import { crashPolicy } from './crash-policy';
import { folderSettingsMiddleware } from './kb/folder-settings';
import { LANGUAGE_ID } from './language-client';
import { createServerClient } from './server-client';
import { traceChannel } from './trace-channel';

interface ClientOptions {
  /** The folder of the extension. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly initializationOptions: () => InitializationOptions;
  /** The server starts, also after a crash. */
  readonly onStarting: () => void;
  /** The server is not started again. */
  readonly onGivingUp: (reason: string) => void;
}

export function createClient({
  extension,
  log,
  initializationOptions,
  onStarting,
  onGivingUp,
}: ClientOptions): LanguageClient {
  let hasRun = false;
  const client = createServerClient(extension, {
    // Without a scheme, files, unsaved documents, virtual folders and notebook cells are all checked.
    documentSelector: [{ language: LANGUAGE_ID }, { language: FORMS_LANGUAGE }],
    outputChannel: log,
    initializationOptions,
    traceOutputChannel: traceChannel(log),
    middleware: { workspace: folderSettingsMiddleware },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: crashPolicy({ hasRun: () => hasRun, onGivingUp }),
    // A failed start is shown once, by the session.
    initializationFailedHandler: () => false,
  });
  client.registerFeature(clientCapabilities);
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) hasRun = true;
    if (newState === State.Starting) onStarting();
  });
  return client;
}
