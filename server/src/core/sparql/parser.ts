/** Reads tokens into a `Select` tree. Tolerant: it takes what it can read and passes over the rest. */
import { CUSTOMARY_PREFIXES, RDF, RDF_TYPE, VIRTUOSO_PREFIXES, XSD } from '../rdf/names';
import type { TextEdit } from '../text/edit';
import { range, type TextRange } from '../text/range';
import type {
  Dialectism,
  Expression,
  Group,
  GroupKind,
  IriTerm,
  LiteralTerm,
  Path,
  PrefixDeclaration,
  Projection,
  Select,
  Term,
  Triple,
  Values,
  VariableTerm,
} from './model';
import type { Token, Tokens } from './tokens';

/** How the stream of terminals differs from the tokens where the query uses Virtuoso's dialect. */
export interface Patch {
  readonly before: string[];
  replace: readonly string[] | undefined;
  readonly after: string[];
}

export interface ParsedQuery {
  readonly prefixes: readonly PrefixDeclaration[];
  readonly base: string | undefined;
  readonly prefixUses: readonly {
    readonly prefix: string;
    readonly resolved: boolean;
    readonly range: TextRange;
  }[];
  readonly query: Select;
  readonly dialectisms: readonly Dialectism[];
  readonly patches: ReadonlyMap<number, Patch>;
  readonly tooDeep: TextRange | undefined;
  /** Index of the first token after the prologue. */
  readonly bodyStart: number;
}

