/** The entity directories of the KBs. A directory is replaced when the schema or the language changes. */
import type * as linkers from '../compose/linkers';
import type { AskPorts } from '../core/ask/ask-ports';
import type { RankingPorts } from '../core/ask/rank-for-question';
import { SAMPLE_KB } from '../core/kb/kb-config';
import type { Execution, KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { endpointOf } from '../core/language/sparql/endpoint';
import { EntityDirectory } from '../core/query/entity-directory';
import type { QueryModel } from '../core/language/sparql/model';
import type { EntityLinker } from '../core/question/linking/linking';
import type { Problem } from '../protocol/index';
import type { Settings } from '../settings/settings';
import type { ContactReason, KnowledgeBases } from './knowledge-bases';

/** What answering questions needs besides the KB. */
export type AskParts = Pick<AskPorts, 'linker' | 'retriever' | 'ranker'>;

/** A KB with its entity directory. */
export interface KbEntities {
  readonly kb: KnowledgeBase;
  readonly directory: EntityDirectory;
}

export class Entities {
  private readonly directories = new WeakMap<
    KnowledgeBase,
    {
      readonly schema: KbSchema | undefined;
      readonly language: string;
      readonly directory: EntityDirectory;
    }
  >();
  private readonly parts = new WeakMap<EntityDirectory, AskParts>();
  /** The KBs that have answered a query. */
  private readonly loaded = new WeakSet<KnowledgeBase>();

  constructor(
    private readonly knowledgeBases: KnowledgeBases,
    /** A KB was loaded or changed. */
    private readonly onLearned: () => void,
  ) {}

  /** The entities of a KB for background work. Does not ask for consent. */
  openInBackground(name: string, settings: Settings, schema: KbSchema | undefined): KbEntities | Problem {
    const kb = this.knowledgeBases.openInBackground(name, settings);
    return 'problem' in kb ? kb : this.forOpenKb(kb, settings, schema);
  }

  /** The entities of a KB for a request of the user, who may be asked for consent. */
  async open(
    name: string,
    settings: Settings,
    schema: KbSchema | undefined,
    reason: ContactReason,
  ): Promise<KbEntities | Problem> {
    const kb = await this.knowledgeBases.open(name, settings, reason);
    return 'problem' in kb ? kb : this.forOpenKb(kb, settings, schema);
  }

  /** The entities of a KB that is already open. */
  forOpenKb(kb: KnowledgeBase, settings: Settings, schema: KbSchema | undefined): KbEntities {
    return { kb, directory: this.directoryOf(kb, settings, schema) };
  }

  /**
   * The entities of a query's KB for background work. Returns undefined for a KB that the user does not expect to be contacted: an
   * address that only the document names, or a dump that is not loaded yet, because loading can take long and need much memory.
   */
  inBackground(query: QueryModel, settings: Settings, schema: KbSchema | undefined): KbEntities | undefined {
    const name = endpointOf(query)?.name ?? settings.knowledgeBase;
    const config = settings.knowledgeBases[name];
    if (name !== SAMPLE_KB && name !== settings.knowledgeBase && !config) return undefined;
    const entities = this.openInBackground(name, settings, schema);
    if ('problem' in entities) return undefined;
    return config && 'file' in config && !this.loaded.has(entities.kb) ? undefined : entities;
  }

  /** The linker, retriever and ranker of a KB. They are created once, and again after an update. */
  async partsOf({ kb, directory }: KbEntities, settings: Settings, schema: KbSchema): Promise<AskParts> {
    const { askParts } = await loadLinkers();
    const known = this.parts.get(directory);
    if (known) return known;
    const parts = askParts(kb, this.linkerOptions({ kb, directory }, settings, schema));
    this.parts.set(directory, parts);
    return parts;
  }

  /** The linker alone. The other parts read large files. */
  async linkerOf(entities: KbEntities, settings: Settings, schema: KbSchema): Promise<EntityLinker> {
    const { openLinker } = await loadLinkers();
    return openLinker(entities.kb, this.linkerOptions(entities, settings, schema));
  }

  private linkerOptions(
    { kb, directory }: KbEntities,
    settings: Settings,
    schema: KbSchema,
  ): Parameters<typeof linkers.openLinker>[1] {
    const { cacheFolder } = this.knowledgeBases;
    return {
      schema,
      directory,
      config: settings.knowledgeBases[kb.name],
      language: settings.names.language,
      ...(cacheFolder !== undefined && { cacheFolder }),
      timeoutMs: settings.run.timeoutSeconds * 1000,
    };
  }

  /** What ranking queries for a question needs. */
  async rankingPortsOf(kb: KbEntities, settings: Settings, schema: KbSchema): Promise<RankingPorts> {
    return {
      ...(await this.partsOf(kb, settings, schema)),
      schema,
      kb,
      date: () => new Date().toISOString(),
    };
  }

  /** Records that a query was run: the KB is now loaded, and an update has changed it. */
  recordExecution(kb: KnowledgeBase, execution: Execution): void {
    if (execution.status !== 'answered') return;
    const changed = execution.answer.kind === 'done';
    if (changed) void loadLinkers().then(({ forgetNames }) => forgetNames(kb));
    const known = this.directories.get(kb);
    if (changed && known) {
      known.directory.clear();
      this.parts.delete(known.directory);
    }
    const learned = changed || !this.loaded.has(kb);
    this.loaded.add(kb);
    if (learned) this.onLearned();
  }

  private directoryOf(kb: KnowledgeBase, settings: Settings, schema: KbSchema | undefined): EntityDirectory {
    const { language } = settings.names;
    const known = this.directories.get(kb);
    if (known && known.schema === schema && known.language === language) return known.directory;
    const directory = new EntityDirectory(kb, { schema, language });
    this.directories.set(kb, { schema, language, directory });
    return directory;
  }
}

/** Checks do not need them. */
function loadLinkers(): Promise<typeof linkers> {
  return import('../compose/linkers');
}
