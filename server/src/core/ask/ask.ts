/**
 * From a question to its answer: link the entities, let a strategy find candidate queries, check them, and fall back to
 * another strategy if there is no answer. Yields events on the way and returns the whole trace.
 */
import type { Attempt } from '../repair/attempt';
import { RepairSession } from '../repair/repair-session';
import { adviceOn, conclude } from './conclude';
import type { AskEvent, AskTrace, CandidateQuery } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { evidenceFor, usedIn } from './evidence';
import { questionProblem } from '../language/text/question-problem';
import { AskContext } from './ask-context';
import { checkCandidates } from './check-candidates';
import { nextAfter, STRATEGY_OF, strategyFor } from './strategies';
import { noAnswer, type Strategy, type StrategyName, type StrategyOutcome } from './strategy';

/** Rejects only when `signal` is aborted. */
export function ask(
  task: AskTask,
  ports: AskPorts,
  options: AskOptions,
  signal: AbortSignal,
): AsyncGenerator<AskEvent, AskTrace> {
  return new Asking(new AskContext(task, ports, options, signal)).run();
}

type Telling<Result> = AsyncGenerator<AskEvent, Result>;

/** The outcome of a strategy, and its best attempt that passed the checks. */
export interface CheckedOutcome {
  readonly outcome: StrategyOutcome;
  readonly attempt?: Attempt;
}

class Asking {
  private readonly tried: StrategyName[] = [];
  private readonly thoughts: { readonly purpose: string; readonly text: string }[] = [];
  private rounds = 0;
  private leftFor: string | undefined;

  constructor(private readonly context: AskContext) {}

  async *run(): Telling<AskTrace> {
    const { context } = this;
    const { ports, task, kb } = context;
    const [began, start] = [ports.date(), ports.now()];
    const first = strategyFor(context.options.strategy, !context.withoutModel);
    try {
      yield { type: 'began', question: task.question, strategy: first };
      const found = yield* this.find(first);
      kb.release();
      // The bundled files are loaded on first use, so their problems are known only now.
      if (ports.retriever.problem !== undefined) yield* context.trouble(ports.retriever.problem);
      const result = yield* conclude(context, found);
      const evidence = await evidenceFor(context, result);
      yield { type: 'decided', result };
      const last = this.tried.at(-1) ?? first;
      return {
        question: task.question,
        strategy: last,
        ...(last !== first && { fellBackFrom: first }),
        ...(this.leftFor !== undefined && { fellBackWhy: this.leftFor }),
        kb: kb.name,
        ...(ports.model && { model: ports.model.model.name }),
        began,
        milliseconds: ports.now() - start,
        linking: context.linking,
        used: usedIn(context, result.query),
        considered: found.outcome.considered,
        thoughts: this.thoughts,
        ...(found.outcome.repair && { repair: found.outcome.repair }),
        ...(evidence && { evidence }),
        troubles: context.troubles,
        advice: adviceOn(context, result),
        result,
        rounds: this.rounds,
        queries: kb.asked,
        usage: context.usage(),
        ...(context.cap && { capped: context.cap }),
      };
    } finally {
      context.end();
    }
  }

  private async *find(first: StrategyName): Telling<CheckedOutcome> {
    const { context } = this;
    const problem = questionProblem(context.task.question);
    if (problem !== undefined) return { outcome: noAnswer('failed', problem) };
    yield* this.link();
    for (let name = first; ;) {
      const found = yield* this.byStrategy(name);
      const { verdict } = found.outcome;
      if (found.attempt || verdict === 'unanswerable' || this.isOver()) return found;
      if (verdict === 'failed') context.withoutModel = true;
      const next = context.options.fallBack ? nextAfter(this.tried, !context.withoutModel) : undefined;
      if (!next) return found;
      const why = whyAnother(name, found.outcome);
      this.leftFor ??= why;
      if (verdict === 'failed') context.note(why);
      yield { type: 'fell-back', from: name, to: next, why };
      name = next;
    }
  }

