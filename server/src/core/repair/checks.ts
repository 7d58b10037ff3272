/** The checks that an attempt has to pass, in the order in which they are reported to the model. */
import type { Finding } from '../check/verifier';
import type { Attempt } from './attempt';

/** The order of the paper; each other code is next to the most similar one. */
const PRECEDENCE = [
  'not_run',
  'syntax',
  'undeclared_prefix',
  'grounding',
  'qans',
  'answer_variable',
  'float_suffix',
  'intermediate',
  'lf_semantic',
  'nl_semantic',
  'timed_out',
  'egf',
] as const;

/** Codes of attempts that may still vote: the comparison may be wrong, or the KB may lack the facts. */
const VOTING_CODES: ReadonlySet<string> = new Set(['nl_semantic', 'egf']);

export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (left, right) =>
      Number(isCertain(right)) - Number(isCertain(left)) ||
      rankOf(left) - rankOf(right) ||
      left.range.start - right.range.start,
  );
}

function rankOf({ code }: Finding): number {
  const rank = (PRECEDENCE as readonly string[]).indexOf(code);
  return rank < 0 ? PRECEDENCE.length : rank;
}

/** The query cannot work as written, so it is not run. A dead pattern in an OPTIONAL is strong, but not an error. */
export function isCertain({ strength, severity }: Finding): boolean {
  return strength === 'strong' && severity === 'error';
}

/** The findings that need another round: no style findings, and no weak ones that the answer of the KB refutes. */
export function faultsOf({
  findings,
  execution,
}: Pick<Attempt, 'findings' | 'execution'>): readonly Finding[] {
  const empty = findings.some(({ code }) => code === 'egf');
  const answered = execution?.status === 'answered' && !empty;
  return findings.filter((finding) => {
    if (isCertain(finding)) return true;
    const { code, severity } = finding;
    if (!(PRECEDENCE as readonly string[]).includes(code)) return false;
    // These have a low severity in the editor, but without an answer, or with another meaning, the question is not answered.
    if (VOTING_CODES.has(code)) return true;
    if (severity !== 'error' && severity !== 'warning') return false;
    return !(answered && (code === 'lf_semantic' || code === 'grounding' || code === 'float_suffix'));
  });
}

/** The errors and warnings, whether they need another round or not. */
export function remainingFindings({ findings }: Pick<Attempt, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
}

/** Whether the query was run and compared with the question; one with a certain fault is not. */
export function isChecked({ execution, agreement }: Pick<Attempt, 'execution' | 'agreement'>): boolean {
  return execution !== undefined && agreement !== undefined;
}

/** Whether all faults may be due to the question or the KB. */
export function mayVote(attempt: Pick<Attempt, 'findings' | 'execution'>): boolean {
  return faultsOf(attempt).every(({ code }) => VOTING_CODES.has(code));
}

export function certainFindings({ findings }: Pick<Attempt, 'findings'>): readonly Finding[] {
  return findings.filter(isCertain);
}

/** No answer, or only a count of zero. */
export function isEmpty({ answers, findings }: Pick<Attempt, 'answers' | 'findings'>): boolean {
  return !answers?.length || findings.some(({ code }) => code === 'egf');
}
