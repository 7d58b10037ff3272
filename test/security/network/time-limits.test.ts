import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeLater, endpoint } from '../../adapters/kb/closing';
import { answers, type Behaviour } from '../../adapters/kb/endpoint';
import { funfusicProcess, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { startModelServer } from '../../support/model-server';
import { NODE_VERSIONS } from '../../support/node-versions';

const QUERY = 'SELECT ?x WHERE { ?x ?p ?o }\n';
const isProbe = (query: string | null): boolean => query === 'ASK {}';
const neverAnswers: Behaviour = () => undefined;
const answersOnlyProbes: Behaviour = (response, request) => {
  if (isProbe(request.form.get('query'))) answers('{ "head": {}, "boolean": true }')(response, request);
};

/** Creates a folder with a KB of known engine and a model in its settings. */
function createFolder(
  addresses: { readonly kb?: string; readonly model?: string },
  { retries = 0, timeoutSeconds = 0.3 } = {},
): string {
  return temporaryFolder({
    'query.rq': QUERY,
    '.vscode/settings.json': JSON.stringify({
      ...(addresses.kb !== undefined && {
        'funfusic.knowledgeBase': 'Remote',
        'funfusic.knowledgeBases': { Remote: { endpoint: addresses.kb, engine: 'other' } },
      }),
      ...(addresses.model !== undefined && {
        'funfusic.model': 'silent',
        'funfusic.models': { silent: { url: addresses.model, model: 'm', timeoutSeconds, retries } },
      }),
    }),
  });
}

describe.each(NODE_VERSIONS)('$title with constant garbage collection', ({ path }) => {
  const runCollecting = (args: readonly string[], cwd: string): Promise<Outcome> =>
    funfusicProcess(args, {
      cwd,
      env: { NODE_OPTIONS: `--require "${join(import.meta.dirname, 'collect-garbage.cjs')}"` },
      ...(path !== undefined && { node: path }),
    });

  it.skipIf(path === undefined)('a query times out when the endpoint never responds', async () => {
    const { address } = await endpoint(neverAnswers);
    const { code, stderr } = await runCollecting(
      ['run', '--trust-folder', '--timeout', '0.3', 'query.rq'],
      createFolder({ kb: address }),
    );
    expect(stderr).toContain(`${address} did not answer within 0.3 seconds.`);
    expect(code).toBe(1);
  });

  it.skipIf(path === undefined).each([
    ['the model never responds', true as const],
    ['the reply stops in the middle', 'Once upon'],
  ])('a model request times out when %s', async (_, stalls) => {
    const model = await startModelServer([{ stalls, always: true }]);
    closeLater(model);
    const { stderr } = await runCollecting(
      ['explain', '--trust-folder', '--model', 'silent', 'query.rq'],
      createFolder({ model: model.url }),
    );
    expect(stderr).toContain('did not finish its reply within 0.3 seconds.');
  });
});

it('a model request is not retried after its timeout', async () => {
  const { port, requests } = await endpoint((response) => {
    response.writeHead(503, { 'retry-after': '20' }).end();
  });
  const folder = createFolder(
    { model: `http://127.0.0.1:${port}/v1` },
    // Long enough for the first request, and too short for the second.
    { retries: 3, timeoutSeconds: 2 },
  );
  const args = ['explain', '--trust-folder', '--model', 'silent', 'query.rq'];
  const { stderr } = await funfusicProcess(args, { cwd: folder });
  expect(stderr).toContain('503');
  expect(requests).toHaveLength(1);
});

describe('question to an endpoint that never responds', () => {
  it.each([
    ['any request', neverAnswers, 'Check the address, and whether the server is busy.'],
    ['a query', answersOnlyProbes, 'Ask for less, or raise --timeout.'],
  ])('a question fails after one timeout when the endpoint never answers %s', async (_, behave, advice) => {
    const { address, requests } = await endpoint(behave);
    const folder = temporaryFolder({});
    const { code, stdout } = await funfusicProcess(
      ['ask', '--kb', address, '--timeout', '2', 'Who directed Titanic?'],
      { cwd: folder },
    );
    expect(stdout).toContain(`failed: ${address} did not answer within 2 seconds. ${advice}`);
    expect(stdout).not.toMatch(/spelling|confidence|problem:/);
    expect(code).toBe(2);
    const unanswered = requests.filter(({ form }) => behave === neverAnswers || !isProbe(form.get('query')));
    expect(unanswered).toHaveLength(1);
  });

  it('a question that reaches its time limit is not reported as misspelled', async () => {
    const { address } = await endpoint(neverAnswers);
    const folder = temporaryFolder({
      '.vscode/settings.json': JSON.stringify({ 'funfusic.ask.caps': { seconds: 1 } }),
    });
    const { code, stdout } = await funfusicProcess(['ask', '--kb', address, 'Who directed Titanic?'], {
      cwd: folder,
    });
    expect(stdout).toContain('The limit of 1 seconds per question is reached.');
    expect(stdout).not.toContain('spelling');
    expect(code).toBe(2);
  });
});
