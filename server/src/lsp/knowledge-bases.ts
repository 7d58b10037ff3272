/**
 * The open KBs. A KB is opened on first use, and closed when its settings change. An address that the settings do not contain is never
 * contacted without the user's consent.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from 'vscode-languageserver';
import { openKnowledgeBase, type KbEnvironment } from '../compose/index';
import type { KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import {
  foreignReaches,
  isKnownKb,
  originAndPath,
  type ForeignAddress,
} from '../core/query/foreign-addresses';
import { hasHiddenPassword, nameOfAddress } from '../core/language/text/passwords';
import { SECRET_REQUEST, type Problem } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { Consent } from './consent';
import type { ClientAbilities } from './client-abilities';
import { request } from './requests';

/** Why a KB is contacted, for the question for consent. */
export interface Use {
  /** Who names the KB, such as: The file born.rq. */
  readonly namedBy: string;
  /** What is sent, such as: the text of the query. */
  readonly sends: string;
  /** The user's own query, if it is run. */
  readonly query?: string;
}

/** Who names a KB that a request contains. */
export const SHOWN_RESULTS = 'The results or the evaluation that you are looking kbNamed';

/** Who names a KB that a query contains. */
export function fileNamed(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return `The file ${decodeURIComponent(name)}`;
  } catch {
    return `The file ${name}`;
  }
}

export class KnowledgeBases {
  /** Shown name → address with its password. They are kept in memory only. */
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
    client: () => Pick<ClientAbilities, 'asksForConsent'>,
  ) {
    this.consent = new Consent(connection, client);
    this.environment = {
      get folder() {
        return folders().folder;
      },
      get cacheFolder() {
        return folders().cacheFolder;
      },
      secretOf: async (kb, address, what, rejected) =>
        (await request(connection, SECRET_REQUEST, {
          kb,
          address,
          what,
          ...(rejected && { rejected }),
          ...(!this.userRequest.getStore() && { quiet: true }),
        })) ?? undefined,
      refusalOf: (kb, query) => {
        const [reach] = this.reachesOf(kb, query);
        return reach && notAllowed(`contact ${reach.whom}`);
      },
      editorHttp,
    };
  }

  get cacheFolder(): string | undefined {
    return this.environment.cacheFolder;
  }

  /** The name that is shown and saved: an address without its password, which is remembered. */
  nameOf(name: string, { knowledgeBases }: Settings): string {
    if (Object.hasOwn(knowledgeBases, name)) return name;
    const shown = nameOfAddress(name);
    if (shown !== name && !hasHiddenPassword(name)) this.addresses.set(shown, name);
    return shown;
  }

  /** By its name in the settings, or an address. For background work: does not ask for consent. */
  inBackground(given: string, settings: Settings): KnowledgeBase | Problem {
    const name = this.nameOf(given, settings);
    const kb = this.kbNamed(name, settings);
    if ('problem' in kb || this.isAllowed(name, settings)) return kb;
    return { problem: notAllowed(`contact ${name}`) };
  }

  /** For requests of the user, who is asked for missing consent. */
  async open(given: string, settings: Settings, use: Use): Promise<KnowledgeBase | Problem> {
    const name = this.nameOf(given, settings);
    const kb = this.kbNamed(name, settings);
    if ('problem' in kb) return kb;
    if (!this.isAllowed(name, settings) && !(await this.askForKb(name, use)))
      return { problem: `Nothing was sent to ${name}, because you did not allow it.`, declined: true };
    const reaches = use.query === undefined ? [] : this.reachesOf(name, use.query);
    if (reaches.length > 0 && !(await this.askForReaches(name, reaches, use)))
      return {
        problem: `The query was not sent, because you did not allow ${name} to contact ${listOf(reaches)}.`,
        declined: true,
      };
    return kb;
  }

  /** Why it cannot be opened, even with consent. */
  problemWith(name: string, settings: Settings): string | undefined {
    const kb = this.kbNamed(this.nameOf(name, settings), settings);
    return 'problem' in kb ? kb.problem : undefined;
  }

  /** Runs a request of the user, who may be asked for a secret. Background work gets stored secrets only. */
  onBehalfOfUser<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.userRequest.run(true, work);
  }

  /** It is opened again on next use. */
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
    const { knowledgeBases } = settings;
    this.settings.set(name, settings);
    const config = Object.hasOwn(knowledgeBases, name)
      ? knowledgeBases[name]
      : addressed(this.addressOf(name));
    const written = JSON.stringify(config ?? null);
    const known = this.opened.get(name);
    if (known?.config === written) return known.kb;
    void known?.kb.close();
    const kb = openKnowledgeBase(name, config, this.environment);
    if ('problem' in kb) this.opened.delete(name);
    else this.opened.set(name, { config: written, kb });
    return kb;
  }

  private addressOf(name: string): string {
    return this.addresses.get(name) ?? name;
  }

  private isAllowed(name: string, settings: Settings): boolean {
    const address = this.addressOf(name);
    return isKnownKb(name, address, settings) || this.consent.has(originAndPath(address));
  }

  private askForKb(name: string, { namedBy, sends }: Use): Promise<boolean> {
    return this.consent.ask([originAndPath(this.addressOf(name))], {
      message: `Allow FUn-FuSIC to contact ${name}? It is not one of your KBs.`,
      detail: `${namedBy} names it. This sends ${sends} to that address, and none of your stored passwords or tokens. To allow it permanently, add it as a KB.`,
      action: 'Allow',
    });
  }

  /** The addresses that a query makes the engine contact, without the allowed ones. An embedded engine has no network. */
  private reachesOf(name: string, query: string): readonly ForeignAddress[] {
    const settings = this.settings.get(name);
    if (!settings) return [];
    const config = Object.hasOwn(settings.knowledgeBases, name)
      ? settings.knowledgeBases[name]
      : addressed(this.addressOf(name));
    if (!config || !('endpoint' in config)) return [];
    return foreignReaches(query, config.endpoint, settings).filter(
      ({ key, reached: { address } }) =>
        !this.consent.has(key) && !(address !== undefined && this.consent.has(originAndPath(address))),
    );
  }

  private askForReaches(
    name: string,
    reaches: readonly ForeignAddress[],
    { namedBy }: Use,
  ): Promise<boolean> {
    return this.consent.ask(
      reaches.map(({ key }) => key),
      {
        message: `Allow ${name} to contact ${listOf(reaches)}?`,
        detail: `${namedBy} says ${reaches
          .slice(0, MAX_LISTED)
          .map(({ reached }) => reached.what)
          .join(', ')}. Parts of the query and facts of the KB may be sent there.`,
        action: 'Allow',
      },
    );
  }
}

const MAX_LISTED = 5;

function listOf(reaches: readonly ForeignAddress[]): string {
  const more = reaches.length - MAX_LISTED;
  const listed = reaches.slice(0, MAX_LISTED).map(({ whom }) => whom);
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const notAllowed = (what: string): string =>
  `You did not allow the query to ${what}. Run it again to be asked.`;

function addressed(name: string): KbConfig | undefined {
  return /^https?:\/\//.test(name) ? { endpoint: name } : undefined;
}
