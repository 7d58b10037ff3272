/** Puts a pattern into words, starting from a node: what it is, and what is said of it. Each part is said once. */
import { literalFamily } from '../rdf/datatypes';
import type { KbSchema } from '../kb/schema';
import type { RepeatSign, Term } from '../sparql/model';
import type { TextRange } from '../text/range';
import type { Condition } from './conditions';
import { deniedVerb, plural, withArticle } from './english';
import { eventClause, eventNoun } from './events';
import { inferredType, isMediator, isPerson, nounOfType } from './nouns';
import { firstWord, list, listClauses, say, textOf, withFirstWord, words, type Phrase } from './phrase';
import { isNaming, type Edge, type NestedKind, type Node, type Pattern } from './question-graph';
import {
  backwardClause,
  clauseOf,
  eitherOf,
  forwardClause,
  labelInWords,
  nounFor,
  type Clause,
  type Noun,
} from './relation-words';
import { literalClause } from './literal-clauses';
import { literalInWords } from './values';

const OVER_STEPS: Readonly<Record<RepeatSign, string>> = {
  '+': '(directly or over several steps)',
  '*': '(directly, over several steps, or being the same)',
  '?': '(or being the same)',
};

/** Deeper than any question that somebody would ask. */
const DEEPEST = 12;

export class Describer {
  readonly leftOut = new Set<string>();
  private readonly said = new Set<object>();
  private met = new Set<Node>();
  private readonly all: readonly Pattern[];
  /** Those that hold of every answer. */
  private readonly certain: readonly Pattern[];
  private depth = 0;

  constructor(
    readonly schema: KbSchema,
    private readonly nameOf: (iri: string) => string | undefined,
    readonly pattern: Pattern,
    /** Nodes that are said elsewhere: columns, and what the answers are sorted by. */
    private readonly elsewhere: ReadonlySet<Node>,
  ) {
    this.all = [...withNested(pattern)];
    this.certain = [...withNested(pattern, (kind) => kind !== 'not' && kind !== 'optional')];
    for (const { leftOut } of this.all) for (const what of leftOut) this.leftOut.add(what);
  }

  /** A node as the subject of a sentence: a noun where a relation gives one, and what else holds of it. */
  subject(
    node: Node,
    scope: Pattern,
  ): { readonly noun: Noun; readonly plain: boolean; readonly clauses: readonly Clause[] } {
    this.met.add(node);
    const typings = scope.typings.filter((typing) => typing.node === node);
    const byRelation = typings.length ? undefined : this.relationalNoun(node, scope);
    const noun = byRelation ?? this.classNoun(node, scope);
    return { noun, plain: !byRelation, clauses: this.clauses(node, scope) };
  }

  /** All that the pattern says of a node and has not been said yet, with the node as the subject. */
  clauses(node: Node, scope: Pattern): readonly Clause[] {
    this.met.add(node);
    if (this.depth >= DEEPEST) {
      this.leftOut.add('what is nested too deeply');
      return [];
    }
    this.depth++;
    const found: Clause[] = [];
    for (const edge of scope.edges) {
      if (this.said.has(edge) || (edge.from !== node && edge.to !== node)) continue;
      const clause = this.clauseOfEdge(edge, node, scope);
      if (clause) found.push(clause);
    }
    for (const condition of this.takeConditions(node, scope)) {
      const clause = this.clauseOfCondition(condition);
      if (clause) found.push(clause);
    }
    for (const nested of scope.nested) {
      if (
        this.said.has(nested) ||
        nested.kind === 'optional' ||
        !nested.patterns.some((inner) => touches(inner, node))
      )
        continue;
      this.said.add(nested);
      const clause = this.clauseOfNested(nested.kind, nested.patterns, node, nested.part);
      if (clause) found.push(clause);
    }
    this.depth--;
    return found;
  }

  private clauseOfEdge(edge: Edge, node: Node, scope: Pattern): Clause | undefined {
    const other = edge.from === node ? edge.to : edge.from;
    if (this.elsewhere.has(other) && this.isLeaf(other, scope, edge)) return undefined;
    this.said.add(edge);
    if (edge.to === other && isNaming(edge.relation) && this.isBare(other, scope, edge)) return undefined;
    const { relation, part } = edge;
    if (relation === undefined) {
      const how = edge.from === node ? 'has some relation to' : 'is what';
      const object = this.phraseFor(other, scope, edge);
      return edge.from === node
        ? clauseOf(words(say(how, [part]), object))
        : clauseOf(words(say(how, [part]), object, say('has some relation to', [part])));
    }
    if (!this.met.has(other) && this.isMediator(other)) return eventClause(this, edge, other, scope);
    if (edge.from === node) {
      const literal = literalClause(this, edge, scope);
      if (literal) return literal;
    }
    const object = this.phraseFor(other, scope, edge);
    const clause = eitherOf(
      [relation, ...edge.or].map((id) =>
        edge.from === node ? forwardClause(id, object, [part]) : backwardClause(id, object, [part]),
      ),
    );
    if (!edge.repeated) return clause;
    const note = say(OVER_STEPS[edge.repeated], [part]);
    return { one: words(clause.one, note), many: words(clause.many, note) };
  }

