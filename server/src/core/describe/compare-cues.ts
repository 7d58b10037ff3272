/** Compares cues of the question (counts, superlatives, comparisons) with the structure of the query. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { readIntent, type QueryIntent } from './query-intent';
import type { Condition } from './conditions';
import { inferType, isPerson, impliedTypes } from './nouns';
import type { Pattern } from './query-graph';
import {
  alsoAsksForList,
  countCue,
  cannotMeanCount,
  extremeCue,
  isEnglish,
  orderInTimeCue,
  cannotMeanOrder,
  answerKindCue,
} from '../language/english/question-cues';
import { unambiguousComparisons } from '../language/english/comparisons';
import { isMeasuredByDate } from '../language/english/superlatives';
import type { Agreement } from './description';
import { patternsWithin } from './walk-graph';

const NO_CONTRADICTION: Agreement = {
  verdict: 'unknown',
  explanation:
    'Counts, superlatives and comparisons of the question and the query do not contradict each other.',
  by: 'cues',
};

/** Returns `different` only if that is certain, otherwise `unknown`. The names of entities in the question are ignored. */
export function compareCues(
  question: string,
  query: QueryModel,
  schema: KbSchema,
  nameOf?: (iri: string) => string | undefined,
): Agreement {
  if (query.query.form !== 'select' || !query.parses || !isEnglish(question)) return NO_CONTRADICTION;
  const intent = readIntent(query, schema);
  const { plain, allNamed } = removeEntityNames(question, intent.pattern, nameOf);
  for (const compare of [count, extreme, oppositeExtreme, oppositeComparison, kindOfAnswer]) {
    const explanation = compare(plain, query, intent, schema, allNamed);
    if (explanation === undefined) continue;
    const alternative = compare === count ? withOrWithoutCount(query, intent) : undefined;
    return {
      verdict: 'different',
      explanation,
      by: 'cues',
      ...(alternative && { alternative }),
    };
  }
  return NO_CONTRADICTION;
}

/** The question without the names of the query's entities, and whether it names all of them. */
function removeEntityNames(
  question: string,
  pattern: Pattern,
  nameOf: (iri: string) => string | undefined = () => undefined,
): { readonly plain: string; readonly allNamed: boolean } {
  let plain = question;
  let allNamed = true;
  const entities = new Set<string>();
  for (const { edges } of patternsWithin(pattern))
    for (const { from, to } of edges)
      for (const { term } of [from, to]) if (term?.kind === 'iri') entities.add(term.iri);
  for (const iri of entities) {
    const name = nameOf(iri)?.toLowerCase();
    const at = name === undefined ? -1 : plain.toLowerCase().indexOf(name);
    if (name === undefined || at < 0) allNamed = false;
    else plain = `${plain.slice(0, at)}…${plain.slice(at + name.length)}`;
  }
  return { plain, allNamed };
}

/** Explains a contradiction between the question and the query. */
type CueComparison = (
  question: string,
  query: QueryModel,
  intent: QueryIntent,
  schema: KbSchema,
  /** The question names all entities of the query, so that no other word refers to one. */
  allNamed: boolean,
) => string | undefined;

const count: CueComparison = (question, query, { answer, pattern }, schema) => {
  if (answer.aggregate === 'COUNT')
    return cannotMeanCount(question)
      ? 'The query counts its answers (COUNT), but the question does not ask for a number. Select the variable itself.'
      : undefined;
  const cue = countCue(question);
  const asksForCount = cue !== undefined && /how many/i.test(cue.words);
  if (!asksForCount || alsoAsksForList(question) || usesAggregate(query) || !answer.node) return undefined;
  const kinds = [...impliedTypes(schema, [pattern], answer.node)].map((type) => schema.type(type));
  const areEntities = kinds.length > 0 && kinds.every((kind) => kind?.kind === 'entity');
  if (!areEntities || hasNumberRelation(pattern)) return undefined;
  return `The question asks “${cue.words}”, but the query lists things and counts nothing. Select COUNT(DISTINCT ?${answer.node.variable ?? 'x'}).`;
};

