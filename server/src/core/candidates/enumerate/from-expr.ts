/** Converts a logical form to a candidate, so that the ranker can score queries that people and models wrote. */
import type { CompareExpr, RelationExpr, SExpr } from '../../logical-form/sexpr';
import { range } from '../../language/text/range';
import { iriOf } from '../../question/linking/linked-entities';
import type { LinkedEntity, LinkedLiteral, Linking } from '../../question/linking/linking';
import type { KbSchema } from '../../schema/schema';
import { endTypeOf, leadsToMediator } from '../surroundings/directions';
import { reversePath, type Hop, type Measure } from '../surroundings/surroundings';
import { createCandidate, type Candidate, type ConditionPosition } from './candidate';

type CandidateParts = { -readonly [Key in keyof Omit<Candidate, 'expr'>]: Candidate[Key] };

export interface FromExprOptions {
  readonly linking: Pick<Linking, 'entities' | 'literals'>;
  /** The words of the question that ask for a superlative. */
  readonly orderWords: string;
  readonly schema: KbSchema;
}

/** Undefined if no candidate has this form, such as for three entities. */
export function candidateFromExpr(expr: SExpr, options: FromExprOptions): Candidate | undefined {
  const parts: CandidateParts = { hops: [] };
  let end = expr;
  if (end.kind === 'count') {
    parts.counts = true;
    end = end.of;
  }
  if (end.kind === 'extreme') {
    parts.extreme = { ...measureBy(end.by), which: end.which, at: 'end', cue: options.orderWords };
    end = end.of;
  }
  return new FormReader(parts, options).read(end);
}

class FormReader {
  constructor(
    private readonly parts: CandidateParts,
    private readonly options: FromExprOptions,
  ) {}

  read(end: SExpr): Candidate | undefined {
    const { parts, options } = this;
    const chains = this.chainsAt(end, 'end');
    if (!chains) return undefined;
    const [main, other, ...more] = chains;
    if (more.length) return undefined;
    if (main) {
      if (!this.addMain(main)) return undefined;
    } else if (parts.type === undefined && !parts.compare && !parts.extreme) return undefined;
    if (other && !this.addOther(other.steps, other.leaf, 'end')) return undefined;
    const last = parts.hops.at(-1);
    const endType = last && endTypeOf(last, options.schema);
    const turn = turnOf(parts.hops, options.schema);
    return createCandidate({
      ...parts,
      ...(endType !== undefined && { endType }),
      ...(turn !== undefined && { turn }),
    });
  }

  /** The paths to a node, the one from the most likely entity first. Undefined if they or the conditions cannot be expressed. */
  private chainsAt(expr: SExpr, at: ConditionPosition): readonly Chain[] | undefined {
    const chains = this.conditionsAt(expr, at)?.map(readChain);
    if (!chains?.every((chain) => chain !== undefined)) return undefined;
    // Forms are built with the main path last.
    return chains.reverse().sort((left, right) => this.scoreOf(right.leaf) - this.scoreOf(left.leaf));
  }

  private scoreOf(leaf: SExpr): number {
    const { entities } = this.options.linking;
    return leaf.kind === 'entity' ? (entities.find(({ id }) => id === leaf.id)?.score ?? 0.01) : 0;
  }

