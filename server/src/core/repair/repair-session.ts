/** What stays the same from one attempt to the next: the KB as long as it answers, and what it has told so far. */
import type { Execution } from '../kb/knowledge-base';
import type { Agreement } from '../describe/description';
import { answeredRun } from '../query/answered-run';
import { KbCheckEvidence } from '../query/kb-check-evidence';
import { whyEmpty, type WhyEmpty } from '../query/why-empty/why-empty';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import type { Finding } from '../check/verifier';
import { shown, verify, verifyAnswer, verifyIntent } from '../check/verify';
import type { Attempt } from './attempt';
import { isEmpty } from './checks';
import type { ModelContext } from './context';
import { outsideContext } from './outside-context';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';

/** The count is what bounds them, so that a replay tells the model the same; time only guards against a KB that is very slow. */
const PROBES = { probes: 40, eachMs: 10_000, allMs: 60_000 };

export class RepairSession {
  readonly given: QueryModel | undefined;
  /** What the model was shown, once it was. */
  context: ModelContext | undefined;
  /** Why the KB is not asked any more. */
  kbFault: string | undefined;
  /** Why the model could not be heard when it was to judge; it is not asked to again. */
  modelFault: string | undefined;
  private readonly settled: KbCheckEvidence | undefined;
  private readonly reasons = new Map<string, WhyEmpty | undefined>();

  constructor(
    readonly task: RepairTask,
    readonly ports: RepairPorts,
    readonly options: RepairOptions,
    readonly signal: AbortSignal,
  ) {
    this.given = task.query === undefined ? undefined : this.parse(task.query);
    this.settled = ports.kb && new KbCheckEvidence(ports.kb.kb, ports.kb.directory);
  }

  parse(text: string): QueryModel {
    return parseQuery(text, this.options.dialect);
  }

  /** The KB, as long as it answers. */
  get kb(): RepairPorts['kb'] {
    return this.kbFault === undefined ? this.ports.kb : undefined;
  }

  /** The model, as long as it answers. */
  get model(): RepairPorts['model'] {
    return this.modelFault === undefined ? this.ports.model : undefined;
  }

  /** What is off is off; how grave the user takes the others is of no account here. */
  get severities(): RepairOptions['severities'] {
    return Object.fromEntries(
      Object.entries(this.options.severities).filter(([, severity]) => severity === 'off'),
    );
  }

  async findingsBefore(query: QueryModel, by: Attempt['by']): Promise<readonly Finding[]> {
    const { schema, onDefect, onEffect } = this.ports;
    const { severities } = this;
    const options = { schema, severities, onDefect, onEffect };
    const all =
      this.kb && this.settled
        ? await this.settled.verify(query, options, this.signal)
        : verify(query, options);
    // Whether it asks its question is looked at when it has been read.
    const found = all.filter(({ stage }) => stage !== 'intent');
    const { context } = this;
    if (by !== 'model' || !schema || !context || severities['grounding'] === 'off') return found;
    const outside = outsideContext(query, schema, context, this.options.onlyContext);
    if (outside.length) onEffect?.('grounding');
    // What does not exist was not shown either.
    const unknown = new Set(found.filter(({ code }) => code === 'grounding').map(({ range }) => range.start));
    return [...found, ...outside.filter(({ range }) => !unknown.has(range.start))];
  }

  async findingsAfter(query: QueryModel, execution: Execution): Promise<readonly Finding[]> {
    const { schema, onDefect, onEffect } = this.ports;
    if (!this.kb || !schema) return [];
    const { kb, directory } = this.kb;
    const run = await answeredRun(
      kb,
      execution,
      query,
      schema,
      (iris, signal) => directory.lookUp(iris, signal),
      this.signal,
    );
    return run ? shown(query, verifyAnswer(query, run, { schema, onDefect, onEffect }), this.severities) : [];
  }

  findingsOfReading(query: QueryModel, question: string, agreement: Agreement): readonly Finding[] {
    return shown(query, verifyIntent(query, question, agreement, this.ports), this.severities);
  }

  /** Which part of an empty attempt leaves nothing; asked once for each query. */
  async whyEmpty(attempt: Attempt): Promise<WhyEmpty | undefined> {
    const { query, execution } = attempt;
    if (!this.kb || execution?.status !== 'answered' || !isEmpty(attempt)) return undefined;
    if (!this.reasons.has(query)) {
      const { schema, now, onDefect } = this.ports;
      const asked = { ...this.kb, schema, now, budget: PROBES };
      try {
        this.reasons.set(query, await whyEmpty(this.parse(query), asked, this.signal));
      } catch (error) {
        this.signal.throwIfAborted();
        onDefect('why-empty', error);
        this.reasons.set(query, undefined);
      }
    }
    return this.reasons.get(query);
  }
}