/** The query with COUNT in its SELECT clause, or without it. Undefined if it selects more than one expression. */
function withOrWithoutCount(
  { text, range, query }: QueryModel,
  { answer, select }: QueryIntent,
): Agreement['alternative'] {
  const { keyword, projection, groupBy, having, orderBy } = query;
  const [selected, ...more] = projection;
  const variable = answer.node?.variable;
  if (!keyword || !selected || more.length || variable === undefined || select !== query) return undefined;
  if (groupBy || having.length || orderBy.length) return undefined;
  const isCounted = answer.aggregate === 'COUNT';
  const clause = isCounted ? ` DISTINCT ?${variable}` : ` (COUNT(DISTINCT ?${variable}) AS ?count)`;
  return {
    query: text.slice(range.start, keyword.end) + clause + text.slice(selected.range.end, range.end),
    title: isCounted ? 'List the answers instead of counting them' : 'Count the answers',
  };
}

const extreme: CueComparison = (question, query, intent, schema, allNamed) => {
  const found = findExtreme(query, intent);
  if (found) {
    // The latest value is also the current one, which questions leave implicit.
    const isImplicit = found.relation === undefined || isDate(schema, found.relation);
    if (isImplicit || !cannotMeanOrder(question)) return undefined;
    return `The query takes only the ${found.isMax ? 'largest' : 'smallest'} (${found.how}), but no word of the question asks for that. Remove ${found.how}.`;
  }
  const cue = extremeCue(question);
  if (!cue || cue.ofSeveral || selectsByOrder(query) || hasExtremeRelation(intent.pattern)) return undefined;
  // The superlative can be a part of a name.
  if (!cue.plain && !allNamed) return undefined;
  return `The question asks for the “${cue.words}”, but the query takes all: it has neither ORDER BY with LIMIT 1 nor MAX or MIN. Sort by what the word means, and take the first.`;
};

/** The question asks for the largest, the query takes the smallest. */
const oppositeExtreme: CueComparison = (question, query, intent, schema, allNamed) => {
  const found = findExtreme(query, intent);
  if (found?.relation === undefined || found.several) return undefined;
  const date = isDate(schema, found.relation);
  const cue = extremeCue(question) ?? (date ? orderInTimeCue(question) : undefined);
  if (!cue || (!cue.plain && !allNamed)) return undefined;
  if ((isMeasuredByDate(cue.words) && !date) || (cue.direction === 'most') === found.isMax) return undefined;
  return `The question asks for the “${cue.words}”, but the query takes the ${found.isMax ? 'largest' : 'smallest'} value (${found.how}). Reverse the order.`;
};

/** The question says "more than 5", the query `< 5`. */
const oppositeComparison: CueComparison = (question, _query, { pattern }) => {
  const cues = unambiguousComparisons(question);
  if (!cues.length) return undefined;
  for (const condition of conditionsOf(pattern)) {
    if (condition.kind !== 'compare' || condition.value.kind !== 'literal') continue;
    const more = condition.operator === '>' || condition.operator === '>=';
    if (!more && condition.operator !== '<' && condition.operator !== '<=') continue;
    const { value } = condition.value;
    const about = cues.filter(({ number }) => isSameNumber(number, value));
    const [cue] = about;
    if (!cue || about.some(({ bound }) => (bound === 'more') === more)) continue;
    return `The question says “${cue.words}”, but the query asks for values ${more ? 'above' : 'below'} it (${condition.operator}). Reverse the comparison.`;
  }
  return undefined;
};

