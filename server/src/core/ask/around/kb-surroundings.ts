/** What stands around the nodes of a KB, by a few queries that group; what was asked once is remembered. */
import type { KnowledgeBase, Limits, RdfTerm, Row } from '../../kb/knowledge-base';
import type { KbSchema } from '../../kb/schema';
import { askRows } from '../../run/ask-rows';
import { inverseOf, leadsToMediator } from './directions';
import { Remembered } from './remembered';
import {
  literalOf,
  walkKey,
  type Hop,
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
import { quoted } from './written-node';

/** More rows than these no query of ours is to give. */
const MOST_ROWS = 20_000;
/** A KB is asked about so many nodes at once. */
const MOST_NODES = 400;
/** Behind a step that leads to more than these, mediators are not looked through. */
const MOST_MEDIATORS = 3000;

/** Queries that are under way together. */
const AT_ONCE = 5;

export class KbSurroundings implements Surroundings {
  private readonly steps = new Remembered<readonly StepAround[]>(2000);
  private readonly paths = new Remembered<readonly PathAround[]>(2000);
  private readonly reaches = new Remembered<Reached>(500);

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly schema: KbSchema,
    private readonly timeoutMs: number,
  ) {}

  async relationsOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly StepAround[]>> {
    return this.steps.all(nodes, async (missing) => {
      const written = this.values('?e', missing);
      const forwards = missing.filter((node) => !literalOf(node));
      const [to, from] = await Promise.all([
        forwards.length
          ? this.rows(
              `SELECT ?e ?p (COUNT(DISTINCT ?o) AS ?n) WHERE { ${this.values('?e', forwards)} ?e ?p ?o . } GROUP BY ?e ?p`,
              signal,
            )
          : [],
        this.rows(
          `SELECT ?e ?p (COUNT(DISTINCT ?s) AS ?n) WHERE { ${written} ?s ?p ?e . } GROUP BY ?e ?p`,
          signal,
        ),
      ]);
      const found = new Map<string, StepAround[]>(missing.map((node) => [node, []]));
      const known = new Set<string>();
      const add = ([e, p, n]: Row, reverse: boolean): void => {
        const node = this.nodeOf(e);
        const relation = this.idOf(p);
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
        const query = `SELECT ${tags.join(' ')} ?p (COUNT(DISTINCT ?o) AS ?n) WHERE { ${this.table(tags, group)} ${walkPattern(first)} ${end} ?p ?o . FILTER (?o != ?e && ${end} != ?e) } GROUP BY ${tags.join(' ')} ?p`;
        for (const row of await this.rows(query, signal)) {
          const walk = this.tagged(row, first);
          const [predicate, count] = row.slice(tags.length);
          const relation = this.idOf(predicate);
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
    const query = `SELECT DISTINCT ${nodes} WHERE { ${this.table(variablesOf(walk), [walk])} ${walkPattern(walk)} FILTER (?n${length} != ?e) } LIMIT ${most + 1}`;
    const rows = await this.rows(query, signal);
    const ends = rows.slice(0, most).flatMap(([last, before]) => {
      const [end, middle] = [this.plain(last), this.nodeOf(before)];
      if (!last || end === undefined) return [];
      return [{ end, literal: last.type === 'literal', ...(middle !== undefined && { middle }) }];
    });
    return { ends, more: rows.length > most };
  }

  async meetings(
    nodes: readonly string[],
    entities: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Meeting[]> {
    const some = nodes.slice(0, MOST_NODES);
    if (!some.length || !entities.length) return [];
    const [ends, starts] = [this.values('?x', some), this.values('?e', entities)];
    const steps = await this.relationsOf(entities, signal);
    const through = entities.flatMap((node) =>
      (steps.get(node) ?? [])
        .filter(({ mediator, ends: many }) => mediator && many <= MOST_MEDIATORS)
        .map((hop) => ({ node, hops: [hop] })),
    );
    const [to, from, ...further] = await Promise.all([
      this.rows(`SELECT ?e ?p ?x WHERE { ${starts} ${ends} ?e ?p ?x . }`, signal),
      this.rows(`SELECT ?e ?p ?x WHERE { ${starts} ${ends} ?x ?p ?e . }`, signal),
      ...sameShape(through).map(async (group) => {
        const [first] = group;
        if (!first) return [];
        const tags = variablesOf(first);
        const query = `SELECT DISTINCT ${tags.join(' ')} ?q ?x WHERE { ${this.table(tags, group)} ${walkPattern(first)} ?n1 ?q ?x . ${ends} }`;
        return (await this.rows(query, signal)).map((row) => ({ row, first }));
      }),
    ]);
    const met: Meeting[] = [];
    const has = (node: string, relation: string): boolean =>
      (steps.get(node) ?? []).some((step) => !step.reverse && step.relation === relation);
    const meet = ([e, p, x]: Row, reverse: boolean): void => {
      const [entity, node, relation] = [this.nodeOf(e), this.nodeOf(x), this.idOf(p)];
      if (entity === undefined || node === undefined || entity === node || !relation || !isTelling(relation))
        return;
      const inverse = inverseOf(relation, this.schema);
      if (reverse && inverse !== undefined && has(entity, inverse)) return;
      // From the node to the entity: the other way round than it was asked.
      met.push({ node, entity, hops: [{ relation, reverse: !reverse }] });
    };
    for (const row of to) meet(row, false);
    for (const row of from) meet(row, true);
    for (const { row, first } of further.flat()) {
      const walk = this.tagged(row, first);
      const [q, x] = row.slice(variablesOf(first).length);
      const [node, relation, hop] = [this.nodeOf(x), this.idOf(q), walk?.hops[0]];
      if (!walk || !hop || node === undefined || node === walk.node || !relation || !isTelling(relation))
        continue;
      met.push({
        node,
        entity: walk.node,
        hops: [
          { relation, reverse: true },
          { relation: hop.relation, reverse: !hop.reverse },
        ],
      });
    }
    return met;
  }

  async literals(nodes: readonly string[], signal: AbortSignal): Promise<readonly LiteralFact[]> {
    const some = nodes.filter((node) => !literalOf(node)).slice(0, MOST_NODES);
    if (!some.length) return [];
    const query = `SELECT ?x ?p ?v WHERE { ${this.values('?x', some)} ?x ?p ?v . FILTER (isLiteral(?v) && LANG(?v) = "") }`;
    return (await this.rows(query, signal)).flatMap(([x, p, v]) => {
      const [node, relation] = [this.nodeOf(x), this.idOf(p)];
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
    const query = `SELECT ?x ?t WHERE { ${this.values('?x', some)} ?x <${typing}> ?t . }`;
    for (const [x, t] of await this.rows(query, signal)) {
      const [node, type] = [this.nodeOf(x), this.idOf(t)];
      if (node === undefined || type === undefined) continue;
      const those = classes.get(node);
      if (those) those.push(type);
      else classes.set(node, [type]);
    }
    return classes;
  }

  /** What a KB does not answer is as if it were not there: asking tells of it. */
  private async rows(query: string, signal: AbortSignal): Promise<readonly Row[]> {
    const limits: Limits = { timeoutMs: this.timeoutMs, maxRows: MOST_ROWS };
    const rows = await askRows(this.kb, query, limits, signal);
    return 'problem' in rows ? [] : rows.rows;
  }

  private values(variable: string, nodes: readonly string[]): string {
    return `VALUES ${variable} { ${nodes.flatMap((node) => quoted(node, this.schema) ?? []).join(' ')} }`;
  }

  /** Where walks start and by which relations they go, a line each. */
  private table(variables: readonly string[], walks: readonly Walk[]): string {
    const lines = walks.flatMap(({ node, hops }) => {
      const terms = [node, ...hops.map(({ relation }) => relation)].map((id) => quoted(id, this.schema));
      return terms.every((term) => term !== undefined) ? [`(${terms.join(' ')})`] : [];
    });
    return `VALUES (${variables.join(' ')}) { ${lines.join(' ')} }`;
  }

  private tagged(row: Row, shape: Walk): Walk | undefined {
    const [start, ...relations] = row;
    const node = this.nodeOf(start);
    if (node === undefined) return undefined;
    const hops = shape.hops.map(({ reverse }, at): Hop => {
      const term = relations[at];
      return { relation: this.idOf(term) ?? '', reverse };
    });
    return { node, hops };
  }

  private idOf(term: RdfTerm | null | undefined): string | undefined {
    return term?.type === 'uri' ? this.schema.idOf(term.value) : undefined;
  }

  private plain(term: RdfTerm | null | undefined): string | undefined {
    return term?.type === 'literal' ? term.value : this.nodeOf(term);
  }

  private nodeOf(term: RdfTerm | null | undefined): string | undefined {
    if (!term) return undefined;
    if (term.type === 'literal') return `"${term.value}"^^${term.datatype ?? ''}`;
    return this.idOf(term);
  }
}

/** Walks that differ only in where they start and by which relations they go. */
function sameShape(walks: readonly Walk[]): readonly (readonly Walk[])[] {
  const groups = new Map<string, Walk[]>();
  for (const walk of walks) {
    const shape = walk.hops.map(({ reverse }) => (reverse ? '<' : '>')).join('');
    const group = groups.get(shape);
    if (group) group.push(walk);
    else groups.set(shape, [walk]);
  }
  return [...groups.values()];
}
