/** The addresses outside the settings that the user has allowed in this session. */
import type { Connection } from 'vscode-languageserver';
import { CONSENT_REQUEST, type ConsentParams } from '../protocol/index';
import type { ClientAbilities } from './client-abilities';
import { request } from './requests';

export class Consent {
  private readonly given = new Set<string>();
  /** Several requests for the same addresses share one question. */
  private readonly pending = new Map<string, Promise<boolean>>();

  constructor(
    private readonly connection: Connection,
    private readonly client: () => Pick<ClientAbilities, 'asksForConsent'>,
  ) {}

  has(key: string): boolean {
    return this.given.has(key);
  }

  /** Consent is remembered. A refusal is not: the user may send the request again. */
  async ask(keys: readonly string[], question: ConsentParams): Promise<boolean> {
    const missing = keys.filter((key) => !this.given.has(key));
    if (missing.length === 0) return true;
    const what = JSON.stringify(missing);
    let pending = this.pending.get(what);
    if (!pending) {
      pending = this.show(question).finally(() => this.pending.delete(what));
      this.pending.set(what, pending);
    }
    const allowed = await pending;
    if (allowed) for (const key of missing) this.given.add(key);
    return allowed;
  }

  /** A client that cannot ask, or fails to, counts as a refusal. */
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
