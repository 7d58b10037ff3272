/**
 * Answers a question: links its entities, lets a strategy find candidate queries, checks them, and falls back to another
 * strategy if there is no answer. Yields events and returns the trace.
 */
import type { Attempt } from '../repair/attempt';
import { RepairSession } from '../repair/repair-session';
import { adviseUser, conclude } from './conclude';
import type { AskProgress, AskTrace, CandidateQuery } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { evidenceFor, findUsedEntities } from './evidence';
import { questionProblem } from '../language/text/question-problem';
import { AskContext } from './ask-context';
import { correctSpelling } from './correct-spelling';
import { checkCandidates } from './check-candidates';
import { nextStrategy, STRATEGIES_BY_NAME, selectStrategy } from './strategies';
import { withShortNames } from './short-names';
import { withUsualWords } from './usual-words';
import { toOutcome, type Strategy, type StrategyName, type StrategyOutcome } from './strategy';

/** Rejects only when `signal` is aborted. */
export function ask(
  task: AskTask,
  ports: AskPorts,
  options: AskOptions,
  signal: AbortSignal,
): AskProgress<AskTrace> {
  return new AskRun(new AskContext(task, ports, options, signal)).run();
}

/** The outcome of a strategy, and its best attempt that passed the checks. */
export interface CheckedOutcome {
  readonly outcome: StrategyOutcome;
  readonly attempt?: Attempt;
}

class AskRun {
  private readonly tried: StrategyName[] = [];
  private readonly thoughts: { readonly purpose: string; readonly text: string }[] = [];
  private rounds = 0;
  private fallBackReason: string | undefined;

  constructor(private readonly context: AskContext) {}

  async *run(): AskProgress<AskTrace> {
    const { context } = this;
    const { ports, kb } = context;
    const [startDate, startMs] = [ports.date(), ports.now()];
    const first = selectStrategy(context.options.strategy, !context.withoutModel);
    try {
      yield { type: 'began', question: context.task.question, strategy: first };
      const checked = yield* this.findAnswer(first);
      kb.releaseReserved();
      // The bundled files are loaded on first use, so their problems are known only now.
      if (ports.retriever.problem !== undefined) yield* context.reportTrouble(ports.retriever.problem);
      const result = yield* conclude(context, checked);
      const evidence = await evidenceFor(context, result);
      yield { type: 'decided', result };
      const last = this.tried.at(-1) ?? first;
      return {
        question: context.task.question,
        strategy: last,
        ...(last !== first && { fellBackFrom: first }),
        ...(this.fallBackReason !== undefined && { fellBackWhy: this.fallBackReason }),
        kb: kb.name,
        ...(ports.model && { model: ports.model.model.name }),
        began: startDate,
        milliseconds: ports.now() - startMs,
        linking: context.linking,
        used: findUsedEntities(context, result.query),
        considered: checked.outcome.considered,
        thoughts: this.thoughts,
        ...(checked.outcome.repair && { repair: checked.outcome.repair }),
        ...(evidence && { evidence }),
        troubles: context.troubles,
        advice: adviseUser(context, result),
        result,
        rounds: this.rounds,
        queries: kb.queryCount,
        usage: context.usage(),
        ...(context.capped && { capped: context.capped }),
      };
    } finally {
      context.end();
    }
  }

  private async *findAnswer(first: StrategyName): AskProgress<CheckedOutcome> {
    const { context } = this;
    const problem = questionProblem(context.task.question);
    if (problem !== undefined) return { outcome: toOutcome('failed', problem) };
    yield* this.link();
    for (let name = first; ;) {
      const checked = yield* this.tryStrategy(name);
      const { verdict, inconclusive = false } = checked.outcome;
      const cannotContinue = context.kb.fault !== undefined || context.reachedLimit !== undefined;
      const isDecided = checked.attempt !== undefined || verdict === 'unanswerable';
      if ((isDecided && !inconclusive) || cannotContinue) return checked;
      const hasModel = !context.withoutModel && verdict !== 'failed' && !inconclusive;
      const next = context.options.fallBack ? nextStrategy(this.tried, hasModel) : undefined;
      if (next || verdict === 'failed') context.withoutModel = !hasModel;
      if (!next) return checked;
      const why = explainFallBack(name, checked.outcome);
      this.fallBackReason ??= why;
      if (verdict === 'failed') context.addTrouble(why);
      yield { type: 'fell-back', from: name, to: next, why };
      name = next;
    }
  }

