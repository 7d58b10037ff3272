/** Compares cues of the question with the structure of the query: one counts, the other does not. Silent where it is not certain. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { intentOf, type QueryIntent } from './query-intent';
import type { Condition } from './conditions';
import { inferredType, isPerson, typesOf } from './nouns';
import type { Pattern } from './query-graph';
import {
  alsoLists,
  countCue,
  countsNothing,
  extremeCue,
  isEnglish,
  orderInTimeCue,
  ordersNothing,
  wantedCue,
} from '../language/english/question-cues';
import { plainComparisons } from '../language/english/comparisons';
import { isOfTime } from '../language/english/superlatives';
import type { Agreement } from './description';
import { withNested } from './walk-graph';

const NOTHING_SPEAKS_AGAINST: Agreement = {
  verdict: 'unknown',
  explanation:
    'Counts, superlatives and comparisons of the question and the query do not contradict each other.',
  by: 'cues',
};

/**
 * `different` only where that is certain, with the words that say so; otherwise `unknown`. Words that belong to the name of an
 * entity, where it is known, say nothing.
 */
export function compareCues(
  question: string,
  query: QueryModel,
  schema: KbSchema,
  nameOf?: (iri: string) => string | undefined,
): Agreement {
  if (query.query.form !== 'select' || !query.parses || !isEnglish(question)) return NOTHING_SPEAKS_AGAINST;
  const asked = intentOf(query, schema);
  const { plain, allNamed } = withoutNames(question, asked.pattern, nameOf);
  for (const speaksAgainst of [count, extreme, turnedExtreme, turnedComparison, kindOfAnswer]) {
    const explanation = speaksAgainst(plain, query, asked, schema, allNamed);
    if (explanation !== undefined) return { verdict: 'different', explanation, by: 'cues' };
  }
  return NOTHING_SPEAKS_AGAINST;
}

/** The question without the names of the query's entities, and whether it names all of them. */
function withoutNames(
  question: string,
  pattern: Pattern,
  nameOf: (iri: string) => string | undefined = () => undefined,
): { readonly plain: string; readonly allNamed: boolean } {
  let plain = question;
  let allNamed = true;
  const entities = new Set<string>();
  for (const { edges } of withNested(pattern))
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

type Cue = (
  question: string,
  query: QueryModel,
  asked: QueryIntent,
  schema: KbSchema,
  /** No words of the question can stand for an entity of the query any more. */
  allNamed: boolean,
) => string | undefined;

const count: Cue = (question, query, { answer, pattern }, schema) => {
  if (answer.aggregate === 'COUNT')
    return countsNothing(question)
      ? 'The query counts its answers (COUNT), but the question does not ask for a number. Select the variable itself.'
      : undefined;
  const cue = countCue(question);
  const asksFirst = cue !== undefined && /how many/i.test(cue.words);
  if (!asksFirst || alsoLists(question) || aggregates(query) || !answer.node) return undefined;
  const kinds = [...typesOf(schema, [pattern], answer.node)].map((type) => schema.type(type));
  const things = kinds.length > 0 && kinds.every((kind) => kind?.kind === 'entity');
  if (!things || saysNumber(pattern)) return undefined;
  return `The question asks “${cue.words}”, but the query lists things and counts nothing. Select COUNT(DISTINCT ?${answer.node.variable ?? 'x'}).`;
};

const extreme: Cue = (question, query, asked, schema, allNamed) => {
  const found = extremeOfQuery(query, asked);
  if (found) {
    // The latest is also how queries say "now", which questions leave unsaid.
    const unsaid = found.relation === undefined || isDate(schema, found.relation);
    if (unsaid || !ordersNothing(question)) return undefined;
    return `The query takes only the ${found.most ? 'largest' : 'smallest'} (${found.how}), but no word of the question asks for that. Remove ${found.how}.`;
  }
  const cue = extremeCue(question);
  if (!cue || cue.ofSeveral || picks(query) || namesExtreme(asked.pattern)) return undefined;
  // It may be a part of a name, or what an entity was found by.
  if (!cue.plain && !allNamed) return undefined;
  return `The question asks for the “${cue.words}”, but the query takes all: it has neither ORDER BY with LIMIT 1 nor MAX or MIN. Sort by what the word means, and take the first.`;
};

/** "largest" against the smallest: only where one superlative stands against one ordering. */
const turnedExtreme: Cue = (question, query, asked, schema, allNamed) => {
  const found = extremeOfQuery(query, asked);
  if (found?.relation === undefined || found.several) return undefined;
  const date = isDate(schema, found.relation);
  const cue = extremeCue(question) ?? (date ? orderInTimeCue(question) : undefined);
  if (!cue || (!cue.plain && !allNamed)) return undefined;
  if ((isOfTime(cue.words) && !date) || (cue.direction === 'most') === found.most) return undefined;
  return `The question asks for the “${cue.words}”, but the query takes the ${found.most ? 'largest' : 'smallest'} value (${found.how}). Turn the order round.`;
};

/** "more than 5" against `< 5`, of the same number. */
const turnedComparison: Cue = (question, _query, { pattern }) => {
  const cues = plainComparisons(question);
  if (!cues.length) return undefined;
  for (const condition of conditionsOf(pattern)) {
    if (condition.kind !== 'compare' || condition.value.kind !== 'literal') continue;
    const more = condition.operator === '>' || condition.operator === '>=';
    if (!more && condition.operator !== '<' && condition.operator !== '<=') continue;
    const { value } = condition.value;
    const about = cues.filter(({ number }) => isSameNumber(number, value));
    const [cue] = about;
    if (!cue || about.some(({ bound }) => (bound === 'more') === more)) continue;
    return `The question says “${cue.words}”, but the query asks for values ${more ? 'above' : 'below'} it (${condition.operator}). Turn the comparison round.`;
  }
  return undefined;
};

/** "Who …?" is not answered by a date. */
const kindOfAnswer: Cue = (question, query, { answer, pattern }, schema) => {
  const cue = wantedCue(question);
  if (!cue || !answer.node || answer.extras.length || answer.aggregate || aggregates(query)) return undefined;
  const types = [...typesOf(schema, [pattern], answer.node)];
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
    isPerson(schema, inferredType(schema, [pattern], answer.node))
  )
    return `The question asks “${cue.words}”, but ?${name} is a person. Follow a relation that leads to a date.`;
  return undefined;
};

