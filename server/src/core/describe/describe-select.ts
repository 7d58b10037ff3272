/** Describes SELECT and ASK. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import type { AnswerShape, Order } from './answer';
import { intentOf } from './query-intent';
import { omissionsOf } from './omissions';
import { remainingFacts } from './remaining-facts';
import { Describer } from './describer';
import { shapeOf } from './extremes';
import { plural } from '../language/english/nouns';
import { withArticle } from './grammar';
import { list, listClauses, say, withFirstWord, words, type Phrase } from './phrase';
import { isPlain, type Edge, type Node } from './query-graph';
import { labelInWords, propertyInWords, type Clause, type Noun } from './relation-words';

export interface DescribedForm {
  readonly phrase: Phrase;
  readonly leftOut: readonly string[];
}

export function describeSelect(
  query: QueryModel,
  schema: KbSchema,
  nameOf: (iri: string) => string | undefined,
): DescribedForm {
  const { select, pattern, answer } = intentOf(query, schema);
  const asked = query.query.form === 'ask' ? undefined : answer.node;
  const describer = new Describer(schema, nameOf, pattern, answer.elsewhere, asked);
  for (const what of answer.leftOut) describer.leftOut.add(what);
  const shape = shapeOf(select.groups);
  for (const condition of pattern.conditions)
    if (condition.kind === 'extreme' && condition.over !== shape)
      describer.leftOut.add(`of what it takes the ${condition.which}`);
  const question =
    query.query.form === 'ask' ? askInWords(describer, answer) : questionInWords(describer, answer);
  const rest = remainingFacts(describer);
  const given = rest.length ? words(', given that', listClauses(rest)) : [];
  const phrase = words(question, given, '?');
  return { phrase, leftOut: omissionsOf(describer) };
}

function questionInWords(describer: Describer, answer: AnswerShape): Phrase {
  const { node } = answer;
  if (!node) return words(say('What are all the values'));
  const relation = describer.pattern.edges.find(({ by }) => by === node);
  if (relation) return relationsBetween(describer, relation, answer);
  const most = answer.aggregate ? undefined : superlative(describer, answer);
  const { noun, plain, clauses } = describer.subject(node, describer.pattern);
  const columns = columnsInWords(describer, answer);
  if (answer.aggregate === 'COUNT') return words(howMany(noun, plain, clauses), columns);
  if (answer.aggregate)
    return words('what is', aggregated(answer.aggregate), everyOne(noun, clauses, describer, node), columns);
  if (most) return words(ofThese(describer, noun, plain, clauses, most, answer.limit ?? 1, node), columns);
  return words(plainQuestion(describer, noun, plain, clauses, node), columns, sortedBy(describer, answer));
}

/** Where a relation is what is asked for. */
function relationsBetween(describer: Describer, edge: Edge, answer: AnswerShape): Phrase {
  describer.markSaid(edge);
  const from = describer.phraseFor(edge.from, describer.pattern, edge);
  const to = describer.phraseFor(edge.to, describer.pattern, edge);
  const much = answer.aggregate === 'COUNT' ? 'how many relations' : 'which relations';
  return words(say(`${much} lead from`, [edge.part]), from, say('to', [edge.part]), to);
}

/** "What is the capital of France", "Which films starred Tom Hanks", "Which of the films of … were …" */
function plainQuestion(
  describer: Describer,
  noun: Noun,
  plain: boolean,
  clauses: readonly Clause[],
  node: Node,
): Phrase {
  const many = listClauses(clauses.map((clause) => clause.many));
  if (plain) return clauses.length ? words('which', noun.many, many) : words('which', noun.many, 'are there');
  if (clauses.length) return words('which of the', noun.many, many);
  const who = describer.kinds.isPersonNode(node) ? 'who' : 'what';
  return noun.natural === 'many' ? words(`${who} are the`, noun.many) : words(`${who} is the`, noun.one);
}

