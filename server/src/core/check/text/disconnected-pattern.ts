import { memoizeWeak } from '../../language/text/cache';
import { childGroups, hasAggregate } from '../../language/sparql/query-parts';
import type {
  Expression,
  Group,
  PropertyPath,
  QueryModel,
  Select,
  Term,
  Triple,
} from '../../language/sparql/model';
import type { Fix, Verifier } from '../verifier';
import { similarVariables } from './unbound-variable';

/** The patterns of a query are connected. */
export const disconnectedPattern: Verifier<'text'> = {
  code: 'disconnected_pattern',
  stage: 'text',
  strength: 'weak',
  severity: 'warning',
  title: 'A pattern is not connected',
  about:
    'Patterns that share no variable, entity or expression multiply their answers. Reported as information where both parts give selected columns. Not reported for patterns without variables, which only test whether a fact exists, or while the query does not parse.',
  *verify({ query }) {
    if (
      query.problems.length ||
      query.tooDeep ||
      query.query.form === 'update' ||
      query.query.form === 'none'
    )
      return;
    const connected = new ConnectedParts();
    for (const group of query.query.groups) {
      if (group.kind !== 'template') readGroup(group, connected);
      else
        for (const { subject, object } of group.triples) connected.join([subject, object].flatMap(namesOf));
    }
    // An aggregate of several parts counts the repetitions.
    for (const expression of expressionsOf(query.query))
      if (!hasAggregate(expression)) connected.join(variableNames(expression));
    const parts = connected.parts();
    if (parts.length < 2) return;
    const answer = new Set(answerNames(query.query));
    const main = parts.find((part) => [...answer].some((name) => part.names.has(name))) ?? parts[0];
    for (const part of parts) {
      const [triple] = part.triples;
      if (part === main || !triple) continue;
      // Two questions in one query may be intended.
      const isSelected = query.query.star || [...answer].some((name) => part.names.has(name));
      const names = [...part.names].filter((name) => name.startsWith('?'));
      yield {
        range: triple.range,
        ...(isSelected ? { severity: 'information' as const } : {}),
        message: `This pattern (${names.slice(0, 3).join(', ')}) shares no variable with the rest of the query`,
        because:
          query.query.form === 'ask'
            ? 'The two parts are tested separately.'
            : 'Every answer is repeated for each of its matches.',
        advice: 'Connect it with a shared variable, or remove it.',
        fixes: main ? renameFixes(query, part.names, main.names) : [],
        related: main?.triples[0] ? [{ range: main.triples[0].range, message: 'The rest of the query' }] : [],
      };
    }
  },
};

/** Changes a variable of the pattern to a similar one of the rest, as after a typing error. */
function renameFixes(
  { text, tokens }: QueryModel,
  part: ReadonlySet<string>,
  rest: ReadonlySet<string>,
): readonly Fix[] {
  const others = bareNames(rest);
  return bareNames(part).flatMap((name) =>
    similarVariables(name, others, 2).map((other) => ({
      title: `Change ?${name} to ?${other}`,
      edits: tokens
        .filter(({ type, start, end }) => type === 'variable' && text.slice(start + 1, end) === name)
        .map(({ start, end }) => ({ range: { start: start + 1, end }, newText: other })),
      safety: 'unsafe',
    })),
  );
}

function bareNames(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter(isVariable).map((name) => name.slice(1));
}

/** A union-find structure over the names of patterns and conditions. */
class ConnectedParts {
  private readonly parent = new Map<string, string>();
  private readonly triples: { readonly triple: Triple; readonly name: string }[] = [];

  join(names: readonly string[]): void {
    const [first] = names;
    if (first === undefined) return;
    const root = this.root(first);
    for (const name of names) this.unite(name, root);
  }

  /** Connects the names of a triple. A triple without variables only tests whether a fact exists. */
  add(triple: Triple): void {
    const subject = nameOf(triple.subject);
    const predicate = nameOf(triple.predicate);
    const object = nameOf(triple.object);
    const first = subject ?? predicate ?? object;
    if (first === undefined) return;
    const root = this.root(first);
    if (predicate !== undefined) this.unite(predicate, root);
    if (object !== undefined) this.unite(object, root);
    if (triple.tripleTerm) this.unite(`_${triple.tripleTerm.name}`, root);
    if (isVariable(subject) || isVariable(predicate) || isVariable(object))
      this.triples.push({ triple, name: first });
  }

