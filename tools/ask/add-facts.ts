/** Adds the facts that gold queries lack to a KB, so that their questions have an answer. Other facts of their entities are real. */
import { FREEBASE, XSD } from '../../server/src/core/language/rdf/names';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { hashText } from '../grow/chance';
import type { MemoryGraph } from './memory-graph';
import { parseGoldQuery, type GoldTriple } from './parse-gold-query';
import type { GoldQuestion } from './question-sets';

const NAME = 'type.object.name';
const TYPE = 'type.object.type';

/** A value for each datatype of Freebase. */
const LITERALS: Readonly<Partial<Record<string, string>>> = {
  'type.datetime': `"1987-04-12"^^<${XSD}date>`,
  'type.int': `"42"^^<${XSD}integer>`,
  'type.float': `"42.5"^^<${XSD}double>`,
};

/** A text in quotes, or words in capitals with small ones between them. */
const NAME_IN_QUESTION =
  /"([^"]+)"|\b[A-Z][\w'.&-]*(?:,? (?:(?:of|the|and|de|in|for|at|on|to) ){0,2}[A-Z0-9][\w'.&-]*)*/g;
const LEADING_WORDS =
  /^(?:(?:Wh\w+|How|In|Of|On|The|An?|Is|Are|Was|Did|Do|Does|Name|Find|At|From|For|To|During|I)(?: |$))+/;
const MAX_COPIED = 40;

