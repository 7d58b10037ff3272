/** Tests with a real Virtuoso. */
import { afterAll, describe, expect, it } from 'vitest';
import type { EndpointConfig } from '../../../server/src/core/kb/kb-config';
import type { Execution, KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { testKnowledgeBase } from '../../../server/src/core/question/test-knowledge-base';
import { remote } from './endpoint';
import { startVirtuoso } from './virtuoso';

const PEOPLE = 1500;
/** The row limit of this Virtuoso. */
const CAP = 1000;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const PREFIX = 'PREFIX : <http://x/>\n';

const facts = Array.from({ length: PEOPLE }, (_, number) => [
  `<http://x/p${number}> <http://x/name> "Person ${number} \\"é\\" \\U0001F600"@en .`,
  `<http://x/p${number}> <http://x/age> "${number}"^^<${XSD}integer> .`,
  `<http://x/p${number}> <http://x/born> "${1900 + (number % 100)}-01-01"^^<${XSD}date> .`,
  `<http://x/p${number}> <http://x/knows> <http://x/p${(number + 1) % PEOPLE}> .`,
]).flat();

const virtuoso = await startVirtuoso(`${facts.join('\n')}\n`, CAP);
const address = virtuoso?.address ?? '';
const opened: KnowledgeBase[] = [];
afterAll(async () => {
  for (const kb of opened) await kb.close();
  await virtuoso?.stop();
});

function open(config: Partial<EndpointConfig> = {}, password = 'dba'): KnowledgeBase {
  const kb = remote(
    { endpoint: address, engine: 'auto', ...config },
    { secretOf: () => Promise.resolve(password) },
  );
  opened.push(kb);
  return kb;
}

function run(
  query: string,
  { kb = shared, timeoutMs = 20_000, maxRows = 10_000, signal = new AbortController().signal } = {},
): Promise<Execution> {
  return kb.execute(PREFIX + query, { timeoutMs, maxRows }, signal);
}

const shared = open();

/** The text at the range of a refusal, and its message. */
async function refused(query: string): Promise<{ readonly at: string; readonly message: string }> {
  const execution = await run(query);
  if (execution.status !== 'refused') throw new Error(`It was ${execution.status}.`);
  const { place, message } = execution;
  return { at: place ? (PREFIX + query).slice(place.start, place.end) : '', message };
}

describe.skipIf(!virtuoso)('Virtuoso', () => {
  it('is recognized, and its test lists its graphs', async () => {
    const circumstances = { schema: undefined, hasGraphs: true, now: () => 0 };
    expect(await testKnowledgeBase(open(), circumstances, new AbortController().signal)).toEqual({
      works: true,
      lines: [
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sparql answers, in \d+ ms\.$/),
        expect.stringMatching(/^It is Virtuoso\/0?7\.[\d.]+\.$/),
        'It answers a query, in 0 ms.',
        'It has the graph <http://example.org/facts>.',
      ],
    });
  });

  it('answers with standard terms', async () => {
    expect(await run('SELECT * WHERE { :p1 :name ?name ; :age ?age ; :born ?born ; :knows ?other }')).toEqual(
      {
        status: 'answered',
        answer: {
          kind: 'table',
          columns: ['name', 'age', 'born', 'other'],
          rows: [
            [
              { type: 'literal', value: 'Person 1 "é" 😀', 'xml:lang': 'en' },
              { type: 'literal', value: '1', datatype: `${XSD}integer` },
              { type: 'literal', value: '1901-01-01', datatype: `${XSD}date` },
              { type: 'uri', value: 'http://x/p2' },
            ],
          ],
        },
      },
    );
  });

  it('answers ASK with a boolean', async () => {
    const yes = { status: 'answered', answer: { kind: 'boolean', value: true } };
    expect(await run('ASK { :p1 :knows :p2 }')).toEqual(yes);
    expect(await run('ASK { :p2 :knows :p1 }')).toMatchObject({ answer: { value: false } });
  });

  it('returns graphs', async () => {
    expect(await run('CONSTRUCT { ?x :is ?name } WHERE { :p1 :name ?name ; :knows ?x }')).toEqual({
      status: 'answered',
      answer: {
        kind: 'graph',
        triples: [
          [
            { type: 'uri', value: 'http://x/p2' },
            { type: 'uri', value: 'http://x/is' },
            { type: 'literal', value: 'Person 1 "é" 😀', 'xml:lang': 'en' },
          ],
        ],
      },
    });
    expect(await run('CONSTRUCT { ?x :is 1 } WHERE { ?x :nothing ?y }')).toMatchObject({
      answer: { kind: 'graph', triples: [] },
    });
  });

  it('gets a query unchanged, in its own dialect', async () => {
    expect(
      await run(
        'SELECT COUNT(?x) AS ?n WHERE { ?x :age ?age . FILTER (?age = xsd:integer("3") OR ?age = 4) }',
      ),
    ).toMatchObject({ answer: { columns: ['n'], rows: [[{ value: '2' }]] } });
  });

  it('gives the same results with standard SPARQL', async () => {
    const standard = open({ engine: 'other' });
    for (const query of [
      'SELECT COUNT(?x) AS ?n WHERE { ?x :age ?age . FILTER (?age = xsd:integer("3") OR ?age = 4) }',
      'SELECT ?x ?name WHERE { ?x :age ?age ; :name ?name } ORDER BY DESC(?age) LIMIT 3',
      'SELECT * WHERE { ?zebra :knows ?apple . ?apple :age 7 }',
      'ASK { :p1 :knows+ :p9 }',
    ])
      expect(await run(query, { kb: standard })).toEqual(await run(query));
  });

  it('has truncated tables detected by a header', async () => {
    const cap = { reason: 'server-cap', message: expect.stringContaining('ResultSetMaxRows') };
    const all = await run('SELECT ?x WHERE { ?x :age ?age }');
    expect(all).toMatchObject({ status: 'answered', incomplete: cap });
    expect(all.status === 'answered' && all.answer.kind === 'table' && all.answer.rows.length).toBe(CAP);
    expect(await run('SELECT ?x WHERE { ?x :age ?age } ORDER BY ?age')).toMatchObject({ incomplete: cap });
    expect(await run(`SELECT ?x WHERE { ?x :age ?age } LIMIT ${CAP}`)).not.toHaveProperty('incomplete');
    expect(await run(`SELECT ?x WHERE { ?x :age ?age } LIMIT ${CAP + 1}`)).toMatchObject({ incomplete: cap });
    expect(await run('SELECT ?x WHERE { ?x :age ?age . FILTER(?age < 10) }')).not.toHaveProperty(
      'incomplete',
    );
  });

  it('has truncated graphs detected by their size', async () => {
    expect(await run('CONSTRUCT { ?x :is ?age } WHERE { ?x :age ?age }')).toMatchObject({
      incomplete: { reason: 'server-cap', message: expect.stringContaining('probably') },
    });
  });

  it('respects the row limit, also when it sorts', async () => {
    const most = { maxRows: 10 };
    const limit = { reason: 'row-limit', message: expect.stringContaining('funfusic.run.maxRows') };
    expect(await run('SELECT ?x WHERE { ?x :age ?age }', most)).toMatchObject({ incomplete: limit });
    const sorted = await run('SELECT ?age WHERE { ?x :age ?age } ORDER BY DESC(?age)', most);
    expect(sorted).toMatchObject({ incomplete: limit, answer: { rows: { length: 10 } } });
    expect(sorted).toMatchObject({
      answer: { rows: [[{ value: String(PEOPLE - 1) }], {}, {}, {}, {}, {}, {}, {}, {}, {}] },
    });
    expect(await run('SELECT ?x WHERE { ?x :age ?age } LIMIT 10', most)).not.toHaveProperty('incomplete');
    expect(await run('CONSTRUCT { ?x :is ?age } WHERE { ?x :age ?age }', most)).toMatchObject({
      incomplete: limit,
      answer: { triples: { length: 10 } },
    });
  });

  it.concurrent('says when it breaks off for lack of time, and that is never called empty, nor no, nor a number', async () => {
    const hopeless = '?a :age ?x . ?b :age ?y . ?c :age ?z . FILTER(?x + ?y * ?z + ?x * ?z = -1)';
    const short = { timeoutMs: 1000 };
    const [none, count, no] = await Promise.all([
      run(`SELECT ?a WHERE { ${hopeless} }`, short),
      run(`SELECT (COUNT(*) AS ?n) WHERE { ${hopeless} }`, short),
      run(`ASK { ${hopeless} }`, short),
    ]);
    const late = { status: 'timed-out', message: expect.stringContaining('funfusic.run.timeoutSeconds') };
    expect([none, count, no]).toEqual([late, late, late]);
  });

  it.concurrent('gives the rows that it has when its time is up', async () => {
    const slow = '?a :age ?x . ?b :age ?y . ?c :age ?z . FILTER(?x + ?y * ?z + ?x * ?z = -1)';
    expect(await run(`SELECT ?a WHERE { { :p1 :knows ?a } UNION { ${slow} } }`, { timeoutMs: 1000 })).toEqual(
      {
        status: 'answered',
        answer: { kind: 'table', columns: ['a'], rows: [[{ type: 'uri', value: 'http://x/p2' }]] },
        incomplete: { reason: 'time', message: expect.stringContaining('There may be more') },
      },
    );
  });

  it('has the range of the rejected token', async () => {
    expect(await refused('SELECT ?x WHERE {\n ?x :age ?age .\n FILTER(<http://x/nonsense>(?age)) }')).toEqual(
      {
        at: 'http://x/nonsense',
        message: expect.stringMatching(
          /^The query calls a function that Virtuoso does not have.*Virtuoso says: .*nonsense/,
        ),
      },
    );
    expect(await refused('SELECT ?x\nWHERE {\n ?x foo:bar ?y }')).toEqual({
      at: expect.stringContaining('foo'),
      message: expect.stringContaining(
        "Virtuoso says: SPARQL compiler, line 4: Undefined namespace prefix at 'foo'",
      ),
    });
    expect((await refused('SELECT ?x WHERE { ?x :age } ')).at).not.toBe('');
  });

  it('has its sort limit explained', async () => {
    const { message } = await refused('SELECT ?x WHERE { ?x :age ?age } ORDER BY ?age LIMIT 20000');
    expect(message).toMatch(
      /^Virtuoso limits how many rows it sorts .* Lower LIMIT and OFFSET .*Virtuoso says: Sorted TOP/,
    );
  });

  it('is disconnected at once when a query is cancelled', async () => {
    const controller = new AbortController();
    const running = run('SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }', {
      timeoutMs: 2000,
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    await expect(running).rejects.toThrow();
    expect(await run('ASK { :p1 :knows :p2 }')).toMatchObject({ answer: { value: true } });
  });

  it('accepts updates of a permitted user at the address with authentication', async () => {
    const graph = '<http://example.org/changes>';
    const writer = open({ endpoint: `${address}-auth`, user: 'dba', writable: true });
    const done = { status: 'answered', answer: { kind: 'done' } };
    expect(await run(`INSERT DATA { GRAPH ${graph} { :new :knows :p1 } }`, { kb: writer })).toEqual(done);
    expect(await run(`ASK { GRAPH ${graph} { :new :knows :p1 } }`)).toMatchObject({
      answer: { value: true },
    });
    expect(await run(`DELETE DATA { GRAPH ${graph} { :new :knows :p1 } }`, { kb: writer })).toEqual(done);
    expect(await run(`ASK { GRAPH ${graph} { :new :knows :p1 } }`)).toMatchObject({
      answer: { value: false },
    });
    const nobody = open({ writable: true });
    expect(await run(`INSERT DATA { GRAPH ${graph} { :new :knows :p1 } }`, { kb: nobody })).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('is not allowed to do that'),
    });
  });

  it('is not changed by queries that run SQL, unless it is writable', async () => {
    const user = { endpoint: `${address}-auth`, user: 'dba' };
    const clear = 'SELECT (<SPARUL_CLEAR>("http://example.org/cleared", 0) AS ?x) WHERE {}';
    const write =
      'SELECT (bif:exec("sparql insert into <http://example.org/cleared> { <a:a> <a:b> <a:c> }") AS ?x) WHERE {}';
    const is = async (): Promise<Execution> => run('ASK { GRAPH <http://example.org/cleared> { ?s ?p ?o } }');
    expect((await run(write, { kb: open({ ...user, writable: true }) })).status).toBe('answered');
    expect(await is()).toMatchObject({ answer: { value: true } });
    expect((await run(clear, { kb: open(user) })).status).toBe('refused');
    expect(await is()).toMatchObject({ answer: { value: true } });
    expect((await run(clear, { kb: open({ ...user, writable: true }) })).status).toBe('answered');
    expect(await is()).toMatchObject({ answer: { value: false } });
  });

  it('rejects a wrong password, which is reported', async () => {
    const intruder = open({ endpoint: `${address}-auth`, user: 'dba' }, 'wrong');
    expect(await run('ASK {}', { kb: intruder })).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('rejects the password of dba. Check it and enter it again.'),
    });
  });
});
