/** Texts of endpoints and models that patterns with nested repetition would need minutes for. */
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { digestChallenge } from '../../../server/src/adapters/kb/digest';
import type { KnownEngine } from '../../../server/src/adapters/kb/remote-engines';
import { jsonIn } from '../../../server/src/core/model/json-in';
import { numberInWords } from '../../../server/src/core/describe/grammar';
import { answersOf } from '../../../server/src/core/repair/answers-of';
import { cleanProposal } from '../../../server/src/core/repair/clean-proposal';
import { isNumberText } from '../../../server/src/core/logical-form/literal-words';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { answers, refuses, type Behaviour } from '../../adapters/kb/endpoint';
import { asking, ignore, never, served } from '../../adapters/model/served';
import { startModelServer, type Step } from '../../support/model-server';

const SIZE = 60_000;
/** Linear work on such a text takes milliseconds, also on a busy machine; the patterns of before took minutes. */
const ENOUGH_MS = 5000;
const LONGEST_MESSAGE = 2000;

/** As long as wanted, of one part again and again. */
function pumped(part: string, size = SIZE): string {
  return part.repeat(Math.ceil(size / part.length));
}

async function quickly<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  expect(performance.now() - began).toBeLessThan(ENOUGH_MS);
  return result;
}

const VIRTUOSO = 'Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error';
const html = { 'content-type': 'text/html' };

describe('An endpoint does not freeze the process by', () => {
  it.each<readonly [string, KnownEngine, Behaviour]>([
    ['quoted words in an error of Virtuoso', 'virtuoso', refuses(400, `${VIRTUOSO}${pumped(" at '")}x`)],
    [
      'words before words in an error of Virtuoso',
      'virtuoso',
      refuses(400, `${VIRTUOSO}${pumped(" at 'x' before '")}x`),
    ],
    ['empty lines in an error of Virtuoso', 'virtuoso', refuses(400, `${VIRTUOSO}${pumped('\n')}.`)],
    ['empty lines in an error', 'other', refuses(400, `x${pumped('\n')}x`)],
    ['spaces in a stack of calls', 'other', refuses(500, `x${pumped('\n at ')}x`)],
    ['lines and columns in an error', 'other', refuses(400, pumped('line 1 col '))],
    ['digits in an error', 'other', refuses(400, `error at ${pumped('1')}`)],
    ['titles in an error page', 'other', refuses(500, pumped('<title'), html)],
    ['titles in a web page', 'other', answers(pumped('<title'), html)],
    ['spaces before a web page', 'other', answers(`${pumped(' ')}x`, { 'content-type': 'text/plain' })],
    ['a text of a timeout', 'other', refuses(503, pumped('timed time'))],
    ['when to try again', 'other', refuses(429, '', { 'retry-after': pumped('1', 12_000) })],
    ['where it leads on', 'other', refuses(302, '', { location: `mailto:${pumped('a', 12_000)}` })],
    [
      'how it wants to be told who asks',
      'other',
      refuses(401, '', { 'www-authenticate': pumped('Digest ', 12_000) }),
    ],
    ['the name of its software', 'other', answers('{}', { server: pumped('Fuseki (', 12_000) })],
    [
      'the character set of its answer',
      'other',
      answers('{}', { 'content-type': pumped('charset ', 12_000) }),
    ],
  ])('%s', async (_, engine, behave) => {
    const kb = open({ endpoint: (await endpoint(behave)).address, engine });
    const execution = await quickly(() =>
      kb.execute('SELECT ?x WHERE { ?x ?p ?o }', { timeoutMs: 60_000, maxRows: 10 }, never),
    );
    expect(execution.status).not.toBe('answered');
    expect('message' in execution ? execution.message.length : 0).toBeLessThan(LONGEST_MESSAGE);
  });

  it('the parts of a challenge', async () => {
    const challenge = await quickly(() => digestChallenge(`Digest ${pumped('a', 200_000)}`));
    expect(challenge).toBeUndefined();
  });

  it('digits in its answers', async () => {
    const value = `${pumped('1', 500_000)}x`;
    const query = parseQuery('SELECT ?x WHERE { ?x ?p ?o }', 'virtuoso');
    const rows = [[{ type: 'literal', value } as const]];
    const execution = { status: 'answered', answer: { kind: 'table', columns: ['x'], rows } } as const;
    expect(await quickly(() => answersOf(query, execution))).toEqual([value]);
    expect(await quickly(() => numberInWords(value.slice(0, -1)))).toBe(value.slice(0, -1));
    expect(await quickly(() => isNumberText(value))).toBe(false);
  });
});

describe('A model does not freeze the process by', () => {
  it.each<readonly [string, Step]>([
    ['an error about models', { status: 400, message: pumped('model ', 200_000) }],
    ['an error about its context', { status: 400, message: pumped('context ', 200_000) }],
    ['when to try again', { status: 503, headers: { 'retry-after': pumped('9', 12_000) } }],
    ['where it leads on', { status: 302, headers: { location: pumped('a', 12_000) } }],
    ['an error that is nested deep', deeplyNested('error')],
    ['an error with details that are nested deep', deeplyNested('detail')],
  ])('%s', async (_, step) => {
    const server = await startModelServer([{ ...step, always: true }]);
    closeLater(server);
    const model = served({ url: server.url });
    closeLater({ close: async () => model.close?.() });
    const completion = await quickly(() => model.complete(asking('Hello?'), ignore, never));
    expect(completion.status).toBe('failed');
    expect('message' in completion ? completion.message.length : 0).toBeLessThan(LONGEST_MESSAGE);
  });

  const MANY = 900_000;

  it.each([
    ['openings of JSON', pumped('{', MANY)],
    ['JSON that is nested deep', pumped('[', MANY) + pumped(']', MANY)],
    ['escaped quotes', `{"${pumped('\\"', MANY)}`],
    ['commas and spaces', `{${pumped(', ', MANY)}}`],
  ])('%s in a reply', async (_, text) => {
    expect(await quickly(() => jsonIn(text).length)).toBeLessThan(201);
  });

  it.each([
    ['empty lines behind a fence', `\`\`\`\n${pumped('\n', MANY)}x`],
    ['fences', pumped('```\n', 100_000)],
    ['spaces before comments', pumped(' #\n', 100_000)],
    ['spaces', `${pumped(' ', MANY)}#x`],
  ])('%s in a proposed query', async (_, text) => {
    expect((await quickly(() => cleanProposal(text))).length).toBeLessThanOrEqual(text.length);
  });
});

/** A refusal in the shape that OpenAI gives to errors, around thousands of others. */
function deeplyNested(field: string): Step {
  const depth = 20_000;
  const body = `${`{"${field}":`.repeat(depth)}1${'}'.repeat(depth)}`;
  return { refused: 400, body };
}

it('A proposed query loses its fence and its comments', () => {
  const query = 'SELECT ?x WHERE {\n  ?x ?p ?o .\n}';
  expect(cleanProposal(query)).toBe(query);
  expect(cleanProposal(` \`\`\`sparql\n${query}\n\`\`\`\n`)).toBe(query);
  expect(cleanProposal(`# Trust me\n${query.replace(' .\n', ' . # and me\n  # and me\n')}`)).toBe(query);
});
