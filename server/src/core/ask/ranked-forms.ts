/** Ranks the logical forms of a question by trained weights, and runs them. Shared by the strategies. */
import { answersOf } from '../repair/answers-of';
import { candidateFromExpr } from '../candidates/enumerate/from-expr';
import { fromSparql } from '../logical-form/from-sparql';
import { printSExpr } from '../logical-form/print-sexpr';
import { toSparql } from '../logical-form/to-sparql';
import { parseQuery } from '../language/sparql/parse';
import { asOf } from '../candidates/rank/linked-question';
import { rankCandidates, type Ranking } from '../candidates/rank/rank';
import { coverageFactor, ruleFactor } from '../candidates/rank/confidence';
import type { Linking } from '../question/linking/linking';
import type { CandidateQuery } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { withoutTypeNouns } from './names-in-question';
import { hasExpectedType, isOfNamedClass, toForms, type RankedForm } from './strategies/rng-kbqa/forms';
import { surroundingsFor } from './surroundings-for';

export class RankedForms {
  private constructor(
    readonly ranking: Ranking,
    /** The best first. */
    readonly forms: readonly RankedForm[],
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {}

  static async rank(
    task: AskTask,
    linking: Linking,
    ports: AskPorts,
    options: AskOptions,
    signal: AbortSignal,
  ): Promise<RankedForms> {
    const around = surroundingsFor(task, ports, options);
    const named = withoutTypeNouns(task.question, linking);
    const ranking = await rankCandidates(task.question, named, { ...ports, around }, signal);
    const { keep, executed } = options.rngKbqa;
    const forms = toForms(ranking, Math.max(keep, executed), ports.schema);
    return new RankedForms(ranking, forms, task, linking, ports, options, signal);
  }

  toQuery(form: RankedForm): CandidateQuery {
    const { expr, path, score, because, ignored } = form;
    return {
      query: toSparql(expr, this.ports.schema, asOf(this.ports)),
      sexpr: printSExpr(expr),
      path,
      score,
      because,
      ...(ignored?.length && { ignored }),
      findings: [],
      chosen: false,
    };
  }

  /** Runs the query of a form. It is `chosen` if it has an answer of the expected type. */
  async run(form: RankedForm, candidate: CandidateQuery): Promise<CandidateQuery> {
    const { ports, options, signal } = this;
    const execution = await ports.kb.kb.execute(candidate.query, options.limits, signal);
    const answers = answersOf(parseQuery(candidate.query, options.dialect), execution) ?? [];
    const chosen =
      answers.length > 0 &&
      answers.join() !== '0' &&
      (await hasExpectedType(form, answers, this.task.question, ports, signal));
    return { ...candidate, execution, answers, chosen };
  }

  /** Whether the answers are of a class that the question names exactly; undefined if it names none or their classes are unknown. */
  async isOfNamedClass(form: RankedForm, answers: readonly string[]): Promise<boolean | undefined> {
    const { kind } = this.ranking.question;
    if (kind !== 'which' && kind !== 'what') return undefined;
    return await isOfNamedClass(form, answers, this.task.question, this.ports, this.signal);
  }

  /** The score of a query that someone else wrote; undefined if no candidate has its form. */
  scoreOf(query: string): number | undefined {
    const { ports, options, ranking, linking } = this;
    const parsed = parseQuery(query, options.dialect);
    if (parsed.problems.length) return undefined;
    const converted = fromSparql(parsed, ports.schema, asOf(ports));
    if ('problem' in converted) return undefined;
    const orderWords = ranking.question.orderWord?.words ?? '';
    const candidate = candidateFromExpr(converted.expr, { linking, orderWords, schema: ports.schema });
    return candidate && ranking.scoreOf(candidate);
  }

  /** The probability that the form with this rank is right if those before it are rejected, before the factors of its own rules. */
  baseConfidence(rank: number): number {
    const features = this.ranking.confidenceFeatures(rank);
    return this.ports.ranker.confidence(features) * coverageFactor(features);
  }

  /** The factor by which fixed rules reduce the confidence in the form with this rank. */
  ruleFactor(rank: number | undefined): number {
    return ruleFactor(rank, this.ranking);
  }
}
