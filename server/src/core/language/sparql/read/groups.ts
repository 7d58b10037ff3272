/** Reads groups: what stands between braces. */
import { range, type TextRange } from '../../text/range';
import type { Group, GroupKind, Select, Term, Values, VariableTerm } from '../model';
import type { Token } from '../tokens';
import { GROUP_KEYWORDS, MAX_DEPTH } from './cursor';
import { TripleReader } from './triples';

export abstract class GroupReader extends TripleReader {
  /** For a sub-select. */
  protected abstract readSelect(keyword: Token): Select;

  protected readGroup(kind: GroupKind, name?: Term): Group {
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
  protected readLeftovers(group: Group): void {
    if (this.peek() && !this.isPunctuation('}')) this.readGroupBody(group);
  }

  protected skipGroup(kind: GroupKind, open: Token): Group {
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

  protected readGroupBody(group: Group): void {
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
  protected endsBrokenGroup(token: Token): boolean {
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

  protected readGroupOrUnion(group: Group): void {
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

  protected readClause(group: Group, keyword: Token): void {
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
          group.filters.push(this.readPrimary());
        return;
      case 'BIND':
        this.readBind(group, keyword);
        return;
      case 'VALUES':
        group.values.push(this.readValues(keyword));
        return;
    }
  }

  protected addChild(group: Group, child: Group): void {
    group.children.push(child);
    group.order.push(child);
  }

  protected readBind(group: Group, keyword: Token): void {
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

  protected readValues(keyword: Token): Values {
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

  protected startsValue(): boolean {
    return this.isKeyword('UNDEF') || (this.startsTerm() && this.peek()?.type !== 'variable');
  }

  protected readValue(): Term | undefined {
    return this.takeKeyword('UNDEF') ? undefined : this.readTerm();
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
