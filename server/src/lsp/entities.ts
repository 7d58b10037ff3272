/** What KBs know of entities: one directory for each KB, for as long as schema and language stay the same. */
import { askParts, forgetNames } from '../compose/index';
import type { AskPorts } from '../core/ask/ask-ports';
import { SAMPLE_KB } from '../core/kb/kb-config';
import type { Execution, KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { endpointOf } from '../core/language/sparql/endpoint';
import { EntityDirectory } from '../core/query/entity-directory';
import type { QueryModel } from '../core/language/sparql/model';
import type { Problem } from '../protocol/index';
import type { Settings } from '../settings/settings';
import type { KnowledgeBases, Use } from './knowledge-bases';

/** What asking needs of a KB besides. */
export type AskParts = Pick<AskPorts, 'linker' | 'retriever' | 'ranker'>;

/** A KB together with what is known of its entities. */
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
  /** For each directory, because they are for the same schema and language. */
  private readonly parts = new WeakMap<EntityDirectory, AskParts>();
  private readonly awake = new WeakSet<KnowledgeBase>();

  constructor(
    private readonly knowledgeBases: KnowledgeBases,
    /** More may be told of entities than before. */
    private readonly onNews: () => void,
  ) {}

  /** For what happens in the background: nobody is asked for consent. */
  of(name: string, settings: Settings, schema: KbSchema | undefined): KbEntities | Problem {
    const kb = this.knowledgeBases.named(name, settings);
    return 'problem' in kb ? kb : this.around(kb, settings, schema);
  }

  /** For what the user has asked for, who may be asked for consent. */
  async open(
    name: string,
    settings: Settings,
    schema: KbSchema | undefined,
    use: Use,
  ): Promise<KbEntities | Problem> {
    const kb = await this.knowledgeBases.open(name, settings, use);
    return 'problem' in kb ? kb : this.around(kb, settings, schema);
  }

  /** For whoever has the KB already. */
  around(kb: KnowledgeBase, settings: Settings, schema: KbSchema | undefined): KbEntities {
    return { kb, directory: this.directoryOf(kb, settings, schema) };
  }

  /**
   * For whoever asks by himself, because a file is open. Nothing where nobody would expect that: an address that only the file names,
   * and a dump that would have to be read first, which can take many seconds and much memory.
   */
  unasked(query: QueryModel, settings: Settings, schema: KbSchema | undefined): KbEntities | undefined {
    const name = endpointOf(query)?.name ?? settings.knowledgeBase;
    const config = settings.knowledgeBases[name];
    if (name !== SAMPLE_KB && name !== settings.knowledgeBase && !config) return undefined;
    const entities = this.of(name, settings, schema);
    if ('problem' in entities) return undefined;
    return config && 'file' in config && !this.awake.has(entities.kb) ? undefined : entities;
  }

  /** What a question is answered with; made once, and anew after an update. */
  partsOf({ kb, directory }: KbEntities, settings: Settings, schema: KbSchema): AskParts {
    const known = this.parts.get(directory);
    if (known) return known;
    const { cacheFolder } = this.knowledgeBases;
    const parts = askParts(kb, {
      schema,
      directory,
      config: settings.knowledgeBases[kb.name],
      language: settings.names.language,
      ...(cacheFolder !== undefined && { cacheFolder }),
      timeoutMs: settings.run.timeoutSeconds * 1000,
    });
    this.parts.set(directory, parts);
    return parts;
  }

  /** A query was run on it: it has been read by now, and perhaps changed. */
  ran(kb: KnowledgeBase, execution: Execution): void {
    if (execution.status !== 'answered') return;
    const changed = execution.answer.kind === 'done';
    if (changed) forgetNames(kb);
    const known = this.directories.get(kb);
    if (changed && known) {
      known.directory.forget();
      this.parts.delete(known.directory);
    }
    const news = changed || !this.awake.has(kb);
    this.awake.add(kb);
    if (news) this.onNews();
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
