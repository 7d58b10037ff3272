/** The function and the number of hops of a question, in GrailQA's terms, from its logical form. */
import type { Comparison, SExpr } from '../../core/logical-form/sexpr';

export interface QuestionType {
  readonly function: string;
  /** Relations on the longest path from an entity to the answer. */
  readonly hops: number;
}

export function questionType(form: SExpr): QuestionType {
  return { function: functionOf(form) ?? 'none', hops: hopsOf(form) };
}

const COMPARISONS: Readonly<Record<Comparison, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

/** The outermost function. */
function functionOf(form: SExpr): string | undefined {
  switch (form.kind) {
    case 'count':
      return 'count';
    case 'extreme':
      return `arg${form.which}`;
    case 'compare':
      return COMPARISONS[form.operator];
    case 'and':
      return functionOf(form.left) ?? functionOf(form.right);
    case 'join':
    case 'time':
      return functionOf(form.of);
    case 'entity':
    case 'class':
    case 'literal':
      return undefined;
  }
}

function hopsOf(form: SExpr): number {
  switch (form.kind) {
    case 'join':
      return 1 + hopsOf(form.of);
    case 'and':
      return Math.max(hopsOf(form.left), hopsOf(form.right));
    case 'extreme':
      return Math.max(form.by.length, hopsOf(form.of));
    case 'compare':
      return form.by.length;
    case 'count':
    case 'time':
      return hopsOf(form.of);
    case 'entity':
    case 'class':
    case 'literal':
      return 0;
  }
}
