/** Clauses about values: "has a population of more than 1,000,000", "was born before 1990". */
import type { TextRange } from '../language/text/range';
import type { Condition } from './conditions';
import type { Describer } from './describer';
import { isPlural, singular } from '../language/english/nouns';
import { withArticle } from './grammar';
import { joinList, toPhrase, concat, type Phrase } from './phrase';
import type { QueryEdge, Pattern } from './query-graph';
import { toClause, relationLabel, propertyLabel, wordingOf, type Clause } from './relation-words';
import {
  formatComparison,
  formatDateWithPreposition,
  formatLiteral,
  looksLikeDate,
  extremeAdjective,
} from './values';

/** Returns undefined if the object of the edge is an entity. */
export function literalClause(describer: Describer, edge: QueryEdge, scope: Pattern): Clause | undefined {
  const { relation, to, part } = edge;
  if (relation === undefined) return undefined;
  const { term } = to;
  const parts = to.part ? [part, to.part] : [part];
  if (term) {
    if (term.kind !== 'literal' || wordingOf(relation).forward !== undefined) return undefined;
    const isDate =
      looksLikeDate(term) || (describer.kinds.isDateRelation(relation) && /^\d{4}/.test(term.value));
    const date = formatDateWithPreposition(term.value);
    const verb = dateVerb(relation);
    if (isDate && verb !== undefined) return toClause(toPhrase(`${verb} ${date}`, parts));
    const value = isDate ? date.replace(/^\w+ /, '') : formatLiteral(term);
    if (!isDate && /^[-\d]/.test(value)) return quantityClause(relation, toPhrase(value, parts), parts);
    const property = toPhrase(`has the ${singular(relationLabel(relation))}`, parts);
    return toClause(concat(property, toPhrase(value, parts)));
  }
  const conditions = scope.conditions.filter(({ on }) => on === to);
  const isValue = describer.kinds.isLiteralRelation(relation) || conditions.some(isAboutValue);
  if (
    !isValue ||
    describer.isMentioned(to) ||
    scope.edges.some((other) => other !== edge && (other.from === to || other.to === to))
  )
    return undefined;
  describer.markMentioned(to);
  for (const condition of conditions) describer.markDescribed(condition);
  return constrainedClause(describer, relation, conditions, parts);
}

function constrainedClause(
  describer: Describer,
  relation: string,
  conditions: readonly Condition[],
  parts: readonly TextRange[],
): Clause {
  const isDateRelation = describer.kinds.isDateRelation(relation);
  const extreme = conditions.find((condition) => condition.kind === 'extreme');
  if (extreme?.kind === 'extreme') {
    const adjective = extremeAdjective(extreme.which, isDateRelation);
    return toClause(toPhrase(`has the ${adjective} ${propertyLabel(relation)}`, [...parts, extreme.part]));
  }
  const isDate =
    isDateRelation ||
    conditions.some(
      (condition) => condition.kind === 'compare' && (condition.year || looksLikeDate(condition.value)),
    );
  const constraints: Phrase[] = [];
  for (const condition of conditions) {
    const phrase = describeConstraint(describer, condition, isDate);
    if (phrase) constraints.push(phrase);
  }
  const property = `has ${withArticle(singular(relationLabel(relation)))}`;
  if (!constraints.length) return toClause(toPhrase(property, parts));
  const constraint = joinList(constraints);
  if (conditions.some(({ kind }) => kind === 'text'))
    return toClause(concat(toPhrase(property, parts), constraint));
  if (isDate) return toClause(concat(toPhrase(dateVerb(relation) ?? property, parts), constraint));
  return quantityClause(relation, constraint, parts);
}

const TEXT_CONSTRAINTS = {
  contains: 'containing',
  'starts with': 'starting with',
  'ends with': 'ending with',
  matches: 'matching',
};

function describeConstraint(describer: Describer, condition: Condition, isDate: boolean): Phrase | undefined {
  const { part } = condition;
  if (condition.kind === 'compare' && condition.value.kind === 'literal') {
    const { operator, value } = condition;
    if (!isDate && operator === '=') return toPhrase(formatLiteral(value), [part]);
    return toPhrase(formatComparison(operator, value, isDate), [part]);
  }
  if (condition.kind === 'text')
    return toPhrase(`${TEXT_CONSTRAINTS[condition.how]} “${condition.value}”`, [part]);
  if (condition.kind === 'one-of')
    return joinList(
      condition.values.map((value) => toPhrase(describer.formatConstant(value), [part])),
      'or',
    );
  if (condition.kind === 'either') {
    const options = condition.options.map((option) => describeConstraint(describer, option, isDate));
    if (options.every((option) => option !== undefined)) return joinList(options, 'or');
  }
  describer.omissions.add('a filter condition');
  return undefined;
}

function isAboutValue(condition: Condition): boolean {
  if (condition.kind === 'compare') return condition.value.kind === 'literal';
  if (condition.kind === 'either') return condition.options.some(isAboutValue);
  if (condition.kind === 'one-of') return condition.values.every(({ kind }) => kind === 'literal');
  return condition.kind === 'text' || condition.kind === 'extreme' || condition.kind === 'relate';
}

/** "has a weight of 316", "has 31 stumps" */
function quantityClause(relation: string, quantity: Phrase, parts: readonly TextRange[]): Clause {
  const label = relationLabel(relation);
  return toClause(
    isPlural(label) && !/ of | in | per /.test(label)
      ? concat(toPhrase('has', parts), quantity, toPhrase(label, parts))
      : concat(toPhrase(`has ${withArticle(singular(label))} of`, parts), quantity),
  );
}

/** The verb before a date: "was born", "was opened". */
function dateVerb(relation: string): string | undefined {
  const [, participle] = /^(\w+ed)(?: on)?$/.exec(relationLabel(relation)) ?? [];
  return wordingOf(relation).when ?? (participle === undefined ? undefined : `was ${participle}`);
}
