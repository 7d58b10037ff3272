import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { SECRET_REQUEST, type SecretParams } from '../../server/src/protocol/index';
import { onRequest } from './requests';
import { secretKey, secretPrompt, type SecretName } from './secret-name';

/** The names of stored secrets, because the secret storage cannot list them. */
const STORED_NAMES = 'funfusic.secrets';

/**
 * Passwords, tokens and keys in the secret storage of the editor. A secret belongs to the name of a KB or a model and to the address that
 * it is sent to, so a workspace that uses a known name for another address does not get it.
 */
export class Secrets {
  /** Secrets that the user declined to enter. They are not requested again until the window reloads or the user sets them. */
  private readonly declined = new Set<string>();
  private readonly asking = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>,
    /** Asks the user for a secret; undefined if the user cancels. */
    private readonly enter: (prompt: ReturnType<typeof secretPrompt>) => Thenable<string | undefined>,
  ) {}

  /** Must be called for each client, because a restart creates a new one. */
  listen(client: Pick<LanguageClient, 'onRequest'>): void {
    onRequest(client, SECRET_REQUEST, async (params) => (await this.getOrAsk(params)) ?? null);
  }

  /** Asks the user if the secret is missing or was rejected, once per secret. */
  async getOrAsk(name: SecretParams): Promise<string | undefined> {
    const key = secretKey(name);
    if (key === undefined) return undefined;
    const stored = await this.context.secrets.get(key);
    if (stored !== undefined && name.rejected !== true) return stored;
    if (name.quiet === true) return undefined;
    if (this.declined.has(key)) return undefined;
    let asking = this.asking.get(key);
    if (!asking) {
      asking = this.ask(name, { rejected: name.rejected === true }).finally(() => this.asking.delete(key));
      this.asking.set(key, asking);
    }
    return asking;
  }

  /** Asks the user even if a secret is stored; undefined if the user cancels. */
  async ask(name: SecretName, { rejected }: { readonly rejected: boolean }): Promise<string | undefined> {
    const key = secretKey(name);
    if (key === undefined) return undefined;
    const secret = await this.enter(secretPrompt(name, { rejected }));
    if (secret === undefined || secret === '') {
      this.declined.add(key);
      return undefined;
    }
    await this.set(name, secret);
    return secret;
  }

  async set(name: SecretName, secret: string): Promise<void> {
    const key = secretKey(name);
    if (key === undefined) return;
    this.declined.delete(key);
    await this.context.secrets.store(key, secret);
    const { kb, of, address, what } = name;
    const others = this.stored.filter((one) => secretKey(one) !== key);
    const own: SecretName = { kb, ...(of && { of }), address, what };
    await this.context.globalState.update(STORED_NAMES, [...others, own]);
  }

  /** The KBs with stored secrets. */
  get kbs(): readonly string[] {
    return this.ownersOf(undefined);
  }

  /** The KBs or models with stored secrets. */
  ownersOf(of: SecretName['of']): readonly string[] {
    return [...new Set(this.stored.filter((one) => one.of === of).map(({ kb }) => kb))];
  }

  /** Deletes the secrets of a KB or a model. Returns their number. */
  async forget(name: string, of?: SecretName['of']): Promise<number> {
    const own = this.stored.filter((one) => one.kb === name && one.of === of);
    for (const one of own) {
      const key = secretKey(one);
      if (key !== undefined) await this.forgetOne(key);
    }
    return own.length;
  }

  private get stored(): readonly SecretName[] {
    return this.context.globalState.get<readonly SecretName[]>(STORED_NAMES, []);
  }

  private async forgetOne(key: string): Promise<void> {
    await this.context.secrets.delete(key);
    this.declined.delete(key);
    await this.context.globalState.update(
      STORED_NAMES,
      this.stored.filter((one) => secretKey(one) !== key),
    );
  }
}
