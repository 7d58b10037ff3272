/** Finds the surroundings of nodes in a graph in memory. A test compares it with the implementation by queries. */
import {
  hopKey,
  type Hop,
  type LiteralFact,
  type Measure,
  type EntityConnection,
  type HopToMembers,
  type PathContinuation,
  type PathEnds,
  type CountedHop,
  type Surroundings,
  type NodePath,
} from '../../server/src/core/candidates/surroundings/surroundings';
import { leadsToMediator } from '../../server/src/core/candidates/surroundings/directions';
import { isSystem } from '../../server/src/core/schema/domain-index';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { MemoryGraph } from './memory-graph';

export class MemorySurroundings implements Surroundings {
  private readonly steps = new Map<number, readonly CountedHop[]>();

  constructor(
    private readonly graph: MemoryGraph,
    private readonly schema: KbSchema,
  ) {}

  relationsOf(nodes: readonly string[]): Promise<ReadonlyMap<string, readonly CountedHop[]>> {
    return Promise.resolve(
      new Map(
        nodes.map((node) => {
          const number = this.graph.node(node);
          return [node, number === undefined ? [] : this.stepsOf(number)];
        }),
      ),
    );
  }

  private stepsOf(node: number): readonly CountedHop[] {
    let steps = this.steps.get(node);
    if (!steps) this.steps.set(node, (steps = this.findSteps(node)));
    return steps;
  }

  private findSteps(node: number): readonly CountedHop[] {
    const { graph, schema } = this;
    const steps: CountedHop[] = [];
    const forwards = new Set<string>();
    for (const [relation, ends] of graph.forwards[node] ?? []) {
      const id = graph.idOf(relation);
      if (isSystem(id)) continue;
      forwards.add(id);
      steps.push({
        relation: id,
        reverse: false,
        ends: ends.length,
        mediator: leadsToMediator({ relation: id, reverse: false }, schema),
      });
    }
    for (const [relation, ends] of graph.backwards[node] ?? []) {
      const id = graph.idOf(relation);
      const other = schema.relation(id)?.reverse;
      if (isSystem(id) || (other !== undefined && forwards.has(other))) continue;
      steps.push({
        relation: id,
        reverse: true,
        ends: ends.length,
        mediator: leadsToMediator({ relation: id, reverse: true }, schema),
      });
    }
    return steps;
  }

  private ends(node: number, { relation, reverse }: Hop): readonly number[] {
    const number = this.graph.node(relation);
    if (number === undefined) return [];
    return (reverse ? this.graph.backwards : this.graph.forwards)[node]?.get(number) ?? [];
  }

  findContinuations(paths: readonly NodePath[]): Promise<readonly PathContinuation[]> {
    const continuations: PathContinuation[] = [];
    for (const before of paths) {
      const start = this.graph.node(before.node);
      if (start === undefined) continue;
      const seconds = new Map<string, { step: CountedHop; ends: Set<number> }>();
      let middles: readonly number[] = [start];
      for (const hop of before.hops)
        middles = [...new Set(middles.flatMap((middle) => this.ends(middle, hop)))];
      for (const middle of middles) {
        if (this.graph.isLiteral(middle) || middle === start) continue;
        for (const step of this.stepsOf(middle)) {
          if (step.reverse) continue;
          const second = seconds.get(step.relation) ?? { step, ends: new Set<number>() };
          for (const end of this.ends(middle, step)) if (end !== start) second.ends.add(end);
          seconds.set(step.relation, second);
        }
      }
      for (const { step, ends } of seconds.values())
        if (ends.size) continuations.push({ before, step: { ...step, ends: ends.size } });
    }
    return Promise.resolve(continuations);
  }

  findPathEnds(paths: readonly NodePath[], limit: number): Promise<readonly PathEnds[]> {
    return Promise.resolve(paths.map((walk) => this.follow(walk, limit)));
  }

  private follow({ node, hops }: NodePath, limit: number): PathEnds {
    const start = this.graph.node(node);
    let at: readonly (readonly [number, number])[] = start === undefined ? [] : [[start, start]];
    for (const [place, hop] of hops.entries()) {
      const next = new Map<number, readonly [number, number]>();
      for (const from of new Set(at.map(([end]) => end)))
        for (const end of this.ends(from, hop))
          if (end !== start || place < hops.length - 1) next.set(end * 1e6 + from, [end, from]);
      at = [...next.values()];
    }
    const ends = at.slice(0, limit).map(([end, middle]) => ({
      end: this.graph.idOf(end),
      literal: this.graph.isLiteral(end),
      ...(hops.length > 1 ? { middle: this.graph.idOf(middle) } : {}),
    }));
    return { ends, more: at.length > limit };
  }

