/**
 * RnG-KBQA: enumerates logical forms from the facts around the linked entities, ranks them with trained weights, and runs them in
 * order until one has an answer. A language model, if available, composes several forms from the best ones, which are run first.
 */
import { printSExpr } from '../../logical-form/print-sexpr';
import { canonicalGraph } from '../../logical-form/same-graph';
import type { SExpr } from '../../logical-form/sexpr';
import type { Linking } from '../../question/linking/linking';
import type { KbSchema } from '../../schema/schema';
import type { AskProgress, CandidateQuery } from '../ask-events';
import { asksForPresent, asOfNow, isOfThePast, startDates } from '../as-of-now';
import { MAX_IF_DOUBTFUL, roundConfidence } from '../confidence';
import { RankedForms } from '../ranked-forms';
import { checkBeforeRun, isExclusion } from '../static-check';
import { toOutcome, type Strategy, type StrategyInput, type StrategyOutcome } from '../strategy';
import { CONTAINED_BY, CONTAINS } from '../../candidates/enumerate/containment';
import { continues } from '../../candidates/rank/candidate-order';
import { composeForms } from './rng-kbqa/compose-forms';
import { mentionsLinkedEntity, explainMissing } from '../explain-missing';
import type { RankedForm } from '../ranked-forms/forms';
import { unsupportedOperation } from '../unsupported-question';
import { notUnderstoodReason, unknownNames } from '../not-understood';
import { awardQuestion } from './rng-kbqa/award-question';
import { comparisonOfTwo } from './rng-kbqa/compare-two';
import { doubtAbout, type Doubt } from './rng-kbqa/doubt';
import { rephraseQuestion } from './rng-kbqa/rephrase';
import { roleQuestion } from './rng-kbqa/role-question';
import { rewriteQuestion, type Rewrite } from './rng-kbqa/rewrite';
import { notUnderstood, SpecialQuestions } from './rng-kbqa/special-questions';
import { isYesNoQuestion } from '../yes-no';

export const rngKbqa: Strategy = {
  name: 'rng-kbqa',
  needsModel: false,
  run: (input) => new Search(input).run(),
};

/** A form whose score is lower by more than this is not preferred for the class of its answers. */
const MAX_DISTANCE_OF_TYPED = 3;

/** From this confidence on, an answer is not replaced by a description. */
const SUFFICIENT_CONFIDENCE = 0.5;

/** With less confidence in the value, the answer is not “yes”: a profession is no pet. */
const MIN_CONFIDENCE_IN_YES = 0.2;

/** A place is not continued to what it contains: the place of birth is the city, not each of its districts. */
function isContinuation({ candidate: next }: RankedForm, { candidate: first }: RankedForm): boolean {
  if (!next || !first || !continues(next, first)) return false;
  const added = next.hops[first.hops.length];
  return !added || !(added.reverse ? CONTAINED_BY : CONTAINS).test(added.relation);
}

const UNSUPPORTED_ORDINAL =
  'The question asks for a rank, but no measure was found for it. Ask for the first, or choose a model with funfusic.model.';

function completeForms(
  { forms, ranking }: Pick<RankedForms, 'forms' | 'ranking'>,
  { complete, note }: Rewrite,
): readonly RankedForm[] {
  return forms.flatMap((form) => {
    const expr = form.candidate && complete(form.candidate, ranking);
    return expr ? [{ ...form, expr, path: `${form.path}, ${note}` }] : [];
  });
}

/** In a question in the present tense, facts that have ended do not count. */
function presentForms(
  forms: readonly RankedForm[],
  { question }: RankedForms['ranking'],
  schema: KbSchema,
): readonly RankedForm[] {
  if (!asksForPresent(question)) return forms;
  return forms.map((form) => {
    const present = form.candidate && asOfNow(form.candidate, schema);
    if (!present || present === form.candidate || form.expr !== form.candidate.expr) return form;
    const path = `${form.path} → now`;
    const dates = isOfThePast(form.candidate) ? undefined : startDates(present);
    return { ...form, expr: present.expr, path, atAnyTime: form, startDates: dates };
  });
}

interface ExecutedForm {
  readonly form: RankedForm;
  readonly query: string;
}

class Search {
  private executed = 0;
  /** The rank of the logical form with the answer, if it was ranked. */
  private chosenRank: number | undefined;
  private readonly rankOfQuery = new Map<string, number>();
  /** The likeliest candidate, if all its facts have ended. */
  private ended: CandidateQuery | undefined;
  private doubt: Doubt | undefined;

  constructor(private readonly input: StrategyInput) {}

