/** The conditions that FILTER puts on a node. */
import type { Expression, Group, Term } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import type { Node, Nodes } from './query-graph';

export type Comparison = '<' | '<=' | '>' | '>=' | '=' | '!=';

export type Condition =
  | {
      readonly kind: 'compare';
      readonly on: Node;
      readonly operator: Comparison;
      readonly value: Term;
      readonly year: boolean;
      readonly part: TextRange;
    }
  /** Compared with another node. */
  | {
      readonly kind: 'relate';
      readonly on: Node;
      readonly operator: Comparison;
      readonly other: Node;
      readonly part: TextRange;
    }
  | { readonly kind: 'one-of'; readonly on: Node; readonly values: readonly Term[]; readonly part: TextRange }
  | {
      readonly kind: 'text';
      readonly on: Node;
      readonly how: 'contains' | 'starts with' | 'ends with' | 'matches';
      readonly value: string;
      readonly part: TextRange;
    }
  | {
      readonly kind: 'extreme';
      readonly on: Node;
      readonly which: 'largest' | 'smallest';
      readonly over: string;
      readonly part: TextRange;
    }
  /** Not told, or told and then so: the pattern of WebQSP for facts that hold at some time. */
  | {
      readonly kind: 'if-known';
      readonly on: Node;
      readonly relation: string;
      readonly operator: Comparison;
      readonly value: Term;
      readonly part: TextRange;
    }
  | {
      readonly kind: 'either';
      readonly options: readonly Condition[];
      readonly on: Node;
      readonly part: TextRange;
    };

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '=', '!=']);
const TURNED: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '=': '=',
  '!=': '!=',
};
const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '=': '!=',
  '!=': '=',
};
const TEXT_CALLS: Readonly<Record<string, 'contains' | 'starts with' | 'ends with' | 'matches'>> = {
  CONTAINS: 'contains',
  STRSTARTS: 'starts with',
  STRENDS: 'ends with',
  REGEX: 'matches',
  'bif:contains': 'contains',
};

/** `unsaid` where it says nothing that a reader would want to know: languages, kinds of terms, bounds that must be. */
export function readCondition(
  filter: Expression,
  nodes: Nodes,
  idOf: (iri: string) => string,
): Condition | 'unsaid' | undefined {
  if (speaksOfForm(filter)) return 'unsaid';
  if (filter.kind === 'operation' && filter.operator === '||')
    return readIfKnown(filter, nodes, idOf) ?? readEither(filter, nodes, idOf);
  if (filter.kind === 'operation' && filter.operator === '!') {
    const [inner] = filter.args;
    const read = inner && !isBound(inner) ? readCondition(inner, nodes, idOf) : undefined;
    if (read === 'unsaid' || read?.kind !== 'compare') return read === 'unsaid' ? 'unsaid' : undefined;
    return { ...read, operator: OPPOSITE[read.operator] };
  }
  if (filter.kind === 'operation') return readOperation(filter.operator, filter.args, filter.range, nodes);
  if (filter.kind === 'call') {
    const how = TEXT_CALLS[filter.name];
    const [text, value] = filter.args;
    const on = text && nodeOf(text, nodes);
    const part = constantOf(value);
    if (how && on && part?.kind === 'literal')
      return { kind: 'text', on, how, value: part.value, part: filter.range };
  }
  return undefined;
}

function readOperation(
  operator: string,
  args: readonly Expression[],
  part: TextRange,
  nodes: Nodes,
): Condition | 'unsaid' | undefined {
  const [left, ...right] = args;
  if (!left) return undefined;
  if (operator === 'IN') {
    const on = nodeOf(left, nodes);
    const values = right.map(constantOf);
    return on && values.every((value) => value !== undefined)
      ? { kind: 'one-of', on, values, part }
      : undefined;
  }
  if (operator === 'BOUND') return 'unsaid';
  if (!COMPARISONS.has(operator)) return undefined;
  const [second] = right;
  if (!second) return undefined;
  const sign = operator as Comparison;
  const [minuend, subtrahend] = difference(left, second);
  if (minuend && subtrahend) return readOperation(operator, [minuend, subtrahend], part, nodes);
  const [one, other] = [nodeOf(left, nodes), nodeOf(second, nodes)];
  const [first, last] = [valueOf(left, nodes), valueOf(second, nodes)];
  if (first && last) return sign === '!=' ? 'unsaid' : undefined;
  if (one && last) return { kind: 'compare', on: one, operator: sign, value: last, year: ofYear(left), part };
  if (first && other)
    return { kind: 'compare', on: other, operator: TURNED[sign], value: first, year: ofYear(second), part };
  // That two things are not the same is how such queries are always written.
  if (one && other)
    return sign === '!=' ? 'unsaid' : { kind: 'relate', on: one, operator: sign, other, part };
  return undefined;
}

/** `xsd:dateTime(?a) - xsd:dateTime(?b) <= 0` compares the two. */
function difference(left: Expression, right: Expression): readonly Expression[] {
  const zero = constantOf(right);
  if (left.kind !== 'operation' || left.operator !== '-' || left.args.length !== 2) return [];
  return zero?.kind === 'literal' && Number(zero.value) === 0 ? left.args : [];
}

