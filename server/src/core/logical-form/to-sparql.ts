/**
 * Converts a logical form to standard SPARQL 1.1. The answer is `?x`, distinct, without the entities that the form names.
 * Literals get the datatype of the range of their relation. ARGMAX and ARGMIN keep ties.
 */
import type { KbSchema } from '../schema/schema';
import { literalFamily, type LiteralFamily } from '../language/rdf/datatypes';
import { quoteString } from '../language/rdf/escapes';
import { XSD } from '../language/rdf/names';
import { range, type TextRange } from '../language/text/range';
import { QueryWriter, type QueryPart, type FormMapping } from './query-writer';
import {
  operandsOf,
  type CompareExpr,
  type ExtremeExpr,
  type JoinExpr,
  type LiteralExpr,
  type SExpr,
  type RelationExpr,
  type TimeExpr,
} from './sexpr';
import { daysOf, timeRelations, type ReferenceDay } from './time-relations';
import { formatTypingRelation, formatLiteral, formatName } from './format-term';

type SExprSchema = Pick<KbSchema, 'namespace' | 'typing' | 'relation' | 'type' | 'hasRelation'>;

export function toSparql(expr: SExpr, schema: SExprSchema, asOf: ReferenceDay): string {
  return toSparqlWithMappings(expr, schema, asOf).text;
}

/** The query whether a set has a member. */
export function toAskQuery(expr: SExpr, schema: SExprSchema, asOf: ReferenceDay): string {
  return toSparql(expr, schema, asOf).replace('SELECT DISTINCT ?x WHERE {', 'ASK {');
}

/** Also returns the positions of the relations, classes, entities and literals of the form in the query. */
export function toSparqlWithMappings(
  expr: SExpr,
  schema: SExprSchema,
  asOf: ReferenceDay,
): { readonly text: string; readonly places: readonly FormMapping[] } {
  const set = expr.kind === 'count' ? expr.of : expr;
  const body = new BodyWriter(schema, entitiesOf(set), asOf).write(set);
  const head = [
    ...(body.text.includes('ns:') ? [`PREFIX ns: <${schema.namespace}>\n`] : []),
    ...(body.text.includes('^^xsd:') ? [`PREFIX xsd: <${XSD}>\n`] : []),
    expr.kind === 'count'
      ? 'SELECT (COUNT(DISTINCT ?x) AS ?count) WHERE {\n'
      : 'SELECT DISTINCT ?x WHERE {\n',
  ].join('');
  const places = body.places.map(({ inQuery: { start, end }, inForm }) => ({
    inQuery: range(start + head.length, end + head.length),
    inForm,
  }));
  return { text: `${head}${body.text}}\n`, places };
}

/** Returns the distinct entities that the form names, without those that are the answer itself. */
function entitiesOf(expr: SExpr): readonly string[] {
  const entities = new Set<string>();
  const visit = (part: SExpr, isAnswer: boolean): void => {
    if (part.kind === 'entity' && !isAnswer) entities.add(part.id);
    for (const operand of operandsOf(part)) visit(operand, isAnswer && part.kind !== 'join');
    if (part.kind === 'minus') visit(part.without, true);
  };
  visit(expr, true);
  return [...entities];
}

