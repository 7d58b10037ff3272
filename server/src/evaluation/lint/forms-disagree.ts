/**
 * Reports SPARQL and s-expression of the same gold that ask different things, compared as graphs and, with a KB, by their answers.
 * Reports nothing if the SPARQL has no logical form, or if the KB gives the same answers.
 */
import { fromSparql } from '../../core/logical-form/from-sparql';
import { parseSExpr } from '../../core/logical-form/parse-sexpr';
import { printSExpr } from '../../core/logical-form/print-sexpr';
import { sameGraph } from '../../core/logical-form/same-graph';
import type { SExpr } from '../../core/logical-form/sexpr';
import { toSparql } from '../../core/logical-form/to-sparql';
import { parseQuery } from '../../core/language/sparql/parse';
import { PUBLISHED } from '../run-gold';
import { answerKeys } from '../score/answer-key';
import { parseLabel, type LintCheck, type LintContext, type LintProblem } from './lint-finding';

export const formsDisagree: LintCheck = async (context) => {
  const { gold } = context.question;
  const problems: LintProblem[] = [];
  for (const [at, { sparql, sexpr = gold.idealSexpr }] of gold.parses.entries()) {
    const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, context.schema).expr;
    const message = sparql !== undefined && expr ? await differenceOf(sparql, expr, context) : undefined;
    if (message !== undefined)
      problems.push({
        rule: 'forms-disagree',
        message: `${parseLabel(context.question, at)}${message} Fix the one that does not ask the question.`,
      });
  }
  return problems;
};

async function differenceOf(
  sparql: string,
  expr: SExpr,
  { schema, run }: LintContext,
): Promise<string | undefined> {
  const query = parseQuery(sparql, 'virtuoso');
  if (!query.parses) return undefined;
  const read = fromSparql(query, schema, PUBLISHED);
  if ('expr' in read && sameGraph(read.expr, expr, schema)) return undefined;
  const asked =
    'expr' in read
      ? `The SPARQL asks ${printSExpr(read.expr)}, the s-expression ${printSExpr(expr)}.`
      : undefined;
  if (!run) return asked;
  const [own, other] = [await run(sparql), await run(toSparql(expr, schema, PUBLISHED))];
  if (!own.answers || !other.answers) return asked;
  const [left, right] = [answerKeys(own.answers), answerKeys(other.answers)];
  if (left.size === right.size && [...left].every((answer) => right.has(answer)))
    return left.size ? undefined : asked;
  const counts = `The KB gives ${counted(left.size)} to the SPARQL and ${counted(right.size)} to the s-expression, and they differ.`;
  return asked === undefined ? counts : `${asked} ${counts}`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'answer' : 'answers'}`;
}
