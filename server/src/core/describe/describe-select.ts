/** Describes SELECT and ASK queries. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { AnswerShape, AnswerOrder } from './answer';
import { readIntent } from './query-intent';
import { listOmissions } from './omissions';
import { remainingFacts } from './remaining-facts';
import { Describer, type Subject } from './describer';
import { patternShape } from './extremes';
import { plural } from '../language/english/nouns';
import { withArticle } from './grammar';
import { joinList, joinClauses, toPhrase, replaceFirstWord, concat, type Phrase } from './phrase';
import { isSingleRelation, type QueryEdge, type QueryNode } from './query-graph';
import { relationLabel, propertyLabel, toClause, type Clause } from './relation-words';
import { extremeAdjective } from './values';

export interface DescribedForm {
  readonly phrase: Phrase;
  readonly omissions: readonly string[];
}

export function describeSelect(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): DescribedForm {
  const { select, pattern, answer } = readIntent(query, schema);
  const isAsk = query.query.form === 'ask';
  const answerNode = isAsk ? undefined : answer.node;
  const describer = new Describer(schema, nameOf, pattern, answer.describedElsewhere, answerNode);
  for (const omission of answer.leftOut) describer.omissions.add(omission);
  const shape = patternShape(select.groups);
  for (const condition of pattern.conditions)
    if (condition.kind === 'extreme' && condition.over !== shape)
      describer.omissions.add(`the values that the ${condition.which} is taken from`);
  const question = isAsk ? askQuestion(describer, answer) : selectQuestion(describer, answer);
  const facts = remainingFacts(describer);
  const given = facts.length ? concat(', given that', joinClauses(facts)) : [];
  return { phrase: concat(question, given, '?'), omissions: listOmissions(describer) };
}

function selectQuestion(describer: Describer, answer: AnswerShape): Phrase {
  const { node, aggregate } = answer;
  if (!node) return toPhrase('What are all the values');
  const relationEdge = describer.pattern.edges.find(({ by }) => by === node);
  if (relationEdge) return relationQuestion(describer, relationEdge, answer);
  const superlative = aggregate === undefined ? describeSuperlative(describer, answer) : undefined;
  const subject = describer.describeSubject(node, describer.pattern);
  const columns = describeExtraColumns(describer, answer);
  if (aggregate === 'COUNT') return concat(countQuestion(subject), columns);
  if (aggregate !== undefined)
    return concat('what is', AGGREGATE_TEXTS[aggregate] ?? 'the result of', describeAll(subject), columns);
  if (superlative) return concat(superlativeQuestion(subject, superlative, answer.limit ?? 1), columns);
  return concat(plainQuestion(subject), columns, describeOrder(describer, answer));
}

/** The question of a query whose answer is a relation. */
function relationQuestion(describer: Describer, edge: QueryEdge, answer: AnswerShape): Phrase {
  describer.markDescribed(edge);
  const from = describer.phraseFor(edge.from, describer.pattern, edge);
  const to = describer.phraseFor(edge.to, describer.pattern, edge);
  const relations = answer.aggregate === 'COUNT' ? 'how many relations' : 'which relations';
  return concat(toPhrase(`${relations} lead from`, [edge.part]), from, toPhrase('to', [edge.part]), to);
}

/** "What is the capital of France", "Which films starred Tom Hanks", "Which of the films of … were …" */
function plainQuestion({ noun, isClassNoun, clauses, pronoun }: Subject): Phrase {
  const facts = joinClauses(clauses.map(({ many }) => many));
  if (isClassNoun) return concat('which', noun.many, clauses.length ? facts : 'are there');
  if (clauses.length) return concat('which of the', noun.many, facts);
  const interrogative = pronoun === 'who' ? 'who' : 'what';
  return noun.defaultNumber === 'many'
    ? concat(`${interrogative} are the`, noun.many)
    : concat(`${interrogative} is the`, noun.one);
}

function countQuestion({ noun, isClassNoun, clauses }: Subject): Phrase {
  if (!clauses.length) return concat('how many', noun.many, 'are there');
  const facts = joinClauses(clauses.map(({ many }) => many));
  return concat(isClassNoun ? 'how many' : 'how many of the', noun.many, facts);
}

const AGGREGATE_TEXTS: Readonly<Record<string, string>> = {
  SUM: 'the total of',
  AVG: 'the average of',
  MIN: 'the smallest of',
  MAX: 'the largest of',
  SAMPLE: 'any one of',
  GROUP_CONCAT: 'the list of',
};

function describeAll({ noun, clauses, pronoun }: Subject): Phrase {
  const head = concat('the', noun.many);
  return clauses.length ? concat(head, pronoun, joinClauses(clauses.map(({ many }) => many))) : head;
}

/** "has the largest population" */
function describeSuperlative(describer: Describer, { order, limit, node }: AnswerShape): Clause | undefined {
  if (!order || limit === undefined) return undefined;
  if (order.count) {
    const noun = order.count === node ? 'matches' : plural(describer.kinds.nounText(order.count));
    return toClause(toPhrase(`has the ${order.descending ? 'most' : 'fewest'} ${noun}`, [order.part]));
  }
  if (order.key === node) return superlativeOfKey(describer, order);
  const edge = describer.pattern.edges.find(({ to }) => to === order.key);
  if (!edge?.relation) return undefined;
  const isDate = describer.kinds.isDateRelation(edge.relation) || order.date;
  describer.markNamedOnly(edge);
  const amount = findAmountEdge(describer, edge, node);
  if (amount) describer.markDescribed(amount);
  const label = propertyLabel(amount?.relation ?? edge.relation);
  const isDirect = edge.from === node || amount !== undefined;
  const owner =
    isDirect || describer.kinds.isMediator(edge.from) ? '' : ` of the ${describer.kinds.nounText(edge.from)}`;
  const property = `the ${orderAdjective(order, isDate)} ${label}${owner}`;
  const parts = [edge.part, order.part];
  return isDirect
    ? toClause(toPhrase(`has ${property}`, parts))
    : {
        one: toPhrase(`is the one with ${property}`, parts),
        many: toPhrase(`are the ones with ${property}`, parts),
      };
}