/** `NOT EXISTS { ?y :from ?a } || EXISTS { ?y :from ?b FILTER (?b <= "2011") }` */
function readIfKnown(
  filter: Expression & { readonly kind: 'operation' },
  nodes: Nodes,
  idOf: (iri: string) => string,
): Condition | undefined {
  const [absent, present] = [...filter.args].sort((left) =>
    left.kind === 'exists' && left.negated ? -1 : 1,
  );
  if (absent?.kind !== 'exists' || present?.kind !== 'exists' || !absent.negated || present.negated)
    return undefined;
  const missing = onlyTriple(absent.group);
  const found = onlyTriple(present.group);
  if (!missing || !found || absent.group.filters.length) return undefined;
  const [inner, ...more] = present.group.filters;
  const same = missing.subject === found.subject && missing.relation === found.relation;
  if (!inner || more.length || !same) return undefined;
  const read = readCondition(inner, nodes, idOf);
  if (read === 'unsaid' || read?.kind !== 'compare') return undefined;
  return {
    kind: 'if-known',
    on: nodes.named(found.subject),
    relation: idOf(found.relation),
    operator: read.operator,
    value: read.value,
    part: filter.range,
  };
}

function onlyTriple(group: Group): { readonly subject: string; readonly relation: string } | undefined {
  const [triple, ...more] = group.triples;
  if (!triple || more.length || group.children.length || group.values.length) return undefined;
  const { subject, predicate, object } = triple;
  if (subject.kind !== 'variable' || predicate.kind !== 'link' || object.kind !== 'variable')
    return undefined;
  return { subject: subject.name, relation: predicate.iri.iri };
}

function readEither(
  filter: Expression & { readonly kind: 'operation' },
  nodes: Nodes,
  idOf: (iri: string) => string,
): Condition | undefined {
  const options: Condition[] = [];
  for (const side of filter.args) {
    const read = readCondition(side, nodes, idOf);
    if (!read || read === 'unsaid') return undefined;
    options.push(...(read.kind === 'either' ? read.options : [read]));
  }
  const [first] = options;
  if (!first || options.some(({ on }) => on !== first.on)) return undefined;
  return { kind: 'either', options, on: first.on, part: filter.range };
}

const FORM_CALLS = new Set([
  'LANG',
  'LANGMATCHES',
  'ISLITERAL',
  'ISIRI',
  'ISURI',
  'ISBLANK',
  'ISNUMERIC',
  'DATATYPE',
  'BOUND',
]);

function isBound(filter: Expression): boolean {
  return filter.kind === 'call' && filter.name === 'BOUND';
}

/** Speaks of languages and kinds of terms, and of nothing else. */
function speaksOfForm(filter: Expression): boolean {
  if (filter.kind === 'call') return FORM_CALLS.has(filter.name);
  if (filter.kind !== 'operation') return false;
  // That something has no value is a condition like any other.
  if (filter.operator === '!' && filter.args.some((inner) => isBound(inner))) return false;
  if (filter.operator === '||' && filter.args.some((inner) => isBound(inner))) return false;
  if (filter.operator === '!' || filter.operator === '||' || filter.operator === '&&')
    return filter.args.every(speaksOfForm);
  return filter.args.some(
    (argument) => argument.kind === 'call' && (argument.name === 'LANG' || argument.name === 'DATATYPE'),
  );
}

const TRANSPARENT = /^(?:STR|LCASE|UCASE|ABS|http:\/\/www\.w3\.org\/2001\/XMLSchema#.*)$/;

/** The variable that an expression is about, through casts and the like. */
export function nodeOf(expression: Expression, nodes: Nodes): Node | undefined {
  if (expression.kind === 'term')
    return expression.term.kind === 'variable' ? variableNode(nodes.of(expression.term)) : undefined;
  if (expression.kind !== 'call') return undefined;
  const [argument] = expression.args;
  return argument && (TRANSPARENT.test(expression.name) || expression.name === 'YEAR')
    ? nodeOf(argument, nodes)
    : undefined;
}

function variableNode(node: Node): Node | undefined {
  return node.variable === undefined ? undefined : node;
}

function ofYear(expression: Expression): boolean {
  return (
    expression.kind === 'call' &&
    (expression.name === 'YEAR' || expression.args.some((argument) => ofYear(argument)))
  );
}

/** A constant, or a variable that VALUES gives one value. */
function valueOf(expression: Expression, nodes: Nodes): Term | undefined {
  if (expression.kind === 'term' && expression.term.kind === 'variable')
    return nodes.of(expression.term).term;
  return constantOf(expression);
}

export function constantOf(expression: Expression | undefined): Term | undefined {
  if (expression?.kind === 'term')
    return expression.term.kind === 'variable' || expression.term.kind === 'blank'
      ? undefined
      : expression.term;
  if (expression?.kind === 'call' && expression.args.length === 1 && TRANSPARENT.test(expression.name))
    return constantOf(expression.args[0]);
  return undefined;
}
