/** The settings of the client: requested with `workspace/configuration`, or pushed by clients that do not support it. */
import {
  DidChangeConfigurationNotification,
  type ClientCapabilities,
  type Connection,
} from 'vscode-languageserver';
import { parseSettings, type Settings } from '../settings/settings';

export class ClientSettings {
  private canRequest = false;
  private canRegister = false;
  /** The settings that a client has pushed last. */
  private pushed: unknown;

  constructor(private readonly connection: Connection) {}

  initialize({ workspace }: ClientCapabilities, initializationOptions: unknown): void {
    this.canRequest = workspace?.configuration === true;
    this.canRegister = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.pushed = initializationOptions;
  }

  /** Asks the client to report changes. */
  register(): void {
    if (!this.canRegister) return;
    this.connection.client
      .register(DidChangeConfigurationNotification.type, { section: 'funfusic' })
      .catch((error: unknown) => this.connection.console.warn(String(error)));
  }

  push(settings: unknown): void {
    this.pushed = (settings as { readonly funfusic?: unknown } | null | undefined)?.funfusic;
  }

  /** Reads the settings of a document, or of the workspace. */
  async read(uri: string | undefined): Promise<Settings> {
    const { settings, problems } = parseSettings(await this.section(uri));
    for (const problem of problems) this.connection.console.warn(problem);
    return settings;
  }

  /** The section `funfusic` as the client sent it. */
  async section(uri: string | undefined): Promise<unknown> {
    if (!this.canRequest) return this.pushed ?? {};
    const section = 'funfusic';
    try {
      const item = uri === undefined ? { section } : { scopeUri: uri, section };
      return ((await this.connection.workspace.getConfiguration(item)) as unknown) ?? {};
    } catch (error) {
      this.connection.console.warn(`The client did not return its settings: ${String(error)}`);
      return {};
    }
  }

  /** The editor's own settings for proxies and certificates. */
  async http(): Promise<unknown> {
    if (!this.canRequest) return undefined;
    return this.connection.workspace
      .getConfiguration({ section: 'http' })
      .catch(() => undefined) as Promise<unknown>;
  }
}
