/** How far something is, on one line of the terminal, which is written over. */
import type { ProgressStep } from '../core/kb/knowledge-base';
import { onOneLine } from '../core/language/text/controls';

export function showStep({ message, share }: ProgressStep): void {
  const percent = share === undefined ? '' : ` ${Math.round(share * 100)} %`;
  showProgress(share === 1 ? '' : `${message}${percent}`);
}

/** An empty text clears the line. Nothing is written where nobody looks on. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  const line = onOneLine(text).slice(0, process.stderr.columns - 1);
  process.stderr.write(`\r\u001b[K${line}`);
}
