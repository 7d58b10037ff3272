/** Describes the facts that a mediator connects in one phrase, if possible without the mediator. */
import type { TextRange } from '../language/text/range';
import type { Describer } from './describer';
import { singular } from '../language/english/nouns';
import { dateInWords, withArticle } from './grammar';
import { inferredType, nounOfType } from './nouns';
import { fill, list, listClauses, say, textOf, words, type Phrase } from './phrase';
import { isPlain, type Edge, type Node, type Pattern } from './query-graph';
import { clauseOf, labelInWords, nounFor, nounFromTemplate, type Clause, type Noun } from './relation-words';
import { comparisonInWords, dateWithPreposition, literalInWords } from './values';
import { EVENT_WORDINGS, ROLE_WORDINGS } from './event-wordings';
import type { Wording } from './wordings';

/** One of the things that a mediator connects. */
interface Leg {
  readonly edge: Edge;
  readonly other: Node;
  /** The relation from the mediator to it, and from it to the mediator, as far as the query or the schema says. */
  readonly out: string | undefined;
  readonly into: string | undefined;
}

/** What a node does in an event. */
export function eventClause(describer: Describer, entry: Edge, mediator: Node, scope: Pattern): Clause {
  const own = legOf(describer, entry, mediator);
  describer.markSaid(entry);
  describer.enter(mediator, scope);
  const legs = legsOf(describer, mediator, scope);
  const parts = [entry.part];
  for (const leg of legs) {
    const template = wordingOf(own, leg)?.forward ?? wordingOf(leg, own)?.backward;
    if (template === undefined || isValueLeg(describer, leg)) continue;
    describer.markSaid(leg.edge);
    const clause = fill(template, describer.phraseFor(leg.other, scope, leg.edge), [...parts, leg.edge.part]);
    return clauseOf(behind(clause, modifiers(describer, mediator, without(legs, leg), scope)));
  }
  const rest = modifiers(describer, mediator, legs, scope);
  if (own.into !== undefined)
    return clauseOf(words(say(`has ${withArticle(singular(labelInWords(own.into)))}`, parts), rest));
  const role = own.out === undefined ? 'part' : singular(labelInWords(own.out));
  return clauseOf(words(say(`is the ${role} of ${withArticle(nounOf(describer, mediator))}`, parts), rest));
}

/**
 * What a node is in an event, seen from another that takes part in it: "films that Tom Hanks acted in". Nothing where nobody else
 * does, and the event does not say what the node is to it.
 */
export function eventNoun(
  describer: Describer,
  node: Node,
  entry: Edge,
  mediator: Node,
  scope: Pattern,
): Noun | undefined {
  const own = legOf(describer, entry, mediator);
  const legs = legsOf(describer, mediator, scope).filter(
    ({ edge, other }) => edge !== entry && other !== node,
  );
  const main =
    legs.find((leg) => wordingOf(leg, own)?.noun !== undefined && !isValueLeg(describer, leg)) ??
    legs.find((leg) => leg.edge.to === mediator && leg.into !== undefined) ??
    legs.find((leg) => leg.into !== undefined && !isValueLeg(describer, leg));
  if (!main && own.out === undefined) return undefined;
  describer.markSaid(entry);
  describer.enter(mediator, scope);
  const role = own.out === undefined ? nounOf(describer, mediator) : labelInWords(own.out);
  if (!main) {
    const rest = modifiers(describer, mediator, legs, scope);
    const noun = nounFromTemplate(
      `${role} of {s}`,
      say(withArticle(nounOf(describer, mediator)), [entry.part]),
      [entry.part],
    );
    return withRest(noun, rest);
  }
  describer.markSaid(main.edge);
  const parts = [entry.part, main.edge.part];
  const other = describer.phraseFor(main.other, scope, main.edge);
  const template = wordingOf(main, own)?.noun;
  const noun =
    template === undefined ? generalNoun(main, role, other, parts) : nounFromTemplate(template, other, parts);
  return withRest(noun, modifiers(describer, mediator, without(legs, main), scope));
}

