import { questionOf } from '../language/sparql/header';
import type { Expression, Group, QueryModel, Select } from '../language/sparql/model';
import { groupsIn } from '../language/sparql/query-parts';
import { covers, range, type TextRange } from '../language/text/range';
import type { SparqlToken } from '../language/sparql/tokens';
import { indexFrom } from '../language/text/binary-search';
import { truncate, shortTermText, shortTripleText, oneLineText } from '../schema/short-text';

export type OutlineKind =
  | 'query'
  | 'prefixes'
  | 'prefix'
  | 'group'
  | 'triple'
  | 'filter'
  | 'bind'
  | 'values'
  | 'modifier';

export interface OutlineItem {
  readonly kind: OutlineKind;
  readonly name: string;
  readonly detail: string;
  readonly range: TextRange;
  /** The range to select; inside `range`. */
  readonly selection: TextRange;
  readonly children: readonly OutlineItem[];
}

const MAX_ITEMS = 5000;
const MAX_DEPTH = 30;

/** The outline of a file: its queries with their prefixes, patterns and modifiers. */
export function outlineOf(queries: readonly QueryModel[]): readonly OutlineItem[] {
  const budget = { left: MAX_ITEMS };
  return queries
    .filter(({ tokens }) => tokens.length > 0)
    .map((query) => new Outliner(query, budget).query());
}

class Outliner {
  private readonly text: string;

  constructor(
    private readonly model: QueryModel,
    private readonly budget: { left: number },
  ) {
    this.text = model.text;
  }

  query(): OutlineItem {
    const { tokens, query, prefixes } = this.model;
    const question = questionOf(this.model);
    const first = tokens[0]?.start ?? 0;
    const head = this.headOf(query);
    const whole = range(
      Math.min(question?.range.start ?? first, first),
      tokens[tokens.length - 1]?.end ?? first,
    );
    const keyword = query.keyword ?? range(query.range.start, query.range.start);
    return this.item('query', question?.text ?? head, whole, {
      detail: question ? head : '',
      selection: question?.range ?? keyword,
      children: [...(prefixes.length ? [this.prefixes()] : []), ...this.inSelect(query, 0)],
    });
  }

  private headOf({ form, star, projection, described, groups }: Select): string {
    if (form === 'none') return 'Query';
    if (form === 'update') return groups.map((group) => this.keywordBefore(group)).join(', ') || 'Update';
    const selected = projection.map(({ variable, range: where }) =>
      variable ? `?${variable.name}` : oneLineText(this.text, where),
    );
    const named = described.map((term) => shortTermText(this.text, term));
    return truncate([form.toUpperCase(), ...(star ? ['*'] : []), ...selected, ...named].join(' '));
  }

  private prefixes(): OutlineItem {
    const { prefixes } = this.model;
    const children = prefixes.map(({ prefix, iri, range: where, nameRange }) =>
      this.item('prefix', `${prefix}:`, where, { detail: iri, selection: nameRange }),
    );
    const [first, last] = [children[0]?.range, children[children.length - 1]?.range];
    const whole = range(first?.start ?? 0, last?.end ?? 0);
    return this.item('prefixes', 'Prefixes', whole, { selection: first ?? whole, children });
  }

  /** The main group has no item of its own: its children are those of the query. */
  private inSelect(select: Select, depth: number): readonly OutlineItem[] {
    const [only] = select.groups;
    const patterns =
      only && select.groups.length === 1 && select.form !== 'update'
        ? this.inGroup(only, depth)
        : select.groups.map((group) => this.group(group, this.keywordBefore(group), depth));
    const modifiers = modifiersOf(this.model, select).map((where) =>
      this.item('modifier', oneLineText(this.text, where), where),
    );
    return [...patterns, ...modifiers];
  }

  private group(group: Group, name: string, depth: number): OutlineItem {
    const { range: where } = group;
    return this.item('group', name, where, {
      selection: range(where.start, where.start + 1),
      children: this.inGroup(group, depth + 1),
    });
  }

