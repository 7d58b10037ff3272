/** Loads the KB knowledge that verifiers request, as the server does in the background. */
import type { KnowledgeBase, KnownEntity } from '../server/src/core/kb/knowledge-base';
import type { KbSchema } from '../server/src/core/schema/schema';
import { EntityDirectory } from '../server/src/core/query/entity-directory';
import type { KbKnowledge } from '../server/src/core/check/kb-knowledge';

const LIMITS = { timeoutMs: 10_000, maxRows: 1 };

export class KbKnowledgeLoader {
  private readonly entities = new Map<string, KnownEntity | undefined>();
  private readonly patterns = new Map<string, boolean | undefined>();
  private readonly directory: EntityDirectory;
  private readonly signal = new AbortController().signal;

  constructor(
    private readonly kb: KnowledgeBase,
    schema: KbSchema,
  ) {
    this.directory = new EntityDirectory(kb, { schema, language: 'en' });
  }

  /** Repeats the check until everything it requests is known. */
  async checkUntilResolved<Result>(check: (kb: KbKnowledge) => Result): Promise<Result> {
    for (;;) {
      const [entities, patterns] = [new Set<string>(), new Set<string>()];
      const result = check({
        name: this.kb.name,
        complete: this.kb.complete,
        entity: (iri) => {
          if (!this.entities.has(iri)) entities.add(iri);
          return this.entities.get(iri);
        },
        matches: (pattern) => {
          if (!this.patterns.has(pattern)) patterns.add(pattern);
          return this.patterns.get(pattern);
        },
      });
      if (!entities.size && !patterns.size) return result;
      const found = await this.directory.lookUp(entities, this.signal);
      for (const iri of entities) this.entities.set(iri, found.get(iri));
      for (const pattern of patterns) {
        const execution = await this.kb.execute(`ASK { ${pattern} }`, LIMITS, this.signal);
        const answer = execution.status === 'answered' ? execution.answer : undefined;
        this.patterns.set(pattern, answer?.kind === 'boolean' ? answer.value : undefined);
      }
    }
  }
}
