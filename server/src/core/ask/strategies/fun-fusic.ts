/**
 * FUn-FuSIC: few-shot generation with the retrieved schema, followed by the repair loop. In addition to the published system, the
 * ranked forms of the question are shown to the model, which first chooses among them; and the ranks, the choice
 * and the proposals decide together. With published votes, the attempts of the loop decide.
 */
import { topicEntitiesOf } from '../../check/answer/topics';
import { parseQuery } from '../../language/sparql/parse';
import { infer } from '../../schema/inference/inference';
import type { Attempt } from '../../repair/attempt';
import { repair } from '../../repair/repair';
import type { RepairTrace } from '../../repair/repair-events';
import type { AskProgress, CandidateQuery } from '../ask-events';
import { RankedForms } from '../ranked-forms';
import { toOutcome, type Strategy, type StrategyInput, type StrategyOutcome } from '../strategy';
import { chooseForm, describeForms, type FormChoice, type ShownForm } from './fun-fusic/choose-form';
import {
  answerKey,
  combineEvidence,
  type CombinedEvidence,
  type Evidence,
  type Hypothesis,
  type RankedAnswer,
} from './fun-fusic/combine-evidence';
import { exemplarsWithContext } from './fun-fusic/exemplar-context';
import { uninformativeProbability } from './fun-fusic/judge-reliability';
import { toCandidate, toVotedOutcome } from './fun-fusic/voted-outcome';
import { retrieveContext } from './retrieve-context';
import { explainMissing } from '../explain-missing';
import { unsupportedReason } from '../unsupported-question';

export const funFusic: Strategy = {
  name: 'fun-fusic',
  needsModel: true,
  run: (input) => new FunFusic(input).run(),
};

/** Forms with an answer that the model may choose from. */
const MAX_SHOWN = 8;
/** The share of the ranker's doubt that goes to the other forms. */
const SHARE_OF_OTHERS = 0.6;
/** From this probability on, another round is not worth its cost. */
const SUFFICIENT_PROBABILITY = 0.9;
/** If its judgements are uninformative with a higher probability, a refusal of the model is not final. */
const MAX_UNINFORMATIVE_SHARE = 0.5;

class FunFusic {
  private ranked: RankedForms | undefined;
  private readonly forms: ShownForm[] = [];
  private answers: readonly RankedAnswer[] = [];
  /** Rated as if no model judged them. */
  private unjudged: readonly RankedAnswer[] = [];
  private choice: FormChoice['choice'];

  constructor(private readonly input: StrategyInput) {}

  async *run(): AskProgress<StrategyOutcome> {
    const { task, linking, ports, options, signal } = this.input;
    // Candidates cannot express such questions, so they would only mislead.
    const isSupported = unsupportedReason(task.question, linking) === undefined;
    if (options.candidates !== false && isSupported) {
      yield { type: 'progress', message: 'Reading the facts around the entities' };
      yield* this.runForms();
    }
    const lines = describeForms(this.forms, linking, ports, options);
    const { votes, comparison } = options.funFusic;
    const isPublished = votes === 'published';
    if (!isPublished) {
      const fault = yield* this.choose(lines);
      if (fault !== undefined) return toOutcome('failed', fault);
      const [first] = this.combine([]).hypotheses;
      const isConfirmed = first?.candidate !== undefined && first.candidate === this.chosenQuery();
      if (isConfirmed && first.probability >= SUFFICIENT_PROBABILITY) return this.toAnswer(first, []);
    }
    yield { type: 'progress', message: 'Retrieving relations and classes' };
    const retrieved = await retrieveContext(task, linking, ports, options, signal);
    const isWeighed = this.ranked !== undefined && !isPublished;
    const repairing = repair(
      {
        question: task.question,
        retrieved: { ...retrieved, forms: lines },
        exemplars: await exemplarsWithContext(this.input),
        ...(isWeighed && { isDecided: (attempts) => this.isDecided(attempts) }),
      },
      ports,
      { ...options, publishedVotes: isPublished, contextInComparison: comparison === 'context' },
      signal,
    );
    for (;;) {
      const next = await repairing.next();
      if (next.done) return isWeighed ? this.decide(next.value) : toVotedOutcome(next.value, votes);
      const event = next.value;
      yield { type: 'repair', event };
      if (event.type === 'attempted')
        yield { type: 'considered', considered: toCandidate(event.attempt, false) };
    }
  }

