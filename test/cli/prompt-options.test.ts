/** The options that replace settings of a model and of an evaluation: --exemplars, --prompts and --now. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '../lsp/build';
import { startModelServer, type ModelServer } from '../support/model-server';
import { PEOPLE_SCHEMA } from '../support/people-schema';
import { AGREEING_STEPS } from '../support/story';
import { funfusic, type Outcome } from './run';
import { temporaryFolder } from './temporary-folder';

const right =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?x }';
const QUESTION = 'Where was Barack Obama born?';
const prompt = (name: string): string => readFileSync(join(ROOT, 'prompts', `${name}.md`), 'utf8');
const folder = temporaryFolder({
  'facts.ttl': `@prefix ns: <http://rdf.freebase.com/ns/> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.citytown .
`,
  'schema.json': JSON.stringify(PEOPLE_SCHEMA),
  'own/exemplars.jsonl': `${JSON.stringify({ question: 'Where was Barack Obama Senior born?', query: right.replace('m.02mjmr', 'm.0exemplar') })}\n`,
  'own/prompts/propose-query.md': prompt('propose-query').replace(
    'You write SPARQL',
    'OWN PROMPT. You write SPARQL',
  ),
  'questions.jsonl': `${JSON.stringify({ id: 'place', question: QUESTION, answers: ['m.02hrh0_'] })}\n`,
  'dated.jsonl': `${JSON.stringify({ id: 'today', question: 'Which people are professors today?', answerable: false })}\n`,
  'wrong.rq': `# question: ${QUESTION}\n${right.replace('place_of_birth', 'birthplace')}\n`,
});
const KB = ['--kb', 'facts.ttl', '--schema', 'schema.json'];
const OWN = ['--exemplars', join('own', 'exemplars.jsonl'), '--prompts', join('own', 'prompts')];

const run = (...args: readonly string[]): Promise<Outcome> => funfusic(args, { cwd: folder });

/** Runs a command with a model, and returns all that the model was sent. */
async function sentBy(...args: readonly string[]): Promise<string> {
  const server: ModelServer = await startModelServer([
    { shape: 'proposal', json: { thought: 'So.', query: right }, always: true },
    ...AGREEING_STEPS,
  ]);
  try {
    const { code, stderr } = await run(...args, ...KB, '--model-url', server.url, '--model', 'tests');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('cannot be')]);
    return JSON.stringify(server.requests.map(({ body }) => body));
  } finally {
    await server.close();
  }
}

describe('--exemplars and --prompts', () => {
  it.each([
    ['ask', ['ask', '--strategy', 'fun-fusic', QUESTION]],
    ['eval', ['eval', 'questions.jsonl', '--strategy', 'fun-fusic', '--out', 'run-own']],
  ])('%s sends them to the model', async (_, args) => {
    const sent = await sentBy(...args, ...OWN);
    expect(sent).toContain('OWN PROMPT.');
    expect(sent).toContain('m.0exemplar');
  });

  it('are not sent unless they are named', async () => {
    const sent = await sentBy('ask', '--strategy', 'fun-fusic', QUESTION);
    expect(sent).not.toContain('OWN PROMPT.');
    expect(sent).not.toContain('m.0exemplar');
  });

  it.each([
    [['repair', 'wrong.rq', ...OWN], '--exemplars needs a model'],
    [['ask', '--prompts', 'own', QUESTION], '--prompts needs a model'],
    [['repair', 'wrong.rq', '--exemplars', 'nowhere.jsonl'], '--exemplars: nowhere.jsonl is not a file.'],
    [['ask', '--prompts', 'wrong.rq', QUESTION], '--prompts: wrong.rq is not a folder.'],
  ])('%j is rejected', async (args, message) => {
    const { code, stderr } = await run(...args, ...KB);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('eval --now', () => {
  const recordIn = (out: string): { readonly date: string } => {
    const records = join(folder, out, 'records');
    const [name = ''] = readdirSync(records);
    const bytes = readFileSync(join(records, name));
    return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as {
      readonly date: string;
    };
  };

  it('is the date that questions mean by today, and is kept when the run is resumed', async () => {
    const args = ['eval', 'dated.jsonl', ...KB, '--out', 'run-dated'];
    const { code, stderr } = await run(...args, '--now', '2015-08-10');
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const record = recordIn('run-dated');
    expect(record.date).toBe('2015-08-10');
    expect(JSON.stringify({ ...record, date: '' })).toContain('2015-08-10');
    const other = await run(...args, '--now', '2016-01-01');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('now was "2015-08-10" and is now "2016-01-01"');
    expect((await run(...args, '--now', '2015-08-10')).code).toBe(0);
  });

  it('rejects what is not a date', async () => {
    const { code, stderr } = await run(
      'eval',
      'dated.jsonl',
      ...KB,
      '--out',
      'run-bad',
      '--now',
      '2015-02-30',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('--now 2015-02-30 is not a date. Write it like 2015-08-10.');
  });
});
