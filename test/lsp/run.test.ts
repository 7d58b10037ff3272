import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_REQUEST, type RunParams, type RunResult } from '../../server/src/protocol';
import { TestClient } from './client';

const birthplace = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }
`;

describe('Running a query', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  const run = (uri: string): Promise<RunResult> => {
    const caret = { line: 2, character: 0 };
    const params: RunParams = { textDocument: { uri }, range: { start: caret, end: caret } };
    return client.request<RunResult>(RUN_REQUEST, params);
  };

  it('answers from the sample KB, without any setting', async () => {
    const uri = await client.open(birthplace);
    expect(await run(uri)).toMatchObject({
      run: {
        kb: 'Sample',
        question: 'Where was Barack Obama born?',
        execution: {
          status: 'answered',
          answer: {
            kind: 'table',
            columns: ['place'],
            rows: [[{ type: 'uri', value: 'http://rdf.freebase.com/ns/m.02hrh0_' }]],
          },
        },
      },
    });
  });

  it('says so when there is no KB of the name that the query asks for', async () => {
    const uri = await client.open(`# endpoint: Nowhere\n${birthplace}`);
    expect(await run(uri)).toEqual({ problem: expect.stringContaining('no KB called Nowhere') });
  });
});