  /** Ranks the forms and runs the best ones. */
  private async *runForms(): AskProgress<void> {
    const { ports, options, signal } = this.input;
    try {
      this.ranked = await RankedForms.rank(this.input);
    } catch (error) {
      signal.throwIfAborted();
      ports.onDefect('rank', error);
      return;
    }
    yield this.ranked.toEvent();
    const seen = new Set<string>();
    for (const form of this.ranked.forms.slice(0, options.rngKbqa.executed)) {
      if (this.forms.length >= MAX_SHOWN) break;
      const candidateQuery = this.ranked.toQuery(form);
      if (seen.has(candidateQuery.query)) continue;
      seen.add(candidateQuery.query);
      const executed = await this.ranked.run(form, candidateQuery);
      if (!executed.chosen) continue;
      const { candidate, rank = 0 } = form;
      this.forms.push({
        query: { ...executed, chosen: false },
        rank,
        ...(candidate && { candidate }),
      });
      yield { type: 'considered', considered: { ...executed, chosen: false } };
    }
    this.answers = this.rateForms(this.ranked, true);
    this.unjudged = this.rateForms(this.ranked, false);
  }

  /** The best form has the confidence of the ranker; the others share the rest by their scores. */
  private rateForms(ranked: RankedForms, isJudgedByModel: boolean): readonly RankedAnswer[] {
    const [best, ...others] = this.forms;
    if (!best) return [];
    const confidence = ranked.baseConfidence(best.rank) * ranked.ruleFactor(best.rank, isJudgedByModel);
    const weights = others.map(
      ({ query: { score }, rank }) =>
        Math.exp(Math.min(0, score - best.query.score)) * ranked.ruleFactor(rank, isJudgedByModel),
    );
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const rest = (1 - confidence) * SHARE_OF_OTHERS * Math.min(1, all);
    return [
      { candidate: best.query, probability: confidence },
      ...others.map(({ query }, at) => ({
        candidate: query,
        probability: all ? (rest * (weights[at] ?? 0)) / all : 0,
      })),
    ];
  }

  /** Returns a message if the model cannot be used. */
  private async *choose(lines: readonly string[]): AskProgress<string | undefined> {
    const { model } = this.input.ports;
    if (!model || !this.forms.length) return undefined;
    yield { type: 'progress', message: 'Choosing among the candidates' };
    const { choice, thought, fault } = await chooseForm(
      this.input.task.question,
      this.forms,
      lines,
      model,
      this.input.signal,
    );
    this.choice = choice;
    if (thought !== undefined) yield { type: 'thought', purpose: 'choose-form', text: thought };
    return fault;
  }

  private chosenQuery(): CandidateQuery | undefined {
    return typeof this.choice === 'object' ? this.choice.query : undefined;
  }

  private combine(
    attempts: readonly Attempt[],
    denied = false,
    ranked: readonly RankedAnswer[] = this.answers,
  ): CombinedEvidence {
    const choice: Evidence['choice'] = this.choice === 'none' ? 'none' : this.chosenQuery();
    return combineEvidence({ ...this.evidence(ranked, attempts), choice, denied });
  }

  /** The confidence in an answer, which takes into account that the judgements of the model may be uninformative. */
  private confidenceIn(best: Hypothesis, attempts: readonly Attempt[], denied = false): number {
    const judged = this.combine(attempts, denied, this.unjudged);
    const unjudged = combineEvidence({ ...this.evidence(this.unjudged, attempts), ignoresVerdicts: true });
    const share = this.uninformativeShare(attempts);
    const confidenceOf = ({ hypotheses }: CombinedEvidence): number =>
      hypotheses.find(({ answers }) => answerKey(answers) === answerKey(best.answers))?.confidence ?? 0;
    const confidence = (1 - share) * confidenceOf(judged) + share * confidenceOf(unjudged);
    // The doubt about its judgements makes an answer uncertain. It withholds only one for which nothing but the first line was chosen.
    const isOnlyFirst = !attempts.length && best.candidate === this.forms[0]?.query;
    const min = isOnlyFirst ? 0 : this.input.options.threshold;
    return Math.max(confidence, Math.min(best.confidence, min));
  }

  private evidence(ranked: readonly RankedAnswer[], attempts: readonly Attempt[]): Evidence {
    return {
      ranked,
      attempts,
      rate: (attempt) => this.rate(attempt, ranked),
      isUnrelated: (attempt) => this.isUnrelated(attempt),
    };
  }

  /** The probability that the judgements of the model are uninformative. */
  private uninformativeShare(attempts: readonly Attempt[]): number {
    const { choice } = this;
    const line = choice === 'none' ? 0 : choice && this.forms.indexOf(choice) + 1;
    return uninformativeProbability(
      line === undefined ? undefined : { line, lines: this.unjudged },
      attempts,
    );
  }

