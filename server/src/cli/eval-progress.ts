/** How far a run is: on one line of the terminal, as lines of JSON, or now and then in words where nobody looks on. */
import type { EvalProgress, ProgressLine } from '../evaluation/eval-run';
import type { ProgressStep } from '../core/kb/knowledge-base';
import { printError } from './complain';
import { showProgress, showStep } from './progress-line';

export interface ProgressTeller {
  readonly step: (step: ProgressStep) => void;
  readonly progress: (progress: EvalProgress) => void;
  readonly clear: () => void;
}

/** `title` stands before the line, where several runs follow each other. */
export function progressTeller(how: 'line' | 'json', currency: string, title = ''): ProgressTeller {
  if (how === 'json') {
    const write = (line: ProgressLine): void => void process.stderr.write(`${JSON.stringify(line)}\n`);
    return {
      step: ({ message, share }) => write({ type: 'step', message, ...(share !== undefined && { share }) }),
      progress: (progress) => write({ type: 'progress', progress }),
      clear: () => undefined,
    };
  }
  let told = 0;
  return {
    step: showStep,
    progress: (progress) => {
      const words = `${title}${progressInWords(progress, currency)}`;
      if (process.stderr.isTTY) {
        showProgress(words);
        return;
      }
      const tenth = Math.floor((10 * progress.done) / Math.max(1, progress.total));
      if (tenth > told && progress.done < progress.total) printError(words);
      told = Math.max(told, tenth);
    },
    clear: () => showProgress(''),
  };
}

export function progressInWords(progress: EvalProgress, currency: string): string {
  const { done, total, f1R, millisecondsLeft, money, moneyLeft, tokens } = progress;
  return [
    `${done} of ${total} questions`,
    ...(f1R === undefined ? [] : [`F1 ${(100 * f1R).toFixed(1)}`]),
    ...(millisecondsLeft === undefined ? [] : [`${inWords(millisecondsLeft)} left`]),
    ...(tokens ? [`${tokens.toLocaleString('en')} tokens`] : []),
    ...(money === undefined
      ? []
      : [
          `${money.toFixed(2)}${moneyLeft === undefined ? '' : ` of ${(money + moneyLeft).toFixed(2)}`} ${currency}`,
        ]),
  ].join(', ');
}

/** Whole seconds: it changes all the time. */
function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
