/** Fixes a query as far as its checks and a KB can verify. */
import { checkDocument, type CheckedDocument, type CheckOptions } from '../check/check';
import { fixAll, type AppliedFix } from '../check/fix-all';
import type { Finding, Fix } from '../check/verifier';
import { workingFixes } from '../check/working-fixes';
import { applyEdits } from '../language/text/edit';
import { covers } from '../language/text/range';

export interface FixedQuery {
  /** The text of the whole document. */
  readonly text: string;
  readonly applied: readonly AppliedFix[];
  readonly left: readonly LeftFinding[];
}

/** An error or warning that was not fixed. Its range is in the new text. */
export interface LeftFinding {
  readonly finding: Finding;
  readonly reason: string;
}

/** Whether a query has an answer that the answer verifiers accept. */
export type HasAnswer = (query: string) => Promise<boolean>;

/** A fix may reveal a finding that needs another fix. */
const MAX_FIXES = 20;
/** The most fixes of one finding that are compared by a run. */
const MAX_ALTERNATIVES = 6;

/**
 * Applies the safe fixes of one query of a document, and the other fixes if a run verifies them: the query must have an answer, and
 * the fix must be the only one of its finding, or the only one that gives an answer. Without `hasAnswer`, only safe fixes are applied.
 */
export async function fixQuery(
  text: string,
  index: number,
  options: CheckOptions,
  hasAnswer: HasAnswer | undefined,
): Promise<FixedQuery> {
  const safe = fixAll(checkDocument(text, options), options, index);
  const start: Step = { text: safe.text, applied: safe.applied };
  const { step, reasons } = hasAnswer
    ? await applyVerified(start, index, options, hasAnswer)
    : { step: start, reasons: new Map<string, string>() };
  const checked = checkDocument(step.text, options);
  const left = problemsOf(checked, index).map((finding) => {
    const fixes = workingFixes(checked, finding, options);
    const reason =
      reasons.get(finding.message) ??
      (fixes.length > 1
        ? `${fixes.length} fixes are possible`
        : fixes.length === 0
          ? 'no fix is known'
          : 'its fix was not verified by a run');
    return { finding, reason };
  });
  return { ...step, left };
}

interface Step {
  readonly text: string;
  readonly applied: readonly AppliedFix[];
}

async function applyVerified(
  start: Step,
  index: number,
  options: CheckOptions,
  hasAnswer: HasAnswer,
): Promise<{ readonly step: Step; readonly reasons: ReadonlyMap<string, string> }> {
  const answers = (text: string): Promise<boolean> => {
    const checked = checkDocument(text, options);
    const query = checked.queries[index];
    if (!query || problemsOf(checked, index).some(({ severity }) => severity === 'error'))
      return Promise.resolve(false);
    return hasAnswer(text.slice(query.range.start, query.range.end));
  };
  const reasons = new Map<string, string>();
  let step = start;
  for (const severities of [['error', 'warning'], ['error']]) {
    const next = applyOnlyFixes(start, index, options, severities);
    if (next.applied.length === start.applied.length) continue;
    if (await answers(next.text)) {
      step = next;
      break;
    }
    for (const { finding } of next.applied.slice(start.applied.length))
      reasons.set(finding.message, 'the query has no answer with its fix');
  }
  for (let count = 0; count < MAX_FIXES; count++) {
    const next = await applyOnlyAnswered(step, index, options, answers);
    if (!next) break;
    step = next;
  }
  return { step, reasons };
}

/** Applies the fixes of findings that have exactly one. */
function applyOnlyFixes(
  start: Step,
  index: number,
  options: CheckOptions,
  severities: readonly string[],
): Step {
  let step = start;
  for (let count = 0; count < MAX_FIXES; count++) {
    const checked = checkDocument(step.text, options);
    const chosen = firstOnlyFix(checked, index, options, severities);
    if (!chosen) break;
    step = withFix(step, chosen);
  }
  return step;
}

function firstOnlyFix(
  checked: CheckedDocument,
  index: number,
  options: CheckOptions,
  severities: readonly string[],
): AppliedFix | undefined {
  for (const finding of problemsOf(checked, index)) {
    if (!severities.includes(finding.severity)) continue;
    const [fix, ...others] = workingFixes(checked, finding, options);
    if (fix && !others.length) return { finding, fix };
  }
  return undefined;
}

/** Applies a fix of the first finding of whose fixes exactly one gives an answer. */
async function applyOnlyAnswered(
  step: Step,
  index: number,
  options: CheckOptions,
  answers: HasAnswer,
): Promise<Step | undefined> {
  const checked = checkDocument(step.text, options);
  for (const finding of problemsOf(checked, index)) {
    const fixes = workingFixes(checked, finding, options);
    if (fixes.length < 2 || fixes.length > MAX_ALTERNATIVES) continue;
    const verified: Fix[] = [];
    for (const fix of fixes) if (await answers(applyEdits(step.text, fix.edits))) verified.push(fix);
    const [fix, ...others] = verified;
    if (fix && !others.length) return withFix(step, { finding, fix });
  }
  return undefined;
}

function withFix({ text, applied }: Step, chosen: AppliedFix): Step {
  return { text: applyEdits(text, chosen.fix.edits), applied: [...applied, chosen] };
}

/** The errors and warnings of one query. */
function problemsOf({ queries, findings }: CheckedDocument, index: number): readonly Finding[] {
  const query = queries[index];
  if (!query) return [];
  return findings.filter(
    ({ severity, range }) => (severity === 'error' || severity === 'warning') && covers(query.range, range),
  );
}
