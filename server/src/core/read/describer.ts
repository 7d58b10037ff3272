/** Puts a pattern into words, starting from a node: what it is, and what is said of it. Each part is said once. */
import type { KbSchema } from '../kb/schema';
import type { RepeatSign, Term } from '../sparql/model';
import type { TextRange } from '../text/range';
import { conditionClause } from './condition-clauses';
import type { Condition } from './conditions';
import { deniedClause, noSuchThing } from './denial';
import { plural, withArticle } from './english';
import { eventClause, eventNoun } from './events';
import { Kinds } from './kinds';
import { nounOfType } from './nouns';
import { holdsClause, list, listClauses, say, withFirstWord, words, type Phrase } from './phrase';
import { isNaming, isPlain, type Edge, type NestedKind, type Node, type Pattern } from './question-graph';
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
import { mentions, touches, variablesIn, withNested } from './walk';

/** Of one thing, and of many. */
const OVER_STEPS: Readonly<Record<RepeatSign, readonly [string, string]>> = {
  '+': ['(directly or over several steps)', '(directly or over several steps)'],
  '*': ['(directly, over several steps, or is the same)', '(directly, over several steps, or are the same)'],
  '?': ['(or is the same)', '(or are the same)'],
};

const LEFT_OUT: Readonly<Record<NestedKind, string>> = {
  either: 'the alternatives of the UNION',
  not: 'what must not hold',
  exists: 'what must hold besides',
  optional: 'what is told where it is known',
};

/** Deeper than any question that somebody would ask. */
const DEEPEST = 12;

export class Describer {
  leftOut = new Set<string>();
  private said = new Set<object>();
  private met = new Set<Node>();
  private depth = 0;
  readonly kinds: Kinds;

