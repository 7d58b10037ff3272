/** Finds the steps from a node of the KB in both directions. The two hops through a mediator are one step. */
import { isSystem } from '../../../schema/domain-index';
import type { KnowledgeBase, RdfTerm } from '../../../kb/knowledge-base';
import type { KbSchema } from '../../../schema/schema';
import { isQueryableIri } from '../../../query/entity-directory';
import { factsAround, mediatorFacts, type NodeFact } from '../../../query/fact-queries';
import { leadsToMediator } from '../../../candidates/surroundings/directions';
import type { Hop } from '../../../candidates/surroundings/surroundings';
import { findNextSteps } from './next-relations';

interface WalkStep {
  /** One, or two through a mediator. */
  readonly hops: readonly Hop[];
  /** Some of the distinct nodes that the step leads to. */
  readonly ends: readonly RdfTerm[];
}

/** The maximum number of ends per relation. */
export const MAX_ENDS = 20;
const MAX_MEDIATORS = 60;
const MAX_MEDIATORS_PER_RELATION = 10;

export class PathWalk {
  private readonly cache = new Map<string, Promise<readonly WalkStep[]>>();

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly schema: KbSchema,
    private readonly signal: AbortSignal,
    private readonly allowedRelations?: ReadonlySet<string>,
  ) {}

  /** Sends a few queries for each node, once. Returns no steps if the KB does not answer. */
  stepsFrom(iri: string): Promise<readonly WalkStep[]> {
    let steps = this.cache.get(iri);
    if (!steps)
      this.cache.set(iri, (steps = isQueryableIri(iri) ? this.findSteps(iri) : Promise.resolve([])));
    return steps;
  }

  /** The relations that lead on from nodes, in the direction of the relations. */
  nextSteps(iris: readonly string[]): ReturnType<typeof findNextSteps> {
    return findNextSteps(iris, this.kb, this.schema, this.allowedRelations, this.signal);
  }

  private async findSteps(iri: string): Promise<readonly WalkStep[]> {
    const outgoing = await factsAround(this.kb, iri, 'out', MAX_ENDS, this.signal);
    const incoming = await factsAround(this.kb, iri, 'in', MAX_ENDS, this.signal);
    const forwards = this.toSteps(outgoing.facts, false, iri);
    // A relation and its reverse state the same fact.
    const reverses = new Set<string | undefined>(
      forwards.map(({ hops: [hop] }) => hop && this.schema.relation(hop.relation)?.reverse),
    );
    const backwards = this.toSteps(incoming.facts, true, iri).filter(
      ({ hops: [hop] }) => !reverses.has(hop?.relation),
    );
    const steps = [...forwards, ...backwards];
    const throughMediators = await this.continueThroughMediators(
      steps.filter((step) => this.endsAtMediators(step)),
      iri,
    );
    return [...steps.filter((step) => !this.endsAtMediators(step)), ...throughMediators];
  }

  private toSteps(facts: readonly NodeFact[], reverse: boolean, from: string): readonly WalkStep[] {
    const byRelation = new Map<string, RdfTerm[]>();
    for (const { relation, term } of facts) {
      const id = this.schema.idOf(relation);
      if (id === undefined || isSystem(id) || term.type === 'bnode' || term.value === from) continue;
      if (this.allowedRelations && !this.allowedRelations.has(id)) continue;
      byRelation.set(id, [...(byRelation.get(id) ?? []), term]);
    }
    return [...byRelation].map(([relation, ends]) => ({
      hops: [{ relation, reverse }],
      ends: uniqueTerms(ends).slice(0, MAX_ENDS),
    }));
  }

  private endsAtMediators({ hops }: WalkStep): boolean {
    const hop = hops.at(-1);
    return hop !== undefined && leadsToMediator(hop, this.schema);
  }

  private async continueThroughMediators(
    steps: readonly WalkStep[],
    from: string,
  ): Promise<readonly WalkStep[]> {
    const mediators = steps
      .flatMap(({ ends }) => irisOf(ends).slice(0, MAX_MEDIATORS_PER_RELATION))
      .slice(0, MAX_MEDIATORS);
    const parts = await mediatorFacts(this.kb, [...new Set(mediators)].filter(isQueryableIri), this.signal);
    return steps.flatMap(({ hops, ends }) => {
      const facts = irisOf(ends).flatMap((mediator) => parts.get(mediator) ?? []);
      return this.toSteps(facts, false, from)
        .filter((step) => !this.endsAtMediators(step))
        .map((step) => ({ ...step, hops: [...hops, ...step.hops] }));
    });
  }
}

export function irisOf(terms: readonly RdfTerm[]): readonly string[] {
  return terms.flatMap(({ type, value }) => (type === 'uri' ? [value] : []));
}

export function uniqueTerms(terms: readonly RdfTerm[]): readonly RdfTerm[] {
  return [...new Map(terms.map((term) => [`${term.type} ${term.value}`, term])).values()];
}
