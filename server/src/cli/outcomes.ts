/** What came of all that a command was given, for its exit status. */
import type { AskTrace } from '../core/ask/ask-events';
import type { RepairTrace } from '../core/repair/repair-events';

export class ExitStatus {
  private failed = false;
  private unwell = false;

  repaired(outcome: RepairTrace | { readonly problem: string }): void {
    if ('problem' in outcome || outcome.result.kind === 'failed') this.failed = true;
    else {
      const { result, attempts } = outcome;
      const chosen = attempts.find(({ round }) => round === result.round);
      this.unwell ||=
        result.kind === 'unanswerable' || !!chosen?.findings.some(({ severity }) => severity === 'error');
    }
  }

  asked({ result: { kind } }: AskTrace): void {
    this.failed ||= kind === 'failed';
    this.unwell ||= kind === 'unanswerable';
  }

  fail(): void {
    this.failed = true;
  }

  get status(): number {
    return this.failed ? 2 : this.unwell ? 1 : 0;
  }
}
