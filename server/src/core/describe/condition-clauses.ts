/** Clauses for entities that a FILTER or VALUES constrains. */
import type { Term } from '../language/sparql/model';
import type { Condition } from './conditions';
import type { Describer } from './describer';
import { list, say, words } from './phrase';
import type { Pattern } from './query-graph';
import { clauseOf, eitherOf, labelInWords, type Clause } from './relation-words';
import { literalInWords } from './values';

/** What conditions ask of a thing, rather than of a value. */
export function conditionClause(describer: Describer, condition: Condition): Clause | undefined {
  const { part } = condition;
  switch (condition.kind) {
    case 'one-of': {
      const values = condition.values.map((value) => say(describer.constant(value), [part]));
      const [only] = values;
      return values.length === 1 && only
        ? clauseOf(words(say('is', [part]), only))
        : clauseOf(words(say('is one of', [part]), list(values, 'or')));
    }
    case 'compare': {
      if (condition.operator === '=')
        return clauseOf(say(`is ${describer.constant(condition.value)}`, [part]));
      if (condition.operator !== '!=') break;
      if (isConstantOf(describer.kinds.all, condition.value)) return undefined;
      return {
        ...clauseOf(say(`is not ${describer.constant(condition.value)}`, [part])),
        deniedAsWhole: true,
      };
    }
    case 'if-known': {
      const { value, operator, relation } = condition;
      if (value.kind !== 'literal') break;
      const before = operator === '<' || operator === '<=';
      const label = labelInWords(relation);
      const when = literalInWords(value);
      const known = `has no known ${label}, or one ${before ? 'no later than' : 'no earlier than'} ${when}`;
      return { ...clauseOf(say(known, [part])), deniedAsWhole: true };
    }
    case 'text':
      return clauseOf(say(`has a name that ${condition.how} “${condition.value}”`, [part]));
    case 'either': {
      const options = condition.options.map((option) => conditionClause(describer, option));
      if (options.every((option) => option !== undefined)) return eitherOf(options);
      break;
    }
    default:
  }
  describer.leftOut.add('a condition that it filters by');
  return undefined;
}

/** That the answer is not the very thing that was asked about goes without saying. */
function isConstantOf(patterns: readonly Pattern[], value: Term): boolean {
  if (value.kind !== 'iri') return false;
  return patterns.some(({ edges }) =>
    edges.some(({ from, to }) =>
      [from.term, to.term].some((term) => term?.kind === 'iri' && term.iri === value.iri),
    ),
  );
}
