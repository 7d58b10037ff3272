/** Describes the facts that a mediator connects in one phrase, if possible without the mediator. */
import type { TextRange } from '../language/text/range';
import type { Describer } from './describer';
import { singular } from '../language/english/nouns';
import { formatDate, withArticle } from './grammar';
import { inferType, typeNoun } from './nouns';
import { concat, fillTemplate, joinClauses, joinList, textOf, toPhrase, type Phrase } from './phrase';
import { isSingleRelation, type QueryEdge, type QueryNode, type Pattern } from './query-graph';
import {
  fillNounTemplate,
  objectNoun,
  relationLabel,
  toClause,
  type Clause,
  type Noun,
} from './relation-words';
import { extremeAdjective, formatComparison, formatDateWithPreposition, formatLiteral } from './values';
import { EVENT_WORDINGS, ROLE_WORDINGS, type Wording } from './wordings';

/** An entity or value that a mediator connects. */
interface Participant {
  readonly edge: QueryEdge;
  readonly node: QueryNode;
  /** The relation from the mediator to the participant, if the query or the schema names it. */
  readonly fromMediator: string | undefined;
  /** The relation from the participant to the mediator, if the query or the schema names it. */
  readonly toMediator: string | undefined;
}

/** Describes what the subject of `entry` does in an event: "acted in Taken as Kim". */
export function eventClause(
  describer: Describer,
  entry: QueryEdge,
  mediator: QueryNode,
  scope: Pattern,
): Clause {
  const subject = toParticipant(describer, entry, mediator);
  describer.markDescribed(entry);
  describer.markMediator(mediator, scope);
  const participants = findParticipants(describer, mediator, scope);
  for (const participant of participants) {
    const template = wordingFor(subject, participant)?.forward ?? wordingFor(participant, subject)?.backward;
    if (template === undefined || isLiteralParticipant(describer, participant)) continue;
    const { edge, node } = participant;
    describer.markDescribed(edge);
    const clause = fillTemplate(template, describer.phraseFor(node, scope, edge), [entry.part, edge.part]);
    const others = participants.filter((other) => other !== participant);
    return toClause(append(clause, describeModifiers(describer, mediator, others, scope)));
  }
  const modifiers = describeModifiers(describer, mediator, participants, scope);
  const { fromMediator, toMediator } = subject;
  const role = fromMediator === undefined ? 'part' : singular(relationLabel(fromMediator));
  const text =
    toMediator === undefined
      ? `is the ${role} of ${withArticle(mediatorNoun(describer, mediator))}`
      : `has ${withArticle(singular(relationLabel(toMediator)))}`;
  return toClause(concat(toPhrase(text, [entry.part]), modifiers));
}

/**
 * Names a participant of an event by another participant: "films that Tom Hanks acted in". Returns undefined if there is no
 * suitable other participant and the role of the node is unknown.
 */
export function eventNoun(
  describer: Describer,
  node: QueryNode,
  entry: QueryEdge,
  mediator: QueryNode,
  scope: Pattern,
): Noun | undefined {
  const named = toParticipant(describer, entry, mediator);
  const participants = findParticipants(describer, mediator, scope).filter(
    (participant) => participant.edge !== entry && participant.node !== node,
  );
  const main =
    participants.find(
      (participant) =>
        wordingFor(participant, named)?.noun !== undefined && !isLiteralParticipant(describer, participant),
    ) ??
    participants.find(({ edge, toMediator }) => edge.to === mediator && toMediator !== undefined) ??
    participants.find(
      (participant) => participant.toMediator !== undefined && !isLiteralParticipant(describer, participant),
    );
  if (!main && named.fromMediator === undefined) return undefined;
  describer.markDescribed(entry);
  describer.markMediator(mediator, scope);
  const event = mediatorNoun(describer, mediator);
  const role = named.fromMediator === undefined ? event : relationLabel(named.fromMediator);
  if (!main) {
    const modifiers = describeModifiers(describer, mediator, participants, scope);
    const parts = [entry.part];
    const noun = fillNounTemplate(`${role} of {s}`, toPhrase(withArticle(event), parts), parts);
    return appendToNoun(noun, modifiers);
  }
  describer.markDescribed(main.edge);
  const parts = [entry.part, main.edge.part];
  const phrase = describer.phraseFor(main.node, scope, main.edge);
  const template = wordingFor(main, named)?.noun;
  const noun =
    template === undefined
      ? defaultNoun(main, role, phrase, parts)
      : fillNounTemplate(template, phrase, parts);
  const others = participants.filter((other) => other !== main);
  return appendToNoun(noun, describeModifiers(describer, mediator, others, scope));
}

