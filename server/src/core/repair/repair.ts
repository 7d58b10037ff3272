/**
 * The loop: what is given is tried, then what a search proposes, then what a model does, each with the complaints about the last, until
 * nothing is left to complain about. All that happens is told as it happens; what is returned is the whole of it.
 */
import type { Attempt } from './attempt';
import { faultsOf } from './checks';
import { decide } from './decide';
import { changesAKb } from './may-be-run';
import type { RepairEvent, RepairTrace } from './repair-events';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';
import { Bench, tryQuery, type Proposal } from './try-query';

/** Rejects only when `signal` is aborted. */
export async function* repair(
  task: RepairTask,
  ports: RepairPorts,
  options: RepairOptions,
  signal: AbortSignal,
): AsyncGenerator<RepairEvent, RepairTrace> {
  const [began, start] = [ports.date(), ports.now()];
  const bench = new Bench(task, ports, options);
  const attempts: Attempt[] = [];
  const troubles: string[] = [];
  let fault: string | undefined;
  const attempt = async function* (proposal: Proposal): AsyncGenerator<RepairEvent, Attempt> {
    signal.throwIfAborted();
    const round = attempts.length;
    yield { type: 'proposed', round, by: proposal.by, query: proposal.query };
    const tried = yield* tryQuery(bench, proposal, round, signal);
    attempts.push(tried);
    if (bench.kbFault !== undefined && fault === undefined) {
      fault = bench.kbFault;
      troubles.push(fault);
      yield { type: 'trouble', round, message: fault };
    }
    return tried;
  };
  if (bench.given && changesAKb(bench.given))
    fault = 'This query changes a KB. Only questions are repaired: SELECT, ASK, CONSTRUCT and DESCRIBE.';
  else if (task.query !== undefined) {
    const first = yield* attempt({ by: 'input', query: task.query });
    if (faultsOf(first).length) {
      // The search and the model take over here.
    }
  }
  const result = decide({ attempts, given: task.query, fault });
  yield { type: 'decided', result };
  return {
    ...(task.question !== undefined && { question: task.question }),
    ...(ports.kb && { kb: ports.kb.kb.name }),
    ...(ports.model && { model: ports.model.model.name }),
    began,
    milliseconds: ports.now() - start,
    attempts,
    troubles,
    result,
    usage: { calls: 0, tokens: { input: 0, output: 0 } },
  };
}
