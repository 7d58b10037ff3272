/** Every fact of the sample KB conforms to the bundled schema, so that findings are consistent with answers. */
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
const names = new Map<string, string>();
const entityFacts = new Set<string>();
const objects = new Set<string>();
for (const { subject, relation, object } of facts) {
  if (typeof object !== 'string') {
    if (relation === NAME) names.set(subject, object.value);
    continue;
  }
  entityFacts.add(`${subject} ${relation} ${object}`);
  if (relation === TYPE) types.set(subject, (types.get(subject) ?? new Set()).add(object));
  else objects.add(object);
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
  it('has enough facts for questions of every kind, and few enough to load fast', () => {
    expect(nodes.filter((node) => !isMediator(node)).length).toBeGreaterThan(300);
    expect(facts.length).toBeGreaterThan(5000);
    const size = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
    expect(size).toBeLessThan(620_000);
  });

  it.each(files)('%s has a header that credits Freebase', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toMatch(/^# Sample KB: \S/);
    expect(text).toContain('CC BY');
  });

  it('has only valid Freebase ids', () => {
    expect(nodes.filter((node) => !isPossibleEntityId(node))).toEqual([]);
  });

  it('uses only relations and types of the schema', () => {
    const relations = new Set(facts.map(({ relation }) => relation));
    expect([...relations].filter((id) => !schema.hasRelation(id))).toEqual([]);
    const all = new Set([...types.values()].flatMap((set) => [...set]));
    expect([...all].filter((id) => !schema.hasType(id))).toEqual([]);
  });

  it('has a type for every node, a name for every entity, and none for mediators', () => {
    expect(nodes.filter((node) => !types.has(node))).toEqual([]);
    expect(nodes.filter((node) => names.has(node) === isMediator(node))).toEqual([]);
    expect(nodes.filter((node) => !isMediator(node) && !types.get(node)?.has('common.topic'))).toEqual([]);
  });

  it('has one type for each mediator, and no mediator type for an entity', () => {
    const kinds = (node: string): readonly (string | undefined)[] =>
      [...(types.get(node) ?? [])].map((type) => schema.type(type)?.kind);
    expect(nodes.filter((node) => kinds(node).includes('mediator') && kinds(node).length > 1)).toEqual([]);
  });

  it('has subjects and objects that conform to domain and range', () => {
    const has = (node: string, type: string | undefined): boolean =>
      type === undefined ||
      [...(types.get(node) ?? [])].some((own) => schema.includedTypes(own).has(type as TypeId));
    const wrong = facts.filter(({ subject, relation, object }) => {
      if (relation === TYPE || relation === NAME) return false;
      const { domain, range } = schema.relation(relation) ?? {};
      return !has(subject, domain) || (typeof object === 'string' && !has(object, range));
    });
    expect(wrong.map(({ subject, relation, object }) => [subject, relation, object])).toEqual([]);
  });

  it('has literals of the kind that the schema requires', () => {
    const wrong = facts.filter(({ relation, object }) => {
      if (relation === TYPE) return false;
      const range = schema.type(schema.relation(relation)?.range ?? '');
      if (typeof object === 'string') return range?.kind === 'literal';
      const family = object.language === undefined ? literalFamily(object.datatype ?? '') : 'text';
      return range?.kind !== 'literal' || range.literal !== family;
    });
    expect(wrong).toEqual([]);
  });

  it('has only English texts', () => {
    const texts = facts.flatMap(({ object }) => (typeof object === 'string' ? [] : [object]));
    expect(texts.filter(({ language, datatype }) => datatype === undefined && language !== 'en')).toEqual([]);
  });

  it('has both directions of relations with a reverse', () => {
    const missing = facts.filter(({ subject, relation, object }) => {
      const reverse = schema.relation(relation)?.reverse;
      return typeof object === 'string' && reverse !== undefined && relation !== TYPE
        ? !entityFacts.has(`${object} ${reverse} ${subject}`)
        : false;
    });
    expect(missing).toEqual([]);
  });

  it('has no isolated node', () => {
    const leadFrom = new Set(
      facts
        .filter(({ relation, object }) => relation !== TYPE && typeof object === 'string')
        .map(({ subject }) => subject),
    );
    expect(nodes.filter((node) => !objects.has(node) && !leadFrom.has(node))).toEqual([]);
  });

  it('has mediators with at least two parts', () => {
    const parts = new Map<string, number>();
    for (const { subject, relation } of facts)
      if (relation !== TYPE) parts.set(subject, (parts.get(subject) ?? 0) + 1);
    expect(nodes.filter((node) => isMediator(node) && (parts.get(node) ?? 0) < 2)).toEqual([]);
  });

  it('has a comment with the name beside each id', () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        const [, id = '', comment = ''] = /ns:([mg]\.\S+) [,;.] # (.*)$/.exec(line) ?? [];
        if (id && names.has(id) && names.get(id) !== comment) wrong.push(`${file}: ${line.trim()}`);
        if (/ns:[mg]\.\S+ [,;.]$/.test(line)) wrong.push(`${file}: ${line.trim()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Parses N-Triples, which is faster than thousands of calls to the engine. */
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
