/** Few-shot generation from what is retrieved for the question, and the loop of repairs behind it. */
import { isChecked, isEmpty } from '../../repair/checks';
import type { Attempt } from '../../repair/attempt';
import { repair } from '../../repair/repair';
import type { RepairTrace } from '../../repair/repair-events';
import type { AskEvent, CandidateQuery } from '../ask-events';
import { retrieveContext } from './retrieve-context';
import type { Strategy, StrategyOutcome } from '../strategy';

export const funFusic: Strategy = {
  name: 'fun-fusic',
  needsModel: true,
  async *run(task, linking, ports, options, signal) {
    const { question } = task;
    yield { type: 'progress', message: 'Linking the question' };
    const retrieved = await retrieveContext(task, linking, ports, options, signal);
    const repairing = repair({ question, retrieved }, ports, options, signal);
    for (;;) {
      const next = await repairing.next();
      if (next.done) return outcomeOf(next.value);
      const event = next.value;
      yield { type: 'repair', event };
      if (event.type === 'attempted') yield considered(event.attempt);
    }
  },
};

function considered(attempt: Attempt): AskEvent {
  return { type: 'considered', considered: consideredOf(attempt, false) };
}

function consideredOf(attempt: Attempt, chosen: boolean): CandidateQuery {
  const { query, findings, execution, answers, thought, round, agreement } = attempt;
  return {
    query,
    score: -round,
    because: [thought, agreement?.explanation].flatMap((text) => (text ? [text] : [])),
    findings,
    checked: isChecked(attempt),
    ...(execution && { execution }),
    ...(answers && { answers }),
    chosen,
  };
}

/** The attempts in their order, but the chosen one first. */
function outcomeOf(trace: RepairTrace): StrategyOutcome {
  const { attempts, result } = trace;
  const { kind, level, explanation, missing, nearest, round } = result;
  const chosen = attempts.find((attempt) => attempt.round === round);
  const answers = kind === 'repaired' && chosen !== undefined && !isEmpty(chosen);
  const others = attempts.filter((attempt) => attempt !== chosen);
  const { confidence, because } = confidenceOf(trace, chosen);
  return {
    considered: [
      ...(chosen ? [consideredOf(chosen, answers || kind === 'unanswerable')] : []),
      ...others.map((attempt) => consideredOf(attempt, false)),
    ],
    verdict: answers
      ? 'answer'
      : kind === 'unanswerable'
        ? 'unanswerable'
        : kind === 'failed'
          ? 'failed'
          : 'nothing',
    ...(level && { level }),
    confidence,
    because,
    explanation,
    ...(missing && { missing }),
    ...(nearest && { nearest }),
    rounds: attempts.length,
    repair: trace,
  };
}

/** Rules of thumb, not chances: what passed every check before what was only voted for, and that before what is merely left. */
function confidenceOf(
  { result: { basis, support } }: RepairTrace,
  chosen: Attempt | undefined,
): Pick<StrategyOutcome, 'confidence' | 'because'> {
  if (!chosen) return { confidence: 0, because: [] };
  const rounds =
    chosen.round === 0 ? 'at once' : `after ${chosen.round} ${chosen.round === 1 ? 'repair' : 'repairs'}`;
  if (basis === 'verified')
    return { confidence: 0.8 - 0.05 * chosen.round, because: [`The query passed every check ${rounds}.`] };
  if (support)
    return {
      confidence: 0.3 + (0.3 * support.agreeing) / support.of,
      because: [
        `${support.agreeing} of ${support.of} queries give this answer, but none passed every check.`,
      ],
    };
  return { confidence: 0.3, because: ['No query passed every check; this one has the fewest problems.'] };
}
