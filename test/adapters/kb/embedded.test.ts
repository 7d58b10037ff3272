import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ask,
  cancelRunaway,
  COUNT,
  firstColumn,
  folder,
  kbOn,
  LIMITS,
  NEVER,
  numbers,
  RUNAWAY,
  writeAtNoon,
} from './kb';

const home = folder();
const file = join(home, 'numbers.nt');
writeAtNoon(file, numbers(500));

describe('An embedded KB', () => {
  const kb = kbOn([file]);

  it('answers SELECT, ASK and CONSTRUCT', async () => {
    expect(await ask(kb, 'SELECT ?s { ?s <http://e/number> 7 }')).toEqual(['http://e/7']);
    expect(await kb.execute('ASK { ?s <http://e/number> 501 }', LIMITS, NEVER)).toEqual({
      status: 'answered',
      answer: { kind: 'boolean', value: false },
    });
    expect(
      await kb.execute(
        'CONSTRUCT { ?s <http://e/is> "a \\"b\\"\\n"@en } { ?s <http://e/number> 7 }',
        LIMITS,
        NEVER,
      ),
    ).toEqual({
      status: 'answered',
      answer: {
        kind: 'graph',
        triples: [
          [
            { type: 'uri', value: 'http://e/7' },
            { type: 'uri', value: 'http://e/is' },
            { type: 'literal', value: 'a "b"\n', 'xml:lang': 'en' },
          ],
        ],
      },
    });
  });

  it.each([
    ['GRAPH', 'SELECT ?s { GRAPH ?g { ?s <http://e/number> 7 } }'],
    ['bif:contains', 'SELECT ?s { ?s <http://e/number> ?n . ?n bif:contains "seven" }'],
  ])('says that %s finds nothing in a file', async (word, query) => {
    expect(await kb.execute(query, LIMITS, NEVER)).toMatchObject({
      status: 'answered',
      answer: { rows: [] },
      note: expect.stringContaining(word),
    });
  });

  it('stops a long query when cancelled, and answers the next without reloading', async () => {
    const cancelled = new AbortController();
    const runaway = kb.execute(RUNAWAY, LIMITS, cancelled.signal);
    const waiting = kb.execute(COUNT, LIMITS, NEVER);
    // When another KB has answered, the query is running.
    expect(await ask(kbOn([file]), COUNT)).toEqual(['500']);
    writeAtNoon(file, numbers(500).replaceAll('e/7>', 'e/x>'));
    cancelled.abort();
    await expect(runaway).rejects.toThrow('aborted');
    expect(firstColumn(await waiting)).toEqual(['500']);
    expect(await ask(kb, 'SELECT ?s { ?s <http://e/number> 7 }')).toEqual(['http://e/7']);
  });

  it('cancels a queued query without affecting the running one', async () => {
    const first = new AbortController();
    const second = new AbortController();
    const running = kb.execute(RUNAWAY, LIMITS, first.signal);
    const waiting = kb.execute(COUNT, LIMITS, second.signal);
    second.abort();
    await expect(waiting).rejects.toThrow('aborted');
    first.abort();
    await expect(running).rejects.toThrow('aborted');
    expect(await ask(kb, COUNT)).toEqual(['500']);
  });

  it('works after several cancellations', async () => {
    for (let round = 0; round < 4; round++) {
      await cancelRunaway(kb);
    }
    expect(await ask(kb, COUNT)).toEqual(['500']);
  });

  it('stops at the time limit, and explains how to raise it', async () => {
    expect(await kb.execute(RUNAWAY, { timeoutMs: 100, maxRows: 10 }, NEVER)).toEqual({
      status: 'timed-out',
      message: 'No answer within 0.1 seconds. Ask for less, or raise funfusic.run.timeoutSeconds.',
    });
    expect(await ask(kb, COUNT)).toEqual(['500']);
  });

  it.each([
    ['SELECT ?s { ?s ?p ?o }', 'rows'],
    ['SELECT ?s { ?s ?p ?o } LIMIT 400 # all of them', 'rows'],
    ['SELECT ?s { ?s ?p ?o } ORDER BY ?s OFFSET 2 VALUES ?p { <http://e/number> }', 'rows'],
    ['CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }', 'triples'],
  ])('tells that there is more than the row limit: %s', async (query, what) => {
    const execution = await kb.execute(query, { ...LIMITS, maxRows: 3 }, NEVER);
    expect(execution).toMatchObject({
      status: 'answered',
      incomplete: { reason: 'row-limit', message: expect.stringContaining(`first 3 ${what}`) },
    });
    const { answer } = execution as Extract<typeof execution, { status: 'answered' }>;
    expect('rows' in answer ? answer.rows : 'triples' in answer && answer.triples).toHaveLength(3);
  });

  it('does not mark a complete answer as incomplete', async () => {
    const whole = await kb.execute('SELECT ?s { ?s ?p 3 }', { ...LIMITS, maxRows: 1 }, NEVER);
    expect(whole).not.toHaveProperty('incomplete');
    const limited = await kb.execute('SELECT ?s { ?s ?p ?o } LIMIT 3', { ...LIMITS, maxRows: 3 }, NEVER);
    expect(limited).not.toHaveProperty('incomplete');
  });

  it('has the columns of SELECT * in the order in which they appear', async () => {
    const execution = await kb.execute('SELECT * { ?s ?p 3 . ?s ?a ?o }', LIMITS, NEVER);
    expect(execution).toMatchObject({ answer: { columns: ['s', 'p', 'a', 'o'] } });
  });

  it('refuses an update, and is not changed by it', async () => {
    const execution = await kb.execute('INSERT DATA { <http://e/a> <http://e/b> 1 }', LIMITS, NEVER);
    expect(execution).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('"writable": true'),
    });
    expect(await ask(kb, COUNT)).toEqual(['500']);
  });

  it('refuses an extreme query on which the engine crashes, and answers the next', async () => {
    const deep = `SELECT * { FILTER(${'('.repeat(30_000)}true${')'.repeat(30_000)}) }`;
    expect(await kb.execute(deep, LIMITS, NEVER)).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('embedded engine'),
    });
    expect(await ask(kb, COUNT)).toEqual(['500']);
  });

  it('reloads a changed file', async () => {
    const other = join(home, 'changing.nt');
    writeFileSync(other, numbers(3));
    const changing = kbOn([other]);
    expect(await ask(changing, COUNT)).toEqual(['3']);
    writeFileSync(other, numbers(5));
    expect(await ask(changing, COUNT)).toEqual(['5']);
  });

  it('explains what to do if the file does not exist', async () => {
    const nowhere = kbOn([join(home, 'nowhere.nt')]);
    await nowhere.prepare(() => undefined, NEVER);
    expect(await nowhere.execute(COUNT, LIMITS, NEVER)).toMatchObject({
      status: 'unreachable',
      message: expect.stringMatching(/nowhere\.nt does not exist.*funfusic\.knowledgeBases/),
    });
  });
});