export class AddedFacts {
  /** N-Triples. */
  readonly lines: string[] = [];
  private readonly added = new Set<string>();
  /** Entities with a name from their question. */
  private readonly named = new Map<string, string>();
  private nodes = 0;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly schema: KbSchema,
  ) {}

  /** Returns false if the question does not name an entity, or the query needs values. */
  add({ question, sparql }: GoldQuestion): boolean {
    const query = parseGoldQuery(sparql);
    if (!query?.entities.length || query.order || query.compared.length) return false;
    const random = new SeededRandom(hashText(question, 1));
    const unnamed = query.entities.filter((id) => !this.hasName(id));
    if (unnamed.length > 1) return false;
    const [entity] = unnamed;
    const name = entity && this.nameInQuestion(question, query.entities);
    if (entity !== undefined && (name === undefined || !this.addEntity(entity, name, query.triples, random)))
      return false;
    const bound = new Map<string, string>(query.entities.map((id) => [id, id]));
    const open = [...query.triples];
    const facts: GoldTriple[] = [];
    while (open.length) {
      const at = open.findIndex(({ from, to }) => bound.has(from) || bound.has(to));
      const [triple] = at < 0 ? [] : open.splice(at, 1);
      if (!triple) return false;
      const { from, relation, to } = triple;
      const unbound = bound.has(from) ? to : from;
      if (!bound.has(unbound)) {
        const rest = open.filter((each) => each.from === unbound || each.to === unbound);
        const node =
          this.knownNode(triple, bound, rest) ??
          this.newNode(unbound, query.triples, random, [...bound.values()]);
        bound.set(unbound, node);
      }
      facts.push({ from: bound.get(from) ?? '', relation, to: bound.get(to) ?? '' });
    }
    for (const fact of facts) this.addFact(fact);
    return true;
  }

  /** The only name in quotes or capitals that is not one of the other entities. */
  private nameInQuestion(question: string, entities: readonly string[]): string | undefined {
    const known = entities.flatMap((id) => this.nameOf(id)?.toLowerCase() ?? []);
    const names = [...question.matchAll(NAME_IN_QUESTION)]
      .map(([text, quoted]) => quoted ?? text)
      .map((text) => text.replace(LEADING_WORDS, '').replace(/(?:'s?|[.,])$/, ''))
      .filter((text) => text)
      .filter(
        (text) =>
          !known.some((other) => other.includes(text.toLowerCase()) || text.toLowerCase().includes(other)),
      );
    return names.length === 1 ? names[0] : undefined;
  }

  /** Adds an entity with the facts of another one of its type. */
  private addEntity(
    entity: string,
    name: string,
    triples: readonly GoldTriple[],
    random: SeededRandom,
  ): boolean {
    const { graph } = this;
    const model = this.pick([...this.typesOf(entity, triples)], random, []);
    const node = model === undefined ? undefined : graph.node(model);
    if (node === undefined) return false;
    this.named.set(entity, name);
    this.writeName(entity, name);
    for (const [relation, ends] of graph.forwards[node] ?? [])
      for (const end of ends.slice(0, MAX_COPIED))
        if (!graph.isLiteral(end))
          this.addFact({ from: entity, relation: graph.idOf(relation), to: graph.idOf(end) });
    for (const [relation, ends] of graph.backwards[node] ?? [])
      for (const end of ends.slice(0, MAX_COPIED))
        this.addFact({ from: graph.idOf(end), relation: graph.idOf(relation), to: entity });
    return true;
  }

  /** The neighbor that has most of the other facts. */
  private knownNode(
    { from, relation, to }: GoldTriple,
    bound: ReadonlyMap<string, string>,
    rest: readonly GoldTriple[],
  ): string | undefined {
    const [start, isForward] = bound.has(from) ? [bound.get(from), true] : [bound.get(to), false];
    const unbound = isForward ? to : from;
    const satisfied = (node: string): number =>
      rest.filter((each) => {
        const other = bound.get(each.from === unbound ? each.to : each.from);
        const ends = this.neighbors(node, each.relation, each.from === unbound);
        return other === undefined ? ends.length > 0 : ends.includes(other);
      }).length;
    return this.neighbors(start ?? '', relation, isForward)
      .filter((node) => ![...bound.values()].includes(node))
      .map((node) => ({ node, count: satisfied(node) }))
      .sort((left, right) => right.count - left.count)[0]?.node;
  }

  private neighbors(node: string, relation: string, isForward: boolean): readonly string[] {
    const [at, by] = [this.graph.node(node), this.graph.node(relation)];
    if (at === undefined || by === undefined) return [];
    const ends = (isForward ? this.graph.forwards : this.graph.backwards)[at]?.get(by) ?? [];
    return ends.filter((end) => !this.graph.isLiteral(end)).map((end) => this.graph.idOf(end));
  }

  /** A new mediator, a value, or a named entity of the KB with the types that the relations expect. */
  private newNode(
    variable: string,
    triples: readonly GoldTriple[],
    random: SeededRandom,
    taken: readonly string[],
  ): string {
    const types = [...this.typesOf(variable, triples)];
    const mediator = types.find((type) => this.schema.type(type)?.kind === 'mediator');
    const literal = types.map((type) => LITERALS[type]).find((value) => value !== undefined);
    const picked = literal ?? (mediator === undefined ? this.pick(types, random, taken) : undefined);
    if (picked !== undefined) return picked;
    const node = `m.0added${(this.nodes++).toString(36)}`;
    for (const type of types) this.write(node, TYPE, type);
    if (mediator === undefined) this.writeName(node, `${node.slice(2)} ${types.length}`);
    return node;
  }

  private typesOf(term: string, triples: readonly GoldTriple[]): ReadonlySet<string> {
    const types = new Set<string>();
    for (const { from, relation, to } of triples) {
      const { domain, range } = this.schema.relation(relation) ?? {};
      if (from === term && domain !== undefined) types.add(domain);
      if (to === term && range !== undefined) types.add(range);
    }
    return types;
  }

  /** A named entity with as many of the types as possible. */
  private pick(types: readonly string[], random: SeededRandom, taken: readonly string[]): string | undefined {
    const pools = types.map((type) => this.membersOf(type)).filter((pool) => pool.length);
    const [least = []] = pools.sort((left, right) => left.length - right.length);
    const all = least.filter((node) => pools.every((pool) => pool.includes(node)));
    const free = (all.length ? all : least).filter((node) => !taken.includes(node));
    return free.length ? random.pick(free) : undefined;
  }

  private membersOf(type: string): readonly string[] {
    return this.neighbors(type, TYPE, false).filter((node) => this.hasName(node));
  }

  private hasName(id: string): boolean {
    return this.nameOf(id) !== undefined;
  }

  private nameOf(id: string): string | undefined {
    const [at, by] = [this.graph.node(id), this.graph.node(NAME)];
    const [name] = (at !== undefined && by !== undefined && this.graph.forwards[at]?.get(by)) || [];
    const text = name === undefined ? 'null' : this.graph.idOf(name);
    return text === 'null' ? this.named.get(id) : text;
  }

  private writeName(id: string, name: string): void {
    this.lines.push(`<${FREEBASE}${id}> <${FREEBASE}${NAME}> ${JSON.stringify(name)}@en .`);
  }

  private addFact({ from, relation, to }: GoldTriple): void {
    const { reverse } = this.schema.relation(relation) ?? {};
    this.write(from, relation, to);
    if (reverse !== undefined) this.write(to, reverse, from);
  }

  private write(subject: string, relation: string, object: string): void {
    if (this.neighbors(subject, relation, true).includes(object)) return;
    const [from, by, to] = [subject, relation, object].map((term) =>
      term.startsWith('"') ? term : `<${FREEBASE}${term}>`,
    );
    const line = `${from} ${by} ${to} .`;
    if (!this.added.has(line)) this.lines.push(line);
    this.added.add(line);
  }
}
