/** Derives the function and the number of hops of a question, as in GrailQA, from its logical form. */
import type { FormComparison, SExpr } from '../../core/logical-form/sexpr';

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
    case 'and':
    case 'or':
      return findFunction(form.left) ?? findFunction(form.right);
    case 'minus':
    case 'join':
    case 'time':
      return findFunction(form.of);
    case 'entity':
    case 'class':
    case 'literal':
      return undefined;
  }
}

function countHops(form: SExpr): number {
  switch (form.kind) {
    case 'join':
      return 1 + countHops(form.of);
    case 'and':
    case 'or':
      return Math.max(countHops(form.left), countHops(form.right));
    case 'extreme':
      return Math.max(form.by.length, countHops(form.of));
    case 'compare':
      return form.by.length;
    case 'count':
    case 'minus':
    case 'time':
      return countHops(form.of);
    case 'entity':
    case 'class':
    case 'literal':
      return 0;
  }
}
