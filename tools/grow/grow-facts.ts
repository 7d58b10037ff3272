/**
 * Grows facts in N-Triples. Entities are copied with new IDs and names. What many facts of one relation point to, such as a country or
 * a profession, is a hub: it is shared, so that its degree grows. Some facts of a copy lead to an earlier copy, so that degrees are
 * skewed. Choices are hashes and counts are in tables of fixed size, so that the memory does not depend on the number of facts.
 */
import { FREEBASE, RDF_TYPE, RDFS_LABEL } from '../../server/src/core/language/rdf/names';
import { hashText, mix, toChance } from './chance';
import { NameMaker } from './names';

interface Growth {
  /** About how many times as many facts as were read. */
  readonly factor: number;
  readonly seed: number;
}

/** Reads all facts from the beginning, in batches of lines. */
type FactReader = () => AsyncIterable<readonly string[]>;

/** A relation points to hubs if its objects have this many facts on average… */
const HUB_RELATION = 16;
/** …and its object is a hub if it has this many. */
const HUB = 8;
/** The share of facts of a copy that lead to an earlier copy. */
const TO_EARLIER = 0.25;
const TABLE_BITS = 22;
const TABLE_SIZE = 1 << TABLE_BITS;
/** Every such fact is copied once to estimate how many facts a copy has. */
const SAMPLED = 16;

const TYPING = new Set([RDF_TYPE, `${FREEBASE}type.object.type`].map((iri) => `<${iri}>`));
const NAMES = new Set([RDFS_LABEL, `${FREEBASE}type.object.name`].map((iri) => `<${iri}>`));
const ALIASES = new Set([`<${FREEBASE}common.topic.alias>`]);
/** Freebase's own letters of IDs. */
const LETTERS = '0123456789bcdfghjklmnpqrstvwxyz_';

interface Fact {
  readonly subject: string;
  readonly relation: string;
  readonly object: string;
}

/** Yields the facts of the input, each followed by its copies. */
export async function* growFacts(read: FactReader, growth: Growth): AsyncIterable<readonly string[]> {
  const shape = await readShape(read, growth.seed);
  const copier = new FactCopier(shape, growth);
  for await (const lines of read()) {
    const grown: string[] = [];
    for (const line of lines) {
      grown.push(line);
      const fact = parseFact(line);
      if (fact) copier.addCopies(fact, grown);
    }
    yield grown;
  }
}

/** What must be known about all facts before one is copied. */
interface Shape {
  readonly hubs: ReadonlySet<string>;
  readonly names: NameMaker;
  readonly kindOf: (hash: number) => string;
  readonly isNamed: (hash: number) => boolean;
  /** The start of the IDs of copies, which no ID of the input has. */
  readonly idStart: string;
  readonly sample: readonly Fact[];
}