  private inGroup(group: Group, depth: number): readonly OutlineItem[] {
    if (depth > MAX_DEPTH || this.budget.left <= 0) return [];
    const { select } = group;
    const branches = group.children.filter(({ kind }) => kind === 'union-branch');
    return inOrder([
      ...(select ? [this.subSelect(select, depth)] : []),
      ...group.triples
        // The triples of a collection have no predicate in the text.
        .filter(({ predicate }) => predicate.range.end > predicate.range.start)
        .slice(0, this.budget.left)
        .map((triple) => {
          const { predicate, object } = triple;
          // In a predicate list, the range of a triple starts at the shared subject.
          const where = range(Math.min(predicate.range.start, triple.subject.range.start), object.range.end);
          const detail =
            predicate.kind === 'link'
              ? shortTermText(this.text, predicate.iri)
              : oneLineText(this.text, predicate.range);
          return this.item('triple', shortTripleText(this.text, triple), where, {
            detail,
            selection: predicate.range,
          });
        }),
      ...group.filters.map((filter) => this.filter(filter, depth)),
      ...group.binds.map(({ variable, expression, range: where }) =>
        this.item('bind', `BIND ?${variable.name}`, where, {
          detail: oneLineText(this.text, expression.range),
          selection: variable.range,
        }),
      ),
      ...group.values.map(({ variables, rows, range: where }) =>
        this.item('values', truncate(`VALUES ${variables.map(({ name }) => `?${name}`).join(' ')}`), where, {
          detail: rows.length === 1 ? '1 row' : `${rows.length} rows`,
          selection: range(where.start, where.start + 'VALUES'.length),
        }),
      ),
      ...group.children.map((child) =>
        child.kind === 'subselect' && child.select
          ? this.subSelect(child.select, depth)
          : this.group(child, this.nameOf(child, branches.indexOf(child)), depth),
      ),
    ]);
  }

  private subSelect(select: Select, depth: number): OutlineItem {
    return this.item('query', this.headOf(select), select.range, {
      detail: 'sub-select',
      selection: select.keyword ?? select.range,
      children: depth < MAX_DEPTH ? this.inSelect(select, depth + 1) : [],
    });
  }

  private filter(filter: Expression, depth: number): OutlineItem {
    const children = groupsIn(filter).map((group) =>
      this.group(group, group.kind === 'exists' ? 'EXISTS' : 'NOT EXISTS', depth),
    );
    return this.item('filter', `FILTER ${oneLineText(this.text, filter.range)}`, filter.range, { children });
  }

  private nameOf({ kind, name }: Group, branch: number): string {
    switch (kind) {
      case 'union-branch':
        return `UNION, branch ${branch + 1}`;
      case 'graph':
      case 'service':
        return `${kind.toUpperCase()}${name ? ` ${shortTermText(this.text, name)}` : ''}`;
      case 'optional':
      case 'minus':
        return kind.toUpperCase();
      default:
        return '{ }';
    }
  }

  /** The keyword of a group: `WHERE`, `INSERT DATA`. */
  private keywordBefore({ range: { start }, kind }: Group): string {
    const { tokens } = this.model;
    const before = tokens[indexFrom(tokens, start, startOf) - 1];
    if (before?.type === 'keyword') return oneLineText(this.text, before).toUpperCase();
    return kind === 'template' ? 'Template' : 'WHERE';
  }

  private item(
    kind: OutlineKind,
    name: string,
    where: TextRange,
    {
      detail = '',
      selection = where,
      children = [],
    }: Partial<Pick<OutlineItem, 'detail' | 'selection' | 'children'>> = {},
  ): OutlineItem {
    this.budget.left--;
    return {
      kind,
      // VS Code rejects symbols without a name.
      name: name.trim() || kind,
      detail,
      range: where,
      selection: covers(where, selection) ? selection : range(where.start, where.start),
      children,
    };
  }
}

function startOf({ start }: SparqlToken): number {
  return start;
}

function inOrder(items: readonly OutlineItem[]): readonly OutlineItem[] {
  return [...items].sort((left, right) => left.selection.start - right.selection.start);
}

const MODIFIERS = new Set(['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET']);

/** The ranges of the solution modifiers, each with its arguments. */
function modifiersOf({ tokens }: QueryModel, { groups, range: whole }: Select): readonly TextRange[] {
  const modifiers: TextRange[] = [];
  let current: TextRange | undefined;
  const start = groups[groups.length - 1]?.range.end ?? whole.end;
  for (const token of tokens.slice(
    indexFrom(tokens, start, startOf),
    indexFrom(tokens, whole.end, startOf),
  )) {
    const isClause = token.type === 'keyword' && (MODIFIERS.has(token.value) || token.value === 'VALUES');
    if (isClause && current) modifiers.push(current);
    if (isClause) current = token.value === 'VALUES' ? undefined : range(token.start, token.end);
    else if (current) current = range(current.start, token.end);
  }
  return current ? [...modifiers, current] : modifiers;
}