  async *run(): AskProgress<StrategyOutcome> {
    const { task, linking, ports } = this.input;
    const special = new SpecialQuestions(this.input);
    const comparison = ports.model ? undefined : comparisonOfTwo(task.question, linking, ports);
    if (comparison?.measures.length) return yield* special.compareTwo(comparison);
    const award = ports.model ? undefined : awardQuestion(task.question, linking, ports.schema);
    if (award) return yield* special.confirmAward(award);
    const rephrased = ports.model ? undefined : rephraseQuestion(task.question, linking);
    if (rephrased) {
      const { question, linking: shifted, isYesNo } = rephrased;
      const { options } = this.input;
      const threshold = isYesNo ? Math.max(MIN_CONFIDENCE_IN_YES, options.threshold) : options.threshold;
      const other = new Search({
        ...this.input,
        linking: shifted,
        task: { ...task, question },
        options: { ...options, threshold },
      });
      const outcome = yield* other.run();
      return isYesNo ? yield* special.confirmExistence(outcome) : outcome;
    }
    const role = ports.model ? undefined : roleQuestion(task.question, linking, ports.schema);
    if (role) {
      const { question, linking: ofRole } = role;
      const other = new Search({ ...this.input, linking: ofRole, task: { ...task, question } });
      const outcome = yield* special.confirmRole(yield* other.run(), role);
      if (outcome) return outcome;
    }
    const rewrite = ports.model ? undefined : rewriteQuestion(task.question, linking, ports.schema);
    const rewritten = {
      task: { ...task, question: rewrite?.question ?? task.question },
      linking: rewrite?.linking ?? linking,
    };
    const refusal = ports.model
      ? undefined
      : (notUnderstoodReason(task.question, linking, ports) ??
        this.refuseOperation(rewritten.task.question, rewritten.linking));
    if (refusal !== undefined) return notUnderstood(refusal);
    yield { type: 'progress', message: 'Reading the facts around the entities' };
    const ranked = await RankedForms.rank({ ...this.input, ...rewritten });
    const { ranking } = ranked;
    const completed = rewrite ? completeForms(ranked, rewrite) : ranked.forms;
    const forms = ports.model ? completed : presentForms(completed, ranking, ports.schema);
    if (rewrite && !forms.length)
      return notUnderstood(this.refuseOperation(task.question, linking) ?? UNSUPPORTED_ORDINAL);
    yield ranked.toEvent(forms);
    if (!ports.model && isYesNoQuestion(task.question)) return yield* special.confirm(ranking);
    const composed = yield* this.compose(ranked);
    const considered = yield* this.execute([...composed, ...forms], ranked);
    if (this.ended) return yield* special.onlyEnded(this.ended, considered);
    const outcome = await this.decide(considered, ranked, composed.length > 0);
    const isSufficient = outcome.verdict === 'answer' && outcome.confidence >= SUFFICIENT_CONFIDENCE;
    if (ports.model || isSufficient) return outcome;
    return (yield* special.define()) ?? (yield* special.superlativeWithin()) ?? outcome;
  }

  /** A name that is not in the KB is the reason rather than what is asked about it, as in "but not Clooney". */
  private refuseOperation(question: string, linking: Linking): string | undefined {
    const unsupported = unsupportedOperation(question, linking);
    return unsupported && (unknownNames(question, linking, this.input.ports)?.explanation ?? unsupported);
  }

  /** Returns the forms of the model that pass the checks, in its order; none if the model fails. */
  private async *compose(ranked: RankedForms): AskProgress<readonly RankedForm[]> {
    const { task, linking, ports, options, signal } = this.input;
    const { model, schema } = ports;
    const { forms } = ranked;
    if (!model || !forms.length) return [];
    const { shown, composed } = options.rngKbqa;
    const reply = await composeForms(
      task.question,
      forms.slice(0, shown),
      linking,
      model,
      schema,
      composed,
      signal,
    );
    if (reply.trouble !== undefined) yield { type: 'trouble', message: reply.trouble };
    if (reply.thought !== undefined) yield { type: 'thought', purpose: 'compose-form', text: reply.thought };
    return reply.forms
      .map((expr) => toComposedForm(expr, forms, schema))
      .filter((form) => !checkBeforeRun(ranked.toQuery(form).query, this.input).some(isExclusion));
  }

