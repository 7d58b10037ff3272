/** The facts around nodes of a KB, from a few grouping queries whose results are cached. */
import type { KnowledgeBase, Row } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { MOST_FACTS, StepCounter } from './count-steps';
import { inverseOf, leadsToMediator } from './directions';
import { KbRows, sameShape } from './kb-rows';
import { findMeetings } from './meetings';
import { findMembers } from './members';
import { LookupCache } from './cached';
import {
  literalOf,
  walkKey,
  type LiteralFact,
  type Measure,
  type Meeting,
  type MembersAround,
  type PathAround,
  type Reached,
  type StepAround,
  type Surroundings,
  type Walk,
} from './surroundings';
import { isSystem } from '../../schema/domains';
import { quoted, variablesOf, walkPattern } from './node-patterns';

/** A KB is asked about so many nodes at once. */
const MOST_NODES = 1000;

/** Facts that are looked through for numbers and dates. */
const MOST_FACTS_OF_NODES = 200_000;

export class KbSurroundings implements Surroundings {
  private readonly steps = new LookupCache<readonly StepAround[]>(2000);
  private readonly paths = new LookupCache<readonly PathAround[]>(2000);
  private readonly reaches = new LookupCache<Reached>(500);

  private readonly asking: KbRows;
  private readonly counter: StepCounter;
  /** The KB's own goes before the general one, as in the forms that are asked. */
  private readonly typing: string | undefined;

  constructor(
    kb: KnowledgeBase,
    private readonly schema: KbSchema,
    timeoutMs: number,
    /** That one query may look at, where more may be there than is good to wait for. */
    private readonly mostFacts = MOST_FACTS,
  ) {
    this.asking = new KbRows(kb, schema, timeoutMs);
    this.counter = new StepCounter(this.asking, schema, mostFacts);
    const typing = [...schema.typing];
    this.typing = typing.find((iri) => iri.startsWith(schema.namespace)) ?? typing[0];
  }

