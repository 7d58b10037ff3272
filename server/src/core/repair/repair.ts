/**
 * The repair loop: tries the given query, then the candidates of a search, then the proposals of a model, which gets
 * feedback on each attempt. It yields an event for each step and returns the whole trace.
 */
import { addUsage, NO_USAGE } from '../model/usage';
import type { Usage } from '../model/language-model';
import { formatExemplars } from '../model/prompts/prompt-library';
import type { Attempt } from './attempt';
import { RepairSession } from './repair-session';
import { bestOf, isUnrelatedChange } from './compare-attempts';
import { faultsOf } from './checks';
import { cleanProposal, withoutNeedlessLimit } from './clean-proposal';
import { gatherContext, type ModelContext } from './context';
import { decide } from './decide';
import { feedbackOn } from './feedback';
import { keepAuthorText } from './keep-text';
import { withEndingOf } from './keep-text/query-tokens';
import { isUpdateQuery } from './reason-not-to-run';
import { chooseReading, fewestProblems } from './majority-vote';
import { Conversation, type ProposalResult } from './propose';
import type { RepairEvent, RepairTrace } from './repair-events';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';
import type { RepairCandidate } from './search/move';
import { searchRepairs } from './search/search';
import { withProgress } from './with-progress';
import { repeatAttempt, isSameQuery, tryQuery, type ProposedQuery } from './try-query';
import { missingFacts, missingSchema } from './unanswerable';

/** Rejects only when `signal` is aborted. */
export function repair(
  task: RepairTask,
  ports: RepairPorts,
  options: RepairOptions,
  signal: AbortSignal,
): AsyncGenerator<RepairEvent, RepairTrace> {
  return new RepairLoop(task, ports, options, signal).run();
}

type RepairSteps<Result> = AsyncGenerator<RepairEvent, Result>;

/** Candidates of the search that are tried. */
const MAX_SEARCH_CANDIDATES = 3;

/** The confidence from which the likeliest query for the question is tried. */
const MIN_RANKED_CONFIDENCE = 0.3;

class RepairLoop {
  private readonly session: RepairSession;
  private readonly attempts: Attempt[] = [];
  private readonly troubles: string[] = [];
  private usage: Usage = NO_USAGE;
  /** Why the repair ends early. */
  private fault: string | undefined;
  /** The reasons of the model for replying that there is no query. */
  private readonly denials: string[] = [];
  private exhausted = false;

  constructor(
    private readonly task: RepairTask,
    private readonly ports: RepairPorts,
    private readonly options: RepairOptions,
    private readonly signal: AbortSignal,
  ) {
    this.session = new RepairSession(task, ports, options, signal);
  }

  async *run(): RepairSteps<RepairTrace> {
    const { task, ports } = this;
    const [began, start] = [ports.date(), ports.now()];
    if (this.session.given && isUpdateQuery(this.session.given))
      this.fault = 'Updates cannot be repaired, only SELECT, ASK, CONSTRUCT and DESCRIBE.';
    else {
      if (task.query !== undefined) yield* this.attempt({ by: 'input', query: task.query });
      if (!this.needsNoRepair() && !this.hasOnlyMismatch()) yield* this.trySearch();
      if (!this.passes() && this.fault === undefined) yield* this.tryAlternative();
      if (!this.passes() && this.fault === undefined) yield* this.tryRanked();
      if (!this.passes() && this.fault === undefined) yield* this.tryModel();
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
      usage: ports.model?.usage?.() ?? this.usage,
    };
  }

  /** Whether the last attempt passes every check, including those of its answer if there is a KB. */
  private passes(): boolean {
    const last = this.attempts.at(-1);
    if (!last || faultsOf(last).length) return false;
    return !this.ports.kb || last.execution?.status === 'answered';
  }

  /** Whether the last attempt passes every check and is known to ask the question. */
  private needsNoRepair(): boolean {
    const agreement = this.attempts.at(-1)?.agreement;
    return this.passes() && (this.task.question === undefined || agreement?.verdict === 'same');
  }

