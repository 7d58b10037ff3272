import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KB_LIST_REQUEST,
  KB_TEST_REQUEST,
  type KbInfo,
  type TestResult,
} from '../../server/src/protocol/index';
import { TestClient } from './client';

describe('The KBs of the settings', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({
      settings: {
        knowledgeBases: {
          Freebase: { endpoint: 'http://me:secret@localhost:8890/sparql' },
          Mine: { file: ['a.nt', 'b.ttl'], writable: true },
        },
      },
    });
  });
  afterAll(() => client.stop());

  it('are listed after the sample without passwords', async () => {
    expect(await client.request<KbInfo[]>(KB_LIST_REQUEST)).toEqual([
      { name: 'Sample', kind: 'sample', where: 'bundled sample', writable: false },
      { name: 'Freebase', kind: 'endpoint', where: 'http://localhost:8890/sparql', writable: false },
      { name: 'Mine', kind: 'file', where: 'a.nt, b.ttl', writable: true },
    ]);
  });

  it('can be tested, and the sample works', async () => {
    const { works, lines } = await client.request<TestResult>(KB_TEST_REQUEST, { kb: 'Sample' });
    expect(lines).toEqual([
      expect.stringMatching(/^It has [\d,]+ facts, from .*film\.ttl/),
      expect.stringMatching(/^It answers a query, in \d+ ms\.$/),
      expect.stringMatching(/^It has facts of Freebase, such as \S+\.$/),
    ]);
    expect(works).toBe(true);
  });

  it('include a message for an unknown KB', async () => {
    const result = await client.request<TestResult>(KB_TEST_REQUEST, { kb: 'Nowhere' });
    expect(result).toEqual({ works: false, lines: [expect.stringContaining('no KB called Nowhere')] });
  });
});
