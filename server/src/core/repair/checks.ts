/** The checks that an attempt has to pass, in the order in which their complaints are worth telling. */
import type { Finding } from '../check/verifier';
import type { Attempt } from './attempt';

/** The order of the paper; what it does not know stands where it is most like. */
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

/** Those that leave an attempt fit to vote: the question may be read wrongly, and the KB may lack the facts. */
const BEARABLE: ReadonlySet<string> = new Set(['nl_semantic', 'egf']);

export function inOrder(findings: readonly Finding[]): readonly Finding[] {
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

/** The query cannot work as it stands: a run would be wasted. What is dead only in an OPTIONAL leaves the rest alive. */
export function isCertain({ strength, severity }: Finding): boolean {
  return strength === 'strong' && severity === 'error';
}

/** The findings that ask for another round: not what is merely untidy, and no guess that the KB itself refutes. */
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
    // In a KB that holds only a part of the facts nothing is missing for certain, but there is no answer all the same; and what
    // plainly asks something else is told gently in the editor, but does not answer the question.
    if (BEARABLE.has(code)) return true;
    if (severity !== 'error' && severity !== 'warning') return false;
    return !(answered && (code === 'lf_semantic' || code === 'grounding' || code === 'float_suffix'));
  });
}

/** What is certainly wrong spares the run, and with it the checks of the answer and of the reading. */
export function isChecked({ execution, agreement }: Pick<Attempt, 'execution' | 'agreement'>): boolean {
  return execution !== undefined && agreement !== undefined;
}

/** Whether it failed on nothing but what may be the fault of the question or of the KB. */
export function isBearable(attempt: Pick<Attempt, 'findings' | 'execution'>): boolean {
  return faultsOf(attempt).every(({ code }) => BEARABLE.has(code));
}

export function certainOf({ findings }: Pick<Attempt, 'findings'>): readonly Finding[] {
  return findings.filter(isCertain);
}

/** Nothing in it, or only that there was nothing to count. */
export function isEmpty({ answers, findings }: Pick<Attempt, 'answers' | 'findings'>): boolean {
  return !answers?.length || findings.some(({ code }) => code === 'egf');
}