const MAX_DEPTH = 200;
/** How far a missing bracket is looked for: broken text must not cost a walk to its end at every bracket. */
const MAX_LOOK_AHEAD = 500;
const AGGREGATES = new Set(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG', 'SAMPLE', 'GROUP_CONCAT']);
const GROUP_KEYWORDS = new Set([
  'OPTIONAL',
  'MINUS',
  'GRAPH',
  'SERVICE',
  'FILTER',
  'BIND',
  'VALUES',
  'UNION',
]);
const CLAUSE_KEYWORDS = new Set(['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES']);
const COMPARISONS = new Set(['=', '!=', '<', '>', '<=', '>=']);
const UPDATE_KEYWORDS = new Set([
  'INSERT',
  'DELETE',
  'INSERTDATA',
  'DELETEDATA',
  'DELETEWHERE',
  'WITH',
  'LOAD',
  'CLEAR',
  'DROP',
  'CREATE',
  'ADD',
  'MOVE',
  'COPY',
]);
const QUERY_KEYWORDS = new Set(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']);

export function parseTokens({ text, tokens }: Tokens): ParsedQuery {
  return new Reader(text, tokens).read();
}

class Reader {
  private at = 0;
  private depth = 0;
  private blanks = 0;
  private base: string | undefined;
  private tooDeep: TextRange | undefined;
  private readonly bindings = new Map<string, string>();
  private readonly prefixes: PrefixDeclaration[] = [];
  private readonly prefixUses: { prefix: string; resolved: boolean; range: TextRange }[] = [];
  private readonly dialectisms: Dialectism[] = [];
  private readonly patches = new Map<number, Patch>();
  private readonly defaultPrefixes = new Set<string>();
  private readonly names = new Map<string, { readonly prefix: string; readonly iri: string }>();

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {}

  read(): ParsedQuery {
    this.readPrologue();
    const bodyStart = this.at;
    const token = this.peek();
    const query =
      token && token.type === 'keyword' && QUERY_KEYWORDS.has(token.value)
        ? this.readQuery()
        : this.readUpdates();
    const { prefixes, base, prefixUses, dialectisms, patches, tooDeep } = this;
    return { prefixes, base, prefixUses, query, dialectisms, patches, tooDeep, bodyStart };
  }

  // ── prologue ────────────────────────────────────────────────────────────

  private readPrologue(): void {
    for (;;) {
      const token = this.peek();
      if (this.isKeyword('BASE')) {
        this.at++;
        const iri = this.peek();
        if (iri?.type === 'iri') {
          this.base = this.slice(iri).slice(1, -1);
          this.at++;
        }
      } else if (this.isKeyword('PREFIX')) {
        this.readPrefix(token as Token);
      } else if (token?.type === 'word' && token.value === 'DEFINE') {
        this.readPragma(token);
      } else {
        return;
      }
    }
  }

  private readPrefix(keyword: Token): void {
    this.at++;
    const name = this.peek();
    if (name?.type !== 'pname-ns') return;
    this.at++;
    const iri = this.peek();
    if (iri?.type !== 'iri') return;
    this.at++;
    const prefix = this.slice(name).slice(0, -1);
    const target = this.resolve(this.slice(iri).slice(1, -1));
    this.bindings.set(prefix, target);
    this.names.clear();
    this.prefixes.push({
      prefix,
      iri: target,
      range: range(keyword.start, iri.end),
      nameRange: range(name.start, name.end),
    });
  }

  /** `DEFINE sql:big-data-const 0`: an instruction to Virtuoso. */
  private readPragma(keyword: Token): void {
    const first = this.at++;
    let last = keyword;
    for (
      let token = this.peek();
      token && ['pname', 'string', 'number', 'iri'].includes(token.type);
      token = this.peek()
    ) {
      last = token;
      this.at++;
    }
    for (let index = first; index < this.at; index++) this.patch(index).replace = [];
    this.addDialectism('pragma', range(keyword.start, last.end), 'DEFINE is an instruction to Virtuoso', '');
  }

  // ── queries ─────────────────────────────────────────────────────────────

  private readQuery(): Select {
    const keyword = this.next();
    switch (keyword.value) {
      case 'SELECT':
        return this.readSelect(keyword);
      case 'CONSTRUCT': {
        const groups: Group[] = [];
        if (this.isPunctuation('{')) groups.push(this.readGroup('template'));
        this.readDatasets();
        this.takeKeyword('WHERE');
        if (this.isPunctuation('{')) groups.push(this.readGroup('group'));
        return this.finish(keyword, { form: 'construct', groups });
      }
      case 'DESCRIBE': {
        const described: Term[] = [];
        let star = false;
        for (;;) {
          if (this.takePunctuation('*')) star = true;
          else if (this.startsTerm()) described.push(this.readTerm());
          else break;
        }
        this.readDatasets();
        this.takeKeyword('WHERE');
        const groups = this.isPunctuation('{') ? [this.readGroup('group')] : [];
        return this.finish(keyword, { form: 'describe', groups, described, star });
      }
      default: {
        this.readDatasets();
        this.takeKeyword('WHERE');
        const groups = this.isPunctuation('{') ? [this.readGroup('group')] : [];
        return this.finish(keyword, { form: 'ask', groups });
      }
    }
  }

  private readSelect(keyword: Token): Select {
    if (!this.takeKeyword('DISTINCT')) this.takeKeyword('REDUCED');
    const { projection, star } = this.readProjection();
    this.readDatasets();
    this.takeKeyword('WHERE');
    const groups = this.isPunctuation('{') ? [this.readGroup('group')] : [];
    return this.finish(keyword, { form: 'select', groups, projection, star });
  }

  private finish(keyword: Token, parts: Partial<Select> & Pick<Select, 'form' | 'groups'>): Select {
    const modifiers = this.readModifiers(parts.groups);
    return {
      keyword: range(keyword.start, keyword.end),
      star: false,
      projection: [],
      described: [],
      ...modifiers,
      ...parts,
      range: range(keyword.start, this.endOfLast()),
    };
  }

  private readProjection(): { readonly projection: readonly Projection[]; readonly star: boolean } {
    const projection: Projection[] = [];
    let star = false;
    for (let token = this.peek(); token; token = this.peek()) {
      if (token.type === 'punctuation' && token.value === '*') {
        star = true;
        this.at++;
      } else if (token.type === 'punctuation' && token.value === ',') {
        this.addDialectism(
          'select-comma',
          range(token.start, token.end),
          "',' between selected variables is Virtuoso's",
          '',
        );
        this.patch(this.at++).replace = [];
      } else if (token.type === 'variable') {
        projection.push(this.readSelectedVariable());
      } else if (token.type === 'punctuation' && token.value === '(') {
        projection.push(this.readSelectedBrackets());
      } else if (this.startsCall(token)) {
        projection.push(this.readSelectedCall(token));
      } else if (this.endsProjection(token)) {
        break;
      } else {
        this.at++;
      }
    }
    return { projection, star };
  }

  private endsProjection(token: Token): boolean {
    if (token.type === 'punctuation') return token.value === '{' || token.value === '}';
    return (
      token.type === 'keyword' &&
      (token.value === 'WHERE' || token.value === 'FROM' || QUERY_KEYWORDS.has(token.value))
    );
  }

  /** `?x`, or Virtuoso's `?x AS ?y`. */
  private readSelectedVariable(): Projection {
    const first = this.at;
    const variable = this.readVariable();
    if (!this.isKeyword('AS') || this.peek(1)?.type !== 'variable')
      return { variable, range: variable.range };
    this.at++;
    const alias = this.readVariable();
    const whole = range(variable.range.start, alias.range.end);
    this.patch(first).before.push('(');
    this.patch(this.at - 1).after.push(')');
    this.addDialectism(
      'bare-as',
      whole,
      "'AS' without brackets is Virtuoso's",
      `(${this.sliceRange(whole)})`,
    );
    return {
      variable: alias,
      expression: { kind: 'term', term: variable, range: variable.range },
      range: whole,
    };
  }

  /** `(expression AS ?x)`, or Virtuoso's `(expression)`. */
  private readSelectedBrackets(): Projection {
    const open = this.next();
    const first = this.at - 1;
    const expression = this.readExpression();
    if (this.takeKeyword('AS')) {
      const variable = this.peek()?.type === 'variable' ? this.readVariable() : undefined;
      this.skipTo(')');
      return { variable, expression, range: range(open.start, this.endOfLast()) };
    }
    if (!this.isPunctuation(')')) {
      return { variable: undefined, expression, range: range(open.start, this.endOfLast()) };
    }
    const close = this.next();
    const whole = range(open.start, close.end);
    if (expression.kind === 'term' && expression.term.kind === 'variable') {
      this.patch(first).replace = [];
      this.patch(this.at - 1).replace = [];
      this.addDialectism(
        'bracketed-variable',
        whole,
        "brackets around a selected variable are Virtuoso's",
        this.sliceRange(expression.range),
      );
      return { variable: expression.term, range: whole };
    }
    this.patch(this.at - 1).before.push('AS', 'VAR');
    const name = suggestName(expression);
    this.addDialectism(
      'unnamed-column',
      whole,
      'the standard wants a name for a computed column',
      `(${this.sliceRange(expression.range)} AS ?${name})`,
    );
    return { variable: undefined, expression, range: whole };
  }

  /** Virtuoso's `COUNT(?x)`, `COUNT DISTINCT ?x` and `COUNT(?x) AS ?n` with no brackets around. */
  private readSelectedCall(token: Token): Projection {
    const first = this.at;
    let standard: string | undefined;
    let expression: Expression;
    const follows = this.peek(1);
    if (AGGREGATES.has(token.value) && !(follows?.type === 'punctuation' && follows.value.startsWith('('))) {
      this.at++;
      const distinct = this.takeKeyword('DISTINCT');
      const star = this.takePunctuation('*');
      const args = !star && this.peek()?.type === 'variable' ? [termExpression(this.readVariable())] : [];
      const inner = star ? '*' : args[0] ? this.sliceRange(args[0].range) : '';
      standard = `${this.slice(token)}(${distinct ? 'DISTINCT ' : ''}${inner})`;
      this.patch(first).after.push('(');
      this.patch(this.at - 1).after.push(')');
      expression = call(
        token.value,
        range(token.start, token.end),
        args,
        range(token.start, this.endOfLast()),
      );
    } else {
      expression = this.readPrimary();
    }
    standard ??= this.sliceRange(expression.range);
    let variable: VariableTerm | undefined;
    this.patch(first).before.unshift('(');
    if (this.isKeyword('AS') && this.peek(1)?.type === 'variable') {
      this.at++;
      variable = this.readVariable();
      this.patch(this.at - 1).after.push(')');
    } else {
      this.patch(this.at - 1).after.push('AS', 'VAR', ')');
    }
    const whole = range(token.start, this.endOfLast());
    const name = variable ? this.sliceRange(variable.range) : `?${suggestName(expression)}`;
    this.addDialectism(
      'bare-aggregate',
      whole,
      "an expression without brackets and a name is Virtuoso's",
      `(${standard} AS ${name})`,
    );
    return { variable, expression, range: whole };
  }

  private readDatasets(): void {
    while (this.takeKeyword('FROM')) {
      this.takeKeyword('NAMED');
      if (this.startsIri()) this.readIri();
    }
  }

  private readModifiers(groups: readonly Group[]): Pick<Select, 'groupBy' | 'having' | 'orderBy' | 'limit'> {
    let groupBy: Projection[] | undefined;
    const having: Expression[] = [];
    const orderBy: Expression[] = [];
    let limit: Select['limit'];
    for (
      let token = this.peek();
      token?.type === 'keyword' && CLAUSE_KEYWORDS.has(token.value);
      token = this.peek()
    ) {
      this.at++;
      switch (token.value) {
        case 'GROUP':
          this.takeKeyword('BY');
          groupBy = this.readGroupBy();
          break;
        case 'HAVING':
          while (this.startsCondition()) having.push(this.readHaving());
          break;
        case 'ORDER':
          this.takeKeyword('BY');
          while (this.startsCondition() || this.isKeyword('ASC') || this.isKeyword('DESC'))
            orderBy.push(this.readOrder());
          break;
        case 'VALUES': {
          const values = this.readValues(token);
          groups[groups.length - 1]?.values.push(values);
          break;
        }
        default: {
          const number = this.peek();
          if (number?.type !== 'number') break;
          this.at++;
          if (token.value === 'LIMIT')
            limit = { value: Number(this.slice(number)), range: range(token.start, number.end) };
        }
      }
    }
    return { groupBy, having, orderBy, limit };
  }

  private readGroupBy(): Projection[] {
    const keys: Projection[] = [];
    while (this.startsCondition()) {
      const start = this.peek()?.start ?? 0;
      if (this.peek()?.type === 'variable') {
        const variable = this.readVariable();
        keys.push({ variable, range: variable.range });
      } else if (this.takePunctuation('(')) {
        const expression = this.readExpression();
        const variable =
          this.takeKeyword('AS') && this.peek()?.type === 'variable' ? this.readVariable() : undefined;
        this.skipTo(')');
        keys.push({ variable, expression, range: range(start, this.endOfLast()) });
      } else {
        const expression = this.readPrimary();
        keys.push({ variable: undefined, expression, range: expression.range });
      }
    }
    return keys;
  }

  /** A bracketed condition or a call; Virtuoso also takes `COUNT(?x) = 2` as it stands. */
  private readHaving(): Expression {
    const first = this.at;
    const expression = this.readPrimary();
    const operator = this.peek();
    if (operator?.type !== 'punctuation' || !COMPARISONS.has(operator.value)) return expression;
    this.at++;
    const right = this.readAdditive();
    const whole = range(expression.range.start, right.range.end);
    this.patch(first).before.push('(');
    this.patch(this.at - 1).after.push(')');
    this.addDialectism(
      'bare-having',
      whole,
      "a HAVING condition without brackets is Virtuoso's",
      `(${this.sliceRange(whole)})`,
    );
    return { kind: 'operation', operator: operator.value, args: [expression, right], range: whole };
  }

  private readOrder(): Expression {
    if (this.isKeyword('ASC') || this.isKeyword('DESC')) this.at++;
    if (!this.startsCondition())
      return { kind: 'unreadable', range: range(this.endOfLast(), this.endOfLast()) };
    return this.readPrimary();
  }

  // ── updates ─────────────────────────────────────────────────────────────

  /** An update is read for its patterns only; a text that is neither query nor update is passed over. */
  private readUpdates(): Select {
    const start = this.peek()?.start ?? 0;
    const groups: Group[] = [];
    let form: Select['form'] = 'none';
    while (this.at < this.tokens.length) {
      const token = this.peek() as Token;
      if (token.type === 'keyword' && UPDATE_KEYWORDS.has(token.value)) {
        form = 'update';
        this.at++;
        const writes = token.value !== 'WITH' && token.value !== 'DELETEWHERE';
        while (this.startsIri()) this.readIri();
        if (this.isPunctuation('{')) groups.push(this.readGroup(writes ? 'template' : 'group'));
      } else if (token.type === 'keyword' && (token.value === 'WHERE' || token.value === 'USING')) {
        this.at++;
        this.takeKeyword('NAMED');
        while (this.startsIri()) this.readIri();
        if (this.isPunctuation('{')) groups.push(this.readGroup('group'));
      } else if (token.type === 'keyword' && (token.value === 'PREFIX' || token.value === 'BASE')) {
        const before = this.at;
        this.readPrologue();
        if (this.at === before) this.at++;
      } else if (token.type === 'punctuation' && token.value === '{') {
        groups.push(this.readGroup('group'));
      } else if (this.startsIri()) {
        this.readIri();
      } else {
        this.at++;
      }
    }
    return {
      form,
      groups,
      keyword: undefined,
      star: false,
      projection: [],
      described: [],
      groupBy: undefined,
      having: [],
      orderBy: [],
      limit: undefined,
      range: range(start, this.endOfLast()),
    };
  }

  // ── groups ──────────────────────────────────────────────────────────────

  private readGroup(kind: GroupKind, name?: Term): Group {
    const open = this.next();
    if (this.depth >= MAX_DEPTH) return this.skipGroup(kind, open);
    this.depth++;
    const group = newGroup(kind, name);
    if (this.isKeyword('SELECT')) {
      const select = this.readSelect(this.next());
      this.readLeftovers(group);
      this.takePunctuation('}');
      this.depth--;
      const whole = range(open.start, this.endOfLast());
      if (kind === 'group' || kind === 'graph') {
        return { ...newGroup('subselect', name), ...pick(group), select, range: whole };
      }
      // `OPTIONAL { SELECT … }`: the optional holds the sub-select.
      const inner: Group = { ...newGroup('subselect'), ...pick(group), select, range: whole };
      const outer = newGroup(kind, name);
      outer.children.push(inner);
      outer.order.push(inner);
      return { ...outer, range: whole };
    }
    this.readGroupBody(group);
    this.takePunctuation('}');
    this.depth--;
    return { ...group, range: range(open.start, this.endOfLast()) };
  }

  /** What stands between a sub-select and its closing brace, in broken text. */
  private readLeftovers(group: Group): void {
    if (this.peek() && !this.isPunctuation('}')) this.readGroupBody(group);
  }

  private skipGroup(kind: GroupKind, open: Token): Group {
    let level = 1;
    while (this.at < this.tokens.length && level > 0) {
      const token = this.next();
      if (token.type !== 'punctuation') continue;
      if (token.value === '{') level++;
      else if (token.value === '}') level--;
    }
    const whole = range(open.start, this.endOfLast());
    this.tooDeep ??= range(open.start, open.end);
    return { ...newGroup(kind), range: whole };
  }

  private readGroupBody(group: Group): void {
    while (this.at < this.tokens.length && !this.isPunctuation('}')) {
      const token = this.peek() as Token;
      if (token.type === 'punctuation' && token.value === '{') {
        this.readGroupOrUnion(group);
      } else if (token.type === 'keyword' && GROUP_KEYWORDS.has(token.value)) {
        this.readClause(group, token);
      } else if (token.type === 'keyword' && this.endsBrokenGroup(token)) {
        return;
      } else if (this.startsTerm() || this.isPunctuation('[') || this.isPunctuation('(')) {
        this.readTriples(group);
      } else {
        this.at++;
      }
    }
  }

  /** With its brace missing, a group ends where a solution modifier or another query begins. */
  private endsBrokenGroup(token: Token): boolean {
    const followed = this.peek(1);
    if (token.value === 'GROUP' || token.value === 'ORDER')
      return followed?.type === 'keyword' && followed.value === 'BY';
    return (
      token.value === 'LIMIT' ||
      token.value === 'OFFSET' ||
      token.value === 'HAVING' ||
      token.value === 'PREFIX'
    );
  }

  private readGroupOrUnion(group: Group): void {
    const first = this.readGroup('group');
    if (!this.isKeyword('UNION')) {
      group.children.push(first);
      group.order.push(first);
      return;
    }
    const branches = [first];
    while (this.takeKeyword('UNION')) {
      if (this.isPunctuation('{')) branches.push(this.readGroup('group'));
    }
    for (const branch of branches) {
      const child = asBranch(branch);
      group.children.push(child);
      group.order.push(child);
    }
  }

  private readClause(group: Group, keyword: Token): void {
    this.at++;
    switch (keyword.value) {
      case 'OPTIONAL':
      case 'MINUS':
        if (this.isPunctuation('{'))
          this.addChild(group, this.readGroup(keyword.value === 'MINUS' ? 'minus' : 'optional'));
        return;
      case 'GRAPH':
      case 'SERVICE': {
        this.takeKeyword('SILENT');
        const name = this.startsTerm() ? this.readTerm() : undefined;
        if (this.isPunctuation('{'))
          this.addChild(group, this.readGroup(keyword.value === 'GRAPH' ? 'graph' : 'service', name));
        return;
      }
      case 'FILTER':
        if (this.startsCondition() || this.isKeyword('NOT') || this.isKeyword('EXISTS'))
          group.filters.push(this.readFilter());
        return;
      case 'BIND':
        this.readBind(group, keyword);
        return;
      case 'VALUES':
        group.values.push(this.readValues(keyword));
        return;
    }
  }

  private readFilter(): Expression {
    return this.readPrimary();
  }

  private addChild(group: Group, child: Group): void {
    group.children.push(child);
    group.order.push(child);
  }

  private readBind(group: Group, keyword: Token): void {
    if (!this.takePunctuation('(')) return;
    const expression = this.readExpression();
    if (!this.takeKeyword('AS') || this.peek()?.type !== 'variable') {
      this.skipTo(')');
      return;
    }
    const variable = this.readVariable();
    this.skipTo(')');
    const bind = { expression, variable, range: range(keyword.start, this.endOfLast()) };
    group.binds.push(bind);
    group.order.push(bind);
  }

  private readValues(keyword: Token): Values {
    const variables: VariableTerm[] = [];
    const rows: (Term | undefined)[][] = [];
    const rowRanges: TextRange[] = [];
    const single = this.peek()?.type === 'variable';
    if (single) variables.push(this.readVariable());
    else if (this.takePunctuation('(')) {
      while (this.peek()?.type === 'variable') variables.push(this.readVariable());
      this.skipTo(')');
    } else {
      this.takePunctuation('()');
    }
    if (!this.takePunctuation('{'))
      return { variables, rows, rowRanges, range: range(keyword.start, this.endOfLast()) };
    while (this.at < this.tokens.length && !this.isPunctuation('}')) {
      const start = this.peek()?.start ?? 0;
      if (this.takePunctuation('()')) {
        rows.push([]);
        rowRanges.push(range(start, this.endOfLast()));
      } else if (!single && this.takePunctuation('(')) {
        const row: (Term | undefined)[] = [];
        while (this.startsValue()) row.push(this.readValue());
        this.skipTo(')');
        rows.push(row);
        rowRanges.push(range(start, this.endOfLast()));
      } else if (this.startsValue()) {
        rows.push([this.readValue()]);
        rowRanges.push(range(start, this.endOfLast()));
      } else {
        this.at++;
      }
    }
    this.takePunctuation('}');
    return { variables, rows, rowRanges, range: range(keyword.start, this.endOfLast()) };
  }

  private startsValue(): boolean {
    return this.isKeyword('UNDEF') || (this.startsTerm() && this.peek()?.type !== 'variable');
  }

  private readValue(): Term | undefined {
    return this.takeKeyword('UNDEF') ? undefined : this.readTerm();
  }

  // ── triples ─────────────────────────────────────────────────────────────

  private readTriples(group: Group): void {
    const subject = this.readNode(group);
    if (subject) this.readPropertyList(group, subject);
  }

  private readPropertyList(group: Group, subject: Term): void {
    for (;;) {
      while (this.takePunctuation(';'));
      if (!this.startsVerb()) return;
      const verbStart = this.at;
      const predicate = this.readVerb();
      const predicateEnd = this.endOfLast();
      if (!this.readObjects(group, subject, predicate, predicateEnd)) {
        if (this.at === verbStart) this.at++;
        return;
      }
      if (!this.isPunctuation(';')) return;
    }
  }

  private readObjects(
    group: Group,
    subject: Term,
    predicate: VariableTerm | Path,
    predicateEnd: number,
  ): boolean {
    for (;;) {
      if (!this.startsNode() || this.beginsNextTriple(predicateEnd)) return false;
      const object = this.readNode(group);
      if (!object) return false;
      const triple: Triple = {
        subject,
        predicate,
        object,
        range: range(Math.min(subject.range.start, predicate.range.start), object.range.end),
      };
      group.triples.push(triple);
      group.order.push(triple);
      if (!this.takePunctuation(',')) return true;
    }
  }

  /**
   * In `?x ns:film.film.` ⏎ `?y ns:film.film.genre ?z` the first line lacks its object, and `?y` is none:
   * it stands on a new line and a verb follows it, which no object can have.
   */
  private beginsNextTriple(predicateEnd: number): boolean {
    const node = this.peek();
    const verb = this.peek(1);
    const object = this.peek(2);
    if (!node || !verb || !object || node.type === 'punctuation') return false;
    const looksLikeVerb =
      verb.type === 'pname' || verb.type === 'iri' || (verb.type === 'keyword' && verb.value === 'A');
    return (
      looksLikeVerb &&
      /[\n\r]/.test(this.text.slice(predicateEnd, node.start)) &&
      !/[\n\r]/.test(this.text.slice(node.end, verb.start))
    );
  }

  private startsNode(): boolean {
    return this.startsTerm() || this.isPunctuation('[') || this.isPunctuation('(');
  }

  private readNode(group: Group): Term | undefined {
    if (this.isPunctuation('[')) {
      const open = this.next();
      const blank: Term = { kind: 'blank', name: `#${this.blanks++}`, range: range(open.start, open.end) };
      if (this.depth < MAX_DEPTH) {
        this.depth++;
        this.readPropertyList(group, blank);
        this.depth--;
      }
      this.skipTo(']');
      return { ...blank, range: range(open.start, this.endOfLast()) };
    }
    if (this.isPunctuation('(')) {
      const open = this.next();
      const list: Term = { kind: 'blank', name: `#${this.blanks++}`, range: range(open.start, open.end) };
      if (this.depth < MAX_DEPTH) {
        this.depth++;
        while (this.startsNode()) if (!this.readNode(group)) break;
        this.depth--;
      }
      this.skipTo(')');
      return { ...list, range: range(open.start, this.endOfLast()) };
    }
    return this.startsTerm() ? this.readTerm() : undefined;
  }

  private startsVerb(): boolean {
    const token = this.peek();
    if (!token) return false;
    if (
      token.type === 'variable' ||
      token.type === 'pname' ||
      token.type === 'pname-ns' ||
      token.type === 'iri'
    )
      return true;
    if (token.type === 'keyword') return token.value === 'A';
    return (
      token.type === 'punctuation' && (token.value === '^' || token.value === '(' || token.value === '!')
    );
  }

  private readVerb(): VariableTerm | Path {
    return this.peek()?.type === 'variable' ? this.readVariable() : this.readPath();
  }

  private readPath(): Path {
    const options = [this.readPathSequence()];
    while (this.takePunctuation('|')) options.push(this.readPathSequence());
    return options.length === 1
      ? (options[0] as Path)
      : { kind: 'alternative', options, range: spanOf(options) };
  }

  private readPathSequence(): Path {
    const steps = [this.readPathStep()];
    while (this.takePunctuation('/')) steps.push(this.readPathStep());
    return steps.length === 1 ? (steps[0] as Path) : { kind: 'sequence', steps, range: spanOf(steps) };
  }

  private readPathStep(): Path {
    const start = this.peek()?.start ?? this.endOfLast();
    const inverse = this.takePunctuation('^');
    let path = this.readPathPrimary();
    const modifier = this.peek();
    if (
      modifier?.type === 'punctuation' &&
      (modifier.value === '*' || modifier.value === '+' || modifier.value === '?')
    ) {
      this.at++;
      path = {
        kind: 'repeat',
        path,
        canBeEmpty: modifier.value !== '+',
        range: range(path.range.start, modifier.end),
      };
    }
    return inverse ? { kind: 'inverse', path, range: range(start, path.range.end) } : path;
  }

  private readPathPrimary(): Path {
    const token = this.peek();
    if (this.takePunctuation('!')) {
      const links: IriTerm[] = [];
      const bracketed = !this.takePunctuation('()') && this.takePunctuation('(');
      do {
        this.takePunctuation('^');
        if (this.startsIri() || this.isKeyword('A')) links.push(this.readIri());
      } while (bracketed && this.takePunctuation('|'));
      if (bracketed) this.skipTo(')');
      return { kind: 'negated', links, range: range(token?.start ?? 0, this.endOfLast()) };
    }
    if (this.isPunctuation('(') && this.depth < MAX_DEPTH) {
      this.at++;
      this.depth++;
      const path = this.readPath();
      this.depth--;
      this.skipTo(')');
      return path;
    }
    if (this.startsIri() || this.isKeyword('A')) {
      const iri = this.readIri();
      return { kind: 'link', iri, range: iri.range };
    }
    const end = this.endOfLast();
    return { kind: 'negated', links: [], range: range(end, end) };
  }

  // ── expressions ─────────────────────────────────────────────────────────

  private readExpression(): Expression {
    if (this.depth >= MAX_DEPTH) return this.skipExpression();
    this.depth++;
    const expression = this.readLogical('||', () => this.readLogical('&&', () => this.readRelational()));
    this.depth--;
    return expression;
  }

  private readLogical(operator: '||' | '&&', readOperand: () => Expression): Expression {
    const word = operator === '||' ? 'OR' : 'AND';
    const args = [readOperand()];
    for (;;) {
      const token = this.peek();
      if (token?.type === 'word' && token.value === word) {
        this.patch(this.at).replace = [operator];
        this.addDialectism(
          'word-operator',
          range(token.start, token.end),
          `'${this.slice(token)}' as an operator is Virtuoso's`,
          operator,
        );
        this.at++;
      } else if (!this.takePunctuation(operator)) {
        break;
      }
      args.push(readOperand());
    }
    return args.length === 1
      ? (args[0] as Expression)
      : { kind: 'operation', operator, args, range: spanOf(args) };
  }

  private readRelational(): Expression {
    const left = this.readAdditive();
    const token = this.peek();
    if (token?.type === 'punctuation' && COMPARISONS.has(token.value)) {
      this.at++;
      const right = this.readAdditive();
      return { kind: 'operation', operator: token.value, args: [left, right], range: spanOf([left, right]) };
    }
    if (token?.type === 'word' && token.value === 'LIKE') {
      this.patch(this.at).replace = ['='];
      this.addDialectism('like', range(token.start, token.end), "'LIKE' is Virtuoso's", '=');
      this.at++;
      const right = this.readAdditive();
      return { kind: 'operation', operator: 'LIKE', args: [left, right], range: spanOf([left, right]) };
    }
    const negated = this.isKeyword('NOT') && this.peek(1)?.value === 'IN';
    if (!negated && !this.isKeyword('IN')) return left;
    this.at += negated ? 2 : 1;
    const items = this.readArguments();
    return {
      kind: 'operation',
      operator: negated ? 'NOT IN' : 'IN',
      args: [left, ...items],
      range: range(left.range.start, this.endOfLast()),
    };
  }

  /** A sum of a thousand parts is one operation with a thousand arguments, not a tree a thousand levels deep. */
  private readAdditive(): Expression {
    const args = [this.readMultiplicative()];
    let operator = '+';
    for (let token = this.peek(); token; token = this.peek()) {
      if (token.type === 'punctuation' && (token.value === '+' || token.value === '-')) {
        operator = token.value;
        this.at++;
      } else if (token.type !== 'number' || !/[+-]/.test(this.text[token.start] ?? '')) {
        break;
      }
      args.push(this.readMultiplicative());
    }
    return operation(operator, args);
  }

  private readMultiplicative(): Expression {
    const args = [this.readUnary()];
    let operator = '*';
    for (
      let token = this.peek();
      token?.type === 'punctuation' && (token.value === '*' || token.value === '/');
      token = this.peek()
    ) {
      operator = token.value;
      this.at++;
      args.push(this.readUnary());
    }
    return operation(operator, args);
  }

  private readUnary(): Expression {
    const first = this.peek();
    let negations = 0;
    while (this.isPunctuation('!') || this.isPunctuation('-') || this.isPunctuation('+')) {
      negations++;
      this.at++;
    }
    const expression = this.readPrimary();
    if (!first || negations === 0) return expression;
    return {
      kind: 'operation',
      operator: first.value,
      args: [expression],
      range: range(first.start, expression.range.end),
    };
  }

  private readPrimary(): Expression {
    const token = this.peek();
    if (!token) return { kind: 'unreadable', range: range(this.endOfLast(), this.endOfLast()) };
    if (token.type === 'punctuation' && token.value === '(') {
      this.at++;
      const expression = this.readExpression();
      this.skipTo(')');
      return expression;
    }
    if (token.type === 'keyword' && (token.value === 'NOT' || token.value === 'EXISTS'))
      return this.readExists(token);
    if (token.type === 'keyword' && this.startsCall(token)) {
      this.at++;
      const args = this.readArguments();
      return call(token.value, range(token.start, token.end), args, range(token.start, this.endOfLast()));
    }
    if (this.startsIri()) {
      const iri = this.readIri();
      if (!this.isPunctuation('(') && !this.isPunctuation('()')) return termExpression(iri);
      const args = this.readArguments();
      this.noteFunction(iri);
      return call(iri.iri, iri.range, args, range(iri.range.start, this.endOfLast()));
    }
    if (this.startsTerm()) return termExpression(this.readTerm());
    return { kind: 'unreadable', range: range(token.start, token.start) };
  }

  private readExists(token: Token): Expression {
    const negated = this.takeKeyword('NOT');
    this.takeKeyword('EXISTS');
    if (!this.isPunctuation('{')) return { kind: 'unreadable', range: range(token.start, this.endOfLast()) };
    const group = this.readGroup(negated ? 'not-exists' : 'exists');
    return { kind: 'exists', group, negated, range: range(token.start, group.range.end) };
  }

  private readArguments(): Expression[] {
    const args: Expression[] = [];
    if (this.takePunctuation('()') || !this.takePunctuation('(')) return args;
    this.takeKeyword('DISTINCT');
    while (this.at < this.tokens.length && !this.isPunctuation(')')) {
      const before = this.at;
      if (this.isKeyword('SEPARATOR')) {
        this.at++;
        this.takePunctuation('=');
        if (this.startsTerm()) this.readTerm();
      } else if (!this.takePunctuation('*')) {
        args.push(this.readExpression());
      }
      if (this.takePunctuation(',') || this.takePunctuation(';')) continue;
      if (this.at === before || !this.isPunctuation(')')) break;
    }
    this.skipTo(')');
    return args;
  }

  private skipExpression(): Expression {
    const start = this.peek()?.start ?? 0;
    let level = 0;
    for (let token = this.peek(); token; token = this.peek()) {
      if (token.type === 'punctuation') {
        if (token.value === '(' || token.value === '{') level++;
        else if ((token.value === ')' || token.value === '}') && level-- === 0) break;
      }
      this.at++;
    }
    this.tooDeep ??= range(start, start + 1);
    return { kind: 'unreadable', range: range(start, this.endOfLast()) };
  }

  /** `xsd:datetime(…)` is no function of the standard; Virtuoso's published queries are full of it. */
  private noteFunction(iri: IriTerm): void {
    if (iri.iri !== `${XSD}datetime`) return;
    this.addDialectism(
      'datetime',
      iri.range,
      "'datetime' in lower case is Virtuoso's",
      this.sliceRange(iri.range).replace(/datetime/, 'dateTime'),
    );
  }

  private startsCondition(): boolean {
    const token = this.peek();
    if (!token) return false;
    if (['variable', 'pname', 'pname-ns', 'iri'].includes(token.type)) return true;
    if (token.type === 'keyword')
      return this.startsCall(token) || token.value === 'NOT' || token.value === 'EXISTS';
    return token.type === 'punctuation' && token.value === '(';
  }

  private startsCall(token: Token): boolean {
    if (token.type === 'pname' || token.type === 'iri') {
      const follows = this.peek(1);
      return follows?.type === 'punctuation' && follows.value.startsWith('(');
    }
    if (token.type !== 'keyword') return false;
    return (
      token.terminal.startsWith('FUNC_') ||
      AGGREGATES.has(token.value) ||
      ['BOUND', 'BNODE', 'CONCAT', 'COALESCE', 'REGEX', 'SUBSTR', 'REPLACE'].includes(token.value)
    );
  }

  // ── terms ───────────────────────────────────────────────────────────────

  private startsIri(): boolean {
    const type = this.peek()?.type;
    return type === 'iri' || type === 'pname' || type === 'pname-ns';
  }

  private startsTerm(): boolean {
    const token = this.peek();
    switch (token?.type) {
      case 'variable':
      case 'iri':
      case 'pname':
      case 'pname-ns':
      case 'blank':
      case 'string':
      case 'number':
      case 'boolean':
        return true;
      case 'punctuation':
        return token.value === '[]' || token.value === '()';
      default:
        return false;
    }
  }

  private readTerm(): Term {
    const token = this.peek() as Token;
    switch (token.type) {
      case 'variable':
        return this.readVariable();
      case 'iri':
      case 'pname':
      case 'pname-ns':
        return this.readIri();
      case 'string':
        return this.readString();
      case 'number': {
        this.at++;
        const datatype = token.terminal.startsWith('INTEGER')
          ? 'integer'
          : token.terminal.startsWith('DECIMAL')
            ? 'decimal'
            : 'double';
        return {
          kind: 'literal',
          value: this.slice(token),
          datatype: XSD + datatype,
          written: 'bare',
          range: range(token.start, token.end),
        };
      }
      case 'boolean':
        this.at++;
        return {
          kind: 'literal',
          value: this.slice(token).toLowerCase(),
          datatype: `${XSD}boolean`,
          written: 'bare',
          range: range(token.start, token.end),
        };
      case 'blank':
        this.at++;
        return { kind: 'blank', name: this.slice(token), range: range(token.start, token.end) };
      default:
        this.at++;
        if (token.value === '()')
          return { kind: 'iri', iri: `${RDF}nil`, range: range(token.start, token.end) };
        return { kind: 'blank', name: `#${this.blanks++}`, range: range(token.start, token.end) };
    }
  }

  private readVariable(): VariableTerm {
    const token = this.next();
    return {
      kind: 'variable',
      name: this.text.slice(token.start + 1, token.end),
      range: range(token.start, token.end),
    };
  }

  private readString(): LiteralTerm {
    const token = this.next();
    const raw = this.slice(token);
    const fence = raw.length >= 6 && (raw.startsWith('"""') || raw.startsWith("'''")) ? 3 : 1;
    const value = raw.slice(fence, -fence);
    const follows = this.peek();
    if (follows?.type === 'lang') {
      this.at++;
      return {
        kind: 'literal',
        value,
        datatype: `${RDF}langString`,
        language: this.slice(follows).slice(1),
        written: 'tagged',
        range: range(token.start, follows.end),
      };
    }
    if (this.isPunctuation('^^')) {
      this.at++;
      if (this.startsIri()) {
        const datatype = this.readIri();
        this.noteFunction(datatype);
        return {
          kind: 'literal',
          value,
          datatype: datatype.iri,
          written: 'typed',
          range: range(token.start, datatype.range.end),
        };
      }
    }
    return {
      kind: 'literal',
      value,
      datatype: `${XSD}string`,
      written: 'plain',
      range: range(token.start, token.end),
    };
  }

  private readIri(): IriTerm {
    const token = this.next();
    const where = range(token.start, token.end);
    const written = this.slice(token);
    if (token.type === 'keyword') return { kind: 'iri', iri: RDF_TYPE, range: where };
    if (token.type === 'iri') return { kind: 'iri', iri: this.resolve(written.slice(1, -1)), range: where };
    const { prefix, iri } = this.nameOf(written);
    const declared = this.bindings.has(prefix);
    this.prefixUses.push({ prefix, resolved: declared, range: where });
    if (!declared && VIRTUOSO_PREFIXES.has(prefix)) this.noteDefaultPrefix(prefix, where);
    return { kind: 'iri', iri, prefix, range: where };
  }

  /** The same name is the same text object every time, so that looking it up is quick further on. */
  private nameOf(written: string): { readonly prefix: string; readonly iri: string } {
    const known = this.names.get(written);
    if (known) return known;
    const colon = written.indexOf(':');
    const prefix = written.slice(0, colon);
    const local = written.slice(colon + 1).replace(/\\(.)/g, '$1');
    const namespace = this.bindings.get(prefix) ?? CUSTOMARY_PREFIXES.get(prefix);
    const name = { prefix, iri: namespace === undefined ? written : namespace + local };
    this.names.set(written, name);
    return name;
  }

  private noteDefaultPrefix(prefix: string, where: TextRange): void {
    if (this.defaultPrefixes.has(prefix)) return;
    this.defaultPrefixes.add(prefix);
    const start = this.tokens[0]?.start ?? 0;
    const declaration = `PREFIX ${prefix}: <${VIRTUOSO_PREFIXES.get(prefix) ?? ''}>\n`;
    this.dialectisms.push({
      rule: 'default-prefix',
      range: where,
      message: `prefix '${prefix}:' without a declaration is Virtuoso's`,
      edits: [{ range: range(start, start), newText: declaration }],
    });
  }

  private resolve(iri: string): string {
    if (this.base === undefined || /^[a-z][a-z0-9+.-]*:/i.test(iri)) return iri;
    // The URL class would put a slash after a bare host.
    if (iri.startsWith('#')) return this.base.replace(/#.*$/s, '') + iri;
    try {
      return new URL(iri, this.base).href;
    } catch {
      return iri;
    }
  }

  // ── tokens ──────────────────────────────────────────────────────────────

  private peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  private next(): Token {
    return this.tokens[this.at++] as Token;
  }

  private isKeyword(value: string): boolean {
    const token = this.peek();
    return token?.type === 'keyword' && token.value === value;
  }

  private isPunctuation(value: string): boolean {
    const token = this.peek();
    return token?.type === 'punctuation' && token.value === value;
  }

  private takeKeyword(value: string): boolean {
    if (!this.isKeyword(value)) return false;
    this.at++;
    return true;
  }

  private takePunctuation(value: string): boolean {
    if (!this.isPunctuation(value)) return false;
    this.at++;
    return true;
  }

  /** Past the closing bracket, but not out of the group: in broken text the bracket may be missing. */
  private skipTo(close: ')' | ']'): void {
    const open = close === ')' ? '(' : '[';
    let level = 0;
    for (let ahead = 0; ahead < MAX_LOOK_AHEAD; ahead++) {
      const token = this.peek(ahead);
      if (!token || (token.type === 'punctuation' && (token.value === '{' || token.value === '}'))) return;
      if (token.type === 'keyword' && GROUP_KEYWORDS.has(token.value)) return;
      if (token.type !== 'punctuation') continue;
      if (token.value === open) level++;
      else if (token.value === close && level-- === 0) {
        this.at += ahead + 1;
        return;
      }
    }
  }

  private endOfLast(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  private slice(token: Token): string {
    return this.text.slice(token.start, token.end);
  }

  private sliceRange(where: TextRange): string {
    return this.text.slice(where.start, where.end);
  }

  private patch(index: number): Patch {
    let patch = this.patches.get(index);
    if (!patch) this.patches.set(index, (patch = { before: [], replace: undefined, after: [] }));
    return patch;
  }

  private addDialectism(rule: string, where: TextRange, message: string, standard: string): void {
    const edits: TextEdit[] = [{ range: where, newText: standard }];
    this.dialectisms.push({ rule, range: where, message, edits });
  }
}

function newGroup(kind: GroupKind, name?: Term): Group {
  const group: Group = {
    kind,
    triples: [],
    filters: [],
    binds: [],
    values: [],
    children: [],
    order: [],
    range: range(0, 0),
  };
  return name ? { ...group, name } : group;
}

function pick(group: Group): Pick<Group, 'triples' | 'filters' | 'binds' | 'values' | 'children' | 'order'> {
  const { triples, filters, binds, values, children, order } = group;
  return { triples, filters, binds, values, children, order };
}

/** A branch that is a sub-select keeps being one, inside its branch. */
function asBranch(group: Group): Group {
  if (group.kind !== 'subselect') return { ...group, kind: 'union-branch' };
  return { ...newGroup('union-branch'), children: [group], order: [group], range: group.range };
}

function termExpression(term: Term): Expression {
  return { kind: 'term', term, range: term.range };
}

function call(name: string, nameRange: TextRange, args: readonly Expression[], where: TextRange): Expression {
  return { kind: 'call', name, nameRange, args, range: where };
}

function operation(operator: string, args: readonly Expression[]): Expression {
  const [first] = args;
  return first && args.length === 1 ? first : { kind: 'operation', operator, args, range: spanOf(args) };
}

function spanOf(parts: readonly { readonly range: TextRange }[]): TextRange {
  return range(parts[0]?.range.start ?? 0, parts[parts.length - 1]?.range.end ?? 0);
}

/** A name for a column that has none: `COUNT(?film)` → `count`. */
function suggestName(expression: Expression): string {
  return expression.kind === 'call' && /^[A-Z_]+$/.test(expression.name)
    ? expression.name.toLowerCase()
    : 'value';
}
