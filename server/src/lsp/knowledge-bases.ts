/** The KBs that are open: each is opened when it is first asked, and closed when it is no longer what the settings say. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from 'vscode-languageserver';
import { openKnowledgeBase, type KbSurroundings } from '../compose';
import type { KbConfig } from '../core/kb/kb-config';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import { hasHiddenPassword, nameOfAddress } from '../core/text/passwords';
import { SECRET_REQUEST, type SecretParams } from '../protocol';
import type { Settings } from '../settings';

export class KnowledgeBases {
  /** What addresses with a password are called → these addresses. Only this window knows them. */
  private readonly addresses = new Map<string, string>();
  private readonly opened = new Map<string, { readonly config: string; readonly kb: KnowledgeBase }>();
  private readonly surroundings: KbSurroundings;
  private readonly wanted = new AsyncLocalStorage<true>();

  constructor(
    connection: Connection,
    folders: () => Pick<KbSurroundings, 'folder' | 'cacheFolder'>,
    editorHttp: () => Promise<unknown>,
  ) {
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

  /** By its name in the settings, or an address. */
  named(given: string, settings: Settings): KnowledgeBase | { readonly problem: string } {
    const { knowledgeBases } = settings;
    const name = this.nameOf(given, settings);
    const config = Object.hasOwn(knowledgeBases, name)
      ? knowledgeBases[name]
      : addressed(this.addresses.get(name) ?? name);
    const written = JSON.stringify(config ?? null);
    const known = this.opened.get(name);
    if (known?.config === written) return known.kb;
    void known?.kb.close();
    const kb = openKnowledgeBase(name, config, this.surroundings);
    if ('problem' in kb) this.opened.delete(name);
    else this.opened.set(name, { config: written, kb });
    return kb;
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
}

function addressed(name: string): KbConfig | undefined {
  return /^https?:\/\//.test(name) ? { endpoint: name } : undefined;
}