  /** Reads the conditions of a node and returns the paths to it; undefined if they cannot be expressed. */
  private conditionsAt(expr: SExpr, at: ConditionPosition): readonly SExpr[] | undefined {
    const { parts } = this;
    const paths: SExpr[] = [];
    const compared: CompareExpr[] = [];
    for (const each of conjuncts(expr))
      switch (each.kind) {
        case 'class':
          if (at === 'middle' || parts.type !== undefined) return undefined;
          parts.type = each.id;
          break;
        case 'compare':
          compared.push(each);
          break;
        case 'time': {
          if (at !== 'middle' || parts.time) return undefined;
          parts.time = { relation: each.relation, at: each.at };
          const inner = this.conditionsAt(each.of, at);
          if (!inner) return undefined;
          paths.push(...inner);
          break;
        }
        case 'extreme': {
          if (parts.extreme) return undefined;
          parts.extreme = { ...measureBy(each.by), which: each.which, at, cue: this.options.orderWords };
          const inner = this.conditionsAt(each.of, at);
          if (!inner) return undefined;
          paths.push(...inner);
          break;
        }
        case 'join':
          paths.push(each);
          break;
        default:
          return undefined;
      }
    const [first, second] = compared;
    if (first) {
      if (parts.compare) return undefined;
      const literal = this.literalOf(first.literal.value, first.literal.datatype);
      const operator = second ? 'in' : first.operator;
      parts.compare = {
        ...measureBy(first.by),
        operator,
        literal,
        datatype: first.literal.datatype,
        at,
      };
    }
    return paths;
  }

  /** The innermost expression is the start. Conditions of the node before the end belong to the middle. */
  private addMain({ steps, leaf, inner }: Chain): boolean {
    const { parts } = this;
    parts.hops = reversePath(steps);
    if (inner) {
      const [main, other, ...more] = this.chainsAt(inner, 'middle') ?? [];
      if (!main || main.inner || more.length) return false;
      parts.hops = [...reversePath(main.steps), ...parts.hops];
      if (other && !this.addOther(other.steps, other.leaf, 'middle')) return false;
      return this.addStart(main.leaf);
    }
    return this.addStart(leaf);
  }

  private addStart(leaf: SExpr): boolean {
    if (leaf.kind === 'entity') this.parts.start = this.entityOf(leaf.id);
    else if (leaf.kind === 'literal') this.parts.value = this.literalOf(leaf.value, leaf.datatype);
    else return false;
    return true;
  }

  private addOther(steps: readonly RelationExpr[], leaf: SExpr, at: ConditionPosition): boolean {
    if (leaf.kind !== 'entity' || this.parts.also) return false;
    this.parts.also = {
      entity: this.entityOf(leaf.id),
      hops: steps.map(({ relation, reverse }) => ({ relation, reverse })),
      at,
    };
    return true;
  }

  /** An entity that the question does not mention has no mention. */
  private entityOf(id: string): LinkedEntity {
    const { linking, schema } = this.options;
    return (
      linking.entities.find((entity) => entity.id === id) ?? {
        iri: iriOf(id, schema),
        id,
        name: id,
        types: [],
        match: 'fuzzy',
        score: 0,
        popularity: 0,
        because: [],
      }
    );
  }

  private literalOf(value: string, datatype: string): LinkedLiteral {
    const literal = this.options.linking.literals.find((each) => value.startsWith(each.value));
    return literal ?? { mention: range(0, 0), kind: 'integer', value, datatype };
  }
}

interface Chain {
  /** From the answer to the start. */
  readonly steps: readonly RelationExpr[];
  readonly leaf: SExpr;
  /** The node before the end, if it has conditions. */
  readonly inner?: SExpr;
}

/** Undefined if a node other than the one before the end has conditions. */
function readChain(expr: SExpr): Chain | undefined {
  const steps: RelationExpr[] = [];
  let node = expr;
  while (node.kind === 'join') {
    steps.push(node.step);
    node = node.of;
  }
  if (node.kind === 'entity' || node.kind === 'literal') return { steps, leaf: node };
  return steps.length === 1 ? { steps, leaf: node, inner: node } : undefined;
}

function conjuncts(expr: SExpr): readonly SExpr[] {
  return expr.kind === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

function measureBy(by: readonly RelationExpr[]): Measure {
  const [first, second] = by;
  return second
    ? { via: first?.relation ?? '', relation: second.relation }
    : { relation: first?.relation ?? '' };
}

/** The length of the first part: up to the first inner node that is not a mediator. */
function turnOf(hops: readonly Hop[], schema: KbSchema): number | undefined {
  const at = hops.slice(0, -1).findIndex((hop) => !leadsToMediator(hop, schema));
  return at < 0 ? undefined : at + 1;
}
