/** Clauses for entities that a FILTER or VALUES constrains. */
import type { Term } from '../language/sparql/model';
import type { Condition } from './conditions';
import type { Describer } from './describer';
import { joinList, toPhrase, concat } from './phrase';
import type { Pattern } from './query-graph';
import { toClause, joinAlternatives, relationLabel, type Clause } from './relation-words';
import { formatLiteral } from './values';

/** Describes a condition on an entity. Conditions on values are in `literal-clauses.ts`. */
export function conditionClause(describer: Describer, condition: Condition): Clause | undefined {
  const { part } = condition;
  switch (condition.kind) {
    case 'one-of': {
      const values = condition.values.map((value) => toPhrase(describer.formatConstant(value), [part]));
      const [only] = values;
      return values.length === 1 && only
        ? toClause(concat(toPhrase('is', [part]), only))
        : toClause(concat(toPhrase('is one of', [part]), joinList(values, 'or')));
    }
    case 'compare': {
      if (condition.operator === '=')
        return toClause(toPhrase(`is ${describer.formatConstant(condition.value)}`, [part]));
      if (condition.operator !== '!=') break;
      if (isConstantOf(describer.kinds.patterns, condition.value)) return undefined;
      return {
        ...toClause(toPhrase(`is not ${describer.formatConstant(condition.value)}`, [part])),
        negateAsWhole: true,
      };
    }
    case 'if-known': {
      const { value, operator, relation } = condition;
      if (value.kind !== 'literal') break;
      const before = operator === '<' || operator === '<=';
      const label = relationLabel(relation);
      const when = formatLiteral(value);
      const known = `has no known ${label}, or one ${before ? 'no later than' : 'no earlier than'} ${when}`;
      return { ...toClause(toPhrase(known, [part])), negateAsWhole: true };
    }
    case 'text':
      return toClause(toPhrase(`has a name that ${condition.how} “${condition.value}”`, [part]));
    case 'either': {
      const options = condition.options.map((option) => conditionClause(describer, option));
      if (options.every((option) => option !== undefined)) return joinAlternatives(options);
      break;
    }
    default:
  }
  describer.omissions.add('a filter condition');
  return undefined;
}

/** Whether a condition excludes an entity that the query names, which questions leave implicit. */
function isConstantOf(patterns: readonly Pattern[], value: Term): boolean {
  if (value.kind !== 'iri') return false;
  return patterns.some(({ edges }) =>
    edges.some(({ from, to }) =>
      [from.term, to.term].some((term) => term?.kind === 'iri' && term.iri === value.iri),
    ),
  );
}
