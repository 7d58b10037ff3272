/** Parses the logical forms of GrailQA, WebQSP and their successors. Reports problems with ranges instead of throwing. */
import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import { findNearest } from '../language/text/distance';
import { covers, range, type TextRange } from '../language/text/range';
import { parseQuotedLiteral, parseLiteralWord } from './parse-literal';
import { parseLists, type FormItem, type ListItem, type FormProblem, type WordItem } from './parse-lists';
import type { FormComparison, LiteralExpr, SExpr, RelationExpr } from './sexpr';

export interface ParsedForm {
  /** Absent if there are problems, or if the text states that there is no logical form. */
  readonly expr?: SExpr;
  readonly problems: readonly FormProblem[];
  readonly range: TextRange;
  /** `NK` or `no logical form`: the question cannot be expressed. */
  readonly inexpressible?: true;
}

type SchemaNames = Pick<KbSchema, 'machineIds' | 'hasType' | 'hasRelation' | 'idOf'>;

/** Parses a text with one form. With a schema, names of the wrong kind are reported too. */
export function parseSExpr(text: string, schema?: SchemaNames): ParsedForm {
  const fullRange = range(0, text.length);
  if (isNoLogicalForm(text)) return { problems: [], range: fullRange, inexpressible: true };
  const [first, second, ...others] = parseForms(text, schema);
  if (!first)
    return { problems: [{ range: fullRange, message: 'There is no logical form here' }], range: fullRange };
  if (!second) return first;
  const rest = range(second.range.start, (others.at(-1) ?? second).range.end);
  const problems = [first, second, ...others].flatMap((form) => form.problems);
  const trailing = {
    range: rest,
    message: 'Text after the logical form: write one form with one pair of outer brackets',
  };
  return { problems: problems.length ? problems : [trailing], range: fullRange };
}

export function parseForms(text: string, schema?: SchemaNames): readonly ParsedForm[] {
  const { items, problems } = parseLists(text);
  const { inItems, outside } = groupProblems(joinNoForms(items), problems);
  const forms = inItems.map(([item, own]): ParsedForm => {
    if (item.kind === 'word' && isNoLogicalForm(item.text))
      return { problems: [], range: item.range, inexpressible: true };
    const parser = new FormParser(schema);
    const expr = parser.outermost(item);
    const all = [...own, ...parser.problems];
    return { ...(expr && !all.length ? { expr } : {}), problems: all, range: item.range };
  });
  return [...forms, ...outside.map((problem) => ({ problems: [problem], range: problem.range }))].sort(
    (one, other) => one.range.start - other.range.start,
  );
}

/** Assigns each problem to the item that contains it. Both lists are in text order. */
function groupProblems(
  items: readonly FormItem[],
  problems: readonly FormProblem[],
): {
  readonly inItems: readonly (readonly [FormItem, readonly FormProblem[]])[];
  readonly outside: readonly FormProblem[];
} {
  const inItems = items.map((item): readonly [FormItem, FormProblem[]] => [item, []]);
  const outside: FormProblem[] = [];
  let at = 0;
  for (const problem of problems) {
    while ((items[at + 1]?.range.start ?? Infinity) <= problem.range.start) at++;
    const [item, own] = inItems[at] ?? [];
    if (item && covers(item.range, problem.range)) own?.push(problem);
    else outside.push(problem);
  }
  return { inItems, outside };
}

export function isNoLogicalForm(text: string): boolean {
  return /^\s*(?:nk|no logical form|null|none)\s*$/i.test(text);
}

/** Joins the three words of `no logical form` to one item. */
function joinNoForms(items: readonly FormItem[]): readonly FormItem[] {
  const joined: FormItem[] = [];
  for (let at = 0; at < items.length; at++) {
    const three = items.slice(at, at + 3).filter((item): item is WordItem => item.kind === 'word');
    const [first, , third] = three;
    if (first && third && isNoLogicalForm(three.map(({ text }) => text).join(' '))) {
      joined.push({ kind: 'word', text: 'NK', range: range(first.range.start, third.range.end) });
      at += 2;
    } else {
      const item = items[at];
      if (item) joined.push(item);
    }
  }
  return joined;
}

/** Deeper than any question needs, and safe for recursion over the tree. */
const MAX_DEPTH = 100;

