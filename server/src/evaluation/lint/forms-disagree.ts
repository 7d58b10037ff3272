/**
 * SPARQL and s-expression of the same gold that ask for different things: as graphs, and with a KB by their answers too. Silent
 * where the SPARQL says what no form can, and where the KB answers both alike.
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
import { readingOf, type LintCheck, type LintScene, type Told } from './lint-finding';

export const formsDisagree: LintCheck = async (scene) => {
  const { gold } = scene.question;
  const told: Told[] = [];
  for (const [at, { sparql, sexpr = gold.idealSexpr }] of gold.parses.entries()) {
    const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, scene.schema).expr;
    const message = sparql !== undefined && expr ? await differenceOf(sparql, expr, scene) : undefined;
    if (message !== undefined)
      told.push({
        rule: 'forms-disagree',
        message: `${readingOf(scene.question, at)}${message} Mend the one that does not ask the question.`,
      });
  }
  return told;
};

async function differenceOf(
  sparql: string,
  expr: SExpr,
  { schema, run }: LintScene,
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
  const counts = `The KB gives ${counted(left.size)} to the SPARQL and ${counted(right.size)} to the s-expression, not the same.`;
  return asked === undefined ? counts : `${asked} ${counts}`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'answer' : 'answers'}`;
}
