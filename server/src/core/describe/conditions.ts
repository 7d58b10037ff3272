/** Reads the conditions that a FILTER puts on a node. */
import type { Expression, Group, Term } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import type { QueryNode, Nodes } from './query-graph';

export type FilterOperator = '<' | '<=' | '>' | '>=' | '=' | '!=';

export type Condition = { readonly on: QueryNode; readonly part: TextRange } & (
  | {
      readonly kind: 'compare';
      readonly operator: FilterOperator;
      readonly value: Term;
      readonly year: boolean;
    }
  | { readonly kind: 'relate'; readonly operator: FilterOperator; readonly other: QueryNode }
  | { readonly kind: 'one-of'; readonly values: readonly Term[] }
  | { readonly kind: 'text'; readonly how: TextComparison; readonly value: string }
  | { readonly kind: 'extreme'; readonly which: 'largest' | 'smallest'; readonly over: string }
  /** The value is unknown or satisfies the comparison: the pattern of WebQSP for facts that hold at some time. */
  | {
      readonly kind: 'if-known';
      readonly relation: string;
      readonly operator: FilterOperator;
      readonly value: Term;
    }
  | { readonly kind: 'either'; readonly options: readonly Condition[] }
);

type TextComparison = 'contains' | 'starts with' | 'ends with' | 'matches';

const COMPARISONS: Readonly<
  Record<FilterOperator, { readonly mirrored: FilterOperator; readonly negated: FilterOperator }>
> = {
  '<': { mirrored: '>', negated: '>=' },
  '<=': { mirrored: '>=', negated: '>' },
  '>': { mirrored: '<', negated: '<=' },
  '>=': { mirrored: '<=', negated: '<' },
  '=': { mirrored: '=', negated: '!=' },
  '!=': { mirrored: '!=', negated: '=' },
};
const TEXT_FUNCTIONS: Readonly<Record<string, TextComparison>> = {
  CONTAINS: 'contains',
  STRSTARTS: 'starts with',
  STRENDS: 'ends with',
  REGEX: 'matches',
  'bif:contains': 'contains',
};

/**
 * Returns `implicit` for a filter that a question does not express (language, kind of term, boundness, inequality), and undefined
 * for one that is not supported.
 */
export function readCondition(
  filter: Expression,
  nodes: Nodes,
  idOf: (iri: string) => string,
): Condition | 'implicit' | undefined {
  if (isAboutTermForm(filter)) return 'implicit';
  if (filter.kind === 'operation' && filter.operator === '||')
    return readIfKnown(filter, nodes, idOf) ?? readEither(filter, nodes, idOf);
  if (filter.kind === 'operation' && filter.operator === '!') {
    const [inner] = filter.args;
    const condition = inner && !isBound(inner) ? readCondition(inner, nodes, idOf) : undefined;
    if (condition === 'implicit') return 'implicit';
    return condition?.kind === 'compare'
      ? { ...condition, operator: COMPARISONS[condition.operator].negated }
      : undefined;
  }
  if (filter.kind === 'operation') return readOperation(filter.operator, filter.args, filter.range, nodes);
  if (filter.kind === 'call') {
    const how = TEXT_FUNCTIONS[filter.name];
    const [text, value] = filter.args;
    const on = text && findVariableNode(text, nodes);
    const constant = findConstant(value);
    if (how && on && constant?.kind === 'literal')
      return { kind: 'text', on, how, value: constant.value, part: filter.range };
  }
  return undefined;
}

function readOperation(
  operator: string,
  args: readonly Expression[],
  part: TextRange,
  nodes: Nodes,
): Condition | 'implicit' | undefined {
  const [left, ...others] = args;
  if (!left) return undefined;
  if (operator === 'IN') {
    const on = findVariableNode(left, nodes);
    const values = others.map(findConstant);
    return on && values.every((value) => value !== undefined)
      ? { kind: 'one-of', on, values, part }
      : undefined;
  }
  if (operator === 'BOUND') return 'implicit';
  if (!Object.hasOwn(COMPARISONS, operator)) return undefined;
  const [right] = others;
  if (!right) return undefined;
  const sign = operator as FilterOperator;
  const [minuend, subtrahend] = readDifference(left, right);
  if (minuend && subtrahend) return readOperation(operator, [minuend, subtrahend], part, nodes);
  const [leftNode, rightNode] = [findVariableNode(left, nodes), findVariableNode(right, nodes)];
  const [leftValue, rightValue] = [findValue(left, nodes), findValue(right, nodes)];
  if (leftValue && rightValue) return sign === '!=' ? 'implicit' : undefined;
  if (leftNode && rightValue)
    return { kind: 'compare', on: leftNode, operator: sign, value: rightValue, year: usesYear(left), part };
  if (leftValue && rightNode)
    return {
      kind: 'compare',
      on: rightNode,
      operator: COMPARISONS[sign].mirrored,
      value: leftValue,
      year: usesYear(right),
      part,
    };
  // Most queries exclude equal nodes, whether the question does or not.
  if (leftNode && rightNode)
    return sign === '!='
      ? 'implicit'
      : { kind: 'relate', on: leftNode, operator: sign, other: rightNode, part };
  return undefined;
}

