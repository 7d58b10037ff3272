/** What stands around the nodes of a KB, by a few queries that group; what was asked once is remembered. */
import type { KnowledgeBase, Row } from '../../kb/knowledge-base';
import type { KbSchema } from '../../kb/schema';
import { inverseOf, leadsToMediator } from './directions';
import { KbRows, sameShape } from './kb-rows';
import { findMeetings } from './meetings';
import { Remembered } from './remembered';
import {
  literalOf,
  walkKey,
  type LiteralFact,
  type Meeting,
  type PathAround,
  type Reached,
  type StepAround,
  type Surroundings,
  type Walk,
} from './surroundings';
import { isTelling } from './telling-relations';
import { variablesOf, walkPattern } from './walk-pattern';

/** A KB is asked about so many nodes at once. */
const MOST_NODES = 400;

/** Queries that are under way together. */
const AT_ONCE = 5;

export class KbSurroundings implements Surroundings {
  private readonly steps = new Remembered<readonly StepAround[]>(2000);
  private readonly paths = new Remembered<readonly PathAround[]>(2000);
  private readonly reaches = new Remembered<Reached>(500);

  private readonly asking: KbRows;

  constructor(
    kb: KnowledgeBase,
    private readonly schema: KbSchema,
    timeoutMs: number,
  ) {
    this.asking = new KbRows(kb, schema, timeoutMs);
  }

  async relationsOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly StepAround[]>> {
    return this.steps.all(nodes, async (missing) => {
      const written = this.asking.values('?e', missing);
      const forwards = missing.filter((node) => !literalOf(node));
      const [to, from] = await Promise.all([
        forwards.length
          ? this.asking.rows(
              `SELECT ?e ?p (COUNT(DISTINCT ?o) AS ?n) WHERE { ${this.asking.values('?e', forwards)} ?e ?p ?o . } GROUP BY ?e ?p`,
              signal,
            )
          : [],
        this.asking.rows(
          `SELECT ?e ?p (COUNT(DISTINCT ?s) AS ?n) WHERE { ${written} ?s ?p ?e . } GROUP BY ?e ?p`,
          signal,
        ),
      ]);
      const found = new Map<string, StepAround[]>(missing.map((node) => [node, []]));
      const known = new Set<string>();
      const add = ([e, p, n]: Row, reverse: boolean): void => {
        const node = this.asking.nodeOf(e);
        const relation = this.asking.idOf(p);
        if (node === undefined || !relation || !isTelling(relation)) return;
        const inverse = inverseOf(relation, this.schema);
        if (reverse && inverse !== undefined && known.has(`${node} ${inverse}`)) return;
        if (!reverse) known.add(`${node} ${relation}`);
        found.get(node)?.push({
          relation,
          reverse,
          ends: Number(n?.value ?? 0),
          mediator: leadsToMediator({ relation, reverse }, this.schema),
        });
      };
      for (const row of to) add(row, false);
      for (const row of from) add(row, true);
      return found;
    });
  }

  async onwards(walks: readonly Walk[], signal: AbortSignal): Promise<readonly PathAround[]> {
    const byKey = new Map(walks.map((walk) => [walkKey(walk), walk]));
    const found = await this.paths.all([...byKey.keys()], async (missing) => {
      const paths = new Map<string, PathAround[]>(missing.map((key) => [key, []]));
      for (const group of sameShape(missing.flatMap((key) => byKey.get(key) ?? []))) {
        const [first] = group;
        if (!first) continue;
        const tags = variablesOf(first);
        const end = `?n${first.hops.length}`;
        const query = `SELECT ${tags.join(' ')} ?p (COUNT(DISTINCT ?o) AS ?n) WHERE { ${this.asking.table(tags, group)} ${walkPattern(first)} ${end} ?p ?o . FILTER (?o != ?e && ${end} != ?e) } GROUP BY ${tags.join(' ')} ?p`;
        for (const row of await this.asking.rows(query, signal)) {
          const walk = this.asking.tagged(row, first);
          const [predicate, count] = row.slice(tags.length);
          const relation = this.asking.idOf(predicate);
          const before = walk && byKey.get(walkKey(walk));
          if (!before || !relation || !isTelling(relation)) continue;
          const mediator = leadsToMediator({ relation, reverse: false }, this.schema);
          paths.get(walkKey(before))?.push({
            before,
            step: { relation, reverse: false, ends: Number(count?.value ?? 0), mediator },
          });
        }
      }
      return paths;
    });
    return [...byKey.keys()].flatMap((key) => found.get(key) ?? []);
  }

