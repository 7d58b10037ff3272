/**
 * The KBs that are open: each is opened when it is first asked, and closed when it is no longer what the settings say. No address
 * that the settings do not contain is contacted without the user's consent, whichever request names it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from 'vscode-languageserver';
import { openKnowledgeBase, type KbSurroundings } from '../compose/index';
import type { KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import {
  foreignReaches,
  isKnownKb,
  originAndPath,
  type ForeignAddress,
} from '../core/query/foreign-addresses';
import { hasHiddenPassword, nameOfAddress } from '../core/language/text/passwords';
import { SECRET_REQUEST, type Problem, type SecretParams } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { Consent } from './consent';
import type { ClientAbilities } from './feature';

/** What the user wants of a KB, for the question whether it may be contacted. */
export interface Use {
  /** Who names the KB, such as: The file born.rq. */
  readonly namedBy: string;
  /** Such as: the text of the query. */
  readonly sends: string;
  /** The user's own query, where it is to be run. */
  readonly query?: string;
}

/** Who names a KB in a request that gives its name. */
export const SHOWN_RESULTS = 'The results or the evaluation that you are looking at';

/** Who names a KB in a query. */
export function fileNamed(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return `The file ${decodeURIComponent(name)}`;
  } catch {
    return `The file ${name}`;
  }
}

export class KnowledgeBases {
  /** What addresses with a password are called → these addresses. Only this window knows them. */
  private readonly addresses = new Map<string, string>();
  private readonly opened = new Map<string, { readonly config: string; readonly kb: KnowledgeBase }>();
  /** The settings that each KB was last opened with. */
  private readonly settings = new Map<string, Settings>();
  private readonly surroundings: KbSurroundings;
  private readonly wanted = new AsyncLocalStorage<true>();
  private readonly consent: Consent;

  constructor(
    connection: Connection,
    folders: () => Pick<KbSurroundings, 'folder' | 'cacheFolder'>,
    editorHttp: () => Promise<unknown>,
    client: () => Pick<ClientAbilities, 'asksForConsent'>,
  ) {
    this.consent = new Consent(connection, client);
    this.surroundings = {
      get folder() {
        return folders().folder;
      },
      get cacheFolder() {
        return folders().cacheFolder;
      },
      secretOf: async (kb, address, what, rejected) =>
        (await connection.sendRequest<string | null>(SECRET_REQUEST, {
          kb,
          address,
          what,
          ...(rejected && { rejected }),
          ...(!this.wanted.getStore() && { quiet: true }),
        } satisfies SecretParams)) ?? undefined,
      refusalOf: (kb, query) => {
        const [reach] = this.reachesOf(kb, query);
        return reach && notAllowed(`contact ${reach.whom}`);
      },
      editorHttp,
    };
  }

  /** Where what was made of large KBs may be kept. */
  get cacheFolder(): string | undefined {
    return this.surroundings.cacheFolder;
  }

  /** What a KB is called wherever it is shown or kept: an address without its password, which is remembered. */
  nameOf(name: string, { knowledgeBases }: Settings): string {
    if (Object.hasOwn(knowledgeBases, name)) return name;
    const shown = nameOfAddress(name);
    if (shown !== name && !hasHiddenPassword(name)) this.addresses.set(shown, name);
    return shown;
  }

  /** By its name in the settings, or an address. For what happens in the background: nobody is asked for consent. */
  named(given: string, settings: Settings): KnowledgeBase | Problem {
    const name = this.nameOf(given, settings);
    const kb = this.at(name, settings);
    if ('problem' in kb || this.isAllowed(name, settings)) return kb;
    return { problem: notAllowed(`contact ${name}`) };
  }

  /** For what the user has asked for: where consent is missing, the user is asked for it. */
  async open(given: string, settings: Settings, use: Use): Promise<KnowledgeBase | Problem> {
    const name = this.nameOf(given, settings);
    const kb = this.at(name, settings);
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

  /** What keeps it from being opened, whoever consents. */
  problemWith(name: string, settings: Settings): string | undefined {
    const kb = this.at(this.nameOf(name, settings), settings);
    return 'problem' in kb ? kb.problem : undefined;
  }

  /** For what the user has asked for, the user may be asked for a secret. What goes on in the background has to do without. */
  asWanted<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.wanted.run(true, work);
  }

  /** It is opened anew when it is next asked. */
  forget(name: string): void {
    void this.opened.get(name)?.kb.close();
    this.opened.delete(name);
  }

  async close(): Promise<void> {
    const all = [...this.opened.values()];
    this.opened.clear();
    await Promise.all(all.map(({ kb }) => kb.close()));
  }

  private at(name: string, settings: Settings): KnowledgeBase | Problem {
    const { knowledgeBases } = settings;
    this.settings.set(name, settings);
    const config = Object.hasOwn(knowledgeBases, name)
      ? knowledgeBases[name]
      : addressed(this.addressOf(name));
    const written = JSON.stringify(config ?? null);
    const known = this.opened.get(name);
    if (known?.config === written) return known.kb;
    void known?.kb.close();
    const kb = openKnowledgeBase(name, config, this.surroundings);
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

  /** What a query would have the engine of a KB contact, without what is allowed. An embedded engine has no network. */
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
