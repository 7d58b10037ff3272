/**
 * Reports gold parses whose SPARQL and s-expression differ, compared as graphs and, with a KB, by their answers. Does not report
 * SPARQL without a logical form unless the answers differ, or parses with the same answers.
 */
import { fromSparql } from '../../core/logical-form/from-sparql';
import { parseSExpr } from '../../core/logical-form/parse-sexpr';
import { printSExpr } from '../../core/logical-form/print-sexpr';
import { isSameGraph } from '../../core/logical-form/same-graph';
import type { SExpr } from '../../core/logical-form/sexpr';
import { toSparql } from '../../core/logical-form/to-sparql';
import { parseQuery } from '../../core/language/sparql/parse';
import { LAST_DUMP } from '../run-gold';
import { answerKeys } from '../score/answer-key';
import { areSameAnswers } from '../score/answer-scores';
import { parseLabel, type LintCheck, type LintContext, type LintProblem } from './lint-finding';

export const formsDisagree: LintCheck = async (context) => {
  const { gold } = context.question;
  const problems: LintProblem[] = [];
  for (const [at, { sparql, sexpr = gold.idealSexpr }] of gold.parses.entries()) {
    const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, context.schema).expr;
    const message =
      sparql !== undefined && expr ? await describeDifference(sparql, expr, context) : undefined;
    if (message !== undefined)
      problems.push({
        rule: 'forms-disagree',
        message: `${parseLabel(context.question, at)}${message} Fix the one that does not ask the question.`,
      });
  }
  return problems;
};

async function describeDifference(
  sparql: string,
  expr: SExpr,
  { schema, run }: LintContext,
): Promise<string | undefined> {
  const query = parseQuery(sparql, 'virtuoso');
  if (!query.parses) return undefined;
  const form = fromSparql(query, schema, LAST_DUMP);
  if ('expr' in form && isSameGraph(form.expr, expr, schema)) return undefined;
  const forms =
    'expr' in form
      ? `The SPARQL asks ${printSExpr(form.expr)}, the s-expression ${printSExpr(expr)}.`
      : undefined;
  if (!run) return forms;
  const [bySparql, bySExpr] = [await run(sparql), await run(toSparql(expr, schema, LAST_DUMP))];
  if (!bySparql.answers || !bySExpr.answers) return forms;
  const [left, right] = [answerKeys(bySparql.answers), answerKeys(bySExpr.answers)];
  if (areSameAnswers(left, right)) return left.size ? undefined : forms;
  const counts = `The KB gives ${countAnswers(left.size)} to the SPARQL and ${countAnswers(right.size)} to the s-expression, and they differ.`;
  return forms === undefined ? counts : `${forms} ${counts}`;
}

function countAnswers(count: number): string {
  return `${count} ${count === 1 ? 'answer' : 'answers'}`;
}