const OPERATORS = { lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

class BodyWriter {
  private readonly out = new QueryWriter();
  private readonly counts = new Map<string, number>();
  /** By variable: what it is joined to, an entity or another variable. */
  private readonly joins = new Map<string, { readonly step: RelationExpr; readonly other: QueryPart }>();
  private readonly typing: string;

  constructor(
    private readonly schema: SExprSchema,
    private readonly entities: readonly string[],
    private readonly asOf: ReferenceDay,
  ) {
    this.typing = formatTypingRelation(schema);
  }

  write(expr: SExpr): QueryWriter {
    const answer = this.variable('x');
    this.set(expr, answer, true);
    this.excludeEntities(answer);
    if (isText(expr, this.schema))
      this.out.line(`FILTER (LANG(${answer}) = "" || LANGMATCHES(LANG(${answer}), "en"))`);
    return this.out;
  }

  /** Writes the conditions that bind a variable to the members of a set. */
  private set(expr: SExpr, variable: string, isAnswer: boolean): void {
    switch (expr.kind) {
      case 'entity':
        this.out.line(`VALUES ${variable} { `, this.name(expr.id, expr), ' }');
        return;
      case 'literal':
        this.out.line(`VALUES ${variable} { `, this.literal(expr, undefined), ' }');
        return;
      case 'class':
        this.out.line(`${variable} ${this.typing} `, this.name(expr.id, expr), ' .');
        return;
      case 'and':
        this.set(expr.left, variable, isAnswer);
        this.set(expr.right, variable, isAnswer);
        return;
      case 'or':
        this.or(expr.left, expr.right, variable, isAnswer);
        return;
      case 'minus':
        this.set(expr.of, variable, isAnswer);
        this.without(expr.without, variable);
        return;
      case 'count':
        this.set(expr.of, variable, isAnswer);
        return;
      case 'join':
        this.join(expr, variable);
        return;
      case 'extreme':
        this.extreme(expr, variable, isAnswer);
        return;
      case 'compare':
        this.compare(expr, variable);
        return;
      case 'time':
        this.set(expr.of, variable, isAnswer);
        this.time(expr, variable);
        return;
    }
  }

  private or(left: SExpr, right: SExpr, variable: string, isAnswer: boolean): void {
    if (left.kind === 'entity' && right.kind === 'entity') {
      this.out.line(`VALUES ${variable} { `, this.name(left.id, left), ' ', this.name(right.id, right), ' }');
      return;
    }
    this.out.line('{');
    this.out.indented(() => this.set(left, variable, isAnswer));
    this.out.line('} UNION {');
    this.out.indented(() => this.set(right, variable, isAnswer));
    this.out.line('}');
  }

  private without(expr: SExpr, variable: string): void {
    if (expr.kind === 'entity') {
      this.out.line(`FILTER (${variable} != `, this.name(expr.id, expr), ')');
      return;
    }
    this.out.line('FILTER NOT EXISTS {');
    this.out.indented(() => this.set(expr, variable, false));
    this.out.line('}');
  }

  private join({ step, of }: JoinExpr, variable: string): void {
    if (of.kind === 'entity') {
      const entity = this.name(of.id, of);
      this.joins.set(variable, { step, other: entity });
      this.triple(variable, step, entity);
      return;
    }
    const family = this.familyOf(step.relation);
    const asText = of.kind === 'literal' && of.language === undefined && isPlainText(of, family);
    if (of.kind === 'literal' && !step.reverse && !asText) {
      this.triple(variable, step, this.literal(of, family));
      return;
    }
    const other = this.variable(asText ? 'value' : 'y');
    if (!asText) this.set(of, other, false);
    this.triple(variable, step, other);
    this.joins.set(variable, { step, other });
    const before = this.joins.get(other);
    // The answer is none of the entities anyway.
    if (
      before &&
      this.leadsBack(before.step, step) &&
      !(variable === '?x' && typeof before.other === 'object')
    )
      this.out.line(`FILTER (${variable} != `, before.other, ')');
    // A text in the KB has a language tag that the form need not state.
    if (asText)
      this.out.line(`FILTER (STR(${other}) = `, { text: quoteString(of.value), from: of.range }, ')');
  }

  /** Whether a step leads back to where the step before it began, as from a person over the marriage to the spouse. */
  private leadsBack(into: RelationExpr, out: RelationExpr): boolean {
    return into.reverse === out.reverse
      ? this.schema.relation(into.relation)?.reverse === out.relation
      : into.relation === out.relation;
  }

  private extreme({ of, by, which, rank = 1 }: ExtremeExpr, variable: string, isAnswer: boolean): void {
    this.set(of, variable, isAnswer);
    const extreme = this.variable(which);
    this.out.line('{');
    this.out.indented(() => {
      const [inner, value] = [this.variable('x'), this.variable('value')];
      this.out.line(`SELECT (${which.toUpperCase()}(${value}) AS ${extreme}) WHERE {`);
      this.out.indented(() => {
        this.set(of, inner, isAnswer);
        this.chain(inner, by, value);
        if (isAnswer) this.excludeEntities(inner);
      });
      // The best value of each, so that the second is another one.
      this.out.line(
        rank > 1
          ? `} GROUP BY ${inner} ORDER BY ${which === 'max' ? 'DESC' : 'ASC'}(${extreme}) LIMIT 1 OFFSET ${rank - 1}`
          : '}',
      );
    });
    this.out.line('}');
    this.chain(variable, by, extreme);
  }

  private compare({ by, operator, literal }: CompareExpr, variable: string): void {
    const value = this.variable('value');
    this.chain(variable, by, value);
    const last = by.at(-1);
    const written = this.literal(literal, last && this.familyOf(last.relation));
    this.out.line(`FILTER (${value} ${OPERATORS[operator]} `, written, ')');
  }

  private time({ relation, relationRange, at }: TimeExpr, variable: string): void {
    const { begin, end } = timeRelations(relation, this.schema);
    const { first, last } = daysOf(at, this.asOf);
    const source = { range: relationRange };
    this.missingOr(variable, this.name(begin, source), 'from', `<= "${last}"^^xsd:date`);
    this.missingOr(variable, this.name(end, source), 'to', `>= "${first}"^^xsd:date`);
  }

  /** Requires that the relation is missing, or that its value satisfies the comparison. */
  private missingOr(variable: string, relation: QueryPart, name: string, comparison: string): void {
    const [any, value] = [this.variable(name), this.variable(name)];
    this.out.line('FILTER (');
    this.out.indented(() => {
      this.out.line(`NOT EXISTS { ${variable} `, relation, ` ${any} }`);
      const parts = [[`${variable} `, relation, ` ${value} .`], [`FILTER (${value} ${comparison})`]];
      this.out.group('|| EXISTS { ', parts, ' }', ' ');
    });
    this.out.line(')');
  }

  /** Writes the path from an entity to a value. A step that is not reversed goes from subject to object. */
  private chain(from: string, steps: readonly RelationExpr[], to: string): void {
    let at = from;
    for (const [index, step] of steps.entries()) {
      const next = index === steps.length - 1 ? to : this.variable('y');
      this.triple(at, step, next);
      at = next;
    }
  }

  private triple(variable: string, step: RelationExpr, other: QueryPart): void {
    const relation = this.name(step.relation, step);
    if (step.reverse) this.out.line(other, ' ', relation, ` ${variable} .`);
    else this.out.line(`${variable} `, relation, ' ', other, ' .');
  }

  private excludeEntities(variable: string): void {
    if (!this.entities.length) return;
    const parts = this.entities.map((id) => [`${variable} != ${this.nameOf(id)}`]);
    this.out.group('FILTER (', parts, ')', ' && ');
  }

  private nameOf(id: string): string {
    return formatName(id, this.schema.namespace);
  }

  private name(id: string, { range: from }: { readonly range?: TextRange | undefined }): QueryPart {
    return { text: this.nameOf(id), from };
  }

  private literal(literal: LiteralExpr, family: LiteralFamily | undefined): QueryPart {
    return { text: formatLiteral(literal, family), from: literal.range };
  }

  private familyOf(relation: string): LiteralFamily | undefined {
    const type = this.schema.relation(relation)?.range;
    return type === undefined ? undefined : this.schema.type(type)?.literal;
  }

  private variable(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count === 1 ? `?${name}` : `?${name}${count}`;
  }
}

/** Whether the answer is a text, which may have values in many languages. */
function isText(expr: SExpr, schema: SExprSchema): boolean {
  if (expr.kind !== 'join') return operandsOf(expr).some((operand) => isText(operand, schema));
  const type = expr.step.reverse ? schema.relation(expr.step.relation)?.range : undefined;
  return type !== undefined && schema.type(type)?.literal === 'text';
}

function isPlainText({ datatype }: LiteralExpr, family: LiteralFamily | undefined): boolean {
  return family === 'text' || (family === undefined && literalFamily(datatype) === 'text');
}
