/** The state of a repair across attempts: the KB and the model as long as they answer, and what is known so far. */
import type { Execution } from '../kb/knowledge-base';
import type { Agreement } from '../describe/description';
import { answeredRun, type LookUpEntities } from '../query/answered-run';
import { KbCheckEvidence } from '../query/kb-check-evidence';
import { whyEmpty, type WhyEmpty } from '../query/why-empty/why-empty';
import type { QueryModel, IriTerm } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import type { Finding } from '../check/verifier';
import { visibleFindings, verify, verifyAnswer, verifyIntent } from '../check/verify';
import type { Attempt } from './attempt';
import { isEmpty } from './checks';
import type { ModelContext } from './context';
import type { QuestionRanking, RepairOptions, RepairPorts, RepairTask } from './repair-ports';
import { scopesOf } from '../schema/inference/scopes';
import type { KbSchema } from '../schema/schema';
import { topicEntitiesOf } from '../check/answer/topics';

/** The count is the limit, so that a replay is deterministic; the time only guards against a very slow KB. */
const PROBES = { probes: 40, eachMs: 10_000, allMs: 60_000 };

export class RepairSession {
  readonly given: QueryModel | undefined;
  context: ModelContext | undefined;
  /** Why the KB is no longer queried. */
  kbFault: string | undefined;
  /** Why the model could not judge; it is not asked again. */
  modelFault: string | undefined;
  private readonly kbEvidence: KbCheckEvidence | undefined;
  private ranked: Promise<QuestionRanking | undefined> | undefined;
  private readonly whyEmptyByQuery = new Map<string, WhyEmpty | undefined>();

  constructor(
    readonly task: RepairTask,
    readonly ports: RepairPorts,
    readonly options: RepairOptions,
    readonly signal: AbortSignal,
  ) {
    this.given = task.query === undefined ? undefined : this.parse(task.query);
    this.kbEvidence = ports.kb && new KbCheckEvidence(ports.kb.kb, ports.kb.directory);
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

  /** The ranking of queries for the question; computed once. Undefined without a question, a KB or a ranker. */
  ranking(): Promise<QuestionRanking | undefined> {
    return (this.ranked ??= this.rank());
  }

  private async rank(): Promise<QuestionRanking | undefined> {
    const { question } = this.task;
    const { rank, onDefect } = this.ports;
    if (!rank || !this.kb || question === undefined || this.severities['nl_semantic'] === 'off')
      return undefined;
    try {
      return await rank(question, this.given, this.signal);
    } catch (error) {
      this.signal.throwIfAborted();
      onDefect('ranking', error);
      return undefined;
    }
  }

  /** Only the checks that are off; other severities do not matter here. */
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
      this.kb && this.kbEvidence
        ? await this.kbEvidence.verify(query, options, this.signal)
        : verify(query, options);
    // Intent is checked after the back-translation.
    const found = all.filter(({ stage }) => stage !== 'intent');
    const { context } = this;
    if (by !== 'model' || !schema || !context || severities['grounding'] === 'off') return found;
    const outside = outsideContext(query, schema, context, this.options.onlyContext);
    if (outside.length) onEffect?.('grounding');
    // A name that does not exist is reported already.
    const unknown = new Set(found.filter(({ code }) => code === 'grounding').map(({ range }) => range.start));
    return [...found, ...outside.filter(({ range }) => !unknown.has(range.start))];
  }

  async findingsAfter(query: QueryModel, execution: Execution): Promise<readonly Finding[]> {
    const { schema, onDefect, onEffect } = this.ports;
    if (!this.kb || !schema) return [];
    const { kb, directory } = this.kb;
    const lookUp: LookUpEntities = (iris, signal) => directory.lookUp(iris, signal);
    const run = await answeredRun(kb, execution, query, schema, lookUp, this.signal);
    return run
      ? visibleFindings(query, verifyAnswer(query, run, { schema, onDefect, onEffect }), this.severities)
      : [];
  }

  findingsOfReading(query: QueryModel, question: string, agreement: Agreement): readonly Finding[] {
    return visibleFindings(query, verifyIntent(query, question, agreement, this.ports), this.severities);
  }

  /** Which part of an empty attempt matches nothing; computed once per query. */
  async whyEmpty(attempt: Attempt): Promise<WhyEmpty | undefined> {
    const { query, execution } = attempt;
    if (!this.kb || execution?.status !== 'answered' || !isEmpty(attempt)) return undefined;
    if (!this.whyEmptyByQuery.has(query)) {
      const { schema, now, onDefect } = this.ports;
      const ports = { ...this.kb, schema, now, budget: PROBES };
      try {
        this.whyEmptyByQuery.set(query, await whyEmpty(this.parse(query), ports, this.signal));
      } catch (error) {
        this.signal.throwIfAborted();
        onDefect('why-empty', error);
        this.whyEmptyByQuery.set(query, undefined);
      }
    }
    return this.whyEmptyByQuery.get(query);
  }
}

/** Names in a proposal that the model was not shown. The paper rejects such a query; here existence is enough, unless `onlyContext`. */
function outsideContext(
  { query }: QueryModel,
  schema: KbSchema,
  context: Pick<ModelContext, 'has' | 'onlyEntities'>,
  onlyContext: boolean,
): readonly Finding[] {
  const scopes = scopesOf(query);
  const terms = new Map<string, IriTerm>();
  for (const { iri } of scopes.relations) terms.set(iri.iri, iri);
  const topics = topicEntitiesOf(scopes, schema);
  for (const { iri, term } of topics.values()) terms.set(iri, term);
  return [...terms.values()].flatMap(({ iri, range }): readonly Finding[] => {
    const chosen = context.onlyEntities === true && topics.has(iri);
    const certain = onlyContext || chosen;
    const id = schema.idOf(iri);
    if (id === undefined || schema.isTyping(iri) || context.has(iri)) return [];
    return [
      {
        range,
        code: 'grounding',
        rule: 'outside-context',
        stage: 'schema',
        strength: certain ? 'strong' : 'weak',
        severity: certain ? 'error' : 'information',
        message: `${id} is not in the context`,
        because: chosen
          ? 'The user has chosen the entities of the question, and this is not one of them.'
          : onlyContext
            ? 'The settings allow only relations, classes and entities of the context.'
            : 'It may still be right if the KB has it.',
        advice: 'Use an equivalent from the context.',
      },
    ];
  });
}
