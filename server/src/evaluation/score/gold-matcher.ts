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
  /** Undefined if it was not run. */
  readonly answers?: readonly string[] | undefined;
}

/**
 * A query matches if it gives the gold answers. Many queries have no answer, so a query without answers must also have gold's
 * logical form, and so must one that was not run. No query matches an inexpressible question. Undefined if gold is unknown.
 */
export function createGoldMatcher(gold: Gold, schema: KbSchema): (tried: TriedQuery) => boolean | undefined {
  if (gold.answerability === 'schema') return () => false;
  const known = knownAnswers(gold).map((answers) => answerKeys(answers, schema.namespace));
  return ({ query, sexpr, answers }) => {
    if (answers) {
      if (!known.length) return undefined;
      const predicted = answerKeys(answers, schema.namespace);
      if (predicted.size || known.every(({ size }) => size))
        return known.some((set) => areSameAnswers(predicted, set));
    }
    const forms = gold.parses.flatMap((parse) => toLogicalForm(parse, schema) ?? []);
    if (!forms.length) return undefined;
    const form = toLogicalForm({ sparql: query, sexpr }, schema);
    // A query without a logical form is judged by its answers only, unless it cannot be run.
    if (!form) return answers ? undefined : false;
    return forms.some((one) => isSameGraph(one, form, schema));
  };
}
