/** Texts of endpoints and models that need minutes with regular expressions that backtrack. */
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { digestChallenge } from '../../../server/src/adapters/kb/digest';
import type { KnownEngine } from '../../../server/src/adapters/kb/remote-engines';
import { findJson } from '../../../server/src/core/model/find-json';
import { formatNumber } from '../../../server/src/core/describe/grammar';
import { answersOf } from '../../../server/src/core/repair/answers-of';
import { cleanProposal } from '../../../server/src/core/repair/clean-proposal';
import { isNumberText } from '../../../server/src/core/logical-form/parse-literal';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { answers, refuses, type Behaviour } from '../../adapters/kb/endpoint';
import { asking, ignore, never, served } from '../../adapters/model/served';
import { startModelServer, type ModelStep } from '../../support/model-server';

const SIZE = 60_000;
/** Linear work on such a text takes milliseconds, backtracking takes minutes. */
const MAX_MS = 5000;
const MAX_MESSAGE_LENGTH = 2000;

function repeatTo(part: string, size = SIZE): string {
  return part.repeat(Math.ceil(size / part.length));
}

async function expectFast<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  expect(performance.now() - began).toBeLessThan(MAX_MS);
  return result;
}

const VIRTUOSO = 'Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error';
const html = { 'content-type': 'text/html' };

describe('regular expressions on text of endpoints', () => {
  it.each<readonly [string, KnownEngine, Behaviour]>([
    ['quoted words in an error of Virtuoso', 'virtuoso', refuses(400, `${VIRTUOSO}${repeatTo(" at '")}x`)],
    [
      'repeated phrases in an error of Virtuoso',
      'virtuoso',
      refuses(400, `${VIRTUOSO}${repeatTo(" at 'x' before '")}x`),
    ],
    ['empty lines in an error of Virtuoso', 'virtuoso', refuses(400, `${VIRTUOSO}${repeatTo('\n')}.`)],
    ['empty lines in an error', 'other', refuses(400, `x${repeatTo('\n')}x`)],
    ['spaces in a stack trace', 'other', refuses(500, `x${repeatTo('\n at ')}x`)],
    ['line and column numbers in an error', 'other', refuses(400, repeatTo('line 1 col '))],
    ['digits in an error', 'other', refuses(400, `error at ${repeatTo('1')}`)],
    ['titles in an error page', 'other', refuses(500, repeatTo('<title'), html)],
    ['titles in a web page', 'other', answers(repeatTo('<title'), html)],
    ['spaces before a web page', 'other', answers(`${repeatTo(' ')}x`, { 'content-type': 'text/plain' })],
    ['the text of a timeout', 'other', refuses(503, repeatTo('timed time'))],
    ['a long retry-after header', 'other', refuses(429, '', { 'retry-after': repeatTo('1', 12_000) })],
    ['a long location header', 'other', refuses(302, '', { location: `mailto:${repeatTo('a', 12_000)}` })],
    [
      'a long www-authenticate header',
      'other',
      refuses(401, '', { 'www-authenticate': repeatTo('Digest ', 12_000) }),
    ],
    ['a long server header', 'other', answers('{}', { server: repeatTo('Fuseki (', 12_000) })],
    ['a long content-type header', 'other', answers('{}', { 'content-type': repeatTo('charset ', 12_000) })],
  ])('an endpoint cannot freeze the process with %s', async (_, engine, behave) => {
    const kb = open({ endpoint: (await endpoint(behave)).address, engine });
    const execution = await expectFast(() =>
      kb.execute('SELECT ?x WHERE { ?x ?p ?o }', { timeoutMs: 60_000, maxRows: 10 }, never),
    );
    expect(execution.status).not.toBe('answered');
    expect('message' in execution ? execution.message.length : 0).toBeLessThan(MAX_MESSAGE_LENGTH);
  });

  it('an endpoint cannot freeze the process with a digest challenge', async () => {
    const challenge = await expectFast(() => digestChallenge(`Digest ${repeatTo('a', 200_000)}`));
    expect(challenge).toBeUndefined();
  });

  it('an endpoint cannot freeze the process with long numbers in its results', async () => {
    const value = `${repeatTo('1', 500_000)}x`;
    const query = parseQuery('SELECT ?x WHERE { ?x ?p ?o }', 'virtuoso');
    const rows = [[{ type: 'literal', value } as const]];
    const execution = { status: 'answered', answer: { kind: 'table', columns: ['x'], rows } } as const;
    expect(await expectFast(() => answersOf(query, execution))).toEqual([value]);
    expect(await expectFast(() => formatNumber(value.slice(0, -1)))).toBe(value.slice(0, -1));
    expect(await expectFast(() => isNumberText(value))).toBe(false);
  });
});

describe('regular expressions on text of models', () => {
  it.each<readonly [string, ModelStep]>([
    ['an error about models', { status: 400, message: repeatTo('model ', 200_000) }],
    ['an error about its context', { status: 400, message: repeatTo('context ', 200_000) }],
    ['a long retry-after header', { status: 503, headers: { 'retry-after': repeatTo('9', 12_000) } }],
    ['a long location header', { status: 302, headers: { location: repeatTo('a', 12_000) } }],
    ['a deeply nested error', deeplyNested('error')],
    ['an error with deeply nested details', deeplyNested('detail')],
  ])('a model cannot freeze the process with %s', async (_, step) => {
    const server = await startModelServer([{ ...step, always: true }]);
    closeLater(server);
    const model = served({ url: server.url });
    closeLater({ close: async () => model.close?.() });
    const completion = await expectFast(() => model.complete(asking('Hello?'), ignore, never));
    expect(completion.status).toBe('failed');
    expect('message' in completion ? completion.message.length : 0).toBeLessThan(MAX_MESSAGE_LENGTH);
  });

  const LARGE = 900_000;

  it.each([
    ['opening braces', repeatTo('{', LARGE)],
    ['deeply nested JSON', repeatTo('[', LARGE) + repeatTo(']', LARGE)],
    ['escaped quotes', `{"${repeatTo('\\"', LARGE)}`],
    ['commas and spaces', `{${repeatTo(', ', LARGE)}}`],
  ])('a model cannot freeze the process with %s in a reply', async (_, text) => {
    expect(await expectFast(() => findJson(text).length)).toBeLessThan(201);
  });

  it.each([
    ['empty lines after a code fence', `\`\`\`\n${repeatTo('\n', LARGE)}x`],
    ['code fences', repeatTo('```\n', 100_000)],
    ['spaces before comments', repeatTo(' #\n', 100_000)],
    ['spaces', `${repeatTo(' ', LARGE)}#x`],
  ])('a model cannot freeze the process with %s in a proposed query', async (_, text) => {
    expect((await expectFast(() => cleanProposal(text))).length).toBeLessThanOrEqual(text.length);
  });
});

/** An error in OpenAI's format with thousands of errors inside each other. */
function deeplyNested(field: string): ModelStep {
  const depth = 20_000;
  const body = `${`{"${field}":`.repeat(depth)}1${'}'.repeat(depth)}`;
  return { refused: 400, body };
}

it('cleanProposal removes the code fence and the comments of a proposed query', () => {
  const query = 'SELECT ?x WHERE {\n  ?x ?p ?o .\n}';
  expect(cleanProposal(query)).toBe(query);
  expect(cleanProposal(` \`\`\`sparql\n${query}\n\`\`\`\n`)).toBe(query);
  expect(cleanProposal(`# Trust me\n${query.replace(' .\n', ' . # and me\n  # and me\n')}`)).toBe(query);
});