  async reach(walks: readonly Walk[], most: number, signal: AbortSignal): Promise<readonly Reached[]> {
    const keyOf = (walk: Walk): string => `${most} ${walkKey(walk)}`;
    const byKey = new Map(walks.map((walk) => [keyOf(walk), walk]));
    const found = await this.reaches.all([...byKey.keys()], async (missing) => {
      const reached = new Map<string, Reached>();
      // A few at a time: a server is not to be flooded.
      for (let at = 0; at < missing.length; at += AT_ONCE)
        await Promise.all(
          missing.slice(at, at + AT_ONCE).map(async (key) => {
            const walk = byKey.get(key);
            if (walk) reached.set(key, await this.follow(walk, most, signal));
          }),
        );
      return reached;
    });
    return walks.map((walk) => found.get(keyOf(walk)) ?? { ends: [], more: false });
  }

  private async follow(walk: Walk, most: number, signal: AbortSignal): Promise<Reached> {
    const { length } = walk.hops;
    const nodes = length > 1 ? `?n${length} ?n${length - 1}` : `?n${length}`;
    const query = `SELECT DISTINCT ${nodes} WHERE { ${this.asking.table(variablesOf(walk), [walk])} ${walkPattern(walk)} FILTER (?n${length} != ?e) } LIMIT ${most + 1}`;
    const rows = await this.asking.rows(query, signal);
    const ends = rows.slice(0, most).flatMap(([last, before]) => {
      const [end, middle] = [this.asking.plain(last), this.asking.nodeOf(before)];
      if (!last || end === undefined) return [];
      return [{ end, literal: last.type === 'literal', ...(middle !== undefined && { middle }) }];
    });
    return { ends, more: rows.length > most };
  }

  meetings(
    nodes: readonly string[],
    entities: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Meeting[]> {
    return findMeetings(nodes.slice(0, MOST_NODES), entities, this, this.asking, signal);
  }

  async literals(nodes: readonly string[], signal: AbortSignal): Promise<readonly LiteralFact[]> {
    const some = nodes.filter((node) => !literalOf(node)).slice(0, MOST_NODES);
    if (!some.length) return [];
    const query = `SELECT ?x ?p ?v WHERE { ${this.asking.values('?x', some)} ?x ?p ?v . FILTER (isLiteral(?v) && LANG(?v) = "") }`;
    return (await this.asking.rows(query, signal)).flatMap(([x, p, v]) => {
      const [node, relation] = [this.asking.nodeOf(x), this.asking.idOf(p)];
      if (
        node === undefined ||
        !relation ||
        !isTelling(relation) ||
        v?.type !== 'literal' ||
        v.datatype === undefined
      )
        return [];
      return [{ node, relation, value: v.value, datatype: v.datatype }];
    });
  }

  async classesOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const some = nodes.filter((node) => !literalOf(node)).slice(0, MOST_NODES);
    const classes = new Map<string, string[]>();
    const [typing] = this.schema.typing;
    if (!some.length || typing === undefined) return classes;
    const query = `SELECT ?x ?t WHERE { ${this.asking.values('?x', some)} ?x <${typing}> ?t . }`;
    for (const [x, t] of await this.asking.rows(query, signal)) {
      const [node, type] = [this.asking.nodeOf(x), this.asking.idOf(t)];
      if (node === undefined || type === undefined) continue;
      const those = classes.get(node);
      if (those) those.push(type);
      else classes.set(node, [type]);
    }
    return classes;
  }
}
