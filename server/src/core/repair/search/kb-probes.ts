/** The requests of a search to the KB, which are counted, cached by query text, and limited. */
import type { Execution, KnowledgeBase, ExecutionLimits, AnswerRow } from '../../kb/knowledge-base';
import type { QueryModel } from '../../language/sparql/model';
import type { SearchBudget } from '../../language/text/search-budget';

/** The timeout of a probe: a slow one is not worth waiting for. */
const PROBE_MS = 3000;
const MAX_ROWS = 600;
/** After this many timeouts no more probes are sent: restarting the engine takes longer than they are worth. */
const MAX_TIMEOUTS = 2;
/** The timeout of a candidate. */
const RUN_MS = 5000;
/** The minimum timeout when the time is nearly over. */
const MIN_MS = 1000;

export class KbProbes {
  private requestCount = 0;
  private timeouts = 0;
  private readonly answers = new Map<string, Promise<Execution>>();

  constructor(
    readonly kb: KnowledgeBase,
    private readonly limits: ExecutionLimits,
    private readonly maxRequests: number,
    private readonly budget: SearchBudget,
    private readonly signal: AbortSignal,
  ) {}

  get isSpent(): boolean {
    return this.requestCount >= this.maxRequests || this.timeouts >= MAX_TIMEOUTS || this.budget.isOver;
  }

  run(query: string): Promise<Execution> {
    return this.execute(query, { ...this.limits, timeoutMs: this.limitTimeout(RUN_MS) });
  }

  /** Returns no rows if the KB does not answer in time; rows are truncated. */
  async rows(
    model: QueryModel,
    selected: string,
    body: string,
    maxRows = MAX_ROWS,
  ): Promise<readonly AnswerRow[]> {
    const query = `${prologue(model)}SELECT DISTINCT ${selected} WHERE {\n${body}\n} LIMIT ${maxRows}`;
    if (this.isSpent && !this.answers.has(query)) return [];
    const timeoutMs = this.limitTimeout(PROBE_MS);
    const execution = await this.execute(query, { timeoutMs, maxRows });
    return execution.status === 'answered' && execution.answer.kind === 'table' ? execution.answer.rows : [];
  }

  private limitTimeout(timeoutMs: number): number {
    return Math.min(timeoutMs, this.limits.timeoutMs, Math.max(MIN_MS, this.budget.remainingMs));
  }

  private execute(query: string, limits: ExecutionLimits): Promise<Execution> {
    this.signal.throwIfAborted();
    let answer = this.answers.get(query);
    if (!answer) {
      this.requestCount++;
      answer = this.kb.execute(query, limits, this.signal).then((execution) => this.countTimeout(execution));
      this.answers.set(query, answer);
    }
    return answer;
  }

  private countTimeout(execution: Execution): Execution {
    if (execution.status === 'timed-out') {
      this.timeouts++;
      this.budget.hasSlowRequest = true;
    }
    return execution;
  }
}

function prologue({ text, range, query }: QueryModel): string {
  return text.slice(range.start, query.keyword?.start ?? query.range.start);
}