  /** Names the object of a clause, or describes it. */
  phraseFor(node: Node, scope: Pattern, via?: Edge): Phrase {
    const parts = [...(via ? [via.part] : []), ...(node.part ? [node.part] : [])];
    if (node.term) return say(this.constant(node.term), parts);
    const choice = this.choiceOf(node, scope, via);
    if (choice) return choice;
    if (this.met.has(node)) return say(`the same ${this.nounText(node)}`, parts);
    const { noun, plain, clauses } = this.subject(node, scope);
    const many = !plain && noun.natural === 'many' && !clauses.length;
    const head = plain
      ? withFirstWord(noun.one, withArticle)
      : many
        ? words('the', noun.many)
        : words(
            noun.natural === 'many' ? say('one of the') : say('the'),
            noun.natural === 'many' ? noun.many : noun.one,
          );
    if (!clauses.length) return head;
    const who = this.isPersonNode(node) ? 'who' : 'that';
    return words(head, who, listClauses(clauses.map(({ one }) => one)));
  }

  /** A node that is one of a few things, and nothing else, is said by their names. */
  private choiceOf(node: Node, scope: Pattern, via: Edge | undefined): Phrase | undefined {
    const conditions = scope.conditions.filter(({ on }) => on === node);
    const [condition, ...more] = conditions;
    if (!via || condition?.kind !== 'one-of' || more.length || !this.isLeaf(node, scope, via))
      return undefined;
    this.met.add(node);
    this.said.add(condition);
    return list(
      condition.values.map((value) => say(this.constant(value), [via.part, condition.part])),
      'or',
    );
  }

  constant(term: Term): string {
    if (term.kind === 'literal') return literalInWords(term);
    if (term.kind !== 'iri') return 'something';
    const id = this.schema.idOf(term.iri) ?? term.iri;
    return this.nameOf(term.iri) ?? (this.schema.hasType(id) ? nounOfType(id) : id);
  }

  /** The noun that a relation towards this node gives it: "place of birth of Barack Obama". */
  private relationalNoun(node: Node, scope: Pattern): Noun | undefined {
    const towards = scope.edges.filter(
      (edge) => edge.to === node && !this.said.has(edge) && edge.from !== node,
    );
    const edge =
      towards.find(
        ({ relation, from, repeated, or }) =>
          relation !== undefined && !repeated && !or.length && !this.met.has(from),
      ) ??
      scope.edges.find(
        ({ from, to }) =>
          from === node && !this.met.has(to) && this.isMediator(to) && !this.isSaid({ from, to }, scope),
      );
    if (edge?.relation === undefined || this.said.has(edge)) return undefined;
    const other = edge.to === node ? edge.from : edge.to;
    if (this.isMediator(other)) return eventNoun(this, node, edge, other, scope);
    if (edge.to !== node) return undefined;
    this.said.add(edge);
    return nounFor(edge.relation, this.phraseFor(other, scope, edge), [edge.part]);
  }

  private isSaid({ from, to }: Pick<Edge, 'from' | 'to'>, scope: Pattern): boolean {
    return scope.edges.some((edge) => edge.from === from && edge.to === to && this.said.has(edge));
  }

  /** The class that the query says, or the one that its relations imply. */
  private classNoun(node: Node, scope: Pattern): Noun {
    const parts: TextRange[] = [];
    const names: string[] = [];
    for (const typing of scope.typings) {
      if (typing.node !== node) continue;
      this.said.add(typing);
      parts.push(typing.part);
      const name = nounOfType(typing.type);
      if (!names.includes(name)) names.push(name);
    }
    const text = names.join(' and ') || this.nounText(node);
    return {
      one: say(text, parts),
      many: say(names.length > 1 ? names.map(plural).join(' and ') : plural(text), parts),
      natural: 'many',
    };
  }

  nounText(node: Node): string {
    const type = this.typeOf(node);
    if (type !== undefined) return nounOfType(type);
    for (const { edges } of this.all)
      for (const { to, relation } of edges)
        if (to === node && relation !== undefined) return labelInWords(relation);
    return 'thing';
  }

  typeOf(node: Node): string | undefined {
    const sayIt = this.certain.some((pattern) => mentions(pattern, node)) ? this.certain : this.all;
    for (const { typings } of sayIt)
      for (const typing of typings) if (typing.node === node) return typing.type;
    return inferredType(this.schema, sayIt, node);
  }