  /** No other strategy would do better. */
  private isOver(): boolean {
    return this.context.kb.fault !== undefined || this.context.struck !== undefined;
  }

  private async *link(): Telling<void> {
    const { context } = this;
    const { question, entities } = context.task;
    try {
      context.linking = await context.ports.linker.link(question, entities, context.signal, {
        ...context.aside,
        count: (queries) => context.kb.count(queries),
      });
    } catch (error) {
      context.broke('link', error);
      context.linking = { ...context.linking, troubles: ['The names in the question could not be linked.'] };
    }
    yield { type: 'linked', linking: context.linking };
    for (const message of context.linking.troubles) yield* context.trouble(message);
  }

  private async *byStrategy(name: StrategyName): Telling<CheckedOutcome> {
    this.tried.push(name);
    const strategy = STRATEGY_OF[name];
    if (strategy.needsModel && this.context.withoutModel)
      return {
        outcome: noAnswer(
          'failed',
          `${name} needs a model. Choose one with funfusic.model, or use rng-kbqa, which needs none.`,
        ),
      };
    this.context.forgetReply();
    const outcome = yield* this.runStrategy(strategy);
    // The user wants to see a reply that was invalid.
    const { reply } = this.context;
    if (outcome.verdict === 'failed' && reply) this.thoughts.push(reply);
    this.rounds += outcome.rounds;
    return outcome.verdict === 'answer' ? yield* this.check(outcome) : { outcome };
  }

  private async *runStrategy(strategy: Strategy): Telling<StrategyOutcome> {
    const { context } = this;
    const { task, linking, ports, options, signal } = context;
    const heard: CandidateQuery[] = [];
    try {
      const running = strategy.run(task, linking, ports, options, signal);
      for (;;) {
        const next = await running.next();
        if (next.done) return next.value;
        const event = next.value;
        if (event.type === 'considered') heard.push(event.considered);
        if (event.type === 'thought') this.thoughts.push({ purpose: event.purpose, text: event.text });
        if (event.type === 'repair' && event.event.type === 'trouble') context.note(event.event.message);
        if (event.type === 'trouble') yield* context.trouble(event.message);
        else yield event;
      }
    } catch (error) {
      context.broke(strategy.name, error);
      // Use the candidates found so far.
      const answers = heard.filter((each) => each.answers?.length);
      const details = { considered: heard, rounds: heard.length };
      if (answers.length)
        return { ...noAnswer('nothing', '', details), verdict: 'answer', confidence: UNFINISHED };
      return noAnswer('failed', `${strategy.name} did not finish.`);
    }
  }

  /** The candidates of every strategy pass the same checks. */
  private async *check(outcome: StrategyOutcome): Telling<CheckedOutcome> {
    const { context } = this;
    const { ports, options, lastSignal } = context;
    context.kb.release();
    yield { type: 'progress', message: 'Checking the answer' };
    const session = new RepairSession({ question: context.task.question }, ports, options, lastSignal);
    try {
      const settling = checkCandidates(outcome.considered, session, outcome.repair?.attempts ?? []);
      for (;;) {
        const next = await settling.next();
        if (next.done) {
          const { attempt, considered } = next.value;
          const verdict = attempt ? 'answer' : 'nothing';
          const { confidence = outcome.confidence, because = outcome.because } =
            considered.find(({ chosen }) => chosen) ?? {};
          return {
            outcome: { ...outcome, considered, verdict, confidence, because },
            ...(attempt && { attempt }),
          };
        }
        if (next.value.type === 'trouble') yield* context.trouble(next.value.message);
      }
    } catch (error) {
      context.broke('checks', error);
      return { outcome: { ...outcome, verdict: 'nothing' } };
    }
  }
}

/** The confidence in the result of a strategy that was stopped. A rule of thumb. */
const UNFINISHED = 0.3;

function whyAnother(name: StrategyName, { verdict, explanation }: StrategyOutcome): string {
  if (verdict === 'failed' && explanation) return explanation;
  return [`${name} found no query with an answer.`, explanation].filter(Boolean).join(' ');
}
