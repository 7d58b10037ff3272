/** Verifies a query with evidence from the KB: looks up what the verifiers ask for until they need no more. */
import type { KnowledgeBase } from '../kb/knowledge-base';
import type { Agreement } from '../describe/description';
import type { QueryModel } from '../language/sparql/model';
import type { KbKnowledge } from '../check/kb-knowledge';
import type { Finding } from '../check/verifier';
import { verify, type VerifyOptions } from '../check/verify';
import type { EntityDirectory } from './entity-directory';

const TIMEOUT_MS = 4000;
/** New evidence may lead to new requests. */
const MAX_PASSES = 5;
const MAX_PATTERNS = 20;

/** Compares a query with its question; undefined if it is not known whether they match. */
export type CompareWithQuestion = (
  query: QueryModel,
  question: string,
  signal: AbortSignal,
) => Promise<Agreement | undefined>;

interface MissingFacts {
  readonly entities: Set<string>;
  readonly patterns: Set<string>;
  readonly questions: Map<QueryModel, string>;
}

export class KbCheckEvidence {
  private readonly agreements = new WeakMap<QueryModel, Agreement | 'unknown'>();
  private readonly patterns = new Map<string, boolean | 'unknown'>();
  /** Lookups that were sent once are not repeated. */
  private readonly requested = new Set<string>();

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly directory: EntityDirectory,
    private readonly compare?: CompareWithQuestion,
  ) {}

  /** Rejects only when `signal` is aborted. Without the KB, checks that need it report nothing. */
  async verify(
    query: QueryModel,
    options: Omit<VerifyOptions, 'kb'>,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    for (let pass = 1; ; pass++) {
      const missing: MissingFacts = { entities: new Set(), patterns: new Set(), questions: new Map() };
      const findings = verify(query, { ...options, kb: () => this.known(missing) });
      const wanted = missing.entities.size > 0 || missing.patterns.size > 0 || missing.questions.size > 0;
      if (!wanted || pass === MAX_PASSES) return findings;
      await this.ask(missing, signal);
    }
  }

  private known(missing: MissingFacts): KbKnowledge {
    const { name, complete } = this.kb;
    return {
      name,
      complete,
      entity: (iri) => {
        const known = this.directory.known(iri);
        if (!known && !this.requested.has(iri)) missing.entities.add(iri);
        return known;
      },
      matches: (pattern) => {
        const known = this.patterns.get(pattern);
        if (known === undefined) missing.patterns.add(pattern);
        return known === 'unknown' ? undefined : known;
      },
      agreement: (query, question) => {
        const known = this.agreements.get(query);
        if (known === undefined && this.compare) missing.questions.set(query, question);
        return known === 'unknown' ? undefined : known;
      },
    };
  }

  private async ask({ entities, patterns, questions }: MissingFacts, signal: AbortSignal): Promise<void> {
    for (const iri of entities) this.requested.add(iri);
    await this.directory.lookUp(entities, signal);
    for (const [index, pattern] of [...patterns].entries())
      this.patterns.set(pattern, index < MAX_PATTERNS ? await this.matches(pattern, signal) : 'unknown');
    for (const [query, question] of questions)
      this.agreements.set(query, (await this.compare?.(query, question, signal)) ?? 'unknown');
  }

  private async matches(pattern: string, signal: AbortSignal): Promise<boolean | 'unknown'> {
    const limits = { timeoutMs: TIMEOUT_MS, maxRows: 1 };
    const execution = await this.kb.execute(`ASK { ${pattern} }`, limits, signal);
    if (execution.status !== 'answered' || execution.incomplete) return 'unknown';
    return execution.answer.kind === 'boolean' ? execution.answer.value : 'unknown';
  }
}
