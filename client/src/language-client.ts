import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type ServerStatus,
  STATUS_NOTIFICATION,
  STATUS_REQUEST,
  TRUST_GRANTED_NOTIFICATION,
} from '../../server/src/protocol/index';
import type * as CreateClient from './create-client';
import { onNotification } from './requests';
import type { ServerState } from './status-view';

export const LANGUAGE_ID = 'sparql';

/** Starts and restarts the language server, and reports its state. */
export class ServerSession implements vscode.Disposable {
  private readonly stateEmitter = new vscode.EventEmitter<ServerState>();
  private currentState: ServerState = { kind: 'starting' };
  private readonly loading = loadClient();
  private client: LanguageClient | undefined;
  private starting: Promise<LanguageClient>;

  readonly onDidChangeState = this.stateEmitter.event;
  private readonly trust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    // A server that is not running gets this when it starts.
    this.whenReady
      .then((client) => client.sendNotification(TRUST_GRANTED_NOTIFICATION))
      .catch(() => undefined);
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
    this.starting = this.start();
  }

  get state(): ServerState {
    return this.currentState;
  }

  /** The client, when the server is running. Rejects if it cannot be started. */
  get whenReady(): Promise<LanguageClient> {
    return this.starting;
  }

  /** Creates a new client, because one whose start failed cannot be started again. */
  async restart(): Promise<void> {
    await this.stop();
    this.starting = this.start();
    await this.starting;
  }

  async stop(): Promise<void> {
    try {
      await this.loading;
      await this.client?.dispose();
    } catch (error) {
      // A server that is starting or has crashed cannot be stopped cleanly. Its process ends with the extension host at the latest.
      this.log.debug('The server could not be stopped cleanly', String(error));
    }
  }

  dispose(): void {
    this.trust.dispose();
    this.stateEmitter.dispose();
  }

  private start(): Promise<LanguageClient> {
    const starting = this.startClient();
    // A failed start is shown to the user, so this promise must not report it again.
    starting.catch(() => undefined);
    return starting;
  }

  private async startClient(): Promise<LanguageClient> {
    this.setState({ kind: 'starting' });
    let client: LanguageClient | undefined;
    try {
      client = this.client = this.createClient(await this.loading);
      await client.start();
      this.setState({ kind: 'running', status: await client.sendRequest<ServerStatus>(STATUS_REQUEST) });
      return client;
    } catch (error) {
      this.fail(client, vscode.l10n.t('The language server could not be started ({0}).', errorText(error)));
      throw error;
    }
  }

  private createClient({ createClient }: typeof CreateClient): LanguageClient {
    const client = createClient({
      extension: this.extension,
      log: this.log,
      // This is a function, so that a server that is restarted after a crash gets the current values.
      initializationOptions: () => ({
        cacheFolder: this.options.cacheFolder,
        trusted: vscode.workspace.isTrusted,
      }),
      onStarting: () => {
        if (client === this.client) this.setState({ kind: 'starting' });
      },
      onGivingUp: (reason) => this.fail(client, reason),
    });
    for (const listen of this.options.listeners) listen(client);
    onNotification(client, STATUS_NOTIFICATION, (status) => this.setState({ kind: 'running', status }));
    return client;
  }

  /** Ignores a client that has been replaced. */
  private fail(client: LanguageClient | undefined, reason: string): void {
    if (client !== this.client || this.currentState.kind === 'stopped') return;
    this.setState({ kind: 'stopped', reason });
    this.log.error(reason);
    void showServerFailure(reason);
  }

  private setState(state: ServerState): void {
    this.currentState = state;
    this.stateEmitter.fire(state);
  }
}

/** Loads the client after the activation, because commands and views wait for the activation and its package is large. */
async function loadClient(): Promise<typeof CreateClient> {
  await new Promise((resolve) => setTimeout(resolve));
  return import('./create-client');
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
