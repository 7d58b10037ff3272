/** Describes a pattern from the perspective of a node: what it is and which facts hold for it. */
import type { KbSchema } from '../schema/schema';
import type { RepeatSign, Term } from '../language/sparql/model';
import { conditionClause } from './condition-clauses';
import { withArticle } from './grammar';
import { eventClause } from './events';
import { NodeKinds } from './node-kinds';
import { clauseForNested } from './nested-clauses';
import { typeNoun } from './nouns';
import {
  containsClause,
  joinList,
  joinClauses,
  toPhrase,
  replaceFirstWord,
  concat,
  type Phrase,
} from './phrase';
import {
  isNameRelation,
  isSingleRelation,
  type QueryEdge,
  type QueryNode,
  type Pattern,
} from './query-graph';
import {
  backwardClause,
  toClause,
  joinAlternatives,
  forwardClause,
  type Clause,
  type Noun,
} from './relation-words';
import { literalClause } from './literal-clauses';
import { DescribedParts } from './described-parts';
import { classNoun, relationNoun } from './subject-noun';
import { formatLiteral } from './values';
import { mentions, mentionsAnywhere, variablesIn, patternsWithin } from './walk-graph';

/** The note after a clause in the singular and in the plural. */
const REPETITION_NOTES: Readonly<Record<RepeatSign, readonly [string, string]>> = {
  '+': ['(directly or over several steps)', '(directly or over several steps)'],
  '*': ['(directly, over several steps, or is the same)', '(directly, over several steps, or are the same)'],
  '?': ['(or is the same)', '(or are the same)'],
};

/** Limits how deeply clauses are nested. */
const MAX_DEPTH = 12;

/** A node as the subject of a sentence. */
export interface Subject {
  readonly noun: Noun;
  /** The noun is that of a class ("film"), not that of a relation ("place of birth of Barack Obama"). */
  readonly isClassNoun: boolean;
  readonly clauses: readonly Clause[];
  readonly pronoun: 'who' | 'that';
}

export class Describer extends DescribedParts {
  private depth = 0;
  readonly kinds: NodeKinds;

  constructor(
    readonly schema: KbSchema,
    private readonly nameOf: (iri: string) => string | undefined,
    readonly pattern: Pattern,
    /** Nodes that are described outside of the clauses: columns and sort keys. */
    private readonly describedElsewhere: ReadonlySet<QueryNode>,
    private readonly answerNode?: QueryNode,
  ) {
    super();
    this.kinds = new NodeKinds(schema, pattern);
    // A negated pattern with omissions is omitted as a whole, see `describeFully`.
    for (const { leftOut } of patternsWithin(pattern, (kind) => kind !== 'not'))
      for (const omission of leftOut) this.omissions.add(omission);
  }

  describeSubject(node: QueryNode, scope: Pattern): Subject {
    this.markMentioned(node);
    const hasType = scope.typings.some((typing) => typing.node === node);
    const fromRelation = hasType ? undefined : relationNoun(this, node, scope);
    return {
      noun: fromRelation ?? classNoun(this, node, scope),
      isClassNoun: !fromRelation,
      clauses: this.clausesFor(node, scope),
      pronoun: this.kinds.isPersonNode(node) ? 'who' : 'that',
    };
  }

  /** Describes all facts about a node that are not described yet, with the node as subject. */
  clausesFor(node: QueryNode, scope: Pattern): readonly Clause[] {
    this.markMentioned(node);
    if (this.depth >= MAX_DEPTH) {
      this.omissions.add('parts that are nested too deeply');
      return [];
    }
    this.depth++;
    const clauses: Clause[] = [];
    for (const edge of scope.edges) {
      if (this.isDescribed(edge) || (edge.from !== node && edge.to !== node)) continue;
      const clause = this.clauseForEdge(edge, node, scope);
      if (clause) clauses.push(clause);
    }
    for (const condition of this.takeConditions(node, scope)) {
      const clause = conditionClause(this, condition);
      if (clause) clauses.push(clause);
    }
    for (const nested of scope.nested) {
      if (
        this.isDescribed(nested) ||
        nested.kind === 'optional' ||
        !nested.patterns.some((inner) => mentionsAnywhere(inner, node)) ||
        !nested.patterns.every((inner) => this.canDescribe(inner, scope))
      )
        continue;
      this.markDescribed(nested);
      const clause = clauseForNested(this, nested.kind, nested.patterns, node, nested.part);
      if (clause) clauses.push(clause);
    }
    this.depth--;
    return nestedClausesLast(clauses);
  }

  /** Whether all nodes that an inner pattern shares with the outer ones are mentioned, so that it can refer to them. */
  canDescribe(inner: Pattern, scope: Pattern): boolean {
    return [...variablesIn(inner)].every(
      (node) => this.isMentioned(node) || !(mentions(scope, node) || mentions(this.pattern, node)),
    );
  }