function howMany(noun: Noun, plain: boolean, clauses: readonly Clause[]): Phrase {
  const many = listClauses(clauses.map((clause) => clause.many));
  if (!clauses.length) return words('how many', noun.many, 'are there');
  return plain ? words('how many', noun.many, many) : words('how many of the', noun.many, many);
}

function aggregated(name: string): string {
  const names: Readonly<Record<string, string>> = {
    SUM: 'the total of',
    AVG: 'the average of',
    MIN: 'the smallest of',
    MAX: 'the largest of',
    SAMPLE: 'any one of',
    GROUP_CONCAT: 'the list of',
  };
  return names[name] ?? 'the result of';
}

function everyOne(noun: Noun, clauses: readonly Clause[], describer: Describer, node: Node): Phrase {
  const head = words('the', noun.many);
  const who = describer.kinds.isPersonNode(node) ? 'who' : 'that';
  return clauses.length ? words(head, who, listClauses(clauses.map(({ many }) => many))) : head;
}

interface Most {
  /** For one thing and for several. */
  readonly one: Phrase;
  readonly many: Phrase;
}

/** "has the largest population" */
function superlative(describer: Describer, { order, limit, node }: AnswerShape): Most | undefined {
  if (!order || limit === undefined) return undefined;
  const parts = order.part;
  if (order.key === node && !order.count) return firstOfAll(describer, order);
  if (order.count) {
    const noun = order.count === node ? 'matches' : plural(describer.kinds.nounText(order.count));
    const most = order.descending ? 'most' : 'fewest';
    return { one: say(`has the ${most} ${noun}`, [parts]), many: say(`have the ${most} ${noun}`, [parts]) };
  }
  const edge = describer.pattern.edges.find(({ to }) => to === order.key);
  if (!edge?.relation) return undefined;
  const date = describer.kinds.isDateRelation(edge.relation) || order.date;
  const most = mostOf(order, date);
  describer.markNamed(edge);
  const amount = amountOf(describer, edge, node);
  if (amount) describer.markSaid(amount);
  const label = propertyInWords(amount?.relation ?? edge.relation);
  const direct = edge.from === node || amount !== undefined;
  const owner =
    direct || describer.kinds.isMediator(edge.from) ? '' : ` of the ${describer.kinds.nounText(edge.from)}`;
  const what = `the ${most} ${label}${owner}`;
  return direct
    ? { one: say(`has ${what}`, [edge.part, parts]), many: say(`have ${what}`, [edge.part, parts]) }
    : {
        one: say(`is the one with ${what}`, [edge.part, parts]),
        many: say(`are the ones with ${what}`, [edge.part, parts]),
      };
}

/** What is sorted by itself. */
function firstOfAll(describer: Describer, order: Order): Most {
  const relations = describer.pattern.edges.flatMap(({ to, relation }) =>
    to === order.key && relation !== undefined ? [relation] : [],
  );
  const part = [order.part];
  if (relations.some((relation) => describer.kinds.isMeasureRelation(relation))) {
    const most = mostOf(
      order,
      order.date || relations.some((relation) => describer.kinds.isDateRelation(relation)),
    );
    return { one: say(`is the ${most}`, part), many: say(`are the ${most}`, part) };
  }
  const end = order.descending ? 'last' : 'first';
  return { one: say(`comes ${end} when sorted`, part), many: say(`come ${end} when sorted`, part) };
}

function mostOf({ descending }: Order, date: boolean): string {
  return descending ? (date ? 'latest' : 'largest') : date ? 'earliest' : 'smallest';
}

/** The relation that leads to an amount with a date or a unit, which nobody would mention: a population's number. */
function amountOf(describer: Describer, { relation, from }: Edge, node: Node | undefined): Edge | undefined {
  if (!relation?.startsWith('measurement_unit.')) return undefined;
  const { edges } = describer.pattern;
  const others = edges.filter(
    (edge) => edge.to === from || (edge.from === from && edge.relation !== relation),
  );
  const [only, ...more] = others;
  return only && !more.length && only.from === node && only.to === from ? only : undefined;
}

