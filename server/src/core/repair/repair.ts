/**
 * The loop: what is given is tried, then what a search proposes, then what a model does, each time with the complaints about the last,
 * until nothing is left to complain about. All that happens is told as it happens; what is returned is the whole of it.
 */
import { addUsage, NO_USAGE } from '../model/usage';
import type { Usage } from '../model/language-model';
import { exemplarsText } from '../model/prompts/prompt-library';
import type { Attempt } from './attempt';
import { RepairSession } from './repair-session';
import { bestOf, isUnrelatedChange } from './compare-attempts';
import { faultsOf } from './checks';
import { cleanProposal, withoutIdleLimit } from './clean-proposal';
import { gatherContext, type ModelContext } from './context';
import { decide } from './decide';
import { feedbackOn } from './feedback';
import { keepAuthorText } from './keep-text';
import { endingLike } from './keep-text/query-tokens';
import { isUpdateQuery } from './reason-not-to-run';
import { chooseReading, plainest } from './majority-vote';
import { Conversation, type ProposalResult } from './propose';
import type { RepairEvent, RepairTrace } from './repair-events';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';
import type { RepairCandidate } from './search/move';
import { searchRepairs } from './search/search';
import { withProgress } from './with-progress';
import { repeat, sameWords, tryQuery, type ProposedQuery } from './try-query';
import { missingFacts, missingSchema } from './unanswerable';

/** Rejects only when `signal` is aborted. */
export function repair(
  task: RepairTask,
  ports: RepairPorts,
  options: RepairOptions,
  signal: AbortSignal,
): AsyncGenerator<RepairEvent, RepairTrace> {
  return new Repairing(task, ports, options, signal).run();
}

type Telling<Result> = AsyncGenerator<RepairEvent, Result>;

/** How many of a search's candidates are tried. */
const MAX_CANDIDATES = 3;

class Repairing {
  private readonly session: RepairSession;
  private readonly attempts: Attempt[] = [];
  private readonly troubles: string[] = [];
  private spent: Usage = NO_USAGE;
  /** Why the work ends before it is done. */
  private fault: string | undefined;
  /** What the model named as missing, where it said that there is no query. */
  private readonly said: string[] = [];
  private exhausted = false;

  constructor(
    private readonly task: RepairTask,
    private readonly ports: RepairPorts,
    private readonly options: RepairOptions,
    private readonly signal: AbortSignal,
  ) {
    this.session = new RepairSession(task, ports, options, signal);
  }

  async *run(): Telling<RepairTrace> {
    const { task, ports } = this;
    const [began, start] = [ports.date(), ports.now()];
    if (this.session.given && isUpdateQuery(this.session.given))
      this.fault = 'Updates cannot be repaired, only SELECT, ASK, CONSTRUCT and DESCRIBE.';
    else {
      if (task.query !== undefined) yield* this.attempt({ by: 'input', query: task.query });
      if (!this.isSettled()) yield* this.bySearch();
      if (!this.isDone() && this.fault === undefined) yield* this.byModel();
    }
    const result = yield* this.decision();
    yield { type: 'decided', result };
    return {
      ...(task.question !== undefined && { question: task.question }),
      ...(ports.kb && { kb: ports.kb.kb.name }),
      ...(ports.model && { model: ports.model.model.name }),
      began,
      milliseconds: ports.now() - start,
      attempts: this.attempts,
      troubles: this.troubles,
      result,
      usage: ports.model?.usage?.() ?? this.spent,
    };
  }

  /** The last attempt passes every check, also those of its answer where there is a KB. */
  private isDone(): boolean {
    const last = this.attempts.at(-1);
    if (!last || faultsOf(last).length) return false;
    return !this.ports.kb || last.execution?.status === 'answered';
  }

  /** Without a fault, and nobody could find it nearer to its question if it were another. */
  private isSettled(): boolean {
    const agreement = this.attempts.at(-1)?.agreement;
    return this.isDone() && (this.task.question === undefined || agreement?.verdict === 'same');
  }

  private async *attempt(proposed: ProposedQuery): Telling<Attempt> {
    this.signal.throwIfAborted();
    // Whoever shows it or writes it puts it in the place of what was given.
    const given = this.task.query ?? '';
    const proposal = { ...proposed, query: endingLike(given, proposed.query) };
    const round = this.attempts.length;
    yield { type: 'proposed', round, by: proposal.by, query: proposal.query };
    const before = this.attempts.find(({ query }) => sameWords(query, proposal.query));
    const attempt = yield* before ? repeat(before, proposal, round) : tryQuery(this.session, proposal, round);
    this.attempts.push(attempt);
    this.spent = addUsage(this.spent, attempt.usage);
    const { kbFault, modelFault } = this.session;
    if (kbFault !== undefined && this.fault === undefined) yield* this.failed(kbFault);
    if (modelFault !== undefined && !this.troubles.includes(modelFault)) {
      this.troubles.push(modelFault);
      // Where there is nothing else to complain about, only the model could say more.
      if (!faultsOf(attempt).length) this.fault ??= modelFault;
    }
    return attempt;
  }

  private *failed(message: string): Generator<RepairEvent, void> {
    this.fault = message;
    this.troubles.push(message);
    yield { type: 'trouble', round: Math.max(0, this.attempts.length - 1), message };
  }

