/** Clauses about values: "has a population of more than 1,000,000", "was born before 1990". */
import type { Condition } from './conditions';
import type { Describer } from './describer';
import { isPlural, singular } from '../language/english/nouns';
import { withArticle } from './grammar';
import { list, say, words, type Phrase } from './phrase';
import type { Edge, Pattern } from './query-graph';
import { clauseOf, labelInWords, propertyInWords, wordingOf, type Clause } from './relation-words';
import { comparisonInWords, dateWithPreposition, literalInWords, looksLikeDate } from './values';

/** Nothing where the object is a thing rather than a value. */
export function literalClause(describer: Describer, edge: Edge, scope: Pattern): Clause | undefined {
  const { relation, to, part } = edge;
  if (relation === undefined) return undefined;
  const { term } = to;
  const wording = wordingOf(relation);
  const when = whenOf(relation);
  const parts = to.part ? [part, to.part] : [part];
  if (term) {
    if (term.kind !== 'literal') return undefined;
    if (wording.forward !== undefined) return undefined;
    const date =
      looksLikeDate(term) || (describer.kinds.isDateRelation(relation) && /^\d{4}/.test(term.value));
    if (date && when !== undefined) return clauseOf(say(`${when} ${dateWithPreposition(term.value)}`, parts));
    const value = date ? dateWithPreposition(term.value).replace(/^\w+ /, '') : literalInWords(term);
    const number = /^[-\d]/.test(value) && !date;
    return having(
      relation,
      number ? undefined : say(value, parts),
      number ? say(value, parts) : undefined,
      parts,
    );
  }
  const conditions = scope.conditions.filter(({ on }) => on === to);
  const isValue = describer.kinds.isLiteralRelation(relation) || conditions.some(isAboutValue);
  if (
    !isValue ||
    describer.isMet(to) ||
    scope.edges.some((other) => other !== edge && (other.from === to || other.to === to))
  )
    return undefined;
  describer.markMet(to);
  for (const condition of conditions) describer.markSaid(condition);
  if (!conditions.length) return clauseOf(say(`has ${indefinite(relation)}`, parts));
  return conditionedClause(describer, relation, conditions, parts);
}

function conditionedClause(
  describer: Describer,
  relation: string,
  conditions: readonly Condition[],
  parts: readonly Edge['part'][],
): Clause | undefined {
  const extreme = conditions.find((condition) => condition.kind === 'extreme');
  if (extreme?.kind === 'extreme') {
    const date = describer.kinds.isDateRelation(relation);
    const most = extreme.which === 'largest' ? (date ? 'latest' : 'largest') : date ? 'earliest' : 'smallest';
    return clauseOf(say(`has the ${most} ${propertyInWords(relation)}`, [...parts, extreme.part]));
  }
  const date =
    describer.kinds.isDateRelation(relation) ||
    conditions.some(
      (condition) => condition.kind === 'compare' && (condition.year || looksLikeDate(condition.value)),
    );
  const said: Phrase[] = [];
  for (const condition of conditions) {
    const phrase = conditionInWords(describer, condition, date);
    if (phrase) said.push(phrase);
  }
  if (!said.length) return clauseOf(say(`has ${indefinite(relation)}`, parts));
  const joined = list(said);
  if (conditions.some(({ kind }) => kind === 'text'))
    return clauseOf(words(say(`has ${indefinite(relation)}`, parts), joined));
  const when = whenOf(relation);
  if (date) return clauseOf(words(say(when ?? `has ${indefinite(relation)}`, parts), joined));
  return having(relation, undefined, joined, parts);
}

function conditionInWords(describer: Describer, condition: Condition, date: boolean): Phrase | undefined {
  const { part } = condition;
  if (condition.kind === 'compare' && condition.value.kind === 'literal') {
    const { operator, value } = condition;
    if (!date && operator === '=') return say(literalInWords(value), [part]);
    return say(comparisonInWords(operator, value, date), [part]);
  }
  if (condition.kind === 'text') {
    const how = {
      contains: 'containing',
      'starts with': 'starting with',
      'ends with': 'ending with',
      matches: 'matching',
    };
    return say(`${how[condition.how]} “${condition.value}”`, [part]);
  }
  if (condition.kind === 'one-of')
    return list(
      condition.values.map((value) => say(describer.constant(value), [part])),
      'or',
    );
  if (condition.kind === 'either') {
    const options = condition.options.map((option) => conditionInWords(describer, option, date));
    if (options.every((option) => option !== undefined)) return list(options, 'or');
  }
  describer.leftOut.add('a condition that it filters by');
  return undefined;
}

function isAboutValue(condition: Condition): boolean {
  if (condition.kind === 'compare') return condition.value.kind === 'literal';
  if (condition.kind === 'either') return condition.options.some(isAboutValue);
  if (condition.kind === 'one-of') return condition.values.every(({ kind }) => kind === 'literal');
  return condition.kind === 'text' || condition.kind === 'extreme' || condition.kind === 'relate';
}

/** "has a weight of 316", "has 31 stumps", "has the motto “Ad astra”" */
function having(
  relation: string,
  text: Phrase | undefined,
  number: Phrase | undefined,
  parts: readonly Edge['part'][],
): Clause {
  const label = labelInWords(relation);
  if (text) return clauseOf(words(say(`has the ${singular(label)}`, parts), text));
  if (number && isPlural(label) && !/ of | in | per /.test(label))
    return clauseOf(words(say('has', parts), number, say(label, parts)));
  return clauseOf(words(say(`has ${indefinite(relation)} of`, parts), number ?? []));
}

function indefinite(relation: string): string {
  return withArticle(singular(labelInWords(relation)));
}

/** What stands before a date: "was born", "was opened". */
function whenOf(relation: string): string | undefined {
  const [, participle] = /^(\w+ed)(?: on)?$/.exec(labelInWords(relation)) ?? [];
  return wordingOf(relation).when ?? (participle === undefined ? undefined : `was ${participle}`);
}
