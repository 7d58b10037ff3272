/** One attempt: what is certainly wrong is looked for first, since it spares the run; then the query is run, and its answer looked at. */
import type { Execution } from '../kb/knowledge-base';
import type { Usage } from '../model/language-model';
import { answeredRun } from '../run/answered-run';
import { SettledKnowledge } from '../run/settled-knowledge';
import type { QueryModel } from '../sparql/model';
import { parseQuery } from '../sparql/parse';
import { range } from '../text/range';
import type { Finding, Stage } from '../verify/verifier';
import { shown, verify, verifyAnswer } from '../verify/verify';
import { answersOf } from './answers-of';
import type { Attempt } from './attempt';
import { inOrder, isCertain } from './checks';
import { dangerIn } from './may-be-run';
import type { RepairEvent } from './repair-events';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';

const NO_USAGE: Usage = { calls: 0, tokens: { input: 0, output: 0 } };

/** A query to be tried, and where it comes from. */
export type Proposal = Pick<Attempt, 'by' | 'query' | 'changes' | 'thought'> & {
  readonly usage?: Attempt['usage'];
  /** Where the search has run it already. */
  readonly execution?: Execution;
};

/** What stays the same from one attempt to the next. */
export class Bench {
  readonly given: QueryModel | undefined;
  private readonly settled: SettledKnowledge | undefined;
  /** Why the KB is not asked any more. */
  kbFault: string | undefined;

  constructor(
    readonly task: RepairTask,
    readonly ports: RepairPorts,
    readonly options: RepairOptions,
  ) {
    this.given = task.query === undefined ? undefined : this.parse(task.query);
    this.settled = ports.kb && new SettledKnowledge(ports.kb.kb, ports.kb.directory);
  }

  parse(text: string): QueryModel {
    return parseQuery(text, this.options.dialect);
  }

  /** The KB, as long as it answers. */
  get kb(): RepairPorts['kb'] {
    return this.kbFault === undefined ? this.ports.kb : undefined;
  }

  /** What is off is off; how grave the user takes the others is of no account here. */
  get severities(): RepairOptions['severities'] {
    return Object.fromEntries(
      Object.entries(this.options.severities).filter(([, severity]) => severity === 'off'),
    );
  }

  async findingsBefore(query: QueryModel, signal: AbortSignal): Promise<readonly Finding[]> {
    const { schema, onDefect } = this.ports;
    const options = { schema, severities: this.severities, onDefect };
    return this.kb && this.settled ? this.settled.verify(query, options, signal) : verify(query, options);
  }

  async findingsAfter(
    query: QueryModel,
    execution: Execution,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    const { schema, onDefect } = this.ports;
    if (!this.kb || !schema) return [];
    const { kb, directory } = this.kb;
    const run = await answeredRun(
      kb,
      execution,
      query,
      schema,
      (iris, ended) => directory.lookUp(iris, ended),
      signal,
    );
    return run ? shown(query, verifyAnswer(query, run, { schema, onDefect }), this.severities) : [];
  }
}

export async function* tryQuery(
  bench: Bench,
  proposal: Proposal,
  round: number,
  signal: AbortSignal,
): AsyncGenerator<RepairEvent, Attempt> {
  const began = bench.ports.now();
  const query = bench.parse(proposal.query);
  const findings: Finding[] = [];
  yield* foundBefore(bench, query, proposal, round, findings, signal);
  let execution: Execution | undefined;
  const kb = bench.kb?.kb;
  if (kb && !findings.some(isCertain)) {
    execution = proposal.execution ?? (await kb.execute(query.text, bench.options.limits, signal));
    yield { type: 'executed', round, execution };
    if (execution.status === 'unreachable') bench.kbFault = execution.message;
    const after = [
      ...refusalIn(query, execution, kb.name),
      ...(await bench.findingsAfter(query, execution, signal)),
    ];
    findings.push(...after);
    yield { type: 'verified', round, stage: 'answer', findings: after };
  }
  const answers = answersOf(query, execution);
  const { by, changes, thought, usage = NO_USAGE } = proposal;
  const attempt: Attempt = {
    round,
    by,
    query: query.text,
    ...(changes && { changes }),
    findings: inOrder(findings),
    ...(execution && { execution }),
    ...(answers && { answers }),
    ...(thought !== undefined && { thought }),
    usage,
    milliseconds: bench.ports.now() - began,
  };
  yield { type: 'attempted', attempt };
  return attempt;
}

async function* foundBefore(
  bench: Bench,
  query: QueryModel,
  { by }: Proposal,
  round: number,
  findings: Finding[],
  signal: AbortSignal,
): AsyncGenerator<RepairEvent> {
  const danger = by === 'input' ? undefined : dangerIn(query, bench.given);
  const found = await bench.findingsBefore(query, signal);
  // Of what cannot be read, the check of the syntax says more.
  findings.push(...(danger && (query.parses || !found.some(isCertain)) ? [danger] : []), ...found);
  for (const stage of ['text', 'schema'] satisfies Stage[])
    yield { type: 'verified', round, stage, findings: findings.filter((one) => one.stage === stage) };
}

/** What an engine will not take, or not finish, is told like any other finding. */
function refusalIn(query: QueryModel, execution: Execution, kb: string): readonly Finding[] {
  if (execution.status !== 'refused' && execution.status !== 'timed-out') return [];
  const refused = execution.status === 'refused';
  const { keyword } = query.query;
  return [
    {
      code: refused ? 'syntax' : 'timed_out',
      rule: refused ? 'engine' : 'time',
      stage: 'answer',
      strength: refused ? 'strong' : 'weak',
      severity: refused ? 'error' : 'warning',
      range: (refused ? execution.place : undefined) ?? keyword ?? range(0, query.text.length),
      message: execution.message,
      because: refused
        ? `The KB ${kb} refused the query when it was run.`
        : `The KB ${kb} did not answer in time.`,
      advice: refused ? '' : 'Ask for less, or name more of what is known.',
    },
  ];
}
