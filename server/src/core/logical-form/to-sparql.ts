/**
 * A logical form → standard SPARQL 1.1: the answer is `?x`, each once, and none of the entities that the form names. Literals have
 * the kind that the schema says their relation holds. Of ARGMAX and ARGMIN all ties are kept.
 */
import type { KbSchema } from '../schema/schema';
import { literalFamily, type LiteralFamily } from '../language/rdf/datatypes';
import { XSD } from '../language/rdf/names';
import { range } from '../language/text/range';
import { QueryText, type QueryPiece, type FormPlace } from './query-text';
import type { CompareExpr, ExtremeExpr, JoinExpr, LiteralExpr, SExpr, RelationStep, TimeExpr } from './sexpr';
import { daysOf, timeRelations, type AsOf } from './time-relations';
import { quoted, typingName, writtenLiteral, writtenName } from './written-term';

type SExprSchema = Pick<KbSchema, 'namespace' | 'typing' | 'relation' | 'type' | 'hasRelation'>;

export function toSparql(expr: SExpr, schema: SExprSchema, asOf: AsOf): string {
  return toSparqlWithPlaces(expr, schema, asOf).text;
}

/** Also where each relation, class, entity and literal of the form has gone. */
export function toSparqlWithPlaces(
  expr: SExpr,
  schema: SExprSchema,
  asOf: AsOf,
): { readonly text: string; readonly places: readonly FormPlace[] } {
  const set = expr.kind === 'count' ? expr.of : expr;
  const body = new Body(schema, entitiesOf(set), asOf).write(set);
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

/** Those that the form names, each once; not one that the set itself is. */
function entitiesOf(expr: SExpr): readonly string[] {
  const found = new Set<string>();
  const visit = (part: SExpr, isAnswer: boolean): void => {
    switch (part.kind) {
      case 'entity':
        if (!isAnswer) found.add(part.id);
        return;
      case 'and':
        visit(part.left, isAnswer);
        visit(part.right, isAnswer);
        return;
      case 'join':
        visit(part.of, false);
        return;
      case 'count':
      case 'extreme':
      case 'time':
        visit(part.of, isAnswer);
        return;
      case 'class':
      case 'literal':
      case 'compare':
        return;
    }
  };
  visit(expr, true);
  return [...found];
}

const OPERATORS = { lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

class Body {
  private readonly out = new QueryText();
  private readonly counts = new Map<string, number>();
  private readonly typing: string;

  constructor(
    private readonly schema: SExprSchema,
    private readonly entities: readonly string[],
    private readonly asOf: AsOf,
  ) {
    this.typing = typingName(schema);
  }

  write(expr: SExpr): QueryText {
    const answer = this.variable('x');
    this.set(expr, answer, true);
    this.notThese(answer);
    if (isText(expr, this.schema))
      this.out.line(`FILTER (LANG(${answer}) = "" || LANGMATCHES(LANG(${answer}), "en"))`);
    return this.out;
  }

  /** What is in the set, as the values of a variable. */
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

  private join({ step, of }: JoinExpr, variable: string): void {
    if (of.kind === 'entity') {
      this.triple(variable, step, this.name(of.id, of));
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
    if (of.kind === 'join' && of.of.kind === 'entity' && variable !== '?x' && this.turnsBack(of.step, step))
      this.out.line(`FILTER (${variable} != `, this.name(of.of.id, of.of), ')');
    // Texts have a language in the KB that the form need not say.
    if (asText) this.out.line(`FILTER (STR(${other}) = `, { text: quoted(of.value), from: of.range }, ')');
  }

  /** Into a mediator and out of it by the same kind of role: nobody is meant by their own spouse. */
  private turnsBack(into: RelationStep, out: RelationStep): boolean {
    return into.reverse && out.reverse && this.schema.relation(into.relation)?.reverse === out.relation;
  }

  private extreme({ of, by, which }: ExtremeExpr, variable: string, isAnswer: boolean): void {
    this.set(of, variable, isAnswer);
    const most = this.variable(which);
    this.out.line('{');
    this.out.deeper(() => {
      const [inner, value] = [this.variable('x'), this.variable('value')];
      this.out.line(`SELECT (${which.toUpperCase()}(${value}) AS ${most}) WHERE {`);
      this.out.deeper(() => {
        this.set(of, inner, isAnswer);
        this.chain(inner, by, value);
        if (isAnswer) this.notThese(inner);
      });
      this.out.line('}');
    });
    this.out.line('}');
    this.chain(variable, by, most);
  }

  private compare({ by, operator, literal }: CompareExpr, variable: string): void {
    const value = this.variable('value');
    this.chain(variable, by, value);
    const last = by[by.length - 1];
    const written = this.literal(literal, last && this.familyOf(last.relation));
    this.out.line(`FILTER (${value} ${OPERATORS[operator]} `, written, ')');
  }

  private time({ relation, relationRange, at }: TimeExpr, variable: string): void {
    const { begin, end } = timeRelations(relation, this.schema);
    const { first, last } = daysOf(at, this.asOf);
    this.missingOr(
      variable,
      { text: this.nameOf(begin), from: relationRange },
      'from',
      `<= "${last}"^^xsd:date`,
    );
    this.missingOr(
      variable,
      { text: this.nameOf(end), from: relationRange },
      'to',
      `>= "${first}"^^xsd:date`,
    );
  }

  /** It says nothing of the time, or says so. */
  private missingOr(variable: string, relation: QueryPiece, name: string, comparison: string): void {
    const [any, value] = [this.variable(name), this.variable(name)];
    this.out.line('FILTER (');
    this.out.deeper(() => {
      this.out.line(`NOT EXISTS { ${variable} `, relation, ` ${any} }`);
      const parts = [[`${variable} `, relation, ` ${value} .`], [`FILTER (${value} ${comparison})`]];
      this.out.group('|| EXISTS { ', parts, ' }', ' ');
    });
    this.out.line(')');
  }

  /** From a thing to a value; a step that is not reversed goes from subject to object. */
  private chain(from: string, steps: readonly RelationStep[], to: string): void {
    let at = from;
    for (const [index, step] of steps.entries()) {
      const next = index === steps.length - 1 ? to : this.variable('y');
      this.triple(at, step, next);
      at = next;
    }
  }

  private triple(variable: string, step: RelationStep, other: QueryPiece): void {
    const relation = this.name(step.relation, step);
    if (step.reverse) this.out.line(other, ' ', relation, ` ${variable} .`);
    else this.out.line(`${variable} `, relation, ' ', other, ' .');
  }

  private notThese(variable: string): void {
    if (!this.entities.length) return;
    const parts = this.entities.map((id) => [`${variable} != ${this.nameOf(id)}`]);
    this.out.group('FILTER (', parts, ')', ' && ');
  }

  private nameOf(id: string): string {
    return writtenName(id, this.schema.namespace);
  }

  private name(id: string, { range: from }: Pick<SExpr, 'range'>): QueryPiece {
    return { text: this.nameOf(id), from };
  }

  private literal(literal: LiteralExpr, family: LiteralFamily | undefined): QueryPiece {
    return { text: writtenLiteral(literal, family), from: literal.range };
  }

  private familyOf(relation: string): LiteralFamily | undefined {
    const holds = this.schema.relation(relation)?.range;
    return holds === undefined ? undefined : this.schema.type(holds)?.literal;
  }

  private variable(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count === 1 ? `?${name}` : `?${name}${count}`;
  }
}

/** Is the answer a text, which may be there in many languages? */
function isText(expr: SExpr, schema: SExprSchema): boolean {
  switch (expr.kind) {
    case 'join': {
      const holds = expr.step.reverse ? schema.relation(expr.step.relation)?.range : undefined;
      return holds !== undefined && schema.type(holds)?.literal === 'text';
    }
    case 'and':
      return isText(expr.left, schema) || isText(expr.right, schema);
    case 'extreme':
    case 'time':
    case 'count':
      return isText(expr.of, schema);
    default:
      return false;
  }
}

function isPlainText({ datatype }: LiteralExpr, family: LiteralFamily | undefined): boolean {
  return family === 'text' || (family === undefined && literalFamily(datatype) === 'text');
}