  isPersonNode(node: Node): boolean {
    return isPerson(this.schema, this.typeOf(node));
  }

  isMediator(node: Node): boolean {
    return isMediator(this.schema, this.all, node);
  }

  /** Nothing else hangs on it: no condition, no other relation. */
  isBare(node: Node, scope: Pattern, via: Edge): boolean {
    return (
      node.variable !== undefined &&
      this.isLeaf(node, scope, via) &&
      !scope.conditions.some(({ on }) => on === node)
    );
  }

  private isLeaf(node: Node, scope: Pattern, via: Edge): boolean {
    return (
      node.variable !== undefined &&
      !scope.edges.some((edge) => edge !== via && (edge.from === node || edge.to === node)) &&
      !scope.typings.some((typing) => typing.node === node)
    );
  }

  isLiteralRelation(relation: string): boolean {
    const range = this.schema.relation(relation)?.range;
    return range !== undefined && this.schema.type(range)?.kind === 'literal';
  }

  isDateRelation(relation: string): boolean {
    const range = this.schema.relation(relation)?.range;
    return range !== undefined && this.schema.type(range)?.literal === 'datetime';
  }

  hasSaid(part: object): boolean {
    return this.said.has(part);
  }

  isElsewhere(node: Node): boolean {
    return this.elsewhere.has(node);
  }

  markSaid(part: object): void {
    this.said.add(part);
  }

  markMet(node: Node): void {
    this.met.add(node);
  }

  /** What a mediator is need not be said. */
  enter(mediator: Node, scope: Pattern): void {
    this.met.add(mediator);
    for (const typing of scope.typings) if (typing.node === mediator) this.said.add(typing);
  }

  isMet(node: Node): boolean {
    return this.met.has(node);
  }

  takeConditions(node: Node, scope: Pattern): readonly Condition[] {
    const found = scope.conditions.filter((condition) => condition.on === node && !this.said.has(condition));
    for (const condition of found) this.said.add(condition);
    return found;
  }

  /** What conditions ask of a thing, rather than of a value. */
  clauseOfCondition(condition: Condition): Clause | undefined {
    const { part } = condition;
    switch (condition.kind) {
      case 'one-of': {
        const values = condition.values.map((value) => say(this.constant(value), [part]));
        const [only] = values;
        return values.length === 1 && only
          ? clauseOf(words(say('is', [part]), only))
          : clauseOf(words(say('is one of', [part]), list(values, 'or')));
      }
      case 'compare': {
        if (condition.operator === '=') return clauseOf(say(`is ${this.constant(condition.value)}`, [part]));
        if (condition.operator !== '!=') break;
        if (this.isConstantOfPattern(condition.value)) return undefined;
        return clauseOf(say(`is not ${this.constant(condition.value)}`, [part]));
      }
      case 'if-known': {
        const { value, operator, relation } = condition;
        if (value.kind !== 'literal') break;
        const before = operator === '<' || operator === '<=';
        const label = labelInWords(relation);
        const when = literalInWords(value);
        return clauseOf(
          say(`has no known ${label}, or one ${before ? 'no later than' : 'no earlier than'} ${when}`, [
            part,
          ]),
        );
      }
      case 'text':
        return clauseOf(say(`has a name that ${condition.how} “${condition.value}”`, [part]));
      case 'either': {
        const options = condition.options.map((option) => this.clauseOfCondition(option));
        if (options.every((option) => option !== undefined))
          return clauseOf(
            listClauses(
              options.map(({ one }) => one),
              'or',
            ),
          );
        break;
      }
      default:
    }
    this.leftOut.add('a condition that it filters by');
    return undefined;
  }

  /** That the answer is not the very thing that was asked about goes without saying. */
  private isConstantOfPattern(value: Term): boolean {
    if (value.kind !== 'iri') return false;
    return this.all.some(({ edges }) =>
      edges.some(({ from, to }) =>
        [from.term, to.term].some((term) => term?.kind === 'iri' && term.iri === value.iri),
      ),
    );
  }

  clauseOfNested(
    kind: NestedKind,
    patterns: readonly Pattern[],
    node: Node,
    part: TextRange,
  ): Clause | undefined {
    const options = patterns.map((inner) => {
      // What one branch speaks of is not there in the next.
      const before = new Set(this.met);
      const clauses = this.alone(node, inner);
      this.met = before;
      return clauses;
    });
    if (options.some((clauses) => !clauses.length)) {
      this.leftOut.add(kind === 'either' ? 'the alternatives of the UNION' : 'what must not hold, or must');
      return undefined;
    }
    if (kind === 'either') return eitherClause(options, part);
    const [clauses = []] = options;
    const only = listClauses(clauses.map(({ one }) => one));
    if (kind === 'exists') return { one: only, many: listClauses(clauses.map(({ many }) => many)) };
    if (clauses.length > 1)
      return {
        one: words(say('is not one that', [part]), only),
        many: words(say('are not ones that', [part]), listClauses(clauses.map(({ many }) => many))),
      };
    const [clause] = clauses;
    return clause && { one: denied(clause.one), many: denied(clause.many) };
  }

