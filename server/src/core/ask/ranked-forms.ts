/** Ranks the logical forms of a question by trained weights, and runs them. Shared by the strategies. */
import { candidateFromExpr } from '../candidates/enumerate/from-expr';
import { fromSparql } from '../logical-form/from-sparql';
import { printSExpr } from '../logical-form/print-sexpr';
import { toSparql } from '../logical-form/to-sparql';
import { parseQuery } from '../language/sparql/parse';
import { asOf } from '../candidates/rank/linked-question';
import { rankCandidates, type Ranking } from '../candidates/rank/rank';
import { coverageFactor, omitsVerb, ruleFactor } from '../candidates/rank/confidence';
import { mentionsOf } from '../candidates/rank/mention-features';
import { covers } from '../language/text/range';
import type { AskEvent, CandidateQuery } from './ask-events';
import { executeQuery, hasAnswer } from './execute-query';
import { withoutTypeNouns } from './names-in-question';
import { hasExpectedType, isOfNamedClass } from './ranked-forms/answer-type';
import { toForms, type RankedForm } from './ranked-forms/forms';
import type { AskOptions, AskPorts } from './ask-ports';
import type { StrategyInput } from './strategy';
import { surroundingsFor } from './surroundings-for';

/** The part of a strategy's input that ranking needs. */
interface RankingInput extends Pick<StrategyInput, 'task' | 'linking' | 'signal'> {
  readonly ports: Pick<AskPorts, 'schema' | 'kb' | 'retriever' | 'ranker' | 'date'>;
  readonly options: Pick<AskOptions, 'dialect' | 'limits' | 'rngKbqa'>;
}

export class RankedForms {
  private constructor(
    readonly ranking: Ranking,
    /** The best first. */
    readonly forms: readonly RankedForm[],
    private readonly input: RankingInput,
  ) {}

  static async rank(input: RankingInput): Promise<RankedForms> {
    const { task, linking, ports, options, signal } = input;
    const around = surroundingsFor(task, ports, options);
    const named = withoutTypeNouns(task.question, linking, ports.schema);
    const ranking = await rankCandidates(task.question, named, { ...ports, around }, signal);
    const { keep, executed } = options.rngKbqa;
    const forms = toForms(ranking, Math.max(keep, executed), ports.schema);
    return new RankedForms(ranking, forms, input);
  }

  /** `forms` replaces the ranked forms, if they were completed. */
  toEvent(forms = this.forms): AskEvent {
    const best = forms.slice(0, this.input.options.rngKbqa.keep).map(({ path }) => path);
    return { type: 'candidates', count: this.ranking.ranked.length, best };
  }

  toQuery(form: RankedForm): CandidateQuery {
    const { expr, path, score, because, ignored } = form;
    return {
      query: toSparql(expr, this.input.ports.schema, asOf(this.input.ports)),
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
    const { ports, signal } = this.input;
    const { execution, answers = [] } = await executeQuery(candidate.query, this.input);
    const chosen =
      hasAnswer(answers) &&
      !this.repeatsNames(form, answers) &&
      !(await this.isExcluded(form, answers)) &&
      (await hasExpectedType(form, answers, this.input.task.question, ports, signal));
    return { ...candidate, execution, answers, chosen };
  }

  private async isExcluded({ excluded }: RankedForm, answers: readonly string[]): Promise<boolean> {
    if (!excluded) return false;
    const { schema } = this.input.ports;
    const { answers: others = [] } = await executeQuery(
      toSparql(excluded, schema, asOf(this.input.ports)),
      this.input,
    );
    const known = new Set(others);
    return answers.every((answer) => known.has(answer));
  }

  /** Whether the answers are called like names that the form combines: who played Batman in a film is not Batman. */
  private repeatsNames({ candidate }: RankedForm, answers: readonly string[]): boolean {
    const used = candidate?.also ? mentionsOf(candidate) : [];
    const isRepeated = (answer: string): boolean =>
      this.input.linking.entities.some(
        ({ id, match, mention }) =>
          id === answer && match === 'exact' && mention && used.some((each) => covers(mention, each)),
      );
    return answers.every(isRepeated);
  }

  /** Whether the answers are of a class that the question names exactly; undefined if it names none or their classes are unknown. */
  async isOfNamedClass(form: RankedForm, answers: readonly string[]): Promise<boolean | undefined> {
    const { kind } = this.ranking.question;
    if (kind !== 'which' && kind !== 'what') return undefined;
    return await isOfNamedClass(form, answers, this.input.task.question, this.input.ports, this.input.signal);
  }

  /** The score of a query that someone else wrote; undefined if no candidate has its form. */
  scoreOf(query: string): number | undefined {
    const { ports, options, linking } = this.input;
    const { ranking } = this;
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
    return this.input.ports.ranker.confidence(features) * coverageFactor(features);
  }

  /** Whether the form with this rank expresses nothing of the verb of the question. */
  omitsVerb(rank: number | undefined): boolean {
    return omitsVerb(rank, this.ranking);
  }

  /** The factor by which fixed rules reduce the confidence in the form with this rank. */
  ruleFactor(rank: number | undefined, isJudgedByModel = false): number {
    return ruleFactor(rank, this.ranking, isJudgedByModel);
  }
}
