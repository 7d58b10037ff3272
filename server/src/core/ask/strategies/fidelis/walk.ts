/** The steps that a KB really has around a node, in both directions; a mediator is stepped over, as if there were one relation. */
import { isSystem } from '../../../schema/domains';
import type { KnowledgeBase, RdfTerm } from '../../../kb/knowledge-base';
import type { KbSchema } from '../../../schema/schema';
import { isMediator } from '../../../repair/context/relations';
import { canBeAsked } from '../../../query/entity-directory';
import { factsAround, partsOf, type NodeFact } from '../../../query/fact-queries';

/** One relation of a walk. */
export interface PathHop {
  readonly relation: string;
  /** Against its direction: from the object to the subject. */
  readonly reverse: boolean;
}

interface WalkStep {
  /** One, or two over a mediator. */
  readonly hops: readonly PathHop[];
  /** Some of what it leads to, each once. */
  readonly ends: readonly RdfTerm[];
}

/** Of each relation. */
const MAX_ENDS = 20;
/** Of all relations together, and of each. */
const MAX_MEDIATORS = 60;
const MAX_OF_A_KIND = 10;

export class PathWalk {
  private readonly known = new Map<string, Promise<readonly WalkStep[]>>();

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly schema: KbSchema,
    private readonly signal: AbortSignal,
    /** Where it is known which relations count. */
    private readonly only?: ReadonlySet<string>,
  ) {}

  /** A few queries for each node, once. Empty where the KB does not tell. */
  stepsFrom(iri: string): Promise<readonly WalkStep[]> {
    let steps = this.known.get(iri);
    if (!steps) this.known.set(iri, (steps = canBeAsked(iri) ? this.look(iri) : Promise.resolve([])));
    return steps;
  }

  private async look(iri: string): Promise<readonly WalkStep[]> {
    const out = await factsAround(this.kb, iri, 'out', MAX_ENDS, this.signal);
    const into = await factsAround(this.kb, iri, 'in', MAX_ENDS, this.signal);
    const forwards = this.steps(out.facts, false, iri);
    // A relation and its reverse say the same fact twice.
    const said = new Set<string | undefined>(
      forwards.map(({ hops: [hop] }) => hop && this.schema.relation(hop.relation)?.reverse),
    );
    const backwards = this.steps(into.facts, true, iri).filter(({ hops: [hop] }) => !said.has(hop?.relation));
    const all = [...forwards, ...backwards];
    const over = await this.overMediators(
      all.filter((step) => this.endsAtMediators(step)),
      iri,
    );
    return [...all.filter((step) => !this.endsAtMediators(step)), ...over];
  }

  private steps(facts: readonly NodeFact[], reverse: boolean, from: string): readonly WalkStep[] {
    const byRelation = new Map<string, RdfTerm[]>();
    for (const { relation, term } of facts) {
      const id = this.schema.idOf(relation);
      if (id === undefined || isSystem(id) || term.type === 'bnode' || term.value === from) continue;
      if (this.only && !this.only.has(id)) continue;
      byRelation.set(id, [...(byRelation.get(id) ?? []), term]);
    }
    return [...byRelation].map(([relation, ends]) => ({
      hops: [{ relation, reverse }],
      ends: eachOnce(ends).slice(0, MAX_ENDS),
    }));
  }

  private endsAtMediators({ hops }: WalkStep): boolean {
    const hop = hops.at(-1);
    const { domain, range } = this.schema.relation(hop?.relation ?? '') ?? {};
    return isMediator(this.schema, hop?.reverse === true ? domain : range);
  }

  private async overMediators(steps: readonly WalkStep[], from: string): Promise<readonly WalkStep[]> {
    const mediators = steps
      .flatMap(({ ends }) => irisOf(ends).slice(0, MAX_OF_A_KIND))
      .slice(0, MAX_MEDIATORS);
    const parts = await partsOf(this.kb, [...new Set(mediators)].filter(canBeAsked), this.signal);
    return steps.flatMap(({ hops, ends }) => {
      const facts = irisOf(ends).flatMap((mediator) => parts.get(mediator) ?? []);
      return this.steps(facts, false, from)
        .filter((step) => !this.endsAtMediators(step))
        .map((step) => ({ ...step, hops: [...hops, ...step.hops] }));
    });
  }
}

function irisOf(terms: readonly RdfTerm[]): readonly string[] {
  return terms.flatMap(({ type, value }) => (type === 'uri' ? [value] : []));
}

export function eachOnce(terms: readonly RdfTerm[]): readonly RdfTerm[] {
  return [...new Map(terms.map((term) => [`${term.type} ${term.value}`, term])).values()];
}