function defaultNoun(main: Participant, role: string, phrase: Phrase, parts: readonly TextRange[]): Noun {
  const noun = objectNoun(main.toMediator ?? role, phrase, parts, {});
  if (singular(relationLabel(main.toMediator ?? '')) === singular(role)) return noun;
  const [first, ...rest] = noun.one;
  const event = first ? [{ ...first, text: withArticle(first.text) }, ...rest] : noun.one;
  return fillNounTemplate(`${role} in {s}`, event, parts);
}

function appendToNoun({ one, many, defaultNumber }: Noun, modifiers: Phrase): Noun {
  return { one: append(one, modifiers), many: append(many, modifiers), defaultNumber };
}

/** Adds a comma if the modifiers could be read as a part of a relative clause within the phrase. */
function append(phrase: Phrase, modifiers: Phrase): Phrase {
  if (!modifiers.length) return phrase;
  return / (?:that|who|where|which) .* /.test(textOf(phrase).replace(/^\w+ (?:that|who|where) /, ''))
    ? concat(phrase, ',', modifiers)
    : concat(phrase, modifiers);
}

function mediatorNoun(describer: Describer, mediator: QueryNode): string {
  return typeNoun(
    describer.kinds.typeOf(mediator) ?? inferType(describer.schema, [describer.pattern], mediator) ?? 'fact',
  );
}

/** Describes the remaining participants of an event and the conditions on it: "as Kim", "in 2011". */
function describeModifiers(
  describer: Describer,
  mediator: QueryNode,
  participants: readonly Participant[],
  scope: Pattern,
): Phrase {
  const modifiers = participants.flatMap((participant) =>
    describer.isDescribed(participant.edge) ? [] : describeModifier(describer, participant, scope),
  );
  const times = describeTime(describer, mediator, scope);
  const clauses = describer.clausesFor(mediator, scope);
  if (!clauses.length) return concat(modifiers, times);
  return concat(
    modifiers,
    times,
    toPhrase(`where the ${mediatorNoun(describer, mediator)}`),
    joinClauses(clauses.map(({ one }) => one)),
  );
}

function describeModifier(
  describer: Describer,
  { edge, node, fromMediator }: Participant,
  scope: Pattern,
): Phrase {
  const isUnconstrained = describer.isUnconstrained(node, scope, edge);
  if (describer.isDescribedElsewhere(node) && isUnconstrained) return [];
  describer.markDescribed(edge);
  const { part } = edge;
  const role = fromMediator === undefined ? undefined : relationLabel(fromMediator);
  const isDate = fromMediator !== undefined && describer.kinds.isDateRelation(fromMediator);
  const isEventDate = isDate && (role === 'date' || role === 'year');
  if (node.term?.kind === 'literal') {
    const date = formatDateWithPreposition(node.term.value);
    if (isEventDate) return toPhrase(date, [part]);
    const value = isDate ? date.replace(/^\w+ /, '') : formatLiteral(node.term);
    return toPhrase(`with the ${role ?? 'value'} ${value}`, [part]);
  }
  if (isUnconstrained) {
    describer.markMentioned(node);
    return toPhrase(`with ${withArticle(singular(role ?? 'value'))}`, [part]);
  }
  const conditions = scope.conditions.filter(({ on }) => on === node);
  const comparisons = conditions.flatMap((condition) => {
    if (condition.kind !== 'compare' || condition.value.kind !== 'literal') return [];
    const { operator, value } = condition;
    return [
      toPhrase(formatComparison(operator, value, isDate || /^\d{4}-/.test(value.value)), [condition.part]),
    ];
  });
  if (comparisons.length && comparisons.length === conditions.length) {
    describer.markMentioned(node);
    for (const condition of conditions) describer.markDescribed(condition);
    if (isEventDate) return joinList(comparisons);
    const participle = isDate && /^\w+ed(?: on)?$/.test(role ?? '') ? role?.replace(/ on$/, '') : undefined;
    const property = isAmount(fromMediator)
      ? 'of'
      : `with ${withArticle(singular(role ?? 'value'))}${isDate ? '' : ' of'}`;
    return concat(toPhrase(participle ?? property, [part]), joinList(comparisons));
  }
  const extreme = conditions.find(({ kind }) => kind === 'extreme');
  if (extreme?.kind === 'extreme') {
    describer.markMentioned(node);
    describer.markDescribed(extreme);
    const adjective = extremeAdjective(extreme.which, isDate);
    return toPhrase(`with the ${adjective} ${role ?? 'value'}`, [part, extreme.part]);
  }
  const object = describer.phraseFor(node, scope, edge);
  const template = fromMediator === undefined ? undefined : ROLE_WORDINGS[fromMediator];
  if (template !== undefined) return fillTemplate(template, object, [part]);
  return concat(toPhrase(`with ${node.term ? 'the ' : ''}${singular(role ?? 'part')}`, [part]), object);
}

