import * as vscode from 'vscode';
import { RevealOutputChannelOn, State } from 'vscode-languageclient';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  FORMS_LANGUAGE,
  type InitializationOptions,
  type ServerStatus,
  STATUS_NOTIFICATION,
  STATUS_REQUEST,
  TRUST_GRANTED_NOTIFICATION,
} from '../../server/src/protocol/index';
import { clientCapabilities } from './client-capabilities';
import { crashPolicy } from './crash-policy';
import { folderSettingsMiddleware } from './kb/folder-settings';
import { onNotification } from './requests';
import { createServerClient } from './server-client';
import type { ServerState } from './status-view';
import { traceChannel } from './trace-channel';

export const LANGUAGE_ID = 'sparql';

/** Starts and restarts the language server, and reports its state. */
export class ServerSession implements vscode.Disposable {
  private readonly stateEmitter = new vscode.EventEmitter<ServerState>();
  private currentState: ServerState = { kind: 'starting' };
  private currentClient: LanguageClient;
  private starting: Promise<void> = Promise.resolve();

  readonly onDidChangeState = this.stateEmitter.event;
  private readonly trust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    // A server that is not running gets this when it starts.
    this.currentClient.sendNotification(TRUST_GRANTED_NOTIFICATION).catch(() => undefined);
  });

  constructor(
    /** The folder of the extension. */
    private readonly extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
    private readonly options: {
      /** The folder for the cache of the server. */
      readonly cacheFolder: string;
      /** Register handlers on each new client. */
      readonly listeners: readonly ((client: LanguageClient) => void)[];
    },
  ) {
    this.currentClient = this.createClient();
  }

  get client(): LanguageClient {
    return this.currentClient;
  }

  get state(): ServerState {
    return this.currentState;
  }

  get whenReady(): Promise<void> {
    return this.starting;
  }

  start(): Promise<void> {
    this.starting = this.startClient(this.currentClient);
    return this.starting;
  }

  /** Creates a new client, because one whose start failed cannot be started again. */
  async restart(): Promise<void> {
    await this.stop();
    this.currentClient = this.createClient();
    await this.start();
  }

  async stop(): Promise<void> {
    try {
      await this.currentClient.dispose();
    } catch (error) {
      // A server that is starting or has crashed cannot be stopped cleanly. Its process ends with the extension host at the latest.
      this.log.debug('The server could not be stopped cleanly', String(error));
    }
  }

  dispose(): void {
    this.trust.dispose();
    this.stateEmitter.dispose();
  }

  private async startClient(client: LanguageClient): Promise<void> {
    this.setState({ kind: 'starting' });
    try {
      await client.start();
      this.setState({ kind: 'running', status: await client.sendRequest<ServerStatus>(STATUS_REQUEST) });
    } catch (error) {
      this.fail(client, vscode.l10n.t('The language server could not be started ({0}).', errorText(error)));
      throw error;
    }
  }

  private createClient(): LanguageClient {
    let hasRun = false;
    const client: LanguageClient = createServerClient(this.extension, {
      // Without a scheme, files, unsaved documents, virtual folders and notebook cells are all checked.
      documentSelector: [{ language: LANGUAGE_ID }, { language: FORMS_LANGUAGE }],
      outputChannel: this.log,
      // This is a function, so that a server that is restarted after a crash gets the current values.
      initializationOptions: (): InitializationOptions => ({
        cacheFolder: this.options.cacheFolder,
        trusted: vscode.workspace.isTrusted,
      }),
      traceOutputChannel: traceChannel(this.log),
      middleware: { workspace: folderSettingsMiddleware },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: crashPolicy({
        hasRun: () => hasRun,
        onGivingUp: (reason) => this.fail(client, reason),
      }),
      // A failed start is shown once, by `startClient`.
      initializationFailedHandler: () => false,
    });
    client.registerFeature(clientCapabilities);
    for (const listen of this.options.listeners) listen(client);
    onNotification(client, STATUS_NOTIFICATION, (status) => this.setState({ kind: 'running', status }));
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) hasRun = true;
      if (client === this.currentClient && newState === State.Starting) this.setState({ kind: 'starting' });
    });
    return client;
  }

  /** Ignores a client that has been replaced. */
  private fail(client: LanguageClient, reason: string): void {
    if (client !== this.currentClient || this.currentState.kind === 'stopped') return;
    this.setState({ kind: 'stopped', reason });
    this.log.error(reason);
    void showServerFailure(reason);
  }

  private setState(state: ServerState): void {
    this.currentState = state;
    this.stateEmitter.fire(state);
  }
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reports that queries are not checked, and offers a restart and the log. */
async function showServerFailure(reason: string): Promise<void> {
  const message = vscode.l10n.t('{0} Restart it, or see the log for details.', reason);
  const [restart, showLog] = [vscode.l10n.t('Restart'), vscode.l10n.t('Show Log')];
  const choice = await vscode.window.showErrorMessage(message, restart, showLog);
  if (choice === restart) await vscode.commands.executeCommand('funfusic.restartServer');
  if (choice === showLog) await vscode.commands.executeCommand('funfusic.showLog');
}
