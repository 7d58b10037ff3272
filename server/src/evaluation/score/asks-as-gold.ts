/** Whether a query that was run asks what gold asks. */
import type { KbSchema } from '../../core/schema/schema';
import { sameGraph } from '../../core/logical-form/same-graph';
import type { Gold } from '../eval-question';
import { answerKeys } from './answer-key';
import { isSame } from './answer-scores';
import { formOf } from './forms';
import { knownAnswers } from './score-question';

interface Asked {
  readonly query: string;
  readonly sexpr?: string | undefined;
  readonly answers: readonly string[];
}

/**
 * It does if it answers as gold does. Many queries have no answer, so one that has none must have gold's form besides. What the schema
 * cannot say, no query asks. Undefined where gold does not tell.
 */
export function asksAsGold(gold: Gold, schema: KbSchema): (asked: Asked) => boolean | undefined {
  if (gold.answerability === 'schema') return () => false;
  const known = knownAnswers(gold).map((answers) => answerKeys(answers, schema.namespace));
  return ({ query, sexpr, answers }) => {
    if (!known.length) return undefined;
    const told = answerKeys(answers, schema.namespace);
    if (told.size || known.every(({ size }) => size)) return known.some((set) => isSame(told, set));
    const form = formOf({ sparql: query, sexpr }, schema);
    const forms = gold.parses.flatMap((parse) => formOf(parse, schema) ?? []);
    return form && forms.length ? forms.some((one) => sameGraph(one, form, schema)) : undefined;
  };
}