  /** Whether the ranker and the model agree, so that another round would not change the decision. */
  private isDecided(attempts: readonly Attempt[]): boolean {
    const [best] = this.combine(attempts).hypotheses;
    if (!best || best.probability < SUFFICIENT_PROBABILITY) return false;
    return best.attempt !== undefined || (best.candidate && best.candidate === this.chosenQuery()) === true;
  }

  /** The probability of a proposed query, in relation to the best form. */
  private rate({ query }: Attempt, ranked: readonly RankedAnswer[]): number | undefined {
    const [best] = this.forms;
    const [rated] = ranked;
    const score = this.ranked?.scoreOf(query);
    if (!best || !rated || score === undefined) return undefined;
    return rated.probability * Math.exp(Math.min(0, score - best.query.score));
  }

  /** Whether a query names entities, but none of those that are linked in the question. */
  private isUnrelated({ query }: Attempt): boolean {
    const { linking, ports, options } = this.input;
    if (!linking.entities.length) return false;
    const { scopes } = infer(parseQuery(query, options.dialect), ports.schema);
    const topics = topicEntitiesOf(scopes, ports.schema);
    return topics.size > 0 && !linking.entities.some(({ iri }) => topics.has(iri));
  }

  private decide(trace: RepairTrace): StrategyOutcome {
    const { attempts, result } = trace;
    const isUnreachable = attempts.at(-1)?.execution?.status === 'unreachable';
    if (isUnreachable || (result.kind === 'failed' && !attempts.length))
      return toOutcome('failed', result.explanation, { repair: trace });
    const denied = result.kind === 'unanswerable';
    const { hypotheses, noAnswer: none } = this.combine(attempts, denied);
    const [best] = hypotheses;
    if (best && best.probability > Math.max(none, this.input.options.threshold))
      return { ...this.toAnswer(best, attempts, denied), repair: trace };
    if (result.kind === 'failed') return toOutcome('failed', result.explanation, { repair: trace });
    const { level, explanation, missing, nearest } = result;
    const considered = this.considered(best, attempts);
    const reasons =
      this.ranked && this.forms[0]
        ? explainMissing(
            this.input.task.question,
            this.input.linking,
            this.ranked.ranking,
            this.forms[0].query,
            this.input.ports,
          )
        : { because: [] };
    return {
      ...reasons,
      considered: considered.map((one) => ({ ...one, chosen: false })),
      verdict: result.kind === 'unanswerable' ? 'unanswerable' : 'nothing',
      ...(level && { level }),
      confidence: 1 - (best?.probability ?? 0),
      explanation,
      ...(missing && { missing }),
      ...(nearest && { nearest }),
      rounds: attempts.length,
      repair: trace,
      judged: true,
      inconclusive: this.forms.length > 0 && this.uninformativeShare(attempts) > MAX_UNINFORMATIVE_SHARE,
    };
  }

  private toAnswer(best: Hypothesis, attempts: readonly Attempt[], denied = false): StrategyOutcome {
    const { attempt, candidate } = best;
    const confidence = this.confidenceIn(best, attempts, denied);
    const because = [
      ...(candidate ? [`The ranker found it: ${candidate.path ?? candidate.query}.`] : []),
      ...(candidate && candidate === this.chosenQuery() ? ['The model chose it.'] : []),
      ...(attempt?.by === 'model' ? ['The model proposed a query with this answer.'] : []),
    ];
    return {
      considered: this.considered(best, attempts),
      verdict: 'answer',
      confidence,
      because,
      explanation: 'Decided from the ranked candidates and the replies of the model.',
      rounds: attempts.length,
      judged: true,
      weighed: true,
      inconclusive: confidence < this.input.options.threshold,
    };
  }

  /** The chosen query first, then the attempts, then the ranked forms. */
  private considered(best: Hypothesis | undefined, attempts: readonly Attempt[]): readonly CandidateQuery[] {
    const isConfirmed = best?.attempt?.agreement?.verdict === 'same';
    const chosenAttempt = best?.candidate && !isConfirmed ? undefined : best?.attempt;
    const chosen = chosenAttempt ? toCandidate(chosenAttempt, true) : best?.candidate;
    const others = [
      ...attempts
        .filter((attempt) => attempt !== chosenAttempt)
        .map((attempt) => toCandidate(attempt, false)),
      ...this.forms.map(({ query }) => query).filter((query) => query !== chosen),
    ];
    return [...(chosen ? [{ ...chosen, chosen: true }] : []), ...others];
  }
}
