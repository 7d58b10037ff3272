/** Describes a pattern from the point of view of a node: what it is and which facts hold for it. Each part is described once. */
import type { KbSchema } from '../schema/schema';
import type { RepeatSign, Term } from '../language/sparql/model';
import { conditionClause } from './condition-clauses';
import { withArticle } from './grammar';
import { eventClause } from './events';
import { NodeKinds } from './node-kinds';
import { clauseOfNested } from './nested-clauses';
import { nounOfType } from './nouns';
import { holdsClause, list, listClauses, say, withFirstWord, words, type Phrase } from './phrase';
import { isNaming, isPlain, type Edge, type Node, type Pattern } from './query-graph';
import { backwardClause, clauseOf, eitherOf, forwardClause, type Clause, type Noun } from './relation-words';
import { literalClause } from './literal-clauses';
import { DescribedParts } from './described-parts';
import { classNoun, relationalNoun } from './subject-noun';
import { literalInWords } from './values';
import { mentions, touches, variablesIn, withNested } from './walk-graph';

/** Of one thing, and of many. */
const OVER_STEPS: Readonly<Record<RepeatSign, readonly [string, string]>> = {
  '+': ['(directly or over several steps)', '(directly or over several steps)'],
  '*': ['(directly, over several steps, or is the same)', '(directly, over several steps, or are the same)'],
  '?': ['(or is the same)', '(or are the same)'],
};

/** Deeper than any question that somebody would ask. */
const DEEPEST = 12;

export class Describer extends DescribedParts {
  private depth = 0;
  readonly kinds: NodeKinds;

  constructor(
    readonly schema: KbSchema,
    private readonly nameOf: (iri: string) => string | undefined,
    readonly pattern: Pattern,
    /** Nodes that are said elsewhere: columns, and what the answers are sorted by. */
    private readonly elsewhere: ReadonlySet<Node>,
    /** What is asked for. */
    private readonly asked?: Node,
  ) {
    super();
    this.kinds = new NodeKinds(schema, pattern);
    // What a denied pattern leaves out is left out with it.
    for (const { leftOut } of withNested(pattern, (kind) => kind !== 'not'))
      for (const what of leftOut) this.leftOut.add(what);
  }

  /** A node as the subject of a sentence: a noun where a relation gives one, and what else holds of it. */
  subject(
    node: Node,
    scope: Pattern,
  ): { readonly noun: Noun; readonly plain: boolean; readonly clauses: readonly Clause[] } {
    this.markMet(node);
    const typings = scope.typings.filter((typing) => typing.node === node);
    const byRelation = typings.length ? undefined : relationalNoun(this, node, scope);
    const noun = byRelation ?? classNoun(this, node, scope);
    return { noun, plain: !byRelation, clauses: this.clauses(node, scope) };
  }

  /** All that the pattern says of a node and has not been said yet, with the node as the subject. */
  clauses(node: Node, scope: Pattern): readonly Clause[] {
    this.markMet(node);
    if (this.depth >= DEEPEST) {
      this.leftOut.add('what is nested too deeply');
      return [];
    }
    this.depth++;
    const found: Clause[] = [];
    for (const edge of scope.edges) {
      if (this.hasSaid(edge) || (edge.from !== node && edge.to !== node)) continue;
      const clause = this.clauseOfEdge(edge, node, scope);
      if (clause) found.push(clause);
    }
    for (const condition of this.takeConditions(node, scope)) {
      const clause = conditionClause(this, condition);
      if (clause) found.push(clause);
    }
    for (const nested of scope.nested) {
      if (
        this.hasSaid(nested) ||
        nested.kind === 'optional' ||
        !nested.patterns.some((inner) => touches(inner, node)) ||
        !nested.patterns.every((inner) => this.isReadyFor(inner, scope))
      )
        continue;
      this.markSaid(nested);
      const clause = clauseOfNested(this, nested.kind, nested.patterns, node, nested.part);
      if (clause) found.push(clause);
    }
    this.depth--;
    return longestLast(found);
  }

  /** What an inner pattern shares with the one around it must have been spoken of, or it would sound like any such thing. */
  isReadyFor(inner: Pattern, scope: Pattern): boolean {
    return [...variablesIn(inner)].every(
      (node) => this.isMet(node) || !(mentions(scope, node) || mentions(this.pattern, node)),
    );
  }

  clauseOfEdge(edge: Edge, node: Node, scope: Pattern): Clause | undefined {
    const other = edge.from === node ? edge.to : edge.from;
    if (this.elsewhere.has(other) && this.isLeaf(other, scope, edge)) return undefined;
    this.markSaid(edge);
    if (edge.to === other && isNaming(edge.relation) && this.isBare(other, scope, edge)) return undefined;
    const { relation, part } = edge;
    if (relation === undefined) {
      const how = edge.from === node ? 'has some relation to' : 'is what';
      const object = this.phraseFor(other, scope, edge);
      return edge.from === node
        ? clauseOf(words(say(how, [part]), object))
        : clauseOf(words(say(how, [part]), object, say('has some relation to', [part])));
    }
    if (!this.isMet(other) && isPlain(edge) && this.kinds.isMediator(other))
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
    if (this.isMet(node)) return say(this.onceMore(node), parts);
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
    const alone = [...this.spokenOf].every(
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
    this.markMet(node);
    this.markSaid(condition);
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

  isElsewhere(node: Node): boolean {
    return this.elsewhere.has(node);
  }
}

/** A clause that ends in another one comes behind those that do not, or these would sound like a part of the inner one. */
function longestLast(clauses: readonly Clause[]): readonly Clause[] {
  const isLong = ({ one }: Clause): boolean => holdsClause(one);
  return [...clauses.filter((clause) => !isLong(clause)), ...clauses.filter(isLong)];
}
