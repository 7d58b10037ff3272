/** Whether a fix does what it promises: the finding goes, and no other of its weight comes. */
import { applyEdits } from '../text/edit';
import { checkDocument, type CheckOptions } from './check';
import type { Finding, Fix, Severity } from './verifier';

const WEIGHT: Readonly<Record<Severity, number>> = { error: 1000, warning: 100, information: 10, hint: 1 };

export function cures(text: string, findings: readonly Finding[], fix: Fix, options: CheckOptions): boolean {
  const after = checkDocument(applyEdits(text, fix.edits), options).findings;
  return weigh(after) < weigh(findings);
}

function weigh(findings: readonly Finding[]): number {
  return findings.reduce((sum, { severity }) => sum + WEIGHT[severity], 0);
}
