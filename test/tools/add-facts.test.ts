import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AddedFacts } from '../../tools/ask/add-facts';
import { MemoryGraph } from '../../tools/ask/memory-graph';
import type { GoldQuestion } from '../../tools/ask/question-sets';
import { storeKb } from '../../tools/store-kb';
import { freebase } from '../support/check';
import { temporaryFolder } from '../cli/temporary-folder';

const NS = 'http://rdf.freebase.com/ns/';
const FACTS = [
  ['m.1', 'type.object.name', '"Alan Novak"@en'],
  ['m.1', 'type.object.type', 'people.person'],
  ['m.1', 'people.person.place_of_birth', 'm.2'],
  ['m.2', 'location.location.people_born_here', 'm.1'],
  ['m.2', 'type.object.name', '"Oldtown"@en'],
  ['m.2', 'type.object.type', 'location.location'],
  ['m.3', 'type.object.name', '"Central time zone"@en'],
  ['m.3', 'type.object.type', 'time.time_zone'],
];

function toTriples(facts: readonly (readonly string[])[]): string {
  const term = (text: string): string => (text.startsWith('"') ? text : `<${NS}${text}>`);
  return facts.map((fact) => `${fact.map(term).join(' ')} .`).join('\n');
}

/** Adds the facts for a question, and runs its query. Undefined if none were added. */
async function answersWithAdded(question: string, pattern: string): Promise<readonly string[] | undefined> {
  const sparql = `PREFIX ns: <${NS}> SELECT DISTINCT ?x WHERE { ${pattern} }`;
  const file = join(temporaryFolder({ 'facts.nt': toTriples(FACTS) }), 'facts.nt');
  const added = new AddedFacts(new MemoryGraph(file), freebase());
  const gold: GoldQuestion = { set: 'cwq', id: '1', question, sparql, unanswerable: false, gold: [] };
  if (!added.add(gold)) return undefined;
  const kb = storeKb([toTriples(FACTS), ...added.lines].join('\n'));
  const execution = await kb.execute(sparql, { timeoutMs: 5_000, maxRows: 10 }, new AbortController().signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table') throw new Error('no answer');
  return execution.answer.rows.map(([term]) => term?.value.replace(NS, '') ?? '');
}

describe('Added facts', () => {
  it('continue the facts of the KB with entities of the right type', async () => {
    const answers = await answersWithAdded(
      'What is the time zone of the place where Alan Novak was born?',
      'ns:m.1 ns:people.person.place_of_birth ?c . ?c ns:location.location.time_zones ?x .',
    );
    expect(answers).toEqual(['m.3']);
  });

  it('name an entity as the question does, and give it the facts of another one', async () => {
    const answers = await answersWithAdded(
      'Which time zone is used where Eva Klein was born?',
      'ns:m.9 ns:people.person.place_of_birth ?c . ?c ns:location.location.time_zones ?x .',
    );
    expect(answers).toEqual(['m.3']);
  });

  it('include mediators', async () => {
    const answers = await answersWithAdded(
      'Where did Alan Novak live?',
      'ns:m.1 ns:people.person.places_lived ?y . ?y ns:people.place_lived.location ?x .',
    );
    expect(answers).toEqual(['m.2']);
  });

  it('are none if the question has two names for one entity', async () => {
    const pattern = 'ns:m.9 ns:people.person.place_of_birth ?x .';
    expect(await answersWithAdded('Where was Eva Klein, or Eve Short, born?', pattern)).toBeUndefined();
  });

  it('are none if the query compares values', async () => {
    const pattern = 'ns:m.1 ns:people.person.children ?x . ?x ns:people.person.height_meters ?h .';
    const query = `${pattern} FILTER ( ?h > 1.5 )`;
    expect(await answersWithAdded('Which children of Alan Novak are tall?', query)).toBeUndefined();
  });
});