function ofThese(
  describer: Describer,
  noun: Noun,
  plain: boolean,
  clauses: readonly Clause[],
  most: Most,
  limit: number,
  node: Node,
): Phrase {
  const ends = limit === 1 ? words('which', most.one) : words(`which ${String(limit)}`, most.many);
  if (!clauses.length) {
    if (plain)
      return limit === 1
        ? words('which', noun.one, most.one)
        : words(`which ${String(limit)}`, noun.many, most.many);
    return limit === 1
      ? words('which of the', noun.many, most.one)
      : words(`which ${String(limit)} of the`, noun.many, most.many);
  }
  const who = describer.kinds.isPersonNode(node) ? 'who' : 'that';
  return words('of the', noun.many, who, listClauses(clauses.map(({ many }) => many)), ',', ends);
}

function sortedBy(describer: Describer, { order, limit }: AnswerShape): Phrase {
  if (order) {
    const edge = describer.pattern.edges.find(({ to }) => to === order.key);
    if (edge && !describer.hasSaid(edge)) describer.markNamed(edge);
    const what = edge?.relation === undefined ? `?${order.key.variable ?? ''}` : labelInWords(edge.relation);
    const first = limit === undefined ? '' : `, only the first ${limit === 1 ? 'one' : String(limit)}`;
    return say(`, sorted by ${what}${order.descending ? ', the largest first' : ''}${first}`, [order.part]);
  }
  return limit === undefined ? [] : say(limit === 1 ? '(any one of them)' : `(any ${String(limit)} of them)`);
}

/** Further columns: "with their populations and, where known, their areas" */
function columnsInWords(describer: Describer, { extras, node }: AnswerShape): Phrase {
  const known: Phrase[] = [];
  const perhaps: Phrase[] = [];
  for (const extra of extras) {
    const [edge, optional] = edgeTo(describer, extra);
    if (edge && !describer.hasSaid(edge)) describer.markNamed(edge);
    const own = edge !== undefined && edge.from === node && isPlain(edge);
    const label =
      !edge?.relation || !isPlain(edge) ? describer.kinds.nounText(extra) : propertyInWords(edge.relation);
    const phrase = say(own ? `their ${label}` : `the ${label}`, edge ? [edge.part] : []);
    if (describer.isMet(extra) && !own && !optional)
      known.push(say(`the ${describer.kinds.nounText(extra)}`));
    else (optional ? perhaps : known).push(phrase);
  }
  return words(
    ...(known.length ? [', with', list(known)] : []),
    ...(perhaps.length ? [', and, where known,', list(perhaps)] : []),
  );
}

function edgeTo(describer: Describer, node: Node): readonly [AnswerShape['edge'] | undefined, boolean] {
  const { pattern } = describer;
  const own = pattern.edges.find(({ to }) => to === node);
  if (own) return [own, false];
  for (const { kind, patterns } of pattern.nested) {
    const inner = patterns.flatMap(({ edges }) => edges).find(({ to }) => to === node);
    if (inner) return [inner, kind === 'optional'];
  }
  return [undefined, false];
}

function askInWords(describer: Describer, { node }: AnswerShape): Phrase {
  if (!node) return words('is it true that', firstFact(describer));
  const { noun, plain, clauses } = describer.subject(node, describer.pattern);
  const head = plain ? withFirstWord(noun.one, withArticle) : words('a', noun.one);
  if (!clauses.length) return words('is there', head);
  return words(
    'is there',
    head,
    describer.kinds.isPersonNode(node) ? 'who' : 'that',
    listClauses(clauses.map(({ one }) => one)),
  );
}

function firstFact(describer: Describer): Phrase {
  const facts = remainingFacts(describer);
  return facts.length ? listClauses(facts) : say('this holds');
}
