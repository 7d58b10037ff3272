/** Derives the function and the number of hops of a question, as in GrailQA, from its logical form. */
import { operandsOf, type FormComparison, type SExpr } from '../../core/logical-form/sexpr';

export interface QuestionType {
  readonly function: string;
  /** Number of relations on the longest path from an entity to the answer. */
  readonly hops: number;
}

export function classifyForm(form: SExpr): QuestionType {
  return { function: findFunction(form) ?? 'none', hops: countHops(form) };
}

const COMPARISONS: Readonly<Record<FormComparison, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

/** Finds the outermost function. */
function findFunction(form: SExpr): string | undefined {
  switch (form.kind) {
    case 'count':
      return 'count';
    case 'extreme':
      return `arg${form.which}`;
    case 'compare':
      return COMPARISONS[form.operator];
    default:
      return operandsOf(form).flatMap((operand) => findFunction(operand) ?? [])[0];
  }
}

function countHops(form: SExpr): number {
  const steps = 'by' in form ? form.by.length : 0;
  const hops = Math.max(steps, ...operandsOf(form).map(countHops));
  return form.kind === 'join' ? hops + 1 : hops;
}
