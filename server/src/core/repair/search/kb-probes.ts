/** All that a search asks of a KB: counted, remembered by the text of the query, and within the effort that it may make. */
import type { Execution, KnowledgeBase, Limits, Row } from '../../kb/knowledge-base';
import type { QueryModel } from '../../language/sparql/model';
import type { Pace } from '../../language/text/pace';

/** A question that helps the search, and is no answer: slow ones are not worth waiting for. */
const EACH_MS = 3000;
const MAX_ROWS = 600;
/** An engine that was stopped so often needs longer to begin anew than the answers are worth. */
const MAX_TOO_SLOW = 2;
/** What a query that is tried may take; the one that was given was run before. */
const RUN_MS = 5000;
/** What a query is given even where the time is nearly over. */
const MIN_MS = 1000;

export class KbProbes {
  asked = 0;
  private tooSlow = 0;
  private readonly answers = new Map<string, Promise<Execution>>();

  constructor(
    readonly kb: KnowledgeBase,
    private readonly limits: Limits,
    private readonly most: number,
    private readonly pace: Pace,
    private readonly signal: AbortSignal,
  ) {}

  get spent(): boolean {
    return this.asked >= this.most || this.tooSlow >= MAX_TOO_SLOW || this.pace.isOver;
  }

  /** The query itself, as its author would run it. */
  run(query: string): Promise<Execution> {
    return this.execute(query, {
      ...this.limits,
      timeoutMs: this.within(Math.min(RUN_MS, this.limits.timeoutMs)),
    });
  }

  /** Empty if the KB does not answer in time; rows are truncated. */
  async rows(model: QueryModel, selected: string, body: string, most = MAX_ROWS): Promise<readonly Row[]> {
    const answer = await this.ask(
      `${headOf(model)}SELECT DISTINCT ${selected} WHERE {\n${body}\n} LIMIT ${most}`,
      most,
    );
    return answer?.kind === 'table' ? answer.rows : [];
  }

  private async ask(
    query: string,
    maxRows: number,
  ): Promise<Extract<Execution, { readonly status: 'answered' }>['answer'] | undefined> {
    if (this.spent && !this.answers.has(query)) return undefined;
    const timeoutMs = this.within(Math.min(EACH_MS, this.limits.timeoutMs));
    const execution = await this.execute(query, { timeoutMs, maxRows });
    return execution.status === 'answered' ? execution.answer : undefined;
  }

  private within(timeoutMs: number): number {
    return Math.min(timeoutMs, Math.max(MIN_MS, this.pace.leftMs));
  }

  private execute(query: string, limits: Limits): Promise<Execution> {
    this.signal.throwIfAborted();
    let answer = this.answers.get(query);
    if (!answer) {
      this.asked++;
      answer = this.kb.execute(query, limits, this.signal).then((execution) => this.timed(execution));
      this.answers.set(query, answer);
    }
    return answer;
  }

  private timed(execution: Execution): Execution {
    if (execution.status === 'timed-out') {
      this.tooSlow++;
      this.pace.late = true;
    }
    return execution;
  }
}

function headOf({ text, range, query }: QueryModel): string {
  return text.slice(range.start, query.keyword?.start ?? query.range.start);
}
