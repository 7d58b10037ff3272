/** Sends small queries to a KB within a budget; the result of a slow one is unknown, not an error. */
import type { QueryAnswer, KnowledgeBase, RdfTerm, AnswerRow } from '../../kb/knowledge-base';
import type { QueryModel } from '../../language/sparql/model';
import type { PatternPart } from './pattern-parts';

export interface ProbeBudget {
  readonly probes: number;
  readonly eachMs: number;
  readonly allMs: number;
}

/** Matches are counted up to this number. */
export const MAX_COUNT = 1000;

export class Prober {
  private sent = 0;
  private elapsedMs = 0;
  /** The prologue and the FROM clauses of the query. */
  private readonly prologue: string;
  private readonly dataset: string;

  constructor(
    private readonly kb: KnowledgeBase,
    model: QueryModel,
    private readonly budget: ProbeBudget,
    private readonly now: () => number,
    private readonly signal: AbortSignal,
  ) {
    const { text, query, tokens } = model;
    this.prologue = text.slice(model.range.start, query.keyword?.start ?? query.range.start);
    const from = tokens.find(({ type, value }) => type === 'keyword' && value === 'FROM');
    const until = tokens.find(
      ({ value, start }) => from && start > from.start && (value === 'WHERE' || value === '{'),
    );
    this.dataset = from && until ? text.slice(from.start, until.start) : '';
  }

  async some(body: string): Promise<boolean | undefined> {
    const answer = await this.ask(`ASK ${this.dataset} {\n${body}\n}`, 1);
    return answer?.kind === 'boolean' ? answer.value : undefined;
  }

  /** The number of rows, up to `MAX_COUNT + 1`. */
  async count(body: string): Promise<number | undefined> {
    const rows = await this.rows(`(COUNT(*) AS ?n)`, `{ SELECT * {\n${body}\n} LIMIT ${MAX_COUNT + 1} }`);
    const count = Number(rows?.[0]?.[0]?.value ?? NaN);
    if (Number.isFinite(count)) return count;
    const some = await this.some(body);
    return some === undefined ? undefined : some ? MAX_COUNT + 1 : 0;
  }

  async rows(selected: string, body: string, modifiers = ''): Promise<readonly AnswerRow[] | undefined> {
    const answer = await this.ask(
      `SELECT ${selected} ${this.dataset} WHERE {\n${body}\n} ${modifiers}`,
      MAX_COUNT,
    );
    return answer?.kind === 'table' ? answer.rows : undefined;
  }

  async values(variable: string, body: string, limit: number): Promise<readonly RdfTerm[] | undefined> {
    const rows = await this.rows(`DISTINCT ?${variable}`, body, `LIMIT ${limit}`);
    return rows?.flatMap(([term]) => term ?? []);
  }

  private async ask(query: string, maxRows: number): Promise<QueryAnswer | undefined> {
    const timeoutMs = Math.min(this.budget.eachMs, this.budget.allMs - this.elapsedMs);
    if (this.sent >= this.budget.probes || timeoutMs <= 0) return undefined;
    this.sent++;
    const began = this.now();
    const execution = await this.kb.execute(
      `${this.prologue}\n${query}`,
      { timeoutMs, maxRows },
      this.signal,
    );
    this.elapsedMs += this.now() - began;
    return execution.status === 'answered' && !execution.incomplete ? execution.answer : undefined;
  }
}

/** The result of adding one part to a pattern. */
export interface Probe {
  /** The added part as written, and its range in the query. */
  readonly added: string;
  readonly start: number;
  readonly end: number;
  readonly outcome: 'matches' | 'nothing' | 'unknown';
  /** The number of rows up to this part, if it was counted. */
  readonly matches?: number;
}

export function probeOf(part: PatternPart, outcome: Probe['outcome'], matches: number | undefined): Probe {
  const { written, range } = part;
  return {
    added: written,
    ...range,
    outcome,
    ...(matches !== undefined && matches <= MAX_COUNT && { matches }),
  };
}
