/** All that a search asks of a KB: counted, remembered by the text of the query, and within the effort that it may make. */
import type { Execution, KnowledgeBase, Limits, Row } from '../../kb/knowledge-base';
import type { QueryModel } from '../../sparql/model';
import type { Effort } from './effort';

/** A question that helps the search, and is no answer: slow ones are not worth waiting for. */
const EACH_MS = 700;
const MOST_ROWS = 600;
/** An engine that was stopped so often needs longer to begin anew than the answers are worth. */
const MOST_TOO_SLOW = 3;
/** What a query is given even where the time is nearly over. */
const LEAST_MS = 1000;

export class KbQuestions {
  asked = 0;
  private tooSlow = 0;
  private readonly answers = new Map<string, Promise<Execution>>();
  private readonly began: number;

  constructor(
    readonly kb: KnowledgeBase,
    private readonly limits: Limits,
    private readonly effort: Effort,
    private readonly now: () => number,
    private readonly signal: AbortSignal,
  ) {
    this.began = now();
  }

  get spent(): boolean {
    return (
      this.asked >= this.effort.questions ||
      this.tooSlow >= MOST_TOO_SLOW ||
      this.now() - this.began >= this.effort.milliseconds
    );
  }

  /** The query itself, as its author would run it. */
  run(query: string): Promise<Execution> {
    const left = this.effort.milliseconds - (this.now() - this.began);
    const timeoutMs = Math.min(this.limits.timeoutMs, Math.max(LEAST_MS, left));
    return this.execute(query, { ...this.limits, timeoutMs });
  }

  /** Nothing where the KB does not answer in time; too many rows are cut. */
  async rows(model: QueryModel, selected: string, body: string, most = MOST_ROWS): Promise<readonly Row[]> {
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
    const timeoutMs = Math.min(EACH_MS, this.limits.timeoutMs);
    const execution = await this.execute(query, { timeoutMs, maxRows });
    if (execution.status === 'timed-out') this.tooSlow++;
    return execution.status === 'answered' ? execution.answer : undefined;
  }

  private execute(query: string, limits: Limits): Promise<Execution> {
    this.signal.throwIfAborted();
    let answer = this.answers.get(query);
    if (!answer) {
      this.asked++;
      this.answers.set(query, (answer = this.kb.execute(query, limits, this.signal)));
    }
    return answer;
  }
}

function headOf({ text, range, query }: QueryModel): string {
  return text.slice(range.start, query.keyword?.start ?? query.range.start);
}
