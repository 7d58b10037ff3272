/** What came of all repairs of a command, for its exit status. */
import type { Repairer } from './repairer';

export class Outcomes {
  private failed = false;
  private unwell = false;

  add(outcome: Awaited<ReturnType<Repairer>>): void {
    if ('problem' in outcome || outcome.result.kind === 'failed') this.failed = true;
    else {
      const { result, attempts } = outcome;
      const chosen = attempts.find(({ round }) => round === result.round);
      this.unwell ||=
        result.kind === 'unanswerable' || !!chosen?.findings.some(({ severity }) => severity === 'error');
    }
  }

  fail(): void {
    this.failed = true;
  }

  defect(): void {
    this.failed = true;
  }

  get status(): number {
    return this.failed ? 2 : this.unwell ? 1 : 0;
  }
}