  /** Whether the given query works, but asks something else. Small changes would not help. */
  private hasOnlyMismatch(): boolean {
    const last = this.attempts.at(-1);
    const faults = last ? faultsOf(last) : [];
    return (
      last?.agreement?.by === 'ranking' &&
      faults.length > 0 &&
      faults.every(({ code }) => code === 'nl_semantic')
    );
  }

  private async *attempt(proposed: ProposedQuery): RepairSteps<Attempt> {
    this.signal.throwIfAborted();
    // The proposal replaces the given text, so it must end like it.
    const given = this.task.query ?? '';
    const proposal = { ...proposed, query: withEndingOf(given, proposed.query) };
    const round = this.attempts.length;
    yield { type: 'proposed', round, by: proposal.by, query: proposal.query };
    const before = this.attempts.find(({ query }) => isSameQuery(query, proposal.query));
    const attempt = yield* before
      ? repeatAttempt(before, proposal, round)
      : tryQuery(this.session, proposal, round);
    this.attempts.push(attempt);
    this.usage = addUsage(this.usage, attempt.usage);
    const { kbFault, modelFault } = this.session;
    if (kbFault !== undefined && this.fault === undefined) yield* this.fail(kbFault);
    if (modelFault !== undefined && !this.troubles.includes(modelFault)) {
      this.troubles.push(modelFault);
      // Without other faults, only the model could have found more.
      if (!faultsOf(attempt).length) this.fault ??= modelFault;
    }
    return attempt;
  }

  private *fail(message: string): Generator<RepairEvent, void> {
    this.fault = message;
    this.troubles.push(message);
    yield { type: 'trouble', round: Math.max(0, this.attempts.length - 1), message };
  }

  /** The search is free, so it comes first. It also runs without a KB: the schema alone reveals many faults. */
  private async *trySearch(): RepairSteps<void> {
    const { query } = this.task;
    if (!this.options.search || query === undefined || !this.ports.schema) return;
    yield { type: 'proposing', round: this.attempts.length, by: 'search' };
    const candidates = yield* this.search(query);
    for (const candidate of candidates.slice(0, MAX_SEARCH_CANDIDATES)) {
      // Candidates after the given query are no better than it.
      if (isSameQuery(candidate.query, query)) return;
      if (this.isUnrelatedGuess(candidate)) continue;
      yield* this.attempt({ by: 'search', ...candidate });
      if (this.passes()) return;
    }
  }

  /** The change that the comparison with the question suggests, such as to count. */
  private async *tryAlternative(): RepairSteps<void> {
    const [input] = this.attempts;
    const { alternative, by } = input?.agreement ?? {};
    if (!this.options.search || !alternative || by !== 'cues') return;
    yield { type: 'proposing', round: this.attempts.length, by: 'search' };
    yield* this.attempt({ by: 'search', query: alternative.query, changes: [alternative.title] });
  }

  /** The likeliest query for the question. An empty or invalid query is worth replacing even if the ranker is less sure. */
  private async *tryRanked(): RepairSteps<void> {
    const { query } = this.task;
    if (!this.options.search || query === undefined) return;
    const best = (await this.session.ranking())?.best;
    if (!best || best.confidence < MIN_RANKED_CONFIDENCE) return;
    yield { type: 'proposing', round: this.attempts.length, by: 'search' };
    const proposal = keepAuthorText(query, best.query, this.options.dialect);
    yield* this.attempt({ by: 'search', query: proposal, changes: [`Ask for ${best.path}`] });
  }

  private isUnrelatedGuess({ query }: RepairCandidate): boolean {
    const { given } = this.session;
    const { schema } = this.ports;
    if (this.task.question !== undefined || !given || !schema) return false;
    return isUnrelatedChange(given, this.session.parse(query), schema);
  }