async function readShape(read: FactReader, seed: number): Promise<Shape> {
  const fanIn = new Uint32Array(TABLE_SIZE);
  const relations = new Map<string, { facts: number; objects: number }>();
  const typeCounts = new Map<string, number>();
  const named = new Uint8Array(TABLE_SIZE);
  const starts = new Set<string>();
  const sample: Fact[] = [];
  const slotOf = (hash: number): number => hash >>> (32 - TABLE_BITS);
  let facts = 0;
  let namedCount = 0;
  await each(read, (fact) => {
    if (facts++ % SAMPLED === 0 && sample.length < TABLE_SIZE / SAMPLED) sample.push(fact);
    const start = /^<http:\/\/rdf\.freebase\.com\/ns\/(m\.\w)/.exec(fact.subject)?.[1];
    if (start !== undefined) starts.add(start);
    if (TYPING.has(fact.relation)) typeCounts.set(fact.object, (typeCounts.get(fact.object) ?? 0) + 1);
    else if (NAMES.has(fact.relation)) {
      const slot = slotOf(hashText(fact.subject, seed));
      namedCount += 1 - (named[slot] ?? 0);
      named[slot] = 1;
    } else if (isNode(fact.object)) {
      const slot = slotOf(mix(hashText(fact.relation, seed), hashText(fact.object, seed)));
      let counts = relations.get(fact.relation);
      if (!counts) relations.set(fact.relation, (counts = { facts: 0, objects: 0 }));
      counts.facts++;
      if (!fanIn[slot]) counts.objects++;
      fanIn[slot] = (fanIn[slot] ?? 0) + 1;
    }
  });

  // A type that most named entities have, such as common.topic, is no kind.
  const kinds = [...typeCounts]
    .filter(([, count]) => count < namedCount / 2)
    .sort((one, other) => one[1] - other[1]);
  const numberOf = new Map(kinds.slice(-0xffff).map(([type], at) => [type, at + 1]));
  const kindTable = new Uint16Array(TABLE_SIZE);
  const hubs = new Set<string>(typeCounts.keys());
  await each(read, (fact) => {
    if (TYPING.has(fact.relation)) {
      const slot = slotOf(hashText(fact.subject, seed));
      // The most frequent one: a person is a person before an award winner.
      kindTable[slot] = Math.max(kindTable[slot] ?? 0, numberOf.get(fact.object) ?? 0);
    } else if (isNode(fact.object)) {
      const counts = relations.get(fact.relation);
      if (!counts || counts.facts / counts.objects < HUB_RELATION) return;
      const slot = slotOf(mix(hashText(fact.relation, seed), hashText(fact.object, seed)));
      if ((fanIn[slot] ?? 0) >= HUB) hubs.add(fact.object);
    }
  });

  const kindOf = (hash: number): string => `${kindTable[slotOf(hash)] ?? 0}`;
  const names = new NameMaker();
  await each(read, ({ subject, relation, object }) => {
    if (!NAMES.has(relation)) return;
    const literal = parseLiteral(object);
    const hash = hashText(subject, seed);
    if (literal) names.add(kindOf(hash) + literal.suffix, literal.text, mix(hash, 7));
  });
  const idStart = ['m.1', 'm.2', 'm.3', 'm.4', 'm.5'].find((start) => !starts.has(start)) ?? 'm.z';
  return { hubs, names, kindOf, isNamed: (hash) => named[slotOf(hash)] === 1, idStart, sample };
}

interface Node {
  readonly text: string;
  readonly hash: number;
  readonly shared: boolean;
}

class FactCopier {
  /** How many copies an entity has on average. */
  private copies = 1;

  constructor(
    private readonly shape: Shape,
    private readonly growth: Growth,
  ) {
    const written: string[] = [];
    for (const fact of shape.sample) this.addCopies(fact, written);
    const factsOfACopy = written.length / Math.max(1, shape.sample.length);
    this.copies = factsOfACopy ? Math.max(0, growth.factor - 1) / factsOfACopy : 0;
  }

  addCopies(fact: Fact, lines: string[]): void {
    const subject = this.nodeOf(fact.subject);
    if (TYPING.has(fact.relation)) {
      if (subject.shared) return;
      const count = this.copiesOf(subject);
      for (let copy = 1; copy <= count; copy++)
        lines.push(`${this.idOf(subject, copy)} ${fact.relation} ${fact.object} .`);
    } else if (isNode(fact.object)) this.addCopiesOfLink(subject, fact, lines);
    else if (!subject.shared) this.addCopiesOfValue(subject, fact, lines);
  }

  private addCopiesOfLink(subject: Node, fact: Fact, lines: string[]): void {
    const object = this.nodeOf(fact.object);
    if (subject.shared && object.shared) return;
    // The same choices for a fact and its reverse.
    const subjectFirst = subject.hash <= object.hash;
    const pair = subjectFirst ? mix(subject.hash, object.hash) : mix(object.hash, subject.hash);
    const count = subject.shared
      ? this.copiesOf(object)
      : object.shared
        ? this.copiesOf(subject)
        : Math.max(this.copiesOf(subject), this.copiesOf(object));
    for (let copy = 1; copy <= count; copy++) {
      const choice = mix(pair, copy);
      let subjectCopy = Math.min(copy, this.copiesOf(subject));
      let objectCopy = Math.min(copy, this.copiesOf(object));
      if (toChance(mix(choice, 1)) >= Math.min(this.shareOf(subject, copy), this.shareOf(object, copy)))
        continue;
      if (!subject.shared && !object.shared && toChance(mix(choice, 2)) < TO_EARLIER) {
        const earlier = Math.floor(copy * toChance(mix(choice, 3)) ** 3);
        if (((mix(choice, 4) & 1) === 0) === subjectFirst) subjectCopy = Math.min(earlier, subjectCopy);
        else objectCopy = Math.min(earlier, objectCopy);
      }
      if ((subject.shared || subjectCopy === 0) && (object.shared || objectCopy === 0)) continue;
      lines.push(`${this.idOf(subject, subjectCopy)} ${fact.relation} ${this.idOf(object, objectCopy)} .`);
    }
  }