  /** Costs nothing, so it goes first; without a KB too, since much is wrong by the schema alone. */
  private async *bySearch(): Telling<void> {
    const { query } = this.task;
    if (!this.options.search || query === undefined || !this.ports.schema) return;
    yield { type: 'proposing', round: this.attempts.length, by: 'search' };
    const candidates = yield* this.search(query);
    for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
      // What stands behind what was given is no better.
      if (sameWords(candidate.query, query)) return;
      if (this.isIdleGuess(candidate)) continue;
      yield* this.attempt({ by: 'search', ...candidate });
      if (this.isDone()) return;
    }
  }

  private isIdleGuess({ query }: RepairCandidate): boolean {
    const { given } = this.session;
    const { schema } = this.ports;
    if (this.task.question !== undefined || !given || !schema) return false;
    return isUnrelatedChange(given, this.session.parse(query), schema);
  }

  private async *search(query: string): Telling<readonly RepairCandidate[]> {
    const { schema, now, onDefect, onEffect } = this.ports;
    const { kb } = this.session;
    const ports = { schema, now, onDefect, onEffect, ...(kb && { kb }) };
    const round = this.attempts.length;
    try {
      const searching = searchRepairs(query, this.task.question, ports, this.options, this.signal);
      for (;;) {
        const next = await searching.next();
        if (next.done) return next.value;
        yield { type: 'progress', round, message: next.value.message };
      }
    } catch (error) {
      this.signal.throwIfAborted();
      onDefect('search', error);
      return [];
    }
  }

  private async *byModel(): Telling<void> {
    const { model } = this.ports;
    if (!model || (this.task.query === undefined && this.task.question === undefined)) return;
    const { task, options, signal } = this;
    const context = await this.gather();
    this.session.context = context;
    const conversation = new Conversation(model, task, context, this.exemplars());
    let current = bestOf(this.attempts, task.query);
    for (let left = options.rounds + (task.query === undefined ? 1 : 0); left > 0; left--) {
      const feedback = current && (yield* this.feedback(current));
      const round = this.attempts.length;
      yield { type: 'proposing', round, by: 'model' };
      const told = current && feedback !== undefined ? { query: current.query, feedback } : undefined;
      const proposed: ProposalResult = yield* withProgress<ProposalResult>(round, (onProgress) =>
        conversation.next(told, onProgress, signal),
      );
      if ('fault' in proposed) {
        this.spent = addUsage(this.spent, proposed.usage);
        return yield* this.failed(proposed.fault);
      }
      if (proposed.query === null) {
        this.spent = addUsage(this.spent, proposed.usage);
        this.said.push(proposed.thought);
        if (this.said.length > 1) break;
        current = undefined;
        continue;
      }
      const { thought, usage } = proposed;
      current = yield* this.attempt({ by: 'model', query: this.inWords(proposed.query), thought, usage });
      if (this.isDone() || this.fault !== undefined) return;
    }
    this.exhausted = options.rounds > 0 || task.query === undefined;
  }

  /** What fails here is a defect of ours; the model can still go by the findings. */
  private async gather(): Promise<ModelContext> {
    const { schema, onDefect } = this.ports;
    const { kb } = this.session;
    const { task, options, signal } = this;
    try {
      return await gatherContext(task, { schema, onDefect, ...(kb && { kb }) }, options, signal);
    } catch (error) {
      signal.throwIfAborted();
      onDefect('context', error);
      return gatherContext(task, { schema: undefined, onDefect }, options, signal);
    }
  }

  private exemplars(): string {
    const { question } = this.task;
    const nearest = question && this.ports.model?.exemplars.nearest(question, this.options.exemplars);
    return exemplarsText(nearest || []);
  }

  /** What the model wrote, without its comments and habits, and with what the author wrote around it. */
  private inWords(proposal: string): string {
    const clean = cleanProposal(proposal);
    const { task, session } = this;
    const whole = session.given?.query.limit ? clean : withoutIdleLimit(session.parse(clean));
    return task.query === undefined ? whole : keepAuthorText(task.query, whole, this.options.dialect);
  }

  /** What is said about an attempt becomes a part of it. */
  private async *feedback(attempt: Attempt): Telling<string> {
    const { round, query } = attempt;
    const sameAs = this.attempts.find((other) => other.round < round && sameWords(other.query, query));
    const why = await this.session.whyEmpty(attempt);
    const text = feedbackOn(attempt, { schema: this.ports.schema, why, sameAs });
    this.attempts[round] = { ...attempt, feedback: text };
    yield { type: 'feedback', round, text };
    return text;
  }

  private async *decision(): Telling<RepairTrace['result']> {
    const { attempts, task, ports, fault } = this;
    const kb = ports.kb?.kb ?? { name: '', complete: false };
    const exhausted = this.exhausted && task.question !== undefined && ports.kb !== undefined;
    return yield* withProgress(attempts.length, (onProgress) =>
      decide(
        {
          attempts,
          given: task.query,
          fault,
          exhausted,
          denied: this.isDenied(),
          vote: this.options.selfConsistency !== false,
        },
        {
          nearest: (some) => this.nearest(some, onProgress),
          lackOfData: async (attempt) => missingFacts(kb, await this.session.whyEmpty(attempt)),
          lackOfSchema: () => missingSchema(kb, attempts, ports.schema, this.said, this.session.context),
        },
      ),
    );
  }

  /** What was said once is only believed where nothing else came of it. */
  private isDenied(): boolean {
    return this.said.length > (this.attempts.some(({ by }) => by === 'model') ? 1 : 0);
  }

  /** The model's choice among readings, where there are several and it can be asked. */
  private async nearest(
    attempts: readonly Attempt[],
    onProgress: (part: string) => void,
  ): Promise<Attempt | undefined> {
    const { question } = this.task;
    const { model } = this.session;
    const plain = plainest(attempts);
    const readings = new Set(attempts.map(({ reading }) => reading?.question));
    if (!model || question === undefined || this.fault !== undefined || readings.size < 2) return plain;
    const { chosen, usage } = await chooseReading(question, attempts, model, onProgress, this.signal);
    this.spent = addUsage(this.spent, usage);
    return chosen ?? plain;
  }
}
