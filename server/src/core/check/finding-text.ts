import type { Finding } from './verifier';

type Texts = Pick<Finding, 'message' | 'because' | 'advice'>;

/** What is wrong and what to do: the text of a diagnostic. */
export function summarizeFinding({ message, advice }: Texts): string {
  return sentences(message, advice);
}

/** What is wrong, why, and what to do: for models and plain-text output. */
export function explainFinding({ message, because, advice }: Texts): string {
  return sentences(message, because, advice);
}

function sentences(...texts: readonly string[]): string {
  return texts
    .filter(Boolean)
    .map((text) => (/[.?!…]$/.test(text) ? text : `${text}.`))
    .join(' ');
}