const COMPARISONS: Readonly<Record<string, FormComparison>> = {
  LT: 'lt',
  LE: 'le',
  GT: 'gt',
  GE: 'ge',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
const OPERATORS = [
  'JOIN',
  'AND',
  'OR',
  'MINUS',
  'COUNT',
  'ARGMAX',
  'ARGMIN',
  'R',
  'TC',
  'lt',
  'le',
  'gt',
  'ge',
];
/** Operators for which suggestions are useful. Every word is similar to the short ones. */
const LONG_OPERATORS = OPERATORS.filter(({ length }) => length > 2);

/** `undefined`, as the result of any parse function. */
type NoResult = (SExpr & RelationExpr & readonly RelationExpr[]) | undefined;

class FormParser {
  readonly problems: FormProblem[] = [];
  private depth = 0;

  constructor(private readonly schema: SchemaNames | undefined) {}

  outermost(item: FormItem): SExpr | undefined {
    if (item.kind !== 'list' || operatorOf(item) !== 'COUNT') return this.set(item);
    const [of] = this.args(item, 1, '(COUNT set)');
    const set = of && this.set(of);
    return set && { kind: 'count', of: set, range: item.range };
  }

  private set(item: FormItem): SExpr | undefined {
    if (item.kind !== 'list') return this.atom(item);
    if (this.depth >= MAX_DEPTH)
      return this.report(item.range, `Forms can be nested up to ${MAX_DEPTH} levels`);
    this.depth++;
    const expr = this.list(item);
    this.depth--;
    return expr;
  }

  private list(list: ListItem): SExpr | undefined {
    const operator = operatorOf(list);
    const comparison = operator === undefined ? undefined : COMPARISONS[operator];
    if (comparison) return this.compare(list, comparison);
    switch (operator) {
      case 'JOIN':
        return this.join(list);
      case 'AND':
      case 'OR':
      case 'MINUS':
        return this.pair(list, operator);
      case 'ARGMAX':
      case 'ARGMIN':
        return this.extreme(list, operator === 'ARGMAX' ? 'max' : 'min');
      case 'TC':
        return this.time(list);
      case 'COUNT':
        return this.report(operatorRange(list), 'COUNT must be outermost: a count is not a set');
      case 'R':
        return this.report(
          list.range,
          'Expected a set, but (R …) is a reversed relation: write (JOIN (R …) set)',
        );
      case undefined:
        return this.report(list.range, 'Expected an operator such as JOIN or AND');
      default:
        return this.report(operatorRange(list), unknownOperator(list));
    }
  }

  private join(list: ListItem): SExpr | undefined {
    const [relation, set] = this.args(list, 2, '(JOIN relation set)');
    const step = relation && this.step(relation);
    const of = set && this.set(set);
    return step && of && { kind: 'join', step, of, range: list.range };
  }

  private pair(list: ListItem, operator: 'AND' | 'OR' | 'MINUS'): SExpr | undefined {
    const [one, other] = this.args(list, 2, `(${operator} set set)`);
    const left = one && this.set(one);
    const right = other && this.set(other);
    if (!left || !right) return undefined;
    if (operator === 'MINUS') return { kind: 'minus', of: left, without: right, range: list.range };
    return { kind: operator === 'AND' ? 'and' : 'or', left, right, range: list.range };
  }

  /** The relations may be a chain of JOINs, or several arguments. A number after them is the rank. */
  private extreme(list: ListItem, which: 'max' | 'min'): SExpr | undefined {
    const [, set, ...rest] = list.items;
    const rank = rankOf(rest.at(-1));
    const relations = rank === undefined ? rest : rest.slice(0, -1);
    if (!set || !relations.length)
      return this.report(
        operatorRange(list),
        `Expected a set and a relation: (${which === 'max' ? 'ARGMAX' : 'ARGMIN'} set relation)`,
      );
    const of = this.set(set);
    const steps = relations.map((relation) => this.chain(relation));
    const by = steps.flatMap((step) => step ?? []);
    return of && steps.every(Boolean)
      ? { kind: 'extreme', which, of, by, ...(rank !== undefined && { rank }), range: list.range }
      : undefined;
  }

  private compare(list: ListItem, operator: FormComparison): SExpr | undefined {
    const [relation, value] = this.args(list, 2, `(${operator} relation value)`);
    const by = relation && this.chain(relation);
    const literal = value && this.literal(value);
    if (value && !literal)
      this.report(
        value.range,
        `Expected a value, such as 2010 or 5.0^^http://www.w3.org/2001/XMLSchema#float`,
      );
    return by && literal && { kind: 'compare', operator, by, literal, range: list.range };
  }

  private time(list: ListItem): SExpr | undefined {
    const [set, relation, when] = this.args(list, 3, '(TC set relation year)');
    const of = set && this.set(set);
    const step = relation && this.step(relation);
    if (!of || !step || !when) return undefined;
    if (step.reverse)
      return this.report(relation.range, 'A time relation cannot be reversed: write it without R');
    const at = parseTime(when);
    if (at === undefined) return this.report(when.range, 'Expected a year, a day or NOW');
    return {
      kind: 'time',
      of,
      relation: step.relation,
      relationRange: relation.range,
      at,
      range: list.range,
    };
  }

  /** Parses the path from the entities of a set to a value. */
  private chain(item: FormItem): readonly RelationExpr[] | undefined {
    if (item.kind !== 'list' || operatorOf(item) !== 'JOIN') {
      const step = this.step(item);
      return step && [step];
    }
    if (this.depth >= MAX_DEPTH)
      return this.report(item.range, `Forms can be nested up to ${MAX_DEPTH} levels`);
    this.depth++;
    const [first, second] = this.args(item, 2, '(JOIN relation relation)');
    const [before, after] = [first && this.chain(first), second && this.chain(second)];
    this.depth--;
    return before && after && [...before, ...after];
  }

  private step(item: FormItem): RelationExpr | undefined {
    if (item.kind !== 'list') return this.relation(item, false);
    if (operatorOf(item) !== 'R') return this.report(item.range, 'Expected a relation, but this is a set');
    const [relation] = this.args(item, 1, '(R relation)');
    if (!relation) return undefined;
    if (relation.kind === 'list') {
      return this.report(
        relation.range,
        operatorOf(relation) === 'R'
          ? 'R of R is the relation itself: remove both'
          : 'R reverses a relation, but this is a set',
      );
    }
    return this.relation(relation, true);
  }

  private relation(item: Exclude<FormItem, ListItem>, reverse: boolean): RelationExpr | undefined {
    const name = item.kind === 'word' ? this.idOf(item.text) : undefined;
    if (name === undefined || parseLiteralWord(name))
      return this.report(item.range, 'Expected a relation, but this is a value');
    if (isEntityId(name)) return this.report(item.range, `Expected a relation, but ${name} is an entity`);
    if (this.schema?.hasType(name) && !this.schema.hasRelation(name))
      return this.report(item.range, `Expected a relation, but ${name} is a class`);
    return { relation: name, reverse, range: item.range };
  }

  private atom(item: Exclude<FormItem, ListItem>): SExpr | undefined {
    const literal = this.literal(item);
    if (literal || item.kind !== 'word') return literal;
    const id = this.idOf(item.text);
    if (isEntityId(id)) return { kind: 'entity', id, range: item.range };
    if (this.schema && !this.schema.hasType(id)) {
      if (this.schema.hasRelation(id))
        return this.report(item.range, `Expected a set, but ${id} is a relation: write (JOIN ${id} set)`);
      if (!this.schema.machineIds) return { kind: 'entity', id, range: item.range };
    }
    if (!id.includes('.') && (this.schema?.machineIds ?? true))
      return this.report(
        item.range,
        `${id} is neither an entity (m.…), nor a class (film.film), nor a value`,
      );
    return { kind: 'class', id, range: item.range };
  }

  private literal(item: FormItem): LiteralExpr | undefined {
    if (item.kind === 'list') return undefined;
    const value =
      item.kind === 'quoted' ? parseQuotedLiteral(item.value, item.suffix) : parseLiteralWord(item.text);
    return value && { kind: 'literal', ...value, range: item.range };
  }

  /** Also accepts the notation of queries: `ns:film.film`, `:m.02mjmr`, `<http://…>`. */
  private idOf(word: string): string {
    const iri = /^<(.+)>$/.exec(word)?.[1];
    if (iri !== undefined) return this.schema?.idOf(iri) ?? iri;
    return word.replace(/^(?:ns|fb)?:(?=[A-Za-z])/, '');
  }

  /** Reports a wrong number of arguments, and returns all that are present. */
  private args(list: ListItem, count: number, form: string): readonly FormItem[] {
    const args = list.items.slice(1);
    if (args.length !== count) {
      const extra = args[count];
      const last = args.at(-1);
      this.report(
        extra && last ? range(extra.range.start, last.range.end) : operatorRange(list),
        extra ? `Too many arguments: expected ${form}` : `Missing argument: expected ${form}`,
      );
    }
    return args;
  }

  /** Returns `undefined`, so that callers can return the result. */
  private report(where: TextRange, message: string): NoResult {
    this.problems.push({ range: where, message });
    return undefined;
  }
}

function operatorOf({ items: [first] }: ListItem): string | undefined {
  return first?.kind === 'word' ? first.text.toUpperCase() : undefined;
}

function operatorRange({ items: [first], range: fullRange }: ListItem): TextRange {
  return first?.kind === 'word' ? first.range : fullRange;
}

function unknownOperator({ items: [first] }: ListItem): string {
  const word = first?.kind === 'word' ? first.text : '';
  const [suggestion] = findNearest(word.toUpperCase(), LONG_OPERATORS, { limit: 1, within: 2 });
  return `Unknown operator ${word}. ${suggestion === undefined ? `Operators: ${OPERATORS.join(', ')}` : `Did you mean ${suggestion}?`}`;
}

function parseTime(item: FormItem): 'NOW' | { readonly year: string } | undefined {
  if (item.kind === 'list') return undefined;
  const text = item.kind === 'word' ? (item.text.split('^^')[0] ?? '') : item.value;
  if (/^now$/i.test(text)) return 'NOW';
  return /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(text) ? { year: text } : undefined;
}

/** The rank of ARGMAX and ARGMIN: a number from 1 on; undefined if the item is something else. */
function rankOf(item: FormItem | undefined): number | undefined {
  return item?.kind === 'word' && /^[1-9]\d{0,2}$/.test(item.text) ? Number(item.text) : undefined;
}