  constructor(
    readonly schema: KbSchema,
    private readonly nameOf: (iri: string) => string | undefined,
    readonly pattern: Pattern,
    /** Nodes that are said elsewhere: columns, and what the answers are sorted by. */
    private readonly elsewhere: ReadonlySet<Node>,
    /** What is asked for. */
    private readonly asked?: Node,
  ) {
    this.kinds = new Kinds(schema, pattern);
    // What a denied pattern leaves out is left out with it.
    for (const { leftOut } of withNested(pattern, (kind) => kind !== 'not'))
      for (const what of leftOut) this.leftOut.add(what);
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
      const clause = conditionClause(this, condition);
      if (clause) found.push(clause);
    }
    for (const nested of scope.nested) {
      if (
        this.said.has(nested) ||
        nested.kind === 'optional' ||
        !nested.patterns.some((inner) => touches(inner, node)) ||
        !nested.patterns.every((inner) => this.isReadyFor(inner, scope))
      )
        continue;
      this.said.add(nested);
      const clause = this.clauseOfNested(nested.kind, nested.patterns, node, nested.part);
      if (clause) found.push(clause);
    }
    this.depth--;
    return longestLast(found);
  }

  /** What an inner pattern shares with the one around it must have been spoken of, or it would sound like any such thing. */
  private isReadyFor(inner: Pattern, scope: Pattern): boolean {
    return [...variablesIn(inner)].every(
      (node) => this.met.has(node) || !(mentions(scope, node) || mentions(this.pattern, node)),
    );
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
    if (!this.met.has(other) && isPlain(edge) && this.kinds.isMediator(other))
      return eventClause(this, edge, other, scope);
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
    const [one, many] = OVER_STEPS[edge.repeated].map((note) => say(note, [part]));
    return {
      one: words(clause.one, one ?? []),
      many: words(clause.many, many ?? []),
      deniedAsWhole: edge.repeated !== '+',
    };
  }

  /** Names the object of a clause, or describes it. */
  phraseFor(node: Node, scope: Pattern, via?: Edge): Phrase {
    const parts = [...(via ? [via.part] : []), ...(node.part ? [node.part] : [])];
    if (node.term) return say(this.constant(node.term), parts);
    const choice = this.choiceOf(node, scope, via);
    if (choice) return choice;
    if (this.met.has(node)) return say(this.onceMore(node), parts);
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
    const who = this.kinds.isPersonNode(node) ? 'who' : 'that';
    return words(
      head,
      who,
      listClauses(
        clauses.map(({ one }) => one),
        'and',
        who,
      ),
    );
  }

  /** What has been spoken of before. Where there are several of its kind, "the same" would be any of them. */
  private onceMore(node: Node): string {
    const noun = this.kinds.nounText(node);
    const alone = [...this.met].every(
      (other) => other === node || other.variable === undefined || this.kinds.nounText(other) !== noun,
    );
    if (alone) return `the same ${noun}`;
    if (node === this.asked)
      return `the ${noun} ${this.kinds.isPersonNode(node) ? 'who' : 'that'} is asked for`;
    this.leftOut.add(`which ${noun} is the same`);
    return `the same ${noun}`;
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
          from === node &&
          !this.met.has(to) &&
          this.kinds.isMediator(to) &&
          !this.isSaid({ from, to }, scope),
      );
    if (edge && !isPlain(edge)) return undefined;
    if (edge?.relation === undefined || this.said.has(edge)) return undefined;
    const other = edge.to === node ? edge.from : edge.to;
    if (this.kinds.isMediator(other)) return eventNoun(this, node, edge, other, scope);
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
    const text = names.join(' and ') || this.kinds.nounText(node);
    return {
      one: say(text, parts),
      many: say(names.length > 1 ? names.map(plural).join(' and ') : plural(text), parts),
      natural: 'many',
    };
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

  hasSaid(part: object): boolean {
    return this.said.has(part);
  }

  isElsewhere(node: Node): boolean {
    return this.elsewhere.has(node);
  }

  markSaid(part: object): void {
    this.said.add(part);
  }

  /** Marks a relation as said where only its name is, which is not all of a path. */
  markNamed(edge: Edge): void {
    this.said.add(edge);
    if (edge.or.length) this.leftOut.add('the choice between relations');
    if (edge.repeated) this.leftOut.add('over how many steps a relation goes');
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

  clauseOfNested(
    kind: NestedKind,
    patterns: readonly Pattern[],
    node: Node,
    part: TextRange,
  ): Clause | undefined {
    const options = patterns.map((inner) => {
      // What one branch speaks of is not there in the next.
      const before = new Set(this.met);
      const clauses =
        kind === 'not' ? this.wholly(inner, () => this.alone(node, inner)) : this.alone(node, inner);
      this.met = before;
      return clauses;
    });
    if (options.some((clauses) => !clauses.length)) {
      this.leftOut.add(LEFT_OUT[kind]);
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
        deniedAsWhole: true,
      };
    const [clause] = clauses;
    return clause && deniedClause(clause);
  }

  /** All of an inner pattern, or nothing: that half of it does not hold is another condition. */
  private wholly<T>(inner: Pattern, describe: () => readonly T[]): readonly T[] {
    const { said, met, leftOut } = this;
    [this.said, this.met, this.leftOut] = [new Set(said), new Set(met), new Set(leftOut)];
    const clauses = describe();
    const all = [...withNested(inner, (kind) => kind !== 'optional')];
    const parts = all.flatMap(({ edges, typings, conditions }) => [...edges, ...typings, ...conditions]);
    const whole =
      this.leftOut.size === leftOut.size &&
      all.every((pattern) => !pattern.leftOut.length) &&
      parts.every((part) => this.said.has(part));
    if (whole) return clauses;
    for (const part of [...parts, ...all.flatMap(({ nested }) => nested)]) said.add(part);
    [this.said, this.met, this.leftOut] = [said, met, leftOut];
    return [];
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
    const found = [...this.factsOf(this.pattern)];
    for (const nested of this.pattern.nested) {
      const [inner, ...more] = nested.patterns;
      if (this.said.has(nested) || !inner || more.length || !this.isReadyFor(inner, this.pattern)) continue;
      if ((nested.kind !== 'not' && nested.kind !== 'exists') || nested.byMinus) continue;
      this.said.add(nested);
      const denies = nested.kind === 'not';
      const facts = this.wholly(inner, () => this.factsOf(inner, denies));
      if (facts.length && (facts.length === 1 || !denies)) found.push(...facts);
      else this.leftOut.add(LEFT_OUT[nested.kind]);
    }
    return found;
  }

  private factsOf(scope: Pattern, denies = false): readonly Phrase[] {
    const found: Phrase[] = [];
    const existence = (node: Node): Phrase => {
      const thing = this.phraseFor(node, scope);
      return denies ? noSuchThing(thing) : words('there is', thing);
    };
    for (const edge of scope.edges) {
      if (this.said.has(edge) || this.elsewhere.has(edge.to)) continue;
      const start = edge.from;
      if (start.term) {
        const clause = this.clauseOfEdge(edge, start, scope);
        if (clause)
          found.push(
            words(
              say(this.constant(start.term), [edge.part]),
              denies ? deniedClause(clause).one : clause.one,
            ),
          );
      } else if (!this.met.has(start)) found.push(existence(start));
    }
    for (const typing of scope.typings)
      if (!this.said.has(typing) && !this.met.has(typing.node) && typing.node.variable !== undefined)
        found.push(existence(typing.node));
    return found;
  }

  private conditionLeftOut(condition: Condition): string {
    if (condition.kind !== 'one-of' || condition.on.variable === undefined)
      return 'a condition that it filters by';
    const values = condition.values.map((value) => this.constant(value));
    return `that ?${condition.on.variable} is ${values.join(' or ')}`;
  }

  /** What the reading does not say, a few words each. */
  unsaid(): readonly string[] {
    for (const pattern of this.kinds.all) {
      const optional = this.kinds.all.some(({ nested }) =>
        nested.some(({ kind, patterns }) => kind === 'optional' && patterns.includes(pattern)),
      );
      if (optional) continue;
      for (const edge of pattern.edges)
        if (!this.said.has(edge))
          this.leftOut.add(edge.relation === undefined ? 'a relation' : labelInWords(edge.relation));
      for (const typing of pattern.typings)
        if (!this.said.has(typing)) this.leftOut.add(nounOfType(typing.type));
      for (const condition of pattern.conditions)
        if (!this.said.has(condition)) this.leftOut.add(this.conditionLeftOut(condition));
      for (const nested of pattern.nested)
        if (!this.said.has(nested) && nested.kind !== 'optional') this.leftOut.add('a nested pattern');
    }
    return [...this.leftOut];
  }
}

/** A clause that ends in another one comes behind those that do not, or these would sound like a part of the inner one. */
function longestLast(clauses: readonly Clause[]): readonly Clause[] {
  const isLong = ({ one }: Clause): boolean => holdsClause(one);
  return [...clauses.filter((clause) => !isLong(clause)), ...clauses.filter(isLong)];
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
  return { one: said('one'), many: said('many'), deniedAsWhole: true };
}
