/** Whether a query asks the same as gold. */
import type { KbSchema } from '../../core/schema/schema';
import { sameGraph } from '../../core/logical-form/same-graph';
import type { Gold } from '../eval-question';
import { answerKeys } from './answer-key';
import { isSame } from './answer-scores';
import { logicalFormOf } from './logical-form-of';
import { knownAnswers } from './score-question';

interface TriedQuery {
  readonly query: string;
  readonly sexpr?: string | undefined;
  readonly answers: readonly string[];
}

/**
 * It does if it gives the gold answers. Many queries have no answer, so an empty one must also have gold's logical form. No query asks
 * what the schema cannot express. Undefined if gold has no answers.
 */
export function matchesGold(gold: Gold, schema: KbSchema): (tried: TriedQuery) => boolean | undefined {
  if (gold.answerability === 'schema') return () => false;
  const known = knownAnswers(gold).map((answers) => answerKeys(answers, schema.namespace));
  return ({ query, sexpr, answers }) => {
    if (!known.length) return undefined;
    const given = answerKeys(answers, schema.namespace);
    if (given.size || known.every(({ size }) => size)) return known.some((set) => isSame(given, set));
    const form = logicalFormOf({ sparql: query, sexpr }, schema);
    const forms = gold.parses.flatMap((parse) => logicalFormOf(parse, schema) ?? []);
    return form && forms.length ? forms.some((one) => sameGraph(one, form, schema)) : undefined;
  };
}