/** The superlative of answers that are sorted by themselves. */
function superlativeOfKey(describer: Describer, order: AnswerOrder): Clause {
  const relations = describer.pattern.edges.flatMap(({ to, relation }) =>
    to === order.key && relation !== undefined ? [relation] : [],
  );
  const part = [order.part];
  if (relations.some((relation) => describer.kinds.isMeasureRelation(relation))) {
    const isDate = order.date || relations.some((relation) => describer.kinds.isDateRelation(relation));
    return toClause(toPhrase(`is the ${orderAdjective(order, isDate)}`, part));
  }
  return toClause(toPhrase(`comes ${order.descending ? 'last' : 'first'} when sorted`, part));
}

function orderAdjective({ descending }: AnswerOrder, isDate: boolean): string {
  return extremeAdjective(descending ? 'largest' : 'smallest', isDate);
}

/** Finds the relation to a node that only holds an amount with its date or unit, such as a population. */
function findAmountEdge(
  describer: Describer,
  { relation, from }: QueryEdge,
  node: QueryNode | undefined,
): QueryEdge | undefined {
  if (!relation?.startsWith('measurement_unit.')) return undefined;
  const [only, ...more] = describer.pattern.edges.filter(
    (edge) => edge.to === from || (edge.from === from && edge.relation !== relation),
  );
  return only && !more.length && only.from === node && only.to === from ? only : undefined;
}

function superlativeQuestion(
  { noun, isClassNoun, clauses, pronoun }: Subject,
  superlative: Clause,
  limit: number,
): Phrase {
  const form = limit === 1 ? 'one' : 'many';
  const which = limit === 1 ? 'which' : `which ${String(limit)}`;
  if (clauses.length) {
    const facts = joinClauses(clauses.map(({ many }) => many));
    return concat('of the', noun.many, pronoun, facts, ',', which, superlative[form]);
  }
  return isClassNoun
    ? concat(which, noun[form], superlative[form])
    : concat(`${which} of the`, noun.many, superlative[form]);
}

function describeOrder(describer: Describer, { order, limit }: AnswerShape): Phrase {
  if (order) {
    const edge = describer.pattern.edges.find(({ to }) => to === order.key);
    if (edge && !describer.isDescribed(edge)) describer.markNamedOnly(edge);
    const key = edge?.relation === undefined ? `?${order.key.variable ?? ''}` : relationLabel(edge.relation);
    const first = limit === undefined ? '' : `, only the first ${limit === 1 ? 'one' : String(limit)}`;
    return toPhrase(`, sorted by ${key}${order.descending ? ', the largest first' : ''}${first}`, [
      order.part,
    ]);
  }
  if (limit === undefined) return [];
  return toPhrase(limit === 1 ? '(any one of them)' : `(any ${String(limit)} of them)`);
}

/** "with their populations and, where known, their areas" */
function describeExtraColumns(describer: Describer, { extras, node }: AnswerShape): Phrase {
  const required: Phrase[] = [];
  const optional: Phrase[] = [];
  for (const extra of extras) {
    const { edge, isOptional } = findEdgeTo(describer, extra);
    if (edge && !describer.isDescribed(edge)) describer.markNamedOnly(edge);
    const isProperty = edge !== undefined && edge.from === node && isSingleRelation(edge);
    const noun = describer.kinds.nounText(extra);
    const label = !edge?.relation || !isSingleRelation(edge) ? noun : propertyLabel(edge.relation);
    if (describer.isMentioned(extra) && !isProperty && !isOptional) required.push(toPhrase(`the ${noun}`));
    else
      (isOptional ? optional : required).push(
        toPhrase(`${isProperty ? 'their' : 'the'} ${label}`, edge ? [edge.part] : []),
      );
  }
  return concat(
    ...(required.length ? [', with', joinList(required)] : []),
    ...(optional.length ? [', and, where known,', joinList(optional)] : []),
  );
}

function findEdgeTo(
  { pattern }: Describer,
  node: QueryNode,
): { readonly edge: QueryEdge | undefined; readonly isOptional: boolean } {
  const edge = pattern.edges.find(({ to }) => to === node);
  if (edge) return { edge, isOptional: false };
  for (const { kind, patterns } of pattern.nested) {
    const inner = patterns.flatMap(({ edges }) => edges).find(({ to }) => to === node);
    if (inner) return { edge: inner, isOptional: kind === 'optional' };
  }
  return { edge: undefined, isOptional: false };
}

function askQuestion(describer: Describer, { node }: AnswerShape): Phrase {
  if (!node) {
    const facts = remainingFacts(describer);
    return concat('is it true that', facts.length ? joinClauses(facts) : 'this holds');
  }
  const { noun, isClassNoun, clauses, pronoun } = describer.describeSubject(node, describer.pattern);
  const head = isClassNoun ? replaceFirstWord(noun.one, withArticle) : concat('a', noun.one);
  return clauses.length
    ? concat('is there', head, pronoun, joinClauses(clauses.map(({ one }) => one)))
    : concat('is there', head);
}
