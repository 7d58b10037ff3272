/** How far something is, on one line of the terminal, which is written over. */
import type { Step } from '../core/kb/knowledge-base';
import { onOneLine } from '../core/language/text/controls';

export function tellStep({ message, share }: Step): void {
  const percent = share === undefined ? '' : ` ${Math.round(share * 100)} %`;
  overwrite(share === 1 ? '' : `${message}${percent}`);
}

/** An empty text clears the line. Nothing is written where nobody looks on. */
export function overwrite(text: string): void {
  if (!process.stderr.isTTY) return;
  const line = onOneLine(text).slice(0, process.stderr.columns - 1);
  process.stderr.write(`\r\u001b[K${line}`);
}