  private async *search(query: string): RepairSteps<readonly RepairCandidate[]> {
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

  private async *tryModel(): RepairSteps<void> {
    const { model } = this.ports;
    if (!model || (this.task.query === undefined && this.task.question === undefined)) return;
    const { task, options, signal } = this;
    const context = await this.modelContext();
    this.session.context = context;
    const conversation = new Conversation(model, task, context, this.exemplars());
    let current = bestOf(this.attempts, task.query);
    for (let left = options.rounds + (task.query === undefined ? 1 : 0); left > 0; left--) {
      const feedback = current && (yield* this.feedback(current));
      const round = this.attempts.length;
      yield { type: 'proposing', round, by: 'model' };
      const tried = current && feedback !== undefined ? { query: current.query, feedback } : undefined;
      const proposed: ProposalResult = yield* withProgress<ProposalResult>(round, (onProgress) =>
        conversation.next(tried, onProgress, signal),
      );
      if ('fault' in proposed) {
        this.usage = addUsage(this.usage, proposed.usage);
        return yield* this.fail(proposed.fault);
      }
      if (proposed.query === null) {
        this.usage = addUsage(this.usage, proposed.usage);
        this.denials.push(proposed.thought);
        if (options.publishedVotes === true || this.denials.length > 1) break;
        current = undefined;
        continue;
      }
      const { thought, usage } = proposed;
      current = yield* this.attempt({ by: 'model', query: this.cleanUp(proposed.query), thought, usage });
      if (this.passes() || this.fault !== undefined || task.isDecided?.(this.attempts) === true) return;
    }
    this.exhausted = options.rounds > 0 || task.query === undefined;
  }

  /** If this fails, which is a defect, the model still gets the findings. */
  private async modelContext(): Promise<ModelContext> {
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
    const { question, exemplars } = this.task;
    if (exemplars !== undefined) return exemplars;
    const nearest = question && this.ports.model?.exemplars.nearest(question, this.options.exemplars);
    return formatExemplars(nearest || []);
  }

  /** Removes comments and a needless LIMIT from a proposal, and keeps the author's text where both agree. */
  private cleanUp(proposal: string): string {
    const clean = cleanProposal(proposal);
    const { task, session } = this;
    const whole = session.given?.query.limit ? clean : withoutNeedlessLimit(session.parse(clean));
    return task.query === undefined ? whole : keepAuthorText(task.query, whole, this.options.dialect);
  }

  private async *feedback(attempt: Attempt): RepairSteps<string> {
    const { round, query } = attempt;
    const sameAs = this.attempts.find((other) => other.round < round && isSameQuery(other.query, query));
    const why = await this.session.whyEmpty(attempt);
    const text = feedbackOn(attempt, { schema: this.ports.schema, why, sameAs });
    this.attempts[round] = { ...attempt, feedback: text };
    yield { type: 'feedback', round, text };
    return text;
  }

  private async *decision(): RepairSteps<RepairTrace['result']> {
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
          votes:
            this.options.selfConsistency === false
              ? 'none'
              : this.options.publishedVotes === true
                ? 'published'
                : 'distinct',
        },
        {
          nearest: (some) => this.nearest(some, onProgress),
          lackOfData: async (attempt) => missingFacts(kb, await this.session.whyEmpty(attempt)),
          lackOfSchema: () => missingSchema(kb, attempts, ports.schema, this.denials, this.session.context),
        },
      ),
    );
  }

  /** A single denial counts only if the model proposed no query at all, or if the attempts vote as published. */
  private isDenied(): boolean {
    if (this.options.publishedVotes === true) return this.denials.length > 0;
    return this.denials.length > (this.attempts.some(({ by }) => by === 'model') ? 1 : 0);
  }

  /** The attempt whose reading is closest to the question: chosen by the model if the readings differ. */
  private async nearest(
    attempts: readonly Attempt[],
    onProgress: (part: string) => void,
  ): Promise<Attempt | undefined> {
    const { question } = this.task;
    const { model } = this.session;
    const plain = fewestProblems(attempts);
    const readings = new Set(attempts.map(({ reading }) => reading?.question));
    if (!model || question === undefined || this.fault !== undefined || readings.size < 2) return plain;
    const { chosen, usage } = await chooseReading(question, attempts, model, onProgress, this.signal);
    this.usage = addUsage(this.usage, usage);
    return chosen ?? plain;
  }
}
