/**
 * The open KBs. A KB is opened on first use, and closed when its settings change. An address that the settings do not contain is never
 * contacted without the user's consent.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from 'vscode-languageserver';
import { openKnowledgeBase, type KbEnvironment } from '../compose/knowledge-bases';
import type { KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import {
  foreignAddresses,
  isKnownKb,
  originAndPath,
  type ForeignAddress,
} from '../core/query/foreign-addresses';
import { hasHiddenSecret, redactAddress } from '../core/language/text/passwords';
import type { Problem } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { Consent } from './consent';
import type { ClientAbilities } from './client-abilities';
import { readSecret } from './secrets';

/** Why a KB is contacted. The text is shown when the user is asked for consent. */
export interface ContactReason {
  /** What names the KB, such as "The file born.rq". */
  readonly namedBy: string;
  /** What is sent, such as "the text of the query". */
  readonly sends: string;
  /** The query that is run. It may make the KB contact other addresses. */
  readonly query?: string;
}

/** `namedBy` for a KB that a request names. */
export const SHOWN_RESULTS = 'The results or the evaluation that you are looking at';

/** `namedBy` for a KB that a query names. */
export function fileNamed(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return `The file ${decodeURIComponent(name)}`;
  } catch {
    return `The file ${name}`;
  }
}

export class KnowledgeBases {
  /** Displayed name → address with its password. Passwords are kept in memory only. */
  private readonly addresses = new Map<string, string>();
  private readonly opened = new Map<string, { readonly config: string; readonly kb: KnowledgeBase }>();
  /** The settings that each KB was last opened with. */
  private readonly settings = new Map<string, Settings>();
  private readonly environment: KbEnvironment;
  private readonly userRequest = new AsyncLocalStorage<true>();
  private readonly consent: Consent;

  constructor(
    connection: Connection,
    folders: () => Pick<KbEnvironment, 'folder' | 'cacheFolder'>,
    editorHttp: () => Promise<unknown>,
    client: () => Pick<ClientAbilities, 'asksForConsent' | 'storesSecrets'>,
  ) {
    this.consent = new Consent(connection, client);
    this.environment = {
      get folder() {
        return folders().folder;
      },
      get cacheFolder() {
        return folders().cacheFolder;
      },
      secretOf: (kb, address, what, rejected) =>
        readSecret(connection, client(), {
          kb,
          address,
          what,
          ...(rejected && { rejected }),
          ...(!this.userRequest.getStore() && { quiet: true }),
        }),
      refusalOf: (kb, query) => {
        const [foreign] = this.foreignAddresses(kb, query);
        return foreign && notAllowed(foreign.host);
      },
      editorHttp,
    };
  }

  get cacheFolder(): string | undefined {
    return this.environment.cacheFolder;
  }

  /** The name to display and save: for an address, the address without its password. The password is remembered. */
  displayName(name: string, { knowledgeBases }: Settings): string {
    if (Object.hasOwn(knowledgeBases, name)) return name;
    const displayed = redactAddress(name);
    if (displayed !== name && !hasHiddenSecret(name)) this.addresses.set(displayed, name);
    return displayed;
  }

  /** Opens a KB, given its name in the settings or its address, for background work. Does not ask for consent. */
  openInBackground(nameOrAddress: string, settings: Settings): KnowledgeBase | Problem {
    const name = this.displayName(nameOrAddress, settings);
    const kb = this.kbNamed(name, settings);
    if ('problem' in kb || this.isAllowed(name, settings)) return kb;
    return { problem: notAllowed(name) };
  }

  /** Opens a KB for a request of the user, who is asked for missing consent. */
  async open(
    nameOrAddress: string,
    settings: Settings,
    reason: ContactReason,
  ): Promise<KnowledgeBase | Problem> {
    const name = this.displayName(nameOrAddress, settings);
    const kb = this.kbNamed(name, settings);
    if ('problem' in kb) return kb;
    if (!this.isAllowed(name, settings) && !(await this.askForKb(name, reason)))
      return { problem: `Nothing was sent to ${name}, because you did not allow it.`, declined: true };
    const foreign = reason.query === undefined ? [] : this.foreignAddresses(name, reason.query);
    if (foreign.length > 0 && !(await this.askForAddresses(name, foreign, reason)))
      return {
        problem: `The query was not sent, because you did not allow ${name} to contact ${listOf(foreign)}.`,
        declined: true,
      };
    return kb;
  }

