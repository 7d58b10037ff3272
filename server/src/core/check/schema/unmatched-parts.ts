/** Which part of a query never matches because of a term that the KB lacks: all of it, or only one of several. */
import type {
  Expression,
  Group,
  IriTerm,
  PropertyPath,
  Select,
  Term,
  Triple,
  Values,
} from '../../language/sparql/model';
import { addToList } from '../../language/text/multimap';
import type { TextRange } from '../../language/text/range';

export interface UnmatchedParts {
  /** Whether the query has no solution because of this term, alone or together with others. */
  isNeeded(iri: IriTerm): boolean;
  /** The smallest part that never matches, such as `this OPTIONAL`. */
  partWith(iri: IriTerm): string;
}

/** `missing` are the offsets of the missing terms. */
export function unmatchedParts(query: Select, missing: Iterable<number>): UnmatchedParts {
  const reader = new PartReader(new Set(missing));
  const needed = query.groups.flatMap((group) => reader.readGroup(group, WHOLE));
  const starts = new Set(needed.map(({ range }) => range.start));
  return {
    isNeeded: ({ range }) => starts.has(range.start),
    partWith: ({ range }) => reader.parts.get(range.start) ?? WHOLE,
  };
}

const WHOLE = 'the pattern';

/** Each method returns the missing terms without which its part would match, or none if the part can match. */
type Missing = readonly IriTerm[];

class PartReader {
  readonly parts = new Map<number, string>();
  /** The variables of the patterns that every solution matches. Others may be unbound. */
  private bound = new Set<string>();

  constructor(private readonly missing: ReadonlySet<number>) {}

  readGroup(group: Group, part: string): Missing {
    if (group.kind === 'service' || group.kind === 'template') return [];
    // An optional part in which nothing is missing is not read. Other parts bind variables.
    if (part !== WHOLE && !this.hasMissing(group.range)) return [];
    if (part === WHOLE)
      for (const { subject, predicate, object } of group.triples)
        for (const term of [subject, predicate, object])
          if (term.kind === 'variable') this.bound.add(term.name);
    return [
      ...group.triples.flatMap((triple) => this.readTriple(triple, part)),
      ...this.readChildren(group.children, part),
      ...group.values.flatMap((values) => this.readValues(values, part)),
      ...group.filters.flatMap((filter) => this.readCondition(filter, part)),
      ...(group.select ? this.readSubSelect(group.select, part) : []),
    ];
  }

  private hasMissing({ start, end }: TextRange): boolean {
    for (const offset of this.missing) if (offset >= start && offset < end) return true;
    return false;
  }

  private readChildren(children: readonly Group[], part: string): Missing {
    const unions = new Map<number | undefined, Missing[]>();
    const missing: IriTerm[] = [];
    for (const child of children) {
      switch (child.kind) {
        case 'union-branch': {
          addToList(unions, child.union, this.readGroup(child, 'this branch of the UNION'));
          break;
        }
        case 'optional':
          this.readGroup(child, 'this OPTIONAL');
          break;
        case 'minus':
          this.readGroup(child, 'this MINUS');
          break;
        default:
          missing.push(...this.readGroup(child, part));
      }
    }
    return [...missing, ...[...unions.values()].flatMap(allOf)];
  }

  /** An aggregate without GROUP BY has a solution even if nothing matches. */
  private readSubSelect(select: Select, part: string): Missing {
    const outer = this.bound;
    this.bound = new Set();
    const missing = select.groups.flatMap((group) => this.readGroup(group, part));
    // A variable that it does not select is another one outside.
    const selected = select.star ? this.bound : select.projection.map(({ variable }) => variable?.name ?? '');
    this.bound = new Set([...outer, ...[...selected].filter((name) => this.bound.has(name))]);
    const hasGroups =
      select.groupBy !== undefined || select.projection.every(({ expression }) => !expression);
    return hasGroups ? missing : [];
  }

  private readTriple({ subject, predicate, object, isQuoted }: Triple, outer: string): Missing {
    const part = isQuoted ? 'this triple term' : outer;
    const missing = [
      ...this.readTerm(subject, part),
      ...(predicate.kind === 'variable' ? [] : this.readPath(predicate, part)),
      ...this.readTerm(object, part),
    ];
    // Statements may be about a triple that is not a fact.
    return isQuoted ? [] : missing;
  }

  private readPath(path: PropertyPath, part: string): Missing {
    switch (path.kind) {
      case 'link':
        return this.readTerm(path.iri, part);
      case 'inverse':
        return this.readPath(path.path, part);
      case 'sequence':
        return path.steps.flatMap((step) => this.readPath(step, part));
      case 'alternative':
        return allOf(path.options.map((option) => this.readPath(option, 'this alternative of the path')));
      case 'repeat': {
        const missing = this.readPath(path.path, path.canBeEmpty ? 'this step of the path' : part);
        return path.canBeEmpty ? [] : missing;
      }
      case 'negated':
        for (const iri of path.links) this.readTerm(iri, 'this exclusion of the path');
        return [];
    }
  }

  private readValues({ variables, rows }: Values, part: string): Missing {
    const single = rows.length === 1;
    return allOf(
      rows.map((row) =>
        row.flatMap((term, column) => {
          const missing = this.readTerm(term, single ? part : 'this row of VALUES');
          return this.bound.has(variables[column]?.name ?? '') ? missing : [];
        }),
      ),
    );
  }

  private readCondition(expression: Expression, part: string): Missing {
    switch (expression.kind) {
      case 'exists': {
        const missing = this.readGroup(expression.group, expression.negated ? 'this NOT EXISTS' : part);
        return expression.negated ? [] : missing;
      }
      case 'operation':
        return this.readOperation(expression, part);
      case 'call':
        for (const arg of expression.args) this.readCondition(arg, 'this part of the condition');
        return [];
      case 'term':
        this.readTerm(expression.term, part);
        return [];
      case 'unreadable':
        return [];
    }
  }

  private readOperation(
    { operator, args }: Expression & { readonly kind: 'operation' },
    part: string,
  ): Missing {
    switch (operator) {
      case '&&':
        return args.flatMap((arg) => this.readCondition(arg, part));
      case '||':
        return allOf(args.map((arg) => this.readCondition(arg, 'this alternative of the condition')));
      case '=':
      case 'IN': {
        const inner = args.length > 2 ? 'this value' : part;
        const terms = args.flatMap((arg) => (arg.kind === 'term' ? arg.term : []));
        const missing = terms.flatMap((term) => this.readTerm(term, inner));
        const isBound = terms.some((term) => term.kind === 'variable' && this.bound.has(term.name));
        return isBound && missing.length === args.length - 1 ? missing : [];
      }
      default:
        for (const arg of args) this.readCondition(arg, 'this part of the condition');
        return [];
    }
  }

  private readTerm(term: Term | undefined, part: string): Missing {
    if (term?.kind !== 'iri' || !this.missing.has(term.range.start)) return [];
    this.parts.set(term.range.start, part);
    return [term];
  }
}

/** The missing terms of alternatives: none if one of them can match. */
function allOf(alternatives: readonly Missing[]): Missing {
  return alternatives.every(({ length }) => length) ? alternatives.flat() : [];
}