  findConnections(
    nodes: readonly string[],
    entities: readonly string[],
  ): Promise<readonly EntityConnection[]> {
    const wanted = new Set(nodes.flatMap((node) => this.graph.node(node) ?? []));
    const found = new Map<string, EntityConnection>();
    for (const entity of entities) {
      const target = this.graph.node(entity);
      if (target === undefined) continue;
      const meet = (node: number, hops: readonly Hop[]): void => {
        if (!wanted.has(node) || node === target) return;
        const id = this.graph.idOf(node);
        found.set([entity, id, ...hops.map(hopKey)].join(' '), { node: id, entity, hops });
      };
      // Walks from the entity, but the hops start at the node.
      for (const step of this.stepsOf(target)) {
        const back = { relation: step.relation, reverse: !step.reverse };
        for (const middle of this.ends(target, step)) {
          meet(middle, [back]);
          if (!step.mediator) continue;
          for (const second of this.stepsOf(middle))
            if (!second.reverse)
              for (const end of this.ends(middle, second))
                meet(end, [{ relation: second.relation, reverse: true }, back]);
        }
      }
    }
    return Promise.resolve([...found.values()]);
  }

  findMembers(nodes: readonly string[], type: string, limit: number): Promise<readonly HopToMembers[]> {
    const { graph } = this;
    const typing = graph.node('type.object.type') ?? -1;
    const wanted = graph.node(type);
    const isMember = (node: number): boolean =>
      wanted !== undefined && (graph.forwards[node]?.get(typing) ?? []).includes(wanted);
    const found = nodes.flatMap((node) => {
      const number = graph.node(node);
      if (number === undefined) return [];
      return this.stepsOf(number).flatMap(({ relation, reverse }) => {
        const ends = this.ends(number, { relation, reverse }).filter(
          (end) => end !== number && isMember(end),
        );
        return ends.length ? [{ node, relation, reverse, members: ends.map((end) => graph.idOf(end)) }] : [];
      });
    });
    const many = found.reduce((sum, { members }) => sum + members.length, 0);
    return Promise.resolve(many > limit ? [] : found);
  }

  literalFacts(nodes: readonly string[]): Promise<readonly LiteralFact[]> {
    const facts: LiteralFact[] = [];
    for (const node of nodes) {
      const number = this.graph.node(node);
      for (const [relation, ends] of (number !== undefined && this.graph.forwards[number]) || []) {
        const id = this.graph.idOf(relation);
        if (isSystem(id)) continue;
        for (const end of ends) {
          const datatype = this.graph.datatypes[end];
          if (datatype?.startsWith('http'))
            facts.push({ node, relation: id, value: this.graph.idOf(end), datatype });
        }
      }
    }
    return Promise.resolve(facts);
  }

  measuresOfClass(
    type: string,
    measures: readonly Measure[],
    limit: number,
  ): Promise<readonly LiteralFact[]> {
    const typing = this.graph.node('type.object.type') ?? -1;
    const members = this.graph.backwards[this.graph.node(type) ?? -1]?.get(typing) ?? [];
    return Promise.resolve(measures.flatMap((measure) => this.byMeasure(members, measure).slice(0, limit)));
  }

  measuresOfNodes(nodes: readonly string[], measures: readonly Measure[]): Promise<readonly LiteralFact[]> {
    const some = nodes.flatMap((node) => this.graph.node(node) ?? []);
    return Promise.resolve(measures.flatMap((measure) => this.byMeasure(some, measure)));
  }

  private byMeasure(nodes: readonly number[], { via, relation }: Measure): readonly LiteralFact[] {
    return nodes.flatMap((node) =>
      (via === undefined ? [node] : this.ends(node, { relation: via, reverse: false }))
        .flatMap((middle) => this.ends(middle, { relation, reverse: false }))
        .flatMap((end) => {
          const datatype = this.graph.datatypes[end];
          if (!datatype?.startsWith('http')) return [];
          const value = this.graph.idOf(end);
          return [
            {
              node: this.graph.idOf(node),
              ...(via === undefined ? {} : { via }),
              relation,
              value,
              datatype,
            },
          ];
        }),
    );
  }

  classesOf(
    nodes: readonly string[],
    isAccepted: (type: string) => boolean,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const typing = this.graph.node('type.object.type') ?? -1;
    return Promise.resolve(
      new Map(
        nodes.map((node) => {
          const number = this.graph.node(node) ?? -1;
          return [
            node,
            (this.graph.forwards[number]?.get(typing) ?? [])
              .map((type) => this.graph.idOf(type))
              .filter(isAccepted),
          ];
        }),
      ),
    );
  }
}