  /** Returns why a KB cannot be opened, apart from missing consent. */
  problemWith(name: string, settings: Settings): string | undefined {
    const kb = this.kbNamed(this.displayName(name, settings), settings);
    return 'problem' in kb ? kb.problem : undefined;
  }

  /** Runs a request of the user, who may be asked for a secret. Background work gets stored secrets only. */
  onBehalfOfUser<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.userRequest.run(true, work);
  }

  /** The number of facts of a KB that is loaded. */
  factCount(name: string): number | undefined {
    return this.opened.get(name)?.kb.factCount;
  }

  /** Closes a KB. It is opened again on next use. */
  forget(name: string): void {
    void this.opened.get(name)?.kb.close();
    this.opened.delete(name);
  }

  async close(): Promise<void> {
    const all = [...this.opened.values()];
    this.opened.clear();
    await Promise.all(all.map(({ kb }) => kb.close()));
  }

  private kbNamed(name: string, settings: Settings): KnowledgeBase | Problem {
    this.settings.set(name, settings);
    const config = this.configOf(name, settings);
    const serialized = JSON.stringify(config ?? null);
    const known = this.opened.get(name);
    if (known?.config === serialized) return known.kb;
    void known?.kb.close();
    const kb = openKnowledgeBase(name, config, this.environment);
    if ('problem' in kb) this.opened.delete(name);
    else this.opened.set(name, { config: serialized, kb });
    return kb;
  }

  private configOf(name: string, { knowledgeBases }: Settings): KbConfig | undefined {
    if (Object.hasOwn(knowledgeBases, name)) return knowledgeBases[name];
    const address = this.addressOf(name);
    return /^https?:\/\//.test(address) ? { endpoint: address } : undefined;
  }

  private addressOf(name: string): string {
    return this.addresses.get(name) ?? name;
  }

  private isAllowed(name: string, settings: Settings): boolean {
    const address = this.addressOf(name);
    return isKnownKb(name, address, settings) || this.consent.has(originAndPath(address));
  }

  private askForKb(name: string, { namedBy, sends }: ContactReason): Promise<boolean> {
    return this.consent.ask([originAndPath(this.addressOf(name))], {
      message: `Allow FUn-FuSIC to contact ${name}? It is not one of your KBs.`,
      detail: `${namedBy} names it. This sends ${sends} to that address, and none of your stored passwords or tokens. To allow it permanently, add it as a KB.`,
      action: 'Allow',
    });
  }

  /** The addresses that a query makes the engine contact and that are not allowed yet. An embedded engine has no network access. */
  private foreignAddresses(name: string, query: string): readonly ForeignAddress[] {
    const settings = this.settings.get(name);
    if (!settings) return [];
    const config = this.configOf(name, settings);
    if (!config || !('endpoint' in config)) return [];
    return foreignAddresses(query, config.endpoint, settings).filter(
      ({ key, reached: { address } }) =>
        !this.consent.has(key) && !(address !== undefined && this.consent.has(originAndPath(address))),
    );
  }

  private askForAddresses(
    name: string,
    foreign: readonly ForeignAddress[],
    { namedBy }: ContactReason,
  ): Promise<boolean> {
    return this.consent.ask(
      foreign.map(({ key }) => key),
      {
        message: `Allow ${name} to contact ${listOf(foreign)}?`,
        detail: `${namedBy} contains ${foreign
          .slice(0, MAX_LISTED)
          .map(({ reached }) => reached.what)
          .join(', ')}. Parts of the query and facts of the KB may be sent there.`,
        action: 'Allow',
      },
    );
  }
}

const MAX_LISTED = 5;

function listOf(addresses: readonly ForeignAddress[]): string {
  const more = addresses.length - MAX_LISTED;
  const listed = addresses.slice(0, MAX_LISTED).map(({ host: whom }) => whom);
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const notAllowed = (address: string): string =>
  `You did not allow the query to contact ${address}. Run it again to be asked.`;