/** Returns the operands of a difference that is compared with zero: `xsd:dateTime(?a) - xsd:dateTime(?b) <= 0`. */
function readDifference(left: Expression, right: Expression): readonly Expression[] {
  const zero = findConstant(right);
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
  const absentTriple = onlyTriple(absent.group);
  const triple = onlyTriple(present.group);
  if (!absentTriple || !triple || absent.group.filters.length) return undefined;
  const [inner, ...more] = present.group.filters;
  const isSame = absentTriple.subject === triple.subject && absentTriple.relation === triple.relation;
  if (!inner || more.length || !isSame) return undefined;
  const condition = readCondition(inner, nodes, idOf);
  if (condition === 'implicit' || condition?.kind !== 'compare') return undefined;
  return {
    kind: 'if-known',
    on: nodes.variableNode(triple.subject),
    relation: idOf(triple.relation),
    operator: condition.operator,
    value: condition.value,
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
    const option = readCondition(side, nodes, idOf);
    if (!option || option === 'implicit') return undefined;
    options.push(...(option.kind === 'either' ? option.options : [option]));
  }
  const [first] = options;
  if (!first || options.some(({ on }) => on !== first.on)) return undefined;
  return { kind: 'either', options, on: first.on, part: filter.range };
}

const TERM_FORM_FUNCTIONS = new Set(
  'LANG LANGMATCHES ISLITERAL ISIRI ISURI ISBLANK ISNUMERIC DATATYPE BOUND'.split(' '),
);

function isBound(filter: Expression): boolean {
  return filter.kind === 'call' && filter.name === 'BOUND';
}

/** Whether a filter is only about the language, kind or boundness of a term. */
function isAboutTermForm(filter: Expression): boolean {
  if (filter.kind === 'call') return TERM_FORM_FUNCTIONS.has(filter.name);
  if (filter.kind !== 'operation') return false;
  // `!BOUND(?x)` is a condition that a question can express.
  if ((filter.operator === '!' || filter.operator === '||') && filter.args.some(isBound)) return false;
  if (['!', '||', '&&'].includes(filter.operator)) return filter.args.every(isAboutTermForm);
  return filter.args.some(
    (argument) => argument.kind === 'call' && (argument.name === 'LANG' || argument.name === 'DATATYPE'),
  );
}

const TRANSPARENT_FUNCTION = /^(?:STR|LCASE|UCASE|ABS|http:\/\/www\.w3\.org\/2001\/XMLSchema#.*)$/;

/** The variable of an expression, within casts and transparent functions. */
export function findVariableNode(expression: Expression, nodes: Nodes): QueryNode | undefined {
  if (expression.kind === 'term')
    return expression.term.kind === 'variable' ? variableNode(nodes.nodeFor(expression.term)) : undefined;
  if (expression.kind !== 'call') return undefined;
  const [argument] = expression.args;
  return argument && (TRANSPARENT_FUNCTION.test(expression.name) || expression.name === 'YEAR')
    ? findVariableNode(argument, nodes)
    : undefined;
}

function variableNode(node: QueryNode): QueryNode | undefined {
  return node.variable === undefined ? undefined : node;
}

function usesYear(expression: Expression): boolean {
  return expression.kind === 'call' && (expression.name === 'YEAR' || expression.args.some(usesYear));
}

/** A constant, or the value of a variable that VALUES binds to a single one. */
function findValue(expression: Expression, nodes: Nodes): Term | undefined {
  if (expression.kind === 'term' && expression.term.kind === 'variable')
    return nodes.nodeFor(expression.term).term;
  return findConstant(expression);
}

function findConstant(expression: Expression | undefined): Term | undefined {
  if (expression?.kind === 'term')
    return expression.term.kind === 'variable' || expression.term.kind === 'blank'
      ? undefined
      : expression.term;
  if (
    expression?.kind === 'call' &&
    expression.args.length === 1 &&
    TRANSPARENT_FUNCTION.test(expression.name)
  )
    return findConstant(expression.args[0]);
  return undefined;
}