  /** What an inner pattern says of a node, in words of its own. */
  private alone(node: Node, inner: Pattern): readonly Clause[] {
    const typings = inner.typings.filter((typing) => typing.node === node);
    for (const typing of typings) this.said.add(typing);
    const classes = typings.map(({ type, part }) => ({
      one: say(`is ${withArticle(nounOfType(type))}`, [part]),
      many: say(`are ${plural(nounOfType(type))}`, [part]),
    }));
    return [...classes, ...this.clauses(node, inner)];
  }

  /** Said of things that nothing connects with the answer, so that it is at least said that they must exist. */
  remaining(): readonly Phrase[] {
    const found: Phrase[] = [];
    for (const edge of this.pattern.edges) {
      if (this.said.has(edge) || this.elsewhere.has(edge.to)) continue;
      const start = edge.from;
      if (start.term) {
        const clause = this.clauseOfEdge(edge, start, this.pattern);
        if (clause) found.push(words(say(this.constant(start.term), [edge.part]), clause.one));
      } else if (!this.met.has(start)) found.push(words('there is', this.phraseFor(start, this.pattern)));
    }
    for (const typing of this.pattern.typings)
      if (!this.said.has(typing) && !this.met.has(typing.node) && typing.node.variable !== undefined)
        found.push(words('there is', this.phraseFor(typing.node, this.pattern)));
    return found;
  }

  /** What the reading does not say, a few words each. */
  unsaid(): readonly string[] {
    for (const pattern of this.all) {
      const optional = this.all.some(({ nested }) =>
        nested.some(({ kind, patterns }) => kind === 'optional' && patterns.includes(pattern)),
      );
      if (optional) continue;
      for (const edge of pattern.edges)
        if (!this.said.has(edge))
          this.leftOut.add(edge.relation === undefined ? 'a relation' : labelInWords(edge.relation));
      for (const typing of pattern.typings)
        if (!this.said.has(typing)) this.leftOut.add(nounOfType(typing.type));
      for (const condition of pattern.conditions)
        if (!this.said.has(condition)) this.leftOut.add('a condition that it filters by');
      for (const nested of pattern.nested)
        if (!this.said.has(nested) && nested.kind !== 'optional') this.leftOut.add('a nested pattern');
    }
    return [...this.leftOut];
  }
}

function eitherClause(options: readonly (readonly Clause[])[], part: TextRange): Clause {
  const said = (form: 'one' | 'many'): Phrase =>
    words(
      say('either', [part]),
      listClauses(
        options.map((clauses) => listClauses(clauses.map((clause) => clause[form]))),
        'or',
      ),
    );
  return { one: said('one'), many: said('many') };
}

function denied(clause: Phrase): Phrase {
  if (/^(?:has|have) an? /.test(textOf(clause)))
    return withFirstWord(clause, (verb) => verb).map((piece, index) =>
      index === 0 ? { ...piece, text: piece.text.replace(/^(has|have) an? /, '$1 no ') } : piece,
    );
  return firstWord(clause) === 'either'
    ? words('does not satisfy:', clause)
    : withFirstWord(clause, deniedVerb);
}

function touches({ edges, typings, conditions, nested }: Pattern, node: Node): boolean {
  return (
    edges.some(({ from, to }) => from === node || to === node) ||
    typings.some((typing) => typing.node === node) ||
    conditions.some(({ on }) => on === node) ||
    nested.some(({ patterns }) => patterns.some((inner) => touches(inner, node)))
  );
}

function mentions({ edges, typings }: Pattern, node: Node): boolean {
  return (
    edges.some(({ from, to }) => from === node || to === node) ||
    typings.some((typing) => typing.node === node)
  );
}

function* withNested(
  pattern: Pattern,
  enters: (kind: NestedKind) => boolean = () => true,
): Iterable<Pattern> {
  yield pattern;
  for (const { kind, patterns } of pattern.nested)
    if (enters(kind)) for (const inner of patterns) yield* withNested(inner, enters);
}

/** Whether a constant is a date or a number, so that it is compared rather than named. */
export function isMeasure(term: Term): term is Term & { readonly kind: 'literal' } {
  if (term.kind !== 'literal') return false;
  return ['datetime', 'integer', 'float'].includes(literalFamily(term.datatype));
}
