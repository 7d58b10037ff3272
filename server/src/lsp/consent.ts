/** The addresses outside the settings that the user has allowed in this session. */
import type { Connection } from 'vscode-languageserver';
import { CONSENT_REQUEST, type ConsentParams } from '../protocol/index';
import type { ClientAbilities } from './client-abilities';
import { request } from './requests';

export class Consent {
  private readonly allowed = new Set<string>();
  /** Concurrent requests for the same addresses share one question. */
  private readonly pending = new Map<string, Promise<boolean>>();

  constructor(
    private readonly connection: Connection,
    private readonly client: () => Pick<ClientAbilities, 'asksForConsent'>,
  ) {}

  has(key: string): boolean {
    return this.allowed.has(key);
  }

  /** Asks for the missing consent. Consent is remembered; a refusal is not, so that the user can try again. */
  async ask(keys: readonly string[], question: ConsentParams): Promise<boolean> {
    const missing = keys.filter((key) => !this.allowed.has(key));
    if (missing.length === 0) return true;
    const pendingKey = JSON.stringify(missing);
    let pending = this.pending.get(pendingKey);
    if (!pending) {
      pending = this.show(question).finally(() => this.pending.delete(pendingKey));
      this.pending.set(pendingKey, pending);
    }
    const granted = await pending;
    if (granted) for (const key of missing) this.allowed.add(key);
    return granted;
  }

  /** If the client cannot ask the user, consent is refused. */
  private async show(question: ConsentParams): Promise<boolean> {
    const { message, detail, action } = question;
    try {
      if (this.client().asksForConsent) {
        const granted: unknown = await request(this.connection, CONSENT_REQUEST, question);
        return granted === true;
      }
      const chosen = await this.connection.window.showWarningMessage(
        `${message} ${detail}`,
        { title: action },
        { title: 'Cancel' },
      );
      return chosen?.title === action;
    } catch (error) {
      this.connection.console.warn(`The client could not ask for consent: ${String(error)}`);
      return false;
    }
  }
}