/** Whether a relation leads to the number of a measurement, which needs no label. */
function isAmount(relation: string | undefined): boolean {
  return /^measurement_unit\..*\.(?:number|amount|integer|value)$/.test(relation ?? '');
}

const START_LABEL = /\b(?:start|start date|begin date|begins?|since)$/;
const END_LABEL = /\b(?:end|end date|ends?|until)$/;

/** "in 2011": the event began by the end of that year and did not end before it. */
function describeTime(describer: Describer, mediator: QueryNode, scope: Pattern): Phrase {
  const bounds = scope.conditions.flatMap((condition) =>
    condition.kind === 'if-known' &&
    condition.on === mediator &&
    !describer.isDescribed(condition) &&
    condition.value.kind === 'literal'
      ? [{ condition, label: relationLabel(condition.relation), day: condition.value.value.slice(0, 10) }]
      : [],
  );
  const start = bounds.find(
    ({ label, condition }) => START_LABEL.test(label) && condition.operator.startsWith('<'),
  );
  const end = bounds.find(
    ({ label, condition }) => END_LABEL.test(label) && condition.operator.startsWith('>'),
  );
  const used = [start, end].flatMap((bound) => (bound ? [bound.condition] : []));
  for (const condition of used) describer.markDescribed(condition);
  const parts = used.map(({ part }) => part);
  if (start && end) {
    const [from, to] = [end.day, start.day];
    if (from === to) return toPhrase(`as of ${formatDate(from).text}`, parts);
    const year = from.slice(0, 4);
    if (from === `${year}-01-01` && to === `${year}-12-31`) return toPhrase(`in ${Number(year)}`, parts);
    return toPhrase(`at some time between ${formatDate(from).text} and ${formatDate(to).text}`, parts);
  }
  const event = mediatorNoun(describer, mediator);
  if (start) return toPhrase(`where the ${event} had begun by ${formatDate(start.day).text}`, parts);
  return end ? toPhrase(`where the ${event} had not ended before ${formatDate(end.day).text}`, parts) : [];
}

function findParticipants(describer: Describer, mediator: QueryNode, scope: Pattern): readonly Participant[] {
  return scope.edges
    .filter(
      (edge) =>
        !describer.isDescribed(edge) &&
        isSingleRelation(edge) &&
        (edge.from === mediator || edge.to === mediator),
    )
    .map((edge) => toParticipant(describer, edge, mediator));
}

function toParticipant(describer: Describer, edge: QueryEdge, mediator: QueryNode): Participant {
  const { relation } = edge;
  const reverse = relation === undefined ? undefined : describer.schema.relation(relation)?.reverse;
  return edge.from === mediator
    ? { edge, node: edge.to, fromMediator: relation, toMediator: reverse }
    : { edge, node: edge.from, fromMediator: reverse, toMediator: relation };
}

function isLiteralParticipant(describer: Describer, { fromMediator, node }: Participant): boolean {
  return (
    node.term?.kind === 'literal' ||
    (fromMediator !== undefined && describer.kinds.isLiteralRelation(fromMediator))
  );
}

function wordingFor(
  { fromMediator: first }: Participant,
  { fromMediator: second }: Participant,
): Wording | undefined {
  return first === undefined || second === undefined ? undefined : EVENT_WORDINGS.get(`${first}>${second}`);
}
