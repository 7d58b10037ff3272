/** The number of arguments of functions that the grammar of sparqljs does not count. */
import type { Expression, SyntaxProblem } from '../model';

const ARGUMENTS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['REGEX', [2, 3]],
  ['SUBSTR', [2, 3]],
  ['REPLACE', [3, 4]],
  ['BNODE', [0, 1]],
]);

export function addWrongArgumentCounts(expression: Expression, problems: SyntaxProblem[]): void {
  if (expression.kind !== 'call' && expression.kind !== 'operation') return;
  for (const arg of expression.args) addWrongArgumentCounts(arg, problems);
  if (expression.kind !== 'call') return;
  const [least, most] = ARGUMENTS.get(expression.name) ?? [0, Infinity];
  const count = expression.args.length;
  if (count >= least && count <= most) return;
  problems.push({
    range: expression.nameRange,
    message: `${expression.name} takes ${least} or ${most} arguments, not ${count}`,
    because: '',
    advice: 'Add or remove arguments.',
  });
}