  clauseForEdge(edge: QueryEdge, node: QueryNode, scope: Pattern): Clause | undefined {
    const other = edge.from === node ? edge.to : edge.from;
    if (this.describedElsewhere.has(other) && this.isLeaf(other, scope, edge)) return undefined;
    this.markDescribed(edge);
    if (edge.to === other && isNameRelation(edge.relation) && this.isUnconstrained(other, scope, edge))
      return undefined;
    const { relation, part } = edge;
    if (relation === undefined) {
      const object = this.phraseFor(other, scope, edge);
      const verb = toPhrase('has some relation to', [part]);
      return toClause(
        edge.from === node ? concat(verb, object) : concat(toPhrase('is what', [part]), object, verb),
      );
    }
    if (!this.isMentioned(other) && isSingleRelation(edge) && this.kinds.isMediator(other))
      return eventClause(this, edge, other, scope);
    if (edge.from === node) {
      const literal = literalClause(this, edge, scope);
      if (literal) return literal;
    }
    const object = this.phraseFor(other, scope, edge);
    const clause = joinAlternatives(
      [relation, ...edge.or].map((id) =>
        edge.from === node ? forwardClause(id, object, [part]) : backwardClause(id, object, [part]),
      ),
    );
    if (!edge.repeated) return clause;
    const [one, many] = REPETITION_NOTES[edge.repeated].map((note) => toPhrase(note, [part]));
    return {
      one: concat(clause.one, one ?? []),
      many: concat(clause.many, many ?? []),
      negateAsWhole: edge.repeated !== '+',
    };
  }

  /** Names the object of a clause, or describes it. */
  phraseFor(node: QueryNode, scope: Pattern, via?: QueryEdge): Phrase {
    const parts = [...(via ? [via.part] : []), ...(node.part ? [node.part] : [])];
    if (node.term) return toPhrase(this.formatConstant(node.term), parts);
    const choice = this.phraseForChoice(node, scope, via);
    if (choice) return choice;
    if (this.isMentioned(node)) return toPhrase(this.repeatedMention(node), parts);
    const { noun, isClassNoun, clauses, pronoun } = this.describeSubject(node, scope);
    const head = isClassNoun
      ? replaceFirstWord(noun.one, withArticle)
      : noun.defaultNumber === 'one'
        ? concat('the', noun.one)
        : concat(clauses.length ? 'one of the' : 'the', noun.many);
    if (!clauses.length) return head;
    const facts = clauses.map(({ one }) => one);
    return concat(head, pronoun, joinClauses(facts, 'and', pronoun));
  }

  /** Refers to a node that is already mentioned. "the same" is ambiguous if another one has the same noun. */
  private repeatedMention(node: QueryNode): string {
    const noun = this.kinds.nounText(node);
    const isUnambiguous = [...this.mentionedNodes].every(
      (other) => other === node || other.variable === undefined || this.kinds.nounText(other) !== noun,
    );
    if (isUnambiguous) return `the same ${noun}`;
    if (node === this.answerNode)
      return `the ${noun} ${this.kinds.isPersonNode(node) ? 'who' : 'that'} is asked for`;
    this.omissions.add(`which ${noun} is the same`);
    return `the same ${noun}`;
  }

  /** Lists the values of a node that is only constrained to be one of them. */
  private phraseForChoice(node: QueryNode, scope: Pattern, via: QueryEdge | undefined): Phrase | undefined {
    const [condition, ...more] = scope.conditions.filter(({ on }) => on === node);
    if (!via || condition?.kind !== 'one-of' || more.length || !this.isLeaf(node, scope, via))
      return undefined;
    this.markMentioned(node);
    this.markDescribed(condition);
    const parts = [via.part, condition.part];
    return joinList(
      condition.values.map((value) => toPhrase(this.formatConstant(value), parts)),
      'or',
    );
  }

  formatConstant(term: Term): string {
    if (term.kind === 'literal') return formatLiteral(term);
    if (term.kind !== 'iri') return 'something';
    const id = this.schema.idOf(term.iri) ?? term.iri;
    return this.nameOf(term.iri) ?? (this.schema.hasType(id) ? typeNoun(id) : id);
  }

  /** Whether `via` is the only part of the pattern that mentions a variable: no condition, no class, no other relation. */
  isUnconstrained(node: QueryNode, scope: Pattern, via: QueryEdge): boolean {
    return this.isLeaf(node, scope, via) && !scope.conditions.some(({ on }) => on === node);
  }

  private isLeaf(node: QueryNode, scope: Pattern, via: QueryEdge): boolean {
    return (
      node.variable !== undefined &&
      !scope.edges.some((edge) => edge !== via && (edge.from === node || edge.to === node)) &&
      !scope.typings.some((typing) => typing.node === node)
    );
  }

  isDescribedElsewhere(node: QueryNode): boolean {
    return this.describedElsewhere.has(node);
  }
}

/** Clauses that contain a clause come last. Otherwise the next clause would read as a part of the inner one. */
function nestedClausesLast(clauses: readonly Clause[]): readonly Clause[] {
  const isNested = ({ one }: Clause): boolean => containsClause(one);
  return [...clauses.filter((clause) => !isNested(clause)), ...clauses.filter(isNested)];
}