function generalNoun(main: Leg, role: string, other: Phrase, parts: readonly TextRange[]): Noun {
  const collection = labelInWords(main.into ?? '');
  if (singular(collection) === singular(role)) return nounFor(main.into ?? role, other, parts, {});
  const inner = nounFor(main.into ?? role, other, parts, {});
  const [first] = inner.one;
  const held = first ? [{ ...first, text: withArticle(first.text) }, ...inner.one.slice(1)] : inner.one;
  const noun = nounFromTemplate(`${role} in {s}`, held, parts);
  return noun;
}

function withRest({ one, many, natural }: Noun, rest: Phrase): Noun {
  return { one: behind(one, rest), many: behind(many, rest), natural };
}

/** A comma keeps what is added from being heard with a clause that comes before it. */
function behind(phrase: Phrase, rest: Phrase): Phrase {
  if (!rest.length) return phrase;
  return / (?:that|who|where|which) .* /.test(textOf(phrase).replace(/^\w+ (?:that|who|where) /, ''))
    ? words(phrase, ',', rest)
    : words(phrase, rest);
}

function nounOf(describer: Describer, mediator: Node): string {
  return nounOfType(
    describer.kinds.typeOf(mediator) ??
      inferredType(describer.schema, [describer.pattern], mediator) ??
      'fact',
  );
}

/** What the other roles and conditions add, behind the phrase. */
function modifiers(describer: Describer, mediator: Node, legs: readonly Leg[], scope: Pattern): Phrase {
  const found: Phrase[] = [];
  for (const leg of legs) {
    if (describer.hasSaid(leg.edge)) continue;
    const phrase = modifier(describer, leg, scope);
    if (phrase) found.push(phrase);
  }
  const times = timeModifier(describer, mediator, scope);
  const clauses = describer.clauses(mediator, scope);
  if (!clauses.length) return words(...found, times);
  // Named, because the words before it are about something else.
  return words(
    ...found,
    times,
    say(`where the ${nounOf(describer, mediator)}`),
    listClauses(clauses.map(({ one }) => one)),
  );
}

function modifier(describer: Describer, { edge, other, out }: Leg, scope: Pattern): Phrase | undefined {
  if (describer.isElsewhere(other) && describer.isBare(other, scope, edge)) return undefined;
  describer.markSaid(edge);
  const { part } = edge;
  const role = out === undefined ? undefined : labelInWords(out);
  const template = out === undefined ? undefined : ROLE_WORDINGS[out];
  if (other.term?.kind === 'literal') {
    if (out !== undefined && describer.kinds.isDateRelation(out)) {
      const when = dateWithPreposition(other.term.value);
      const name = labelInWords(out);
      if (name === 'date' || name === 'year') return say(when, [part]);
      return say(`with the ${role ?? 'date'} ${when.replace(/^\w+ /, '')}`, [part]);
    }
    return say(`with the ${role ?? 'value'} ${literalInWords(other.term)}`, [part]);
  }
  const conditions = scope.conditions.filter(({ on }) => on === other);
  const bare = describer.isBare(other, scope, edge);
  if (bare && !conditions.length) {
    describer.markMet(other);
    return say(`with ${withArticle(singular(role ?? 'value'))}`, [part]);
  }
  const date = out !== undefined && describer.kinds.isDateRelation(out);
  const compared = conditions.flatMap((condition) =>
    condition.kind === 'compare' && condition.value.kind === 'literal'
      ? [
          {
            condition,
            text: comparisonInWords(
              condition.operator,
              condition.value,
              date || /^\d{4}-/.test(condition.value.value),
            ),
          },
        ]
      : [],
  );
  if (compared.length && compared.length === conditions.length) {
    describer.markMet(other);
    for (const { condition } of compared) describer.markSaid(condition);
    const texts = compared.map(({ condition, text }) => say(text, [condition.part]));
    if (date && (role === 'date' || role === 'year')) return list(texts);
    const done = date && /^\w+ed(?: on)?$/.test(role ?? '') ? (role ?? '').replace(/ on$/, '') : undefined;
    return words(
      say(
        done ?? (isAmount(out) ? 'of' : `with ${withArticle(singular(role ?? 'value'))}${date ? '' : ' of'}`),
        [part],
      ),
      list(texts),
    );
  }
  const extreme = conditions.find(({ kind }) => kind === 'extreme');
  if (extreme?.kind === 'extreme') {
    describer.markMet(other);
    describer.markSaid(extreme);
    const most = extreme.which === 'largest' ? (date ? 'latest' : 'largest') : date ? 'earliest' : 'smallest';
    return say(`with the ${most} ${role ?? 'value'}`, [part, extreme.part]);
  }
  const object = describer.phraseFor(other, scope, edge);
  if (template !== undefined) return fill(template, object, [part]);
  return words(say(`with ${other.term ? 'the ' : ''}${singular(role ?? 'part')}`, [part]), object);
}

