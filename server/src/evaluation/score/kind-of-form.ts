/** What kind of question a form asks, in GrailQA's words, where the dataset does not say so itself. */
import type { Comparison, SExpr } from '../../core/logical-form/sexpr';

export interface KindOfForm {
  readonly function: string;
  /** Relations on the longest way from what is named to what is asked for. */
  readonly hops: number;
}

export function kindOfForm(form: SExpr): KindOfForm {
  return { function: functionOf(form) ?? 'none', hops: hopsOf(form) };
}

const COMPARISONS: Readonly<Record<Comparison, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

/** The outermost, where there are several. */
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
