import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  RUN_PROGRESS_NOTIFICATION,
  TOOL_REQUEST,
  TOOL_TARGET_REQUEST,
  type RunProgress,
  type ToolName,
  type ToolResult,
  type ToolTarget,
} from '../../server/src/protocol/index';
import { temporaryFolder } from '../cli/temporary-folder';
import { TestClient } from './client';

const NS = 'http://rdf.freebase.com/ns/';
const folder = temporaryFolder({
  'facts.ttl': `@prefix ns: <${NS}> .
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.place_of_birth ns:m.02hrh0_ .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.citytown .
`,
});
const born = `PREFIX ns: <${NS}>\nSELECT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }`;

describe('The tools for agents', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({
      settings: {
        knowledgeBases: {
          Facts: { file: join(folder, 'facts.ttl'), writable: true },
          Far: { endpoint: 'https://kb.example/sparql' },
        },
        knowledgeBase: 'Facts',
        models: { Far: { url: 'https://models.example/v1', model: 'gpt' } },
        model: 'Far',
      },
    });
  });
  afterAll(() => client.stop());

  const use = (name: ToolName, input: unknown): Promise<ToolResult> =>
    client.request<ToolResult>(TOOL_REQUEST, { name, input, progress: 'one' });

  it('report the KB and model that they would use', async () => {
    expect(await client.request<ToolTarget>(TOOL_TARGET_REQUEST, {})).toMatchObject({
      kb: 'Facts',
      model: { name: 'Far', local: false },
    });
  });

  it('check, run and describe on the KB of the settings', async () => {
    const steps: string[] = [];
    client.connection.onNotification(RUN_PROGRESS_NOTIFICATION, ({ message }: RunProgress) => {
      steps.push(message);
    });
    expect(await use('check', { query: born })).toMatchObject({ data: { findings: [] } });
    expect((await use('run', { query: born })).text).toContain('"Honolulu" (m.02hrh0_)');
    expect((await use('describe', { what: 'Honolulu' })).data).toMatchObject({ id: 'm.02hrh0_' });
    expect(steps).toContain('Asking Facts');
  });

  it('change nothing, even if the KB is writable', async () => {
    const update = `INSERT DATA { <${NS}m.0a> <${NS}m.0b> <${NS}m.0c> }`;
    expect(await use('run', { query: update })).toMatchObject({ failed: true });
    const left = await use('run', { query: `ASK { <${NS}m.0a> ?p ?o }` });
    expect(left.data).toMatchObject({ boolean: false });
  });

  it('report invalid input', async () => {
    expect(await use('describe', undefined)).toMatchObject({ failed: true });
    expect(await use('nothing' as ToolName, {})).toMatchObject({
      failed: true,
      text: 'There is no tool called nothing.',
    });
  });
});
