/** The settings of the client: its initialization options, then what it pushes, then what it returns for `workspace/configuration`. */
import {
  DidChangeConfigurationNotification,
  type ClientCapabilities,
  type Connection,
} from 'vscode-languageserver';
import { isRecord } from '../core/language/text/json';
import { parseSettings, type Settings } from '../settings/settings';

export class ClientSettings {
  private canRequest = false;
  private canRegister = false;
  private options: unknown;
  /** The settings that the client has pushed last. */
  private pushed: unknown;

  /** The severities that the user has set in this session. */
  private readonly severities: Record<string, string> = {};

  constructor(private readonly connection: Connection) {}

  initialize({ workspace }: ClientCapabilities, initializationOptions: unknown): void {
    this.canRequest = workspace?.configuration === true;
    this.canRegister = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.options = optionSettings(initializationOptions);
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

  /** Disables a check until the server stops. */
  disableCheck(code: string): void {
    this.severities[code] = 'off';
  }

  /** Reads the settings of a document, or of the workspace. */
  async read(uri: string | undefined): Promise<Settings> {
    const { settings, problems } = parseSettings(await this.section(uri));
    for (const problem of problems) this.connection.console.warn(problem);
    return settings;
  }

  /** The section `funfusic` as the client sent it. A later source overrides the settings of an earlier one. */
  async section(uri: string | undefined): Promise<unknown> {
    const session = { severity: this.severities };
    const sources = [this.options, this.pushed, await this.requested(uri), session];
    return sources
      .map((source) => (isRecord(source) ? nest(source) : source))
      .reduce((base, top) => mergeSettings(base, top), {});
  }

  private async requested(uri: string | undefined): Promise<unknown> {
    if (!this.canRequest) return undefined;
    const section = 'funfusic';
    try {
      const item = uri === undefined ? { section } : { scopeUri: uri, section };
      return await this.connection.workspace.getConfiguration(item);
    } catch (error) {
      this.connection.console.warn(`The client did not return its settings: ${String(error)}`);
      return undefined;
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

/** The settings among the initialization options. They may be in a section `funfusic`, as in the settings of an editor. */
function optionSettings(options: unknown): unknown {
  if (!isRecord(options)) return undefined;
  const { cacheFolder: _cache, trusted: _trusted, funfusic, ...settings } = nest(options);
  return mergeSettings(settings, funfusic);
}

/** Merges objects by key. Null means that a value is absent. */
function mergeSettings(base: unknown, top: unknown): unknown {
  if (top === undefined || top === null) return base ?? undefined;
  if (!isRecord(base) || !isRecord(top)) return top;
  const changed = Object.entries(top).map(([key, value]): [string, unknown] => [
    key,
    mergeSettings(Object.hasOwn(base, key) ? base[key] : undefined, value),
  ]);
  return { ...base, ...Object.fromEntries(changed) };
}

/** Replaces the names of settings with dots by nested objects, so that both ways of writing a setting are merged. */
function nest(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let nested: unknown = {};
  for (const [name, value] of Object.entries(settings))
    nested = mergeSettings(
      nested,
      name.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value),
    );
  return nested as Readonly<Record<string, unknown>>;
}