/** The number of a population, the amount of money: not worth a word. */
function isAmount(relation: string | undefined): boolean {
  return /^measurement_unit\..*\.(?:number|amount|integer|value)$/.test(relation ?? '');
}

const STARTS = /\b(?:start|start date|begin date|begins?|since)$/;
const ENDS = /\b(?:end|end date|ends?|until)$/;

/** "in 2011": it had begun by the end of that year and had not ended before. */
function timeModifier(describer: Describer, mediator: Node, scope: Pattern): Phrase {
  const found = scope.conditions.flatMap((condition) =>
    condition.kind === 'if-known' &&
    condition.on === mediator &&
    !describer.hasSaid(condition) &&
    condition.value.kind === 'literal'
      ? [{ ...condition, day: condition.value.value.slice(0, 10), itself: condition }]
      : [],
  );
  const start = found.find(
    ({ relation, operator }) => STARTS.test(labelInWords(relation)) && operator.startsWith('<'),
  );
  const end = found.find(
    ({ relation, operator }) => ENDS.test(labelInWords(relation)) && operator.startsWith('>'),
  );
  const used = [start, end].flatMap((one) => (one ? [one] : []));
  for (const { itself } of used) describer.markSaid(itself);
  const parts = used.map(({ part }) => part);
  if (start && end) {
    if (start.day === end.day) return say(`as of ${dateInWords(start.day).text}`, parts);
    const [from, to] = [end.day, start.day];
    const year = from.slice(0, 4);
    if (from === `${year}-01-01` && to === `${year}-12-31`) return say(`in ${Number(year)}`, parts);
    return say(`at some time between ${dateInWords(from).text} and ${dateInWords(to).text}`, parts);
  }
  const event = nounOf(describer, mediator);
  if (start) return say(`where the ${event} had begun by ${dateInWords(start.day).text}`, parts);
  return end ? say(`where the ${event} had not ended before ${dateInWords(end.day).text}`, parts) : [];
}

function legsOf(describer: Describer, mediator: Node, scope: Pattern): readonly Leg[] {
  return scope.edges
    .filter(
      (edge) => !describer.hasSaid(edge) && isPlain(edge) && (edge.from === mediator || edge.to === mediator),
    )
    .map((edge) => legOf(describer, edge, mediator));
}

function legOf(describer: Describer, edge: Edge, mediator: Node): Leg {
  const { relation } = edge;
  const reverse = relation === undefined ? undefined : describer.schema.relation(relation)?.reverse;
  return edge.from === mediator
    ? { edge, other: edge.to, out: relation, into: reverse }
    : { edge, other: edge.from, out: reverse, into: relation };
}

function isValueLeg(describer: Describer, { out, other }: Leg): boolean {
  return other.term?.kind === 'literal' || (out !== undefined && describer.kinds.isLiteralRelation(out));
}

function wordingOf({ out: first }: Leg, { out: second }: Leg): Wording | undefined {
  return first === undefined || second === undefined ? undefined : EVENT_WORDINGS[`${first}>${second}`];
}

function without(legs: readonly Leg[], leg: Leg): readonly Leg[] {
  return legs.filter((other) => other !== leg);
}