  async relationsOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly StepAround[]>> {
    return this.steps.all(nodes, async (missing) => {
      const [to, from] = await Promise.all([
        this.counter.count(
          missing.filter((node) => !literalOf(node)),
          false,
          signal,
        ),
        this.counter.count(missing, true, signal),
      ]);
      const found = new Map<string, StepAround[]>(missing.map((node) => [node, []]));
      const known = new Set<string>();
      const add = ([e, p, n]: Row, reverse: boolean): void => {
        const node = this.asking.nodeOf(e);
        const relation = this.asking.idOf(p);
        if (node === undefined || !relation || isSystem(relation)) return;
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
      const found = await Promise.all(
        sameShape(missing.flatMap((key) => byKey.get(key) ?? [])).map((group) =>
          this.stepsBehind(group, signal),
        ),
      );
      for (const { walk, step } of found.flat()) {
        const before = byKey.get(walkKey(walk));
        if (before) paths.get(walkKey(before))?.push({ before, step });
      }
      return paths;
    });
    return [...byKey.keys()].flatMap((key) => found.get(key) ?? []);
  }

  /** Of walks of one shape. Mediators of one step are alike: of very many, some tell what is behind them. */
  private async stepsBehind(
    group: readonly Walk[],
    signal: AbortSignal,
  ): Promise<readonly { readonly walk: Walk; readonly step: StepAround }[]> {
    const [first] = group;
    if (!first) return [];
    const variables = variablesOf(first);
    const tags = variables.join(' ');
    const end = `?n${first.hops.length}`;
    const facts = `SELECT ${tags} ?p ?o WHERE { ${this.asking.table(variables, group)} ${walkPattern(first)} ${end} ?p ?o . FILTER (?o != ?e && ${end} != ?e) } LIMIT ${this.mostFacts}`;
    const rows = await this.asking.rows(
      `SELECT ${tags} ?p (COUNT(DISTINCT ?o) AS ?n) (COUNT(*) AS ?facts) WHERE { { ${facts} } } GROUP BY ${tags} ?p`,
      signal,
    );
    const seen = rows.reduce((sum, row) => sum + Number(row[variables.length + 2]?.value ?? 0), 0);
    if (seen >= this.mostFacts && group.length > 1)
      return (await Promise.all(group.map((walk) => this.stepsBehind([walk], signal)))).flat();
    return rows.flatMap((row) => {
      const walk = this.asking.tagged(row, first);
      const [predicate, count] = row.slice(variables.length);
      const relation = this.asking.idOf(predicate);
      if (!walk || !relation || isSystem(relation)) return [];
      const mediator = leadsToMediator({ relation, reverse: false }, this.schema);
      return [{ walk, step: { relation, reverse: false, ends: Number(count?.value ?? 0), mediator } }];
    });
  }

  async reach(walks: readonly Walk[], most: number, signal: AbortSignal): Promise<readonly Reached[]> {
    const keyOf = (walk: Walk): string => `${most} ${walkKey(walk)}`;
    const byKey = new Map(walks.map((walk) => [keyOf(walk), walk]));
    const found = await this.reaches.all([...byKey.keys()], async (missing) => {
      const reached = new Map<string, Reached>();
      await Promise.all(
        missing.map(async (key) => {
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

  async membersAround(
    nodes: readonly string[],
    type: string,
    most: number,
    signal: AbortSignal,
  ): Promise<readonly MembersAround[]> {
    const { typing } = this;
    const written = quoted(type, this.schema);
    if (typing === undefined || written === undefined) return [];
    return findMembers(nodes, `?x <${typing}> ${written} .`, most, this.asking, signal);
  }

  async literals(nodes: readonly string[], signal: AbortSignal): Promise<readonly LiteralFact[]> {
    const some = nodes.filter((node) => !literalOf(node)).slice(0, MOST_NODES);
    if (!some.length) return [];
    const query = `SELECT ?x ?p ?v WHERE { { SELECT ?x ?p ?v WHERE { ${this.asking.values('?x', some)} ?x ?p ?v . } LIMIT ${MOST_FACTS_OF_NODES} } FILTER (isLiteral(?v) && LANG(?v) = "") }`;
    return (await this.asking.rows(query, signal)).flatMap(([x, p, v]) => {
      const [node, relation] = [this.asking.nodeOf(x), this.asking.idOf(p)];
      if (
        node === undefined ||
        !relation ||
        isSystem(relation) ||
        v?.type !== 'literal' ||
        v.datatype === undefined
      )
        return [];
      return [{ node, relation, value: v.value, datatype: v.datatype }];
    });
  }

  async measuresOf(
    type: string,
    measures: readonly Measure[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]> {
    const { typing } = this;
    const written = quoted(type, this.schema);
    if (typing === undefined || written === undefined) return [];
    return this.byMeasures(measures, `?x <${typing}> ${written} .`, most, signal);
  }

  measured(
    nodes: readonly string[],
    measures: readonly Measure[],
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]> {
    const some = nodes.filter((node) => !literalOf(node)).slice(0, MOST_NODES);
    if (!some.length) return Promise.resolve([]);
    return this.byMeasures(measures, this.asking.values('?x', some), MOST_NODES * 10, signal);
  }

  private async byMeasures(
    measures: readonly Measure[],
    which: string,
    most: number,
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]> {
    const found: LiteralFact[] = [];
    for (const { via, relation } of measures) {
      const steps = [...(via === undefined ? [] : [via]), relation].map((id) => quoted(id, this.schema));
      if (steps.some((step) => step === undefined)) continue;
      const [first, second] = steps;
      const pattern = second === undefined ? `?x ${first} ?v .` : `?x ${first} ?m . ?m ${second} ?v .`;
      const query = `SELECT DISTINCT ?x ?v WHERE { ${which} ${pattern} FILTER (isLiteral(?v) && LANG(?v) = "") } LIMIT ${most}`;
      for (const [x, v] of await this.asking.rows(query, signal)) {
        const node = this.asking.nodeOf(x);
        if (node === undefined || v?.type !== 'literal' || v.datatype === undefined) continue;
        found.push({
          node,
          ...(via === undefined ? {} : { via }),
          relation,
          value: v.value,
          datatype: v.datatype,
        });
      }
    }
    return found;
  }

  async classesOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const some = nodes.filter((node) => !literalOf(node)).slice(0, MOST_NODES);
    const classes = new Map<string, string[]>();
    const { typing } = this;
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