interface ExtremeOfQuery {
  readonly most: boolean;
  /** How the query says it. */
  readonly how: string;
  readonly relation: string | undefined;
  readonly several: boolean;
}

function extremeOfQuery(query: QueryModel, { answer, pattern }: QueryIntent): ExtremeOfQuery | undefined {
  const { order, limit } = answer;
  const extremes = pattern.conditions.filter((condition) => condition.kind === 'extreme');
  if (order && limit !== undefined) {
    const relation = order.count ? undefined : relationTo(pattern, order.key);
    const how = `ORDER BY … LIMIT ${String(limit)}`;
    return { most: order.descending, how, relation, several: extremes.length > 0 };
  }
  const [only, ...more] = extremes;
  if (only?.kind !== 'extreme') return undefined;
  const most = only.which === 'largest';
  return {
    most,
    how: most ? 'MAX' : 'MIN',
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

function aggregates({ tokens }: QueryModel): boolean {
  return tokens.some(
    ({ type, value }) => type === 'keyword' && ['COUNT', 'SUM', 'AVG', 'MAX', 'MIN'].includes(value),
  );
}

/** Something takes some of the answers by their order. */
function picks({ tokens }: QueryModel): boolean {
  return tokens.some(
    ({ type, value }) => type === 'keyword' && ['ORDER', 'LIMIT', 'MAX', 'MIN'].includes(value),
  );
}

/** A relation or class that is itself about an extreme, such as the highest point. */
function namesExtreme({ edges, typings }: Pattern): boolean {
  const ids = [...edges.map(({ relation }) => relation ?? ''), ...typings.map(({ type }) => type)];
  return ids.some((id) =>
    /(?:^|[_.])(?:\w*est|first|last|max(?:imum)?|min(?:imum)?|most|peak|records?|ranks?|order|capital|recent)(?:[_.]|$)/.test(
      id,
    ),
  );
}

/** Some relation leads to a number that is stored, which may be the one that is asked for. */
function saysNumber({ edges }: Pattern): boolean {
  return edges.some(({ relation }) =>
    /number|count|population|total|size|amount|quantity/.test(relation ?? ''),
  );
}

/** A date in the question, however it is written, is known by its year. */
function isSameNumber(said: string, value: string): boolean {
  const [, year] = /^(-?\d{4,})-\d\d/.exec(value) ?? [];
  if (year !== undefined) return said.split(/[./-]/).includes(year);
  const [, plain = value] = /^(-?\d+(?:\.\d+)?)/.exec(value) ?? [];
  return Number(said) === Number(plain) || (/^\d{4}$/.test(plain) && said.split(/[./-]/).includes(plain));
}