  /**
   * Runs the forms in order until one has an answer, and returns that one first. If the question names a class and the answers are
   * not of it, a continuation with nearly the same score whose answers are is preferred: in which country, not in which city.
   */
  private async *execute(
    forms: readonly RankedForm[],
    ranked: RankedForms,
  ): AskProgress<readonly CandidateQuery[]> {
    const considered: CandidateQuery[] = [];
    const seen = new Set<string>();
    let chosen: ExecutedForm | undefined;
    let isFinal = false;
    for (const form of forms) {
      const candidate = ranked.toQuery(form);
      const { query } = candidate;
      if (seen.has(query)) continue;
      seen.add(query);
      if (form.rank !== undefined) this.rankOfQuery.set(query, form.rank);
      if (chosen && form.score < chosen.form.score - MAX_DISTANCE_OF_TYPED) isFinal = true;
      const isOther = chosen !== undefined && !isContinuation(form, chosen.form);
      if (isFinal || isOther || this.executed >= this.input.options.rngKbqa.executed) {
        if (considered.length >= this.input.options.rngKbqa.keep) break;
        considered.push(candidate);
        continue;
      }
      this.executed++;
      const present = await ranked.run(form, candidate);
      const past = present.chosen || chosen ? undefined : await this.runAtAnyTime(form, ranked);
      if (past && !isOfThePast(form.candidate)) {
        this.ended = past;
        return [present, ...considered];
      }
      const executed = past ?? present;
      considered.push({ ...executed, chosen: false });
      yield { type: 'considered', considered: executed };
      if (!executed.chosen) continue;
      const isOfNamedClass = await ranked.isOfNamedClass(form, executed.answers ?? []);
      if (isOfNamedClass !== false) isFinal = true;
      if (!chosen || isOfNamedClass === true) chosen = { form, query: executed.query };
    }
    this.chosenRank = chosen?.form.rank;
    const first = considered.find(({ query }) => query === chosen?.query);
    if (!chosen || !first) return considered;
    this.doubt = await doubtAbout(chosen.form, ranked, this.input);
    const because = this.doubt ? [...first.because, this.doubt.note] : first.because;
    return [{ ...first, because, chosen: true }, ...considered.filter((candidate) => candidate !== first)];
  }

  /** The facts that have ended, if a form is restricted to the present; undefined if there are none. */
  private async runAtAnyTime(
    { atAnyTime, rank }: RankedForm,
    ranked: RankedForms,
  ): Promise<CandidateQuery | undefined> {
    if (!atAnyTime) return undefined;
    const past = await ranked.run(atAnyTime, ranked.toQuery(atAnyTime));
    if (rank !== undefined) this.rankOfQuery.set(past.query, rank);
    return past.chosen ? past : undefined;
  }

  private async decide(
    considered: readonly CandidateQuery[],
    ranked: RankedForms,
    isComposed: boolean,
  ): Promise<StrategyOutcome> {
    const { ports, options, task, linking } = this.input;
    const { executed: rounds } = this;
    const { ranking } = ranked;
    const chosen = considered.find((candidate) => candidate.chosen);
    if (!chosen) return toOutcome('nothing', 'No candidate query has an answer.', { considered, rounds });
    const baseConfidence = ranked.baseConfidence(this.chosenRank ?? 0);
    const factorOf = ({ query }: CandidateQuery): number => {
      const rank = this.rankOfQuery.get(query);
      const factor = ranked.ruleFactor(rank);
      // The films that somebody turned down are not those that he played in.
      if (ranked.omitsVerb(rank)) return Math.min(factor, MAX_IF_DOUBTFUL / baseConfidence);
      return this.doubt && query === chosen.query
        ? Math.min(factor, this.doubt.maxConfidence / baseConfidence)
        : factor;
    };
    const confidence = roundConfidence(baseConfidence * factorOf(chosen));
    const rated = isComposed ? considered : withConfidence(considered, chosen, baseConfidence, factorOf);
    // The model has judged the logical form that it composed.
    if (confidence >= options.threshold || isComposed)
      return {
        considered: rated,
        confidence,
        rounds,
        verdict: 'answer',
        because: chosen.because,
        explanation:
          ranking.ranked.length === 1
            ? 'The only candidate query.'
            : `Best of ${ranking.ranked.length} candidate queries, ranked by how well they match the question.`,
      };
    await ports.retriever.prepare(this.input.signal, 'relations');
    const nearest = mentionsLinkedEntity(chosen, linking) ? chosen : undefined;
    return {
      considered: nearest ? rated : considered.map((candidate) => ({ ...candidate, chosen: false })),
      verdict: 'unanswerable',
      confidence: 1 - confidence,
      rounds,
      ...explainMissing(task.question, linking, ranking, nearest, ports),
    };
  }
}

/** A form that was ranked keeps its rank. Its candidate is dropped, so that the choice of the model is final. */
function toComposedForm(expr: SExpr, ranked: readonly RankedForm[], schema: KbSchema): RankedForm {
  const graph = canonicalGraph(expr, schema);
  const same = ranked.find((form) => canonicalGraph(form.expr, schema) === graph);
  if (same) {
    const { candidate: _, ...form } = same;
    return { ...form, because: ['The model chose it among the candidates.', ...form.because] };
  }
  const score = (ranked[0]?.score ?? 0) + 1;
  return { expr, path: printSExpr(expr), score, because: ['The model composed it from the candidates.'] };
}

/** Derives the confidence of each candidate from that of the chosen one, by its score and its own factor. */
function withConfidence(
  considered: readonly CandidateQuery[],
  chosen: CandidateQuery,
  confidence: number,
  factorOf: (candidate: CandidateQuery) => number,
): readonly CandidateQuery[] {
  return considered.map((candidate) => ({
    ...candidate,
    confidence: confidence * factorOf(candidate) * Math.min(1, Math.exp(candidate.score - chosen.score)),
  }));
}
