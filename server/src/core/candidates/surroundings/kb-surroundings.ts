/** The facts around nodes of a KB, from a few grouping queries whose results are cached. */
import type { KnowledgeBase, RdfTerm, AnswerRow } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { HopCounter, MAX_FACTS } from './count-hops';
import { inverseOf, leadsToMediator } from './directions';
import { KbRows, groupByShape } from './kb-rows';
import { findConnections } from './connections';
import { findMembers } from './members';
import { findPathEnds, NO_ENDS } from './path-ends';
import { LookupCache } from './lookup-cache';
import {
  parseLiteralNode,
  nodePathKey,
  type LiteralFact,
  type Measure,
  type PathContinuation,
  type PathEnds,
  type CountedHop,
  type Surroundings,
  type NodePath,
} from './surroundings';
import { isSystem } from '../../schema/domain-index';
import { pathPattern, pathVariables, toTerm } from './node-patterns';

/** Nodes in one query. */
const MAX_NODES = 1000;

/** Literals that one query reads to find numbers and dates. */
const MAX_LITERALS = 200_000;

export class KbSurroundings implements Surroundings {
  private readonly hops = new LookupCache<readonly CountedHop[]>(2000);
  private readonly continuations = new LookupCache<readonly PathContinuation[]>(2000);
  private readonly pathEnds = new LookupCache<PathEnds>(500);

  private readonly kb: KbRows;
  private readonly counter: HopCounter;
  /** The type relation of the schema's namespace, as in the queries for logical forms, or else `rdf:type`. */
  private readonly typing: string | undefined;

  constructor(
    kb: KnowledgeBase,
    private readonly schema: KbSchema,
    timeoutMs: number,
    /** Facts that a query may read if it groups or counts them. */
    private readonly maxFacts = MAX_FACTS,
  ) {
    this.kb = new KbRows(kb, schema, timeoutMs);
    this.counter = new HopCounter(this.kb, schema, maxFacts);
    const typing = [...schema.typing];
    this.typing = typing.find((iri) => iri.startsWith(schema.namespace)) ?? typing[0];
  }

