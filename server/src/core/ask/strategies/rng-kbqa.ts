/**
 * RnG-KBQA: enumerates logical forms from the facts around the linked entities, ranks them with trained weights, and runs them in
 * order until one has an answer. A language model, if available, composes a form from the best ones, which is run first.
 */
import { answersOf } from '../../repair/answers-of';
import { incompleteKbHint } from '../../repair/unanswerable';
import { parseQuery } from '../../language/sparql/parse';
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
import { notUnderstoodReason, whatWasNotUnderstood } from '../not-understood';
import { nameAnswers } from '../name-answers';
import { definedEntity, definitionForms } from './rng-kbqa/definition';
import { toSparql } from '../../logical-form/to-sparql';
import { asOf } from '../../candidates/rank/linked-question';
import { claimsOf, isYesNoQuestion } from './rng-kbqa/yes-no';
import { UNSUPPORTED_YES_NO, unsupportedOperation } from './rng-kbqa/unsupported-question';

export const rngKbqa: Strategy = {
  name: 'rng-kbqa',
  needsModel: false,
  run: (task, linking, ports, options, signal) => new Search(task, linking, ports, options, signal).run(),
};

/** A form whose score is lower by more than this is not preferred for the class of its answers. */
const MAX_DISTANCE_OF_TYPED = 3;

/** The confidence that a question that is not understood cannot be answered (heuristic). */
const NOT_UNDERSTOOD_CONFIDENCE = 0.9;

/** The confidence in yes, and in no on an incomplete KB (heuristic). */
const CONFIDENCE_IN_YES = 0.85;
const CONFIDENCE_IN_NO = 0.45;
/** The confidence in a description (heuristic). */
const CONFIDENCE_IN_DEFINITION = 0.8;
/** From this confidence on, an answer is not replaced by a description. */
const SURE = 0.5;
/** Limits the facts that are shown instead of a denied one. */
const MAX_INSTEAD = 5;

function isContinuation({ candidate: next }: RankedForm, { candidate: first }: RankedForm): boolean {
  return next !== undefined && first !== undefined && continues(next, first);
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
    const refusal = ports.model
      ? undefined
      : (notUnderstoodReason(task.question, linking, ports) ?? unsupportedOperation(task.question, linking));
    if (refusal !== undefined)
      return {
        ...noAnswer('nothing', refusal),
        verdict: 'unanswerable',
        refusal: 'not-understood',
        confidence: NOT_UNDERSTOOD_CONFIDENCE,
      };
    yield { type: 'progress', message: 'Reading the facts around the entities' };
    const ranked = await RankedForms.rank(task, linking, ports, options, signal);
    const { ranking, forms } = ranked;
    yield {
      type: 'candidates',
      count: ranking.ranked.length,
      best: forms.slice(0, options.rngKbqa.keep).map(({ path }) => path),
    };
    if (!ports.model && isYesNoQuestion(task.question)) return yield* this.confirm(ranked);
    const composed = yield* this.compose(forms);
    const considered = yield* this.execute([...composed, ...forms], ranked);
    const outcome = await this.decide(considered, ranked, composed.length > 0);
    const isSure = outcome.verdict === 'answer' && outcome.confidence >= SURE;
    return (ports.model || isSure ? undefined : yield* this.define()) ?? outcome;
  }

  /** Answers "who is …" with the description of an entity, or with its classes. */
  private async *define(): AskProgress<StrategyOutcome | undefined> {
    const { task, linking, ports } = this;
    const entity = definedEntity(task.question, linking);
    if (!entity) return undefined;
    // A word in lower case is the name of many things.
    const isCapitalized = /[\p{Lu}\p{N}]/u.test(task.question.charAt(entity.mention?.start ?? 0));
    for (const { expr, path } of definitionForms(entity, ports.schema)) {
      const query = toSparql(expr, ports.schema, asOf(ports));
      const executed = await this.ask({
        query,
        sexpr: printSExpr(expr),
        path,
        score: 0,
        because: [],
        findings: [],
        chosen: false,
      });
      yield { type: 'considered', considered: executed };
      if (executed.answers?.length)
        return {
          ...noAnswer('nothing', `What the KB ${ports.kb.kb.name} says about ${entity.name}.`, {
            rounds: this.executed,
          }),
          considered: [{ ...executed, chosen: true }],
          verdict: 'answer',
          confidence: isCapitalized ? CONFIDENCE_IN_DEFINITION : CONFIDENCE_IN_NO,
        };
    }
    return undefined;
  }

  private async ask(candidate: CandidateQuery): Promise<CandidateQuery> {
    const { ports, options, signal } = this;
    const execution = await ports.kb.kb.execute(candidate.query, options.limits, signal);
    const answers = answersOf(parseQuery(candidate.query, options.dialect), execution) ?? [];
    this.executed++;
    return { ...candidate, execution, answers };
  }

  /** Answers yes if the KB confirms a claim of the question, and no if it has other facts instead. */
  private async *confirm({ ranking }: RankedForms): AskProgress<StrategyOutcome> {
    const { task, linking, ports } = this;
    const claims = claimsOf(task.question, linking, ranking, ports);
    const considered: CandidateQuery[] = [];
    const answer = (chosen: CandidateQuery, confidence: number, explanation: string): StrategyOutcome => ({
      ...noAnswer('nothing', explanation, { rounds: this.executed }),
      considered: [{ ...chosen, chosen: true }, ...considered.filter(({ query }) => query !== chosen.query)],
      verdict: 'answer',
      confidence,
    });
    for (const { query } of claims) {
      const executed = await this.ask(query);
      considered.push(executed);
      yield { type: 'considered', considered: executed };
      if (executed.answers?.join() === 'true')
        return answer(
          executed,
          CONFIDENCE_IN_YES,
          `The KB ${ports.kb.kb.name} has the fact: ${query.path ?? ''}.`,
        );
    }
    for (const [at, { instead }] of claims.entries()) {
      const known = 'query' in instead ? await this.namesOf(instead.query) : instead.names;
      const denied = considered[at];
      if (!known.length || !denied) continue;
      return answer(
        denied,
        ports.kb.kb.complete ? CONFIDENCE_IN_YES : CONFIDENCE_IN_NO,
        `The KB ${ports.kb.kb.name} does not have this fact. It has: ${instead.path}: ${known.slice(0, MAX_INSTEAD).join(', ')}${known.length > MAX_INSTEAD ? ', …' : ''}.${incompleteKbHint(ports.kb.kb)}`,
      );
    }
    const reason = whatWasNotUnderstood(task.question, linking, ports)?.explanation ?? UNSUPPORTED_YES_NO;
    const refused = noAnswer('nothing', reason, { considered, rounds: this.executed });
    return {
      ...refused,
      verdict: 'unanswerable',
      confidence: NOT_UNDERSTOOD_CONFIDENCE,
      ...(claims.length
        ? {
            level: 'data',
            explanation: `The KB ${ports.kb.kb.name} has no facts about this: ${claims[0]?.instead.path ?? ''}.`,
          }
        : { refusal: 'not-understood' }),
    };
  }

  private async namesOf(query: string): Promise<readonly string[]> {
    const { ports, options, signal } = this;
    const execution = await ports.kb.kb.execute(query, options.limits, signal);
    if (execution.status !== 'answered') return [];
    const { directory } = ports.kb;
    const model = parseQuery(query, options.dialect);
    return (await nameAnswers(model, execution.answer, ports.schema, directory, signal)).map(
      ({ name }) => name,
    );
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
