/** Every fact of the sample KB fits the bundled schema, so that what the verifiers say of a query holds for its answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultGraph, Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { literalFamily } from '../../server/src/core/language/rdf/datatypes';
import { isPossibleEntityId } from '../../server/src/core/language/rdf/ids';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import type { TypeId } from '../../server/src/core/language/rdf/ids';
import { ROOT } from '../lsp/build';

const folder = join(ROOT, 'server', 'data', 'sample-kb');
const schema = loadBundledSchema(join(ROOT, 'server', 'data', 'freebase.schema'));
const files = readdirSync(folder).filter((name) => name.endsWith('.ttl'));

interface Value {
  readonly value: string;
  readonly language: string | undefined;
  readonly datatype: string | undefined;
}
interface Fact {
  readonly subject: string;
  readonly relation: string;
  readonly object: string | Value;
}

const NAME = 'type.object.name';
const TYPE = 'type.object.type';

const store = new Store();
for (const file of files) store.load(readFileSync(join(folder, file), 'utf8'), { format: 'ttl' });
const facts = readFacts();
const types = new Map<string, Set<string>>();
const named = new Map<string, string>();
const held = new Set<string>();
const leadTo = new Set<string>();
for (const { subject, relation, object } of facts) {
  if (typeof object !== 'string') {
    if (relation === NAME) named.set(subject, object.value);
    continue;
  }
  held.add(`${subject} ${relation} ${object}`);
  if (relation === TYPE) types.set(subject, (types.get(subject) ?? new Set()).add(object));
  else leadTo.add(object);
}
const nodes = [
  ...new Set(
    facts.flatMap(({ subject, relation, object }) =>
      typeof object === 'string' && relation !== TYPE ? [subject, object] : [subject],
    ),
  ),
];
const isMediator = (node: string): boolean =>
  [...(types.get(node) ?? [])].every((type) => schema.type(type)?.kind === 'mediator');

describe('The sample KB', () => {
  it('is large enough for questions of every kind, and small enough to be read at once', () => {
    expect(nodes.filter((node) => !isMediator(node)).length).toBeGreaterThan(300);
    expect(facts.length).toBeGreaterThan(5000);
    const size = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
    expect(size).toBeLessThan(620_000);
  });

  it.each(files)('%s says what it is and credits Freebase', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toMatch(/^# Sample KB: \S/);
    expect(text).toContain('CC BY');
  });

  it('has ids only that Freebase could have', () => {
    expect(nodes.filter((node) => !isPossibleEntityId(node))).toEqual([]);
  });

  it('uses no relation and no type that the schema does not know', () => {
    const relations = new Set(facts.map(({ relation }) => relation));
    expect([...relations].filter((id) => !schema.hasRelation(id))).toEqual([]);
    const all = new Set([...types.values()].flatMap((set) => [...set]));
    expect([...all].filter((id) => !schema.hasType(id))).toEqual([]);
  });

  it('gives every node a type, every entity a name, and no mediator one', () => {
    expect(nodes.filter((node) => !types.has(node))).toEqual([]);
    expect(nodes.filter((node) => named.has(node) === isMediator(node))).toEqual([]);
    expect(nodes.filter((node) => !isMediator(node) && !types.get(node)?.has('common.topic'))).toEqual([]);
  });

  it('gives a mediator the one type that it has, and no entity a mediator type', () => {
    const kinds = (node: string): readonly (string | undefined)[] =>
      [...(types.get(node) ?? [])].map((type) => schema.type(type)?.kind);
    expect(nodes.filter((node) => kinds(node).includes('mediator') && kinds(node).length > 1)).toEqual([]);
  });

  it('has subjects of the domain and objects of the range of each relation', () => {
    const has = (node: string, type: string | undefined): boolean =>
      type === undefined ||
      [...(types.get(node) ?? [])].some((own) => schema.included(own).has(type as TypeId));
    const wrong = facts.filter(({ subject, relation, object }) => {
      if (relation === TYPE || relation === NAME) return false;
      const { domain, range } = schema.relation(relation) ?? {};
      return !has(subject, domain) || (typeof object === 'string' && !has(object, range));
    });
    expect(wrong.map(({ subject, relation, object }) => [subject, relation, object])).toEqual([]);
  });

  it('has a literal just where the schema wants one, and of that kind', () => {
    const wrong = facts.filter(({ relation, object }) => {
      if (relation === TYPE) return false;
      const range = schema.type(schema.relation(relation)?.range ?? '');
      if (typeof object === 'string') return range?.kind === 'literal';
      const family = object.language === undefined ? literalFamily(object.datatype ?? '') : 'text';
      return range?.kind !== 'literal' || range.literal !== family;
    });
    expect(wrong).toEqual([]);
  });

  it('has every text in English', () => {
    const texts = facts.flatMap(({ object }) => (typeof object === 'string' ? [] : [object]));
    expect(texts.filter(({ language, datatype }) => datatype === undefined && language !== 'en')).toEqual([]);
  });

  it('stores both directions of a relation that has a reverse', () => {
    const missing = facts.filter(({ subject, relation, object }) => {
      const reverse = schema.relation(relation)?.reverse;
      return typeof object === 'string' && reverse !== undefined && relation !== TYPE
        ? !held.has(`${object} ${reverse} ${subject}`)
        : false;
    });
    expect(missing).toEqual([]);
  });

  it('has no node that nothing leads to or from', () => {
    const leadFrom = new Set(
      facts
        .filter(({ relation, object }) => relation !== TYPE && typeof object === 'string')
        .map(({ subject }) => subject),
    );
    expect(nodes.filter((node) => !leadTo.has(node) && !leadFrom.has(node))).toEqual([]);
  });

  it('has mediators that hold at least two things together', () => {
    const parts = new Map<string, number>();
    for (const { subject, relation } of facts)
      if (relation !== TYPE) parts.set(subject, (parts.get(subject) ?? 0) + 1);
    expect(nodes.filter((node) => isMediator(node) && (parts.get(node) ?? 0) < 2)).toEqual([]);
  });

  it('names beside each id what the id is the id of', () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        const [, id = '', comment = ''] = /ns:([mg]\.\S+) [,;.] # (.*)$/.exec(line) ?? [];
        if (id && named.has(id) && named.get(id) !== comment) wrong.push(`${file}: ${line.trim()}`);
        if (/ns:[mg]\.\S+ [,;.]$/.test(line)) wrong.push(`${file}: ${line.trim()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** As lines of N-Triples: quicker than thousands of calls into the engine, one for each part of a term. */
function readFacts(): readonly Fact[] {
  const short = (iri: string): string => (iri.startsWith(FREEBASE) ? iri.slice(FREEBASE.length) : iri);
  const lines = store.dump({ format: 'nt', from_graph_name: defaultGraph() }).trim().split('\n');
  return lines.map((line) => {
    const [, subject = '', relation = '', iri, value = '', language, datatype] =
      /^<(\S+)> <(\S+)> (?:<(\S+)>|"(.*)"(?:@(\S+)|\^\^<(\S+)>)?) \.$/.exec(line) ?? [];
    return {
      subject: short(subject),
      relation: short(relation),
      object: iri === undefined ? { value, language, datatype } : short(iri),
    };
  });
}