/** The question asks for a person, the query returns a date. */
const kindOfAnswer: CueComparison = (question, query, { answer, pattern }, schema) => {
  const cue = answerKindCue(question);
  if (!cue || !answer.node || answer.extras.length || answer.aggregate || usesAggregate(query))
    return undefined;
  const types = [...impliedTypes(schema, [pattern], answer.node)];
  const [type] = types;
  if (type === undefined || types.length > 1) return undefined;
  const known = schema.type(type);
  const literal = known?.kind === 'literal' ? known.literal : undefined;
  const number = literal === 'integer' || literal === 'float';
  const name = answer.node.variable ?? 'x';
  if (cue.wanted !== 'date' && (literal === 'datetime' || number || literal === 'boolean'))
    return `The question asks “${cue.words}”, but ?${name} is ${literal === 'datetime' ? 'a date' : 'a number'}. Follow another relation.`;
  if (
    cue.wanted === 'date' &&
    known?.kind === 'entity' &&
    isPerson(schema, inferType(schema, [pattern], answer.node))
  )
    return `The question asks “${cue.words}”, but ?${name} is a person. Follow a relation that leads to a date.`;
  return undefined;
};

/** The ordering or aggregate by which a query takes the largest or smallest value. */
interface QueryExtreme {
  readonly isMax: boolean;
  /** The syntax that the query uses. */
  readonly how: string;
  readonly relation: string | undefined;
  readonly several: boolean;
}

function findExtreme(query: QueryModel, { answer, pattern }: QueryIntent): QueryExtreme | undefined {
  const { order, limit } = answer;
  const extremes = pattern.conditions.filter((condition) => condition.kind === 'extreme');
  if (order && limit !== undefined) {
    const relation = order.count ? undefined : relationTo(pattern, order.key);
    const how = `ORDER BY … LIMIT ${String(limit)}`;
    return { isMax: order.descending, how, relation, several: extremes.length > 0 };
  }
  const [only, ...more] = extremes;
  if (only?.kind !== 'extreme') return undefined;
  const isMax = only.which === 'largest';
  return {
    isMax,
    how: isMax ? 'MAX' : 'MIN',
    relation: relationTo(pattern, only.on),
    several: more.length > 0 || query.query.orderBy.length > 0,
  };
}

function relationTo({ edges }: Pattern, node: unknown): string | undefined {
  return edges.find(({ to }) => to === node)?.relation;
}

function* conditionsOf({ conditions, nested }: Pattern): Iterable<Condition> {
  yield* conditions;
  for (const { kind, patterns } of nested)
    if (kind === 'exists') for (const inner of patterns) yield* conditionsOf(inner);
}

function isDate(schema: KbSchema, relation: string): boolean {
  const range = schema.relation(relation)?.range;
  return range !== undefined && schema.type(range)?.literal === 'datetime';
}

function usesAggregate({ tokens }: QueryModel): boolean {
  return tokens.some(
    ({ type, value }) => type === 'keyword' && ['COUNT', 'SUM', 'AVG', 'MAX', 'MIN'].includes(value),
  );
}

/** Whether a query returns only some answers, by their order. */
function selectsByOrder({ tokens }: QueryModel): boolean {
  return tokens.some(
    ({ type, value }) => type === 'keyword' && ['ORDER', 'LIMIT', 'MAX', 'MIN'].includes(value),
  );
}

/** Whether the name of a relation or class implies an extreme, such as the highest point. */
function hasExtremeRelation({ edges, typings }: Pattern): boolean {
  const ids = [...edges.map(({ relation }) => relation ?? ''), ...typings.map(({ type }) => type)];
  return ids.some((id) =>
    /(?:^|[_.])(?:\w*est|first|last|max(?:imum)?|min(?:imum)?|most|peak|records?|ranks?|order|capital|recent)(?:[_.]|$)/.test(
      id,
    ),
  );
}

/** Whether a relation leads to a stored number that can be the answer. */
function hasNumberRelation({ edges }: Pattern): boolean {
  return edges.some(({ relation }) =>
    /number|count|population|total|size|amount|quantity/.test(relation ?? ''),
  );
}

/** Dates are compared by their year, because their formats differ. */
function isSameNumber(text: string, value: string): boolean {
  const [, year] = /^(-?\d{4,})-\d\d/.exec(value) ?? [];
  if (year !== undefined) return text.split(/[./-]/).includes(year);
  const [, number = value] = /^(-?\d+(?:\.\d+)?)/.exec(value) ?? [];
  return Number(text) === Number(number) || (/^\d{4}$/.test(number) && text.split(/[./-]/).includes(number));
}