  readonly relationsOf: Surroundings['relationsOf'] = (nodes, signal) =>
    this.hops.getAll(nodes, async (missing) => {
      const subjects = missing.filter((node) => !parseLiteralNode(node));
      const [to, from] = await Promise.all([
        this.counter.count(subjects, false, signal),
        this.counter.count(missing, true, signal),
      ]);
      const found = new Map<string, CountedHop[]>(missing.map((node) => [node, []]));
      const forward = new Set<string>();
      const add = ([e, p, n]: AnswerRow, reverse: boolean): void => {
        const node = this.kb.nodeOf(e);
        const relation = this.kb.idOf(p);
        if (node === undefined || !relation || isSystem(relation)) return;
        const inverse = inverseOf(relation, this.schema);
        if (reverse && inverse !== undefined && forward.has(`${node} ${inverse}`)) return;
        if (!reverse) forward.add(`${node} ${relation}`);
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

  readonly findContinuations: Surroundings['findContinuations'] = async (paths, signal) => {
    const byKey = new Map(paths.map((path) => [nodePathKey(path), path]));
    const found = await this.continuations.getAll([...byKey.keys()], async (missing) => {
      const continuations = new Map<string, PathContinuation[]>(missing.map((key) => [key, []]));
      const groups = groupByShape(missing.flatMap((key) => byKey.get(key) ?? []));
      const results = await Promise.all(groups.map((group) => this.continue(group, signal)));
      for (const { before, step } of results.flat()) {
        const key = nodePathKey(before);
        const path = byKey.get(key);
        if (path) continuations.get(key)?.push({ before: path, step });
      }
      return continuations;
    });
    return [...byKey.keys()].flatMap((key) => found.get(key) ?? []);
  };

  /** For paths of one shape. If one path has too many facts, a part of them shows which relations its mediators have. */
  private async continue(
    group: readonly NodePath[],
    signal: AbortSignal,
  ): Promise<readonly PathContinuation[]> {
    const [first] = group;
    if (!first) return [];
    const variables = pathVariables(first);
    const columns = variables.join(' ');
    const end = `?n${first.hops.length}`;
    const facts = `SELECT ${columns} ?p ?o WHERE { ${this.kb.pathValues(variables, group)} ${pathPattern(first)} ${end} ?p ?o . FILTER (?o != ?e && ${end} != ?e) } LIMIT ${this.maxFacts}`;
    const rows = await this.kb.rows(
      `SELECT ${columns} ?p (COUNT(DISTINCT ?o) AS ?n) (COUNT(*) AS ?facts) WHERE { { ${facts} } } GROUP BY ${columns} ?p`,
      signal,
    );
    const factsRead = rows.reduce((sum, row) => sum + Number(row[variables.length + 2]?.value ?? 0), 0);
    if (factsRead >= this.maxFacts && group.length > 1)
      return (await Promise.all(group.map((path) => this.continue([path], signal)))).flat();
    return rows.flatMap((row) => {
      const before = this.kb.pathOf(row, first);
      const [predicate, count] = row.slice(variables.length);
      const relation = this.kb.idOf(predicate);
      if (!before || !relation || isSystem(relation)) return [];
      const mediator = leadsToMediator({ relation, reverse: false }, this.schema);
      return [{ before, step: { relation, reverse: false, ends: Number(count?.value ?? 0), mediator } }];
    });
  }

  readonly findPathEnds: Surroundings['findPathEnds'] = async (paths, limit, signal) => {
    const keyOf = (path: NodePath): string => `${limit} ${nodePathKey(path)}`;
    const byKey = new Map(paths.map((path) => [keyOf(path), path]));
    const found = await this.pathEnds.getAll([...byKey.keys()], async (missing) => {
      const missingPaths = missing.flatMap((key) => byKey.get(key) ?? []);
      const ends = await findPathEnds(missingPaths, limit, this.kb, signal);
      return new Map(missingPaths.map((path, at) => [keyOf(path), ends[at] ?? NO_ENDS]));
    });
    return paths.map((path) => found.get(keyOf(path)) ?? NO_ENDS);
  };

  readonly findConnections: Surroundings['findConnections'] = (nodes, entities, signal) =>
    findConnections(nodes.slice(0, MAX_NODES), entities, this, this.kb, signal);

  readonly findMembers: Surroundings['findMembers'] = async (nodes, type, limit, signal) => {
    const isMember = this.memberPattern(type);
    return isMember === undefined ? [] : findMembers(nodes, isMember, limit, this.kb, signal);
  };

  /** The pattern that `?x` is a member of the class. */
  private memberPattern(type: string): string | undefined {
    const term = toTerm(type, this.schema);
    return this.typing === undefined || term === undefined ? undefined : `?x <${this.typing}> ${term} .`;
  }

  readonly literalFacts: Surroundings['literalFacts'] = async (nodes, signal) => {
    const subjects = subjectsIn(nodes);
    if (!subjects.length) return [];
    // Virtuoso finds literals with its index if this is the only filter.
    const literals = `SELECT ?x ?p ?v WHERE { ${this.kb.values('?x', subjects)} ?x ?p ?v . FILTER (isLiteral(?v)) } LIMIT ${MAX_LITERALS}`;
    const query = `SELECT ?x ?p ?v WHERE { { ${literals} } FILTER (LANG(?v) = "") }`;
    return (await this.kb.rows(query, signal)).flatMap(([x, p, v]) => {
      const relation = this.kb.idOf(p);
      return relation && !isSystem(relation) ? this.toFacts(x, { relation }, v) : [];
    });
  };

  private toFacts(
    x: RdfTerm | null | undefined,
    measure: Measure,
    v: RdfTerm | null | undefined,
  ): readonly LiteralFact[] {
    const node = this.kb.nodeOf(x);
    if (node === undefined || v?.type !== 'literal' || v.datatype === undefined) return [];
    return [{ node, ...measure, value: v.value, datatype: v.datatype }];
  }

  readonly measuresOfClass: Surroundings['measuresOfClass'] = async (type, measures, limit, signal) => {
    const isMember = this.memberPattern(type);
    return isMember === undefined ? [] : this.factsBy(measures, isMember, limit, signal);
  };

  readonly measuresOfNodes: Surroundings['measuresOfNodes'] = async (nodes, measures, signal) => {
    const subjects = subjectsIn(nodes);
    if (!subjects.length) return [];
    return this.factsBy(measures, this.kb.values('?x', subjects), MAX_NODES * 10, signal);
  };

  /** `subjects` is a pattern that restricts `?x`. */
  private async factsBy(
    measures: readonly Measure[],
    subjects: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]> {
    const facts = await Promise.all(
      measures.map(async (measure): Promise<readonly LiteralFact[]> => {
        const { via, relation } = measure;
        const terms = [...(via === undefined ? [] : [via]), relation].map((id) => toTerm(id, this.schema));
        if (terms.some((term) => term === undefined)) return [];
        const [first, second] = terms;
        const pattern = second === undefined ? `?x ${first} ?v .` : `?x ${first} ?m . ?m ${second} ?v .`;
        const query = `SELECT DISTINCT ?x ?v WHERE { ${subjects} ${pattern} FILTER (isLiteral(?v) && LANG(?v) = "") }`;
        return (await this.kb.rows(query, signal, limit)).flatMap(([x, v]) => this.toFacts(x, measure, v));
      }),
    );
    return facts.flat();
  }

  readonly classesOf: Surroundings['classesOf'] = async (nodes, isAccepted, signal) => {
    const subjects = subjectsIn(nodes);
    const classes = new Map<string, string[]>();
    if (!subjects.length || this.typing === undefined) return classes;
    const pattern = `${this.kb.values('?x', subjects)} ?x <${this.typing}> ?t .`;
    // Nodes have many classes, few of which are accepted.
    const all = await this.kb.rows(`SELECT DISTINCT ?t WHERE { ${pattern} }`, signal);
    const accepted = all
      .map(([t]) => this.kb.idOf(t))
      .filter((type): type is string => type !== undefined && isAccepted(type));
    if (!accepted.length) return classes;
    const query = `SELECT ?x ?t WHERE { ${pattern} FILTER (?t IN (${this.kb.list(accepted)})) }`;
    for (const [x, t] of await this.kb.rows(query, signal)) {
      const [node, type] = [this.kb.nodeOf(x), this.kb.idOf(t)];
      if (node === undefined || type === undefined) continue;
      const types = classes.get(node);
      if (types) types.push(type);
      else classes.set(node, [type]);
    }
    return classes;
  };
}

/** The nodes that are not literals, up to the limit of one query. */
function subjectsIn(nodes: readonly string[]): readonly string[] {
  return nodes.filter((node) => !parseLiteralNode(node)).slice(0, MAX_NODES);
}
