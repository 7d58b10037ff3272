/** Computes the exit status of a command from the outcomes of its inputs. */
import type { AskTrace } from '../core/ask/ask-events';
import { faultsOf, remainingFindings } from '../core/repair/checks';
import type { Execution } from '../core/kb/knowledge-base';
import type { RepairTrace } from '../core/repair/repair-events';
import { printDefect } from './terminal';

export class ExitStatus {
  private failed = false;
  private hasProblems = false;

  addRepair(outcome: RepairTrace | { readonly problem: string }): void {
    if ('problem' in outcome || outcome.result.kind === 'failed') this.failed = true;
    else {
      const { result, attempts } = outcome;
      const chosen = attempts.find(({ round }) => round === result.round);
      this.hasProblems ||=
        result.kind === 'unanswerable' ||
        (chosen !== undefined && (faultsOf(chosen).length > 0 || remainingFindings(chosen).length > 0));
    }
  }

  addAnswer({ result: { kind } }: AskTrace): void {
    this.failed ||= kind === 'failed';
    this.hasProblems ||= kind === 'unanswerable';
  }

  addRun(status: Execution['status'], hasWarnings: boolean): void {
    this.failed ||= status === 'unreachable';
    this.hasProblems ||= status === 'refused' || status === 'timed-out' || hasWarnings;
  }

  /** For the failure of a verifier. */
  readonly onDefect = (code: string, error: unknown): void => {
    this.fail();
    printDefect(code, error);
  };

  fail(): void {
    this.failed = true;
  }

  get status(): number {
    return this.failed ? 2 : this.hasProblems ? 1 : 0;
  }
}