  private unite(name: string, root: string): void {
    const other = this.root(name);
    if (other !== root) this.parent.set(other, root);
  }

  parts(): readonly { readonly names: ReadonlySet<string>; readonly triples: readonly Triple[] }[] {
    const parts = new Map<string, { names: Set<string>; triples: Triple[] }>();
    for (const { triple, name } of this.triples) {
      const root = this.root(name);
      const part = parts.get(root) ?? { names: new Set<string>(), triples: [] };
      parts.set(root, part);
      part.triples.push(triple);
    }
    for (const name of this.parent.keys()) parts.get(this.root(name))?.names.add(name);
    return [...parts.values()];
  }

  private root(name: string): string {
    let at = name;
    for (;;) {
      const next = this.parent.get(at);
      if (next === undefined) {
        this.parent.set(at, at);
        return at;
      }
      if (next === at) return at;
      // Path halving keeps the trees flat.
      const grandparent = this.parent.get(next) ?? next;
      this.parent.set(at, grandparent);
      at = grandparent;
    }
  }
}

function readGroup(group: Group, connected: ConnectedParts): void {
  for (const triple of group.triples) connected.add(triple);
  for (const { variables } of group.values) connected.join(variables.map(({ name }) => `?${name}`));
  for (const { variable, expression } of group.binds)
    connected.join([`?${variable.name}`, ...variableNames(expression)]);
  for (const filter of group.filters) connected.join(variableNames(filter));
  // An aggregate without GROUP BY gives one row, which multiplies nothing.
  const givesOneRow =
    !group.select?.groupBy &&
    group.select?.projection.some(({ expression }) => expression && hasAggregate(expression));
  if (group.select && !givesOneRow) {
    // Computed columns of a sub-select are connected to its patterns.
    connected.join(answerNames(group.select));
    for (const inner of group.select.groups) readGroup(inner, connected);
    connected.join([
      ...group.select.groups.flatMap(firstName),
      ...group.select.projection.flatMap(({ variable }) => (variable ? [`?${variable.name}`] : [])),
    ]);
  }
  for (const child of childGroups(group)) {
    if (child.kind === 'service') connected.join(namesOf(child.name));
    // An inner group is connected as a whole.
    readGroup(child, connected);
    if (child.kind !== 'group') connected.join([...firstName(child), ...firstName(group)]);
  }
}

/** One name that represents the group. */
const firstName = memoizeWeak((group: Group): readonly string[] => {
  for (const { subject, predicate, object } of group.triples) {
    const name = nameOf(subject) ?? nameOf(predicate) ?? nameOf(object);
    if (name !== undefined) return [name];
  }
  for (const child of group.children) {
    const name = firstName(child);
    if (name.length) return name;
  }
  return [];
});

/** The key that connects a term: the name of a variable or blank node, or an IRI. */
function nameOf(term: Term | PropertyPath): string | undefined {
  switch (term.kind) {
    case 'variable':
      return `?${term.name}`;
    case 'blank':
      return `_${term.name}`;
    case 'iri':
      return term.iri;
    default:
      return undefined;
  }
}

function namesOf(term: Term | undefined): readonly string[] {
  const name = term && nameOf(term);
  return name === undefined ? [] : [name];
}

function isVariable(name: string | undefined): boolean {
  return name?.startsWith('?') ?? false;
}

function variableNames(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'term':
      return expression.term.kind === 'iri' ? [] : namesOf(expression.term);
    case 'operation':
    case 'call':
      return expression.args.flatMap(variableNames);
    case 'exists':
      return firstName(expression.group);
    case 'unreadable':
      return [];
  }
}

/** The expressions outside the pattern. */
function expressionsOf({ projection, groupBy, having, orderBy }: Select): readonly Expression[] {
  return [
    ...[...projection, ...(groupBy ?? [])].flatMap(({ expression }) => expression ?? []),
    ...having,
    ...orderBy,
  ];
}

function answerNames({ projection }: Select): readonly string[] {
  return projection.flatMap(({ variable, expression }) => [
    ...(variable ? [`?${variable.name}`] : []),
    ...(expression ? variableNames(expression) : []),
  ]);
}
