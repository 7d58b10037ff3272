/**
 * RnG-KBQA: enumerates logical forms from the facts around the linked entities, ranks them with trained weights, and runs them in
 * order until one has an answer. A language model, if available, composes a form from the best ones, which is run first.
 */
import { printSExpr } from '../../logical-form/print-sexpr';
import type { AskProgress, CandidateQuery } from '../ask-events';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import type { Linking } from '../../question/linking/linking';
import { roundConfidence } from '../confidence';
import { RankedForms } from '../ranked-forms';
import { noAnswer, type Strategy, type StrategyOutcome } from '../strategy';
import { continues } from '../../candidates/rank/candidate-order';
import { composeForm } from './rng-kbqa/compose-form';
import { mentionsLinkedEntity, explainMissing } from './rng-kbqa/explain-missing';
import { type RankedForm, withConfidence } from './rng-kbqa/forms';
import { notUnderstoodReason } from '../not-understood';
import { comparisonOfTwo } from './rng-kbqa/compare-two';
import { rewriteQuestion, type Rewrite } from './rng-kbqa/rewrite';
import { notUnderstood, SpecialQuestions } from './rng-kbqa/special-questions';
import { unsupportedOperation } from './rng-kbqa/unsupported-question';
import { isYesNoQuestion } from './rng-kbqa/yes-no';

export const rngKbqa: Strategy = {
  name: 'rng-kbqa',
  needsModel: false,
  run: (task, linking, ports, options, signal) => new Search(task, linking, ports, options, signal).run(),
};

/** A form whose score is lower by more than this is not preferred for the class of its answers. */
const MAX_DISTANCE_OF_TYPED = 3;

/** From this confidence on, an answer is not replaced by a description. */
const SURE = 0.5;

function isContinuation({ candidate: next }: RankedForm, { candidate: first }: RankedForm): boolean {
  return next !== undefined && first !== undefined && continues(next, first);
}

const UNSUPPORTED_ORDINAL =
  'The question asks for a rank, but no measure was found for it. Ask for the first, or choose a model with funfusic.model.';

function completeForms(forms: readonly RankedForm[], { complete, note }: Rewrite): readonly RankedForm[] {
  return forms.flatMap((form) => {
    const expr = form.candidate && complete(form.candidate);
    return expr ? [{ ...form, expr, path: `${form.path}, ${note}` }] : [];
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

  constructor(
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {}

  async *run(): AskProgress<StrategyOutcome> {
    const { task, linking, ports, options, signal } = this;
    const special = new SpecialQuestions(task, linking, ports, options, signal);
    const comparison = ports.model ? undefined : comparisonOfTwo(task.question, linking, ports);
    if (comparison?.measures.length) return yield* special.compareTwo(comparison);
    const rewrite = ports.model ? undefined : rewriteQuestion(task.question, linking, ports.schema);
    const asked = { ...task, question: rewrite?.question ?? task.question };
    const named = rewrite?.linking ?? linking;
    const refusal = ports.model
      ? undefined
      : (notUnderstoodReason(task.question, linking, ports) ?? unsupportedOperation(asked.question, named));
    if (refusal !== undefined) return notUnderstood(refusal);
    yield { type: 'progress', message: 'Reading the facts around the entities' };
    const ranked = await RankedForms.rank(asked, named, ports, options, signal);
    const { ranking } = ranked;
    const forms = rewrite ? completeForms(ranked.forms, rewrite) : ranked.forms;
    if (rewrite && !forms.length)
      return notUnderstood(unsupportedOperation(task.question, linking) ?? UNSUPPORTED_ORDINAL);
    yield {
      type: 'candidates',
      count: ranking.ranked.length,
      best: forms.slice(0, options.rngKbqa.keep).map(({ path }) => path),
    };
    if (!ports.model && isYesNoQuestion(task.question)) return yield* special.confirm(ranking);
    const composed = yield* this.compose(forms);
    const considered = yield* this.execute([...composed, ...forms], ranked);
    const outcome = await this.decide(considered, ranked, composed.length > 0);
    const isSure = outcome.verdict === 'answer' && outcome.confidence >= SURE;
    return (ports.model || isSure ? undefined : yield* special.define()) ?? outcome;
  }

  /** Returns no form if the model fails. */
  private async *compose(forms: readonly RankedForm[]): AskProgress<readonly RankedForm[]> {
    const { model } = this.ports;
    if (!model || !forms.length) return [];
    const shown = forms.slice(0, this.options.rngKbqa.shown);
    const { thought, form, trouble } = await composeForm(
      this.task.question,
      shown,
      this.linking,
      model,
      this.ports.schema,
      this.signal,
    );
    if (trouble !== undefined) yield { type: 'trouble', message: trouble };
    if (thought !== undefined) yield { type: 'thought', purpose: 'compose-form', text: thought };
    if (!form) return [];
    const score = (forms[0]?.score ?? 0) + 1;
    return [
      { expr: form, path: printSExpr(form), score, because: ['The model composed it from the candidates.'] },
    ];
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
      if (isFinal || isOther || this.executed >= this.options.rngKbqa.executed) {
        if (considered.length >= this.options.rngKbqa.keep) break;
        considered.push(candidate);
        continue;
      }
      this.executed++;
      const executed = await ranked.run(form, candidate);
      considered.push({ ...executed, chosen: false });
      yield { type: 'considered', considered: executed };
      if (!executed.chosen) continue;
      const isOfNamedClass = await ranked.isOfNamedClass(form, executed.answers ?? []);
      if (isOfNamedClass !== false) isFinal = true;
      if (!chosen || isOfNamedClass === true) chosen = { form, query };
    }
    this.chosenRank = chosen?.form.rank;
    const first = considered.find(({ query }) => query === chosen?.query);
    return first
      ? [{ ...first, chosen: true }, ...considered.filter((candidate) => candidate !== first)]
      : considered;
  }

  private async decide(
    considered: readonly CandidateQuery[],
    ranked: RankedForms,
    isComposed: boolean,
  ): Promise<StrategyOutcome> {
    const { ports, options, task, linking, executed: rounds } = this;
    const { ranking } = ranked;
    const chosen = considered.find((candidate) => candidate.chosen);
    if (!chosen) return noAnswer('nothing', 'No candidate query has an answer.', { considered, rounds });
    const baseConfidence = ranked.baseConfidence(this.chosenRank ?? 0);
    const factorOf = ({ query }: CandidateQuery): number => ranked.ruleFactor(this.rankOfQuery.get(query));
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
    await ports.retriever.prepare(this.signal, 'relations');
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