describe('A writable embedded KB', () => {
  const own = join(home, 'own.nt');
  writeFileSync(own, numbers(3));
  const kb = kbOn([own], { writable: true });

  it('keeps updates in memory, also when an engine was terminated', async () => {
    const update = await kb.execute('INSERT DATA { <http://e/a> <http://e/b> 1 }', LIMITS, NEVER);
    expect(update).toMatchObject({
      status: 'answered',
      answer: { kind: 'done', note: expect.stringContaining('in memory') },
    });
    expect(await ask(kb, COUNT)).toEqual(['4']);
    await cancelRunaway(kb);
    expect(await ask(kb, COUNT)).toEqual(['4']);
  });
});

describe('A query that the engine rejects', () => {
  const kb = kbOn([file]);

  it.each([
    ['SELECT ?x WHERE {\n  ?x <http://e/number> 1 } GROUP BY ?y', '?x'],
    [
      'PREFIX e: <http://e/>\nSELECT ?x {\n  ?x e:number 1 .\n  ?x e:a.b.c ?x. FILTER(nosuch(?x)) }',
      'nosuch',
    ],
    ['SELECT ?x { ?x <http://e/number> 1 ', '1'],
    [
      'PREFIX e: <http://e/> SELECT ?x { ?x e:a.b.c "1"^^xsd:int . FILTER(<http://e/f>(?x)) }',
      '<http://e/f>',
    ],
  ])('is refused with its place: %s', async (query, at) => {
    const execution = await kb.execute(query, LIMITS, NEVER);
    expect(execution.status).toBe('refused');
    const { place, message } = execution as Extract<typeof execution, { status: 'refused' }>;
    expect(query.slice(place?.start, place?.end)).toBe(at);
    expect(message).toMatch(/^[A-Z'?].*\.$/s);
  });
});