  private addCopiesOfValue(subject: Node, fact: Fact, lines: string[]): void {
    const literal = parseLiteral(fact.object);
    if (!literal) return;
    const name = NAMES.has(fact.relation);
    const value = hashText(fact.object, subject.hash);
    const count = this.copiesOf(subject);
    for (let copy = 1; copy <= count; copy++) {
      const choice = mix(value, copy);
      if (!name && toChance(mix(choice, 1)) >= this.shareOf(subject, copy)) continue;
      const text =
        name || ALIASES.has(fact.relation)
          ? this.shape.names.make(this.shape.kindOf(subject.hash) + literal.suffix, literal.text, choice)
          : changeValue(literal.text, literal.suffix, choice);
      lines.push(`${this.idOf(subject, copy)} ${fact.relation} "${text}"${literal.suffix} .`);
    }
  }

  private nodeOf(text: string): Node {
    return { text, hash: hashText(text, this.growth.seed), shared: this.shape.hubs.has(text) };
  }

  private copiesOf({ hash }: Node): number {
    return Math.floor(this.copies + toChance(mix(hash, 11)));
  }

  /** Most copies have few of the facts. A node without a name is a mediator, whose parts belong together. */
  private shareOf({ hash, shared }: Node, copy: number): number {
    if (shared || !this.shape.isNamed(hash)) return 1;
    return 0.25 + 0.75 * toChance(mix(mix(hash, 13), copy)) ** 2;
  }

  private idOf({ text, hash, shared }: Node, copy: number): string {
    if (shared || copy === 0) return text;
    if (!/^<http:\/\/rdf\.freebase\.com\/ns\/[mg]\./.test(text))
      return text.startsWith('<') ? `${text.slice(0, -1)}_${copy}>` : `${text}_${copy}`;
    let id = '';
    for (const part of [mix(mix(hash, 17), copy), mix(mix(hash, 19), copy)])
      for (let bits = 0; bits < 25; bits += 5) id += LETTERS[(part >>> bits) & 31] ?? '';
    return `<${FREEBASE}${this.shape.idStart}${id}>`;
  }
}

/** Numbers and dates of a copy differ a little. */
function changeValue(text: string, suffix: string, hash: number): string {
  const chance = toChance(mix(hash, 2));
  if (/#(?:date|dateTime|gYear|gYearMonth)>$/.test(suffix) && /^\d{4}(?!.*02-29)/.test(text)) {
    const year = Number(text.slice(0, 4)) + Math.floor(chance * 21) - 10;
    return `${Math.max(1, Math.min(9999, year))}`.padStart(4, '0') + text.slice(4);
  }
  if (/#(?:integer|int|float|double|decimal)>$/.test(suffix) && /^-?\d{2,12}(?:\.\d{1,6})?$/.test(text))
    return (Number(text) * (0.8 + 0.4 * chance)).toFixed(text.split('.')[1]?.length ?? 0);
  return text;
}

async function each(read: FactReader, visit: (fact: Fact) => void): Promise<void> {
  for await (const lines of read())
    for (const line of lines) {
      const fact = parseFact(line);
      if (fact) visit(fact);
    }
}

function parseFact(line: string): Fact | undefined {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  const end = line.lastIndexOf('.');
  if (first < 1 || second < 0 || end < second) return undefined;
  return {
    subject: line.slice(0, first),
    relation: line.slice(first + 1, second),
    object: line.slice(second + 1, end).trimEnd(),
  };
}

function isNode(term: string): boolean {
  return term.startsWith('<') || term.startsWith('_:');
}

/** The text with its escapes, and the language or datatype. */
function parseLiteral(term: string): { readonly text: string; readonly suffix: string } | undefined {
  const end = term.lastIndexOf('"');
  return term.startsWith('"') && end > 0
    ? { text: term.slice(1, end), suffix: term.slice(end + 1) }
    : undefined;
}