  private async *link(): AskProgress<void> {
    const { context } = this;
    await this.linkQuestion();
    // A model understands other wordings and misspelled words.
    for (const replaceWords of context.withoutModel ? [withUsualWords, correctSpelling] : []) {
      const replaced = replaceWords(context.task.question, context.linking, context.ports.retriever);
      if (!replaced) continue;
      context.task = { ...context.task, question: replaced.question };
      context.corrections = [...context.corrections, ...replaced.corrections];
      await this.linkQuestion();
    }
    yield { type: 'linked', linking: context.linking };
    for (const message of context.linking.troubles) yield* context.reportTrouble(message);
  }

  private async linkQuestion(): Promise<void> {
    const { context } = this;
    const { question, entities } = context.task;
    try {
      const linking = await context.ports.linker.link(question, entities, context.signal, {
        ...context.optionalKb,
        count: (queries) => context.kb.addQueries(queries),
      });
      context.linking = context.withoutModel ? withShortNames(question, linking) : linking;
    } catch (error) {
      context.handleError('link', error);
      context.linking = { ...context.linking, troubles: ['The names in the question could not be linked.'] };
    }
  }

  private async *tryStrategy(name: StrategyName): AskProgress<CheckedOutcome> {
    this.tried.push(name);
    const strategy = STRATEGIES_BY_NAME[name];
    if (strategy.needsModel && this.context.withoutModel)
      return {
        outcome: toOutcome(
          'failed',
          `${name} needs a model. Choose one with funfusic.model, or use rng-kbqa, which needs none.`,
        ),
      };
    this.context.forgetReply();
    const outcome = yield* this.runStrategy(strategy);
    // The trace shows an invalid reply to the user.
    const { reply } = this.context;
    if (outcome.verdict === 'failed' && reply) this.thoughts.push(reply);
    this.rounds += outcome.rounds;
    return outcome.verdict === 'answer' ? yield* this.check(outcome) : { outcome };
  }

  private async *runStrategy(strategy: Strategy): AskProgress<StrategyOutcome> {
    const { context } = this;
    const { task, linking, ports, options, signal } = context;
    const candidates: CandidateQuery[] = [];
    try {
      const running = strategy.run({ task, linking, ports, options, signal });
      for (;;) {
        const next = await running.next();
        if (next.done) return next.value;
        const event = next.value;
        if (event.type === 'considered') candidates.push(event.considered);
        if (event.type === 'thought') this.thoughts.push({ purpose: event.purpose, text: event.text });
        if (event.type === 'repair' && event.event.type === 'trouble')
          context.addTrouble(event.event.message);
        if (event.type === 'trouble') yield* context.reportTrouble(event.message);
        else yield event;
      }
    } catch (error) {
      context.handleError(strategy.name, error);
      // Use the candidates found so far.
      if (!candidates.some(({ answers }) => answers?.length))
        return toOutcome('failed', `${strategy.name} did not finish.`);
      return toOutcome('answer', '', {
        considered: candidates,
        rounds: candidates.length,
        confidence: UNFINISHED_CONFIDENCE,
      });
    }
  }

  /** The candidates of every strategy pass the same checks. */
  private async *check(outcome: StrategyOutcome): AskProgress<CheckedOutcome> {
    const { context } = this;
    const { ports, options, lastSignal } = context;
    context.kb.releaseReserved();
    yield { type: 'progress', message: 'Checking the answer' };
    const { model: _, ...withoutModel } = ports;
    const session = new RepairSession(
      { question: context.task.question },
      outcome.judged ? withoutModel : ports,
      options,
      lastSignal,
    );
    try {
      const checking = checkCandidates(outcome, session);
      for (;;) {
        const next = await checking.next();
        if (next.done) {
          const { attempt, considered } = next.value;
          const verdict = attempt ? 'answer' : 'nothing';
          const { confidence = outcome.confidence, because = outcome.because } =
            (outcome.judged ? undefined : considered.find(({ chosen }) => chosen)) ?? {};
          return {
            outcome: { ...outcome, considered, verdict, confidence, because },
            ...(attempt && { attempt }),
          };
        }
        if (next.value.type === 'trouble') yield* context.reportTrouble(next.value.message);
      }
    } catch (error) {
      context.handleError('checks', error);
      return { outcome: { ...outcome, verdict: 'nothing' } };
    }
  }
}

/** The confidence in the result of a strategy that was stopped (heuristic). */
const UNFINISHED_CONFIDENCE = 0.3;

function explainFallBack(
  name: StrategyName,
  { verdict, explanation, inconclusive = false }: StrategyOutcome,
): string {
  if (inconclusive) return 'The replies of the model were inconclusive, so the question is asked without it.';
  if (verdict === 'failed' && explanation) return explanation;
  return [`${name} found no query with an answer.`, explanation].filter(Boolean).join(' ');
}
