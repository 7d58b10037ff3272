/** Decides whether a query asks the same as gold. */
import type { KbSchema } from '../../core/schema/schema';
import { isSameGraph } from '../../core/logical-form/same-graph';
import type { Gold } from '../eval-question';
import { answerKeys } from './answer-key';
import { areSameAnswers } from './answer-scores';
import { toLogicalForm } from './to-logical-form';
import { knownAnswers } from './score-question';

interface TriedQuery {
  readonly query: string;
  readonly sexpr?: string | undefined;
  readonly answers: readonly string[];
}

/**
 * A query matches if it gives the gold answers. Many queries have no answer, so a query without answers must also have gold's
 * logical form. No query matches an inexpressible question. Undefined if the gold answers are unknown.
 */
export function createGoldMatcher(gold: Gold, schema: KbSchema): (tried: TriedQuery) => boolean | undefined {
  if (gold.answerability === 'schema') return () => false;
  const known = knownAnswers(gold).map((answers) => answerKeys(answers, schema.namespace));
  return ({ query, sexpr, answers }) => {
    if (!known.length) return undefined;
    const predicted = answerKeys(answers, schema.namespace);
    if (predicted.size || known.every(({ size }) => size))
      return known.some((set) => areSameAnswers(predicted, set));
    const form = toLogicalForm({ sparql: query, sexpr }, schema);
    const forms = gold.parses.flatMap((parse) => toLogicalForm(parse, schema) ?? []);
    return form && forms.length ? forms.some((one) => isSameGraph(one, form, schema)) : undefined;
  };
}
