/**
 * From a question to its answer: what it names is linked, a strategy finds queries, the checks choose among them, and where one
 * strategy finds nothing another has its turn. All that happens is told as it happens; what is returned is the whole of it.
 */
import type { Attempt } from '../repair/attempt';
import { Bench } from '../repair/bench';
import { adviceOn } from './advice';
import type { AskEvent, AskTrace, Considered } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { conclude } from './conclude';
import { evidenceFor, usedIn } from './evidence';
import { problemWith } from './question';
import { Scene } from './scene';
import { settle } from './settle';
import { nextAfter, STRATEGY_OF, strategyFor } from './strategies';
import type { Strategy, StrategyName, StrategyOutcome } from './strategy';

/** Rejects only when `signal` is aborted. */
export function ask(
  task: AskTask,
  ports: AskPorts,
  options: AskOptions,
  signal: AbortSignal,
): AsyncGenerator<AskEvent, AskTrace> {
  return new Asking(new Scene(task, ports, options, signal)).run();
}

type Telling<Result> = AsyncGenerator<AskEvent, Result>;

/** What came of a strategy, and the best of it that passed the checks. */
export interface Found {
  readonly outcome: StrategyOutcome;
  readonly attempt?: Attempt;
}

const NOTHING: StrategyOutcome = {
  considered: [],
  verdict: 'nothing',
  confidence: 0,
  because: [],
  explanation: '',
  rounds: 0,
};

class Asking {
  private readonly tried: StrategyName[] = [];
  private readonly thoughts: { readonly purpose: string; readonly text: string }[] = [];
  private rounds = 0;
  private leftFor: string | undefined;

  constructor(private readonly scene: Scene) {}

  async *run(): Telling<AskTrace> {
    const { scene } = this;
    const { ports, task, kb } = scene;
    const [began, start] = [ports.date(), ports.now()];
    const first = strategyFor(scene.options.strategy, !scene.withoutModel);
    try {
      yield { type: 'began', question: task.question, strategy: first };
      const found = yield* this.find(first);
      kb.release();
      // What comes along is read when it is first needed: only now is it known to be sound.
      if (ports.retriever.problem !== undefined) yield* scene.trouble(ports.retriever.problem);
      const result = yield* conclude(scene, found);
      const evidence = await evidenceFor(scene, result);
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
        linking: scene.linking,
        used: usedIn(scene, result.query),
        considered: found.outcome.considered,
        thoughts: this.thoughts,
        ...(found.outcome.repair && { repair: found.outcome.repair }),
        ...(evidence && { evidence }),
        troubles: scene.troubles,
        advice: adviceOn(scene, result),
        result,
        rounds: this.rounds,
        queries: kb.asked,
        usage: scene.usage(),
        ...(scene.cap && { capped: scene.cap }),
      };
    } finally {
      scene.end();
    }
  }

  private async *find(first: StrategyName): Telling<Found> {
    const { scene } = this;
    const problem = problemWith(scene.task.question);
    if (problem !== undefined) return { outcome: failed(problem) };
    yield* this.link();
    for (let name = first; ;) {
      const found = yield* this.byStrategy(name);
      const { verdict } = found.outcome;
      if (found.attempt || verdict === 'unanswerable' || this.isOver()) return found;
      if (verdict === 'failed') scene.withoutModel = true;
      const next = scene.options.fallBack ? nextAfter(this.tried, !scene.withoutModel) : undefined;
      if (!next) return found;
      const why = whyAnother(name, found.outcome);
      this.leftFor ??= why;
      if (verdict === 'failed') scene.note(why);
      yield { type: 'fell-back', from: name, to: next, why };
      name = next;
    }
  }

  /** No other strategy would fare better. */
  private isOver(): boolean {
    return this.scene.kb.fault !== undefined || this.scene.struck !== undefined;
  }

  private async *link(): Telling<void> {
    const { scene } = this;
    const { question, entities } = scene.task;
    try {
      scene.linking = await scene.ports.linker.link(question, entities, scene.signal, {
        ...scene.aside,
        count: (queries) => scene.kb.count(queries),
      });
    } catch (error) {
      scene.broke('link', error);
      scene.linking = { ...scene.linking, troubles: ['The names in the question could not be linked.'] };
    }
    yield { type: 'linked', linking: scene.linking };
    for (const message of scene.linking.troubles) yield* scene.trouble(message);
  }

  private async *byStrategy(name: StrategyName): Telling<Found> {
    this.tried.push(name);
    const strategy = STRATEGY_OF[name];
    if (strategy.needsModel && this.scene.withoutModel)
      return {
        outcome: failed(
          `${name} needs a model. Choose one with funfusic.model, or use rng-kbqa, which needs none.`,
        ),
      };
    this.scene.forgetReply();
    const outcome = yield* this.runStrategy(strategy);
    // What could not be used is what one wants to see then.
    const { reply } = this.scene;
    if (outcome.verdict === 'failed' && reply) this.thoughts.push(reply);
    this.rounds += outcome.rounds;
    return outcome.verdict === 'answer' ? yield* this.check(outcome) : { outcome };
  }

  private async *runStrategy(strategy: Strategy): Telling<StrategyOutcome> {
    const { scene } = this;
    const { task, linking, ports, options, signal } = scene;
    const heard: Considered[] = [];
    try {
      const running = strategy.run(task, linking, ports, options, signal);
      for (;;) {
        const next = await running.next();
        if (next.done) return next.value;
        const event = next.value;
        if (event.type === 'considered') heard.push(event.considered);
        if (event.type === 'thought') this.thoughts.push({ purpose: event.purpose, text: event.text });
        if (event.type === 'repair' && event.event.type === 'trouble') scene.note(event.event.message);
        if (event.type === 'trouble') yield* scene.trouble(event.message);
        else yield event;
      }
    } catch (error) {
      scene.broke(strategy.name, error);
      // Whatever it had found by then is what there is.
      const answers = heard.filter((each) => each.answers?.length);
      const outcome = { ...NOTHING, considered: heard, rounds: heard.length };
      if (answers.length) return { ...outcome, verdict: 'answer', confidence: UNFINISHED };
      return { ...outcome, ...failed(`${strategy.name} did not finish.`) };
    }
  }

  /** Whichever strategy it was, what it chose passes the same checks. */
  private async *check(outcome: StrategyOutcome): Telling<Found> {
    const { scene } = this;
    const { ports, options, lastSignal } = scene;
    scene.kb.release();
    yield { type: 'progress', message: 'Checking the answer' };
    const bench = new Bench({ question: scene.task.question }, ports, options, lastSignal);
    try {
      const settling = settle(outcome.considered, bench, outcome.repair?.attempts ?? []);
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
        if (next.value.type === 'trouble') yield* scene.trouble(next.value.message);
      }
    } catch (error) {
      scene.broke('checks', error);
      return { outcome: { ...outcome, verdict: 'nothing' } };
    }
  }
}

/** What a strategy that was stopped has found is worth. A rule of thumb. */
const UNFINISHED = 0.3;

function failed(explanation: string): StrategyOutcome {
  return { ...NOTHING, verdict: 'failed', explanation };
}

function whyAnother(name: StrategyName, { verdict, explanation }: StrategyOutcome): string {
  if (verdict === 'failed' && explanation) return explanation;
  return [`${name} found no query with an answer.`, explanation].filter(Boolean).join(' ');
}
