/** Small questions to a KB, within a budget: what is too slow is not known, and not an error. */
import type { KnowledgeBase, RdfTerm, Row } from '../../kb/knowledge-base';
import type { QueryModel } from '../../language/sparql/model';
import type { PatternPart } from './pattern-parts';

export interface ProbeBudget {
  readonly probes: number;
  readonly eachMs: number;
  readonly allMs: number;
}

/** More matches than this are just many. */
export const MANY = 1000;

export class Prober {
  private asked = 0;
  private spent = 0;
  /** Before and after the form of a query: its prefixes, and the graphs that it names. */
  private readonly before: string;
  private readonly dataset: string;

  constructor(
    private readonly kb: KnowledgeBase,
    model: QueryModel,
    private readonly budget: ProbeBudget,
    private readonly now: () => number,
    private readonly signal: AbortSignal,
  ) {
    const { text, query, tokens } = model;
    this.before = text.slice(model.range.start, query.keyword?.start ?? query.range.start);
    const from = tokens.find(({ type, value }) => type === 'keyword' && value === 'FROM');
    const until = tokens.find(
      ({ value, start }) => from && start > from.start && (value === 'WHERE' || value === '{'),
    );
    this.dataset = from && until ? text.slice(from.start, until.start) : '';
  }

  /** Whether anything matches. */
  async some(body: string): Promise<boolean | undefined> {
    const answer = await this.ask(`ASK ${this.dataset} {\n${body}\n}`, 1);
    return answer?.kind === 'boolean' ? answer.value : undefined;
  }

  /** How many rows there are, up to one more than `MANY`. */
  async count(body: string): Promise<number | undefined> {
    const rows = await this.rows(`(COUNT(*) AS ?n)`, `{ SELECT * {\n${body}\n} LIMIT ${MANY + 1} }`);
    const count = Number(rows?.[0]?.[0]?.value ?? NaN);
    if (Number.isFinite(count)) return count;
    const some = await this.some(body);
    return some === undefined ? undefined : some ? MANY + 1 : 0;
  }

  async rows(selected: string, body: string, modifiers = ''): Promise<readonly Row[] | undefined> {
    const answer = await this.ask(
      `SELECT ${selected} ${this.dataset} WHERE {\n${body}\n} ${modifiers}`,
      MANY,
    );
    return answer?.kind === 'table' ? answer.rows : undefined;
  }

  /** The values of a variable, each once. */
  async values(variable: string, body: string, most: number): Promise<readonly RdfTerm[] | undefined> {
    const rows = await this.rows(`DISTINCT ?${variable}`, body, `LIMIT ${most}`);
    return rows?.flatMap(([term]) => term ?? []);
  }

  private async ask(query: string, maxRows: number): Promise<Answer | undefined> {
    const timeoutMs = Math.min(this.budget.eachMs, this.budget.allMs - this.spent);
    if (this.asked >= this.budget.probes || timeoutMs <= 0) return undefined;
    this.asked++;
    const began = this.now();
    const execution = await this.kb.execute(`${this.before}\n${query}`, { timeoutMs, maxRows }, this.signal);
    this.spent += this.now() - began;
    return execution.status === 'answered' && !execution.incomplete ? execution.answer : undefined;
  }
}

type Answer = Extract<
  Awaited<ReturnType<KnowledgeBase['execute']>>,
  { readonly status: 'answered' }
>['answer'];

/** One step of the way along a pattern. */
export interface Probe {
  /** The part of the pattern that this one adds, as written, and where it stands in the query. */
  readonly added: string;
  readonly start: number;
  readonly end: number;
  readonly outcome: 'matches' | 'nothing' | 'unknown';
  /** How many rows the parts up to here leave, where it was counted. */
  readonly matches?: number;
}

export function probeOf(part: PatternPart, outcome: Probe['outcome'], matches: number | undefined): Probe {
  const { written, range } = part;
  return {
    added: written,
    ...range,
    outcome,
    ...(matches !== undefined && matches <= MANY && { matches }),
  };
}
