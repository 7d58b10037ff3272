import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestResult, RepairReply } from '../../../server/src/protocol/index';
import { agreeingSteps, proposalStep } from '../../support/agreeing-model';
import { startModelServer, type ModelServer } from '../../support/model-server';
import { eventually } from './support/eventually';
import { activeExtension } from './support/extension';
import { closeEditors, openQuery } from './support/query';
import { serveEditorModel, type ChatMessage } from './support/scripted-model';
import { resetSettings, set } from './support/settings';

const QUESTION = 'Where was Barack Obama born?';
const mistaken = `# question: ${QUESTION}
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;
const right = mistaken.replace('place_of_brith', 'place_of_birth');
const EDITOR_MODEL = 'fun-fusic-tests/scripted';

const repair = async (): Promise<RepairReply | undefined> =>
  vscode.commands.executeCommand<RepairReply | undefined>('funfusic.repairQuery');

describe('repair with a model', () => {
  let server: ModelServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
    const { repairs } = await activeExtension();
    await repairs.notice.forget(EDITOR_MODEL);
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const choose = async (entry: object): Promise<void> => {
    await set('models', { Mine: entry });
    await set('model', 'Mine');
    // Otherwise the search may find a repair without the model.
    await set('repair.searchFirst', false);
  };

  it('repairQuery shows the query that the model proposes', async () => {
    server = await startModelServer([proposalStep(right), ...agreeingSteps(QUESTION)]);
    await choose({ url: server.url, model: 'test-model', retries: 0 });
    const { document } = await openQuery(mistaken);
    const reply = await repair();
    assert.equal(kindOf(reply), 'repaired', JSON.stringify(reply));
    assert.equal(document.getText(), mistaken);
    await vscode.commands.executeCommand('funfusic.acceptRepair');
    assert.equal(document.getText(), right);
  });

  it('cancelRepair cancels the request to the model', async () => {
    server = await startModelServer([{ stalls: '{"thought": "The' }]);
    await choose({ url: server.url, model: 'test-model', retries: 0 });
    await openQuery(mistaken);
    const requested = server.nextRequest();
    const running = repair();
    await requested;
    const disconnected = server.nextDisconnect();
    await vscode.commands.executeCommand('funfusic.cancelRepair');
    await disconnected;
    assert.equal(await running, undefined);
  });

  it('repairQuery uses a model of the editor', async function () {
    const requests: (readonly ChatMessage[])[] = [];
    const served = await serveEditorModel(async function* (messages) {
      requests.push(messages);
      await Promise.resolve();
      const text = replyTo(messages);
      yield text.slice(0, 12);
      yield text.slice(12);
    });
    if (!served) return this.skip();
    await eventually('the model is there', modelIds, (ids) => ids.includes('scripted'));
    await choose({ editor: EDITOR_MODEL });
    const test = await vscode.commands.executeCommand<TestResult>('funfusic.testModel', 'Mine');
    assert.ok(test.works, test.lines.join('\n'));
    requests.length = 0;
    await (await activeExtension()).repairs.notice.remember(EDITOR_MODEL);
    const { document } = await openQuery(mistaken);
    const reply = await repair();
    assert.equal(kindOf(reply), 'repaired', JSON.stringify(reply));
    // The system message is part of the first user message.
    assert.equal(requests[0]?.[0]?.role, 'user');
    assert.match(requests[0][0].content, /place_of_brith/);
    await vscode.commands.executeCommand('funfusic.acceptRepair');
    assert.equal(document.getText(), right);
  });

  it('testModel reports the failure of a model of the editor', async function () {
    const served = await serveEditorModel(async function* () {
      await Promise.resolve();
      yield '';
      throw new Error('The teapot is empty.');
    });
    if (!served) return this.skip();
    await eventually('the model is there', modelIds, (ids) => ids.includes('scripted'));
    const testModel = async (editor: string): Promise<TestResult> => {
      await choose({ editor });
      return vscode.commands.executeCommand<TestResult>('funfusic.testModel', 'Mine');
    };
    const failing = await testModel(EDITOR_MODEL);
    assert.ok(!failing.works);
    assert.match(failing.lines.join('\n'), /teapot/);
    const missing = await testModel('fun-fusic-tests/other');
    assert.ok(!missing.works);
    assert.match(missing.lines.join('\n'), /has no model fun-fusic-tests\/other.*fun-fusic-tests\/scripted/s);
  });
});

function kindOf(reply: RepairReply | undefined): string | undefined {
  return reply && 'trace' in reply ? reply.trace.result.kind : reply?.problem;
}

/** Selects the reply by the fields that the prompt requests. */
function replyTo(messages: readonly ChatMessage[]): string {
  const prompt = messages.map(({ content }) => content).join('\n');
  if (/"query"/.test(prompt)) return JSON.stringify({ thought: 'It was misspelt.', query: right });
  if (/"same"/.test(prompt)) return JSON.stringify({ explanation: 'Alike.', differences: [], same: true });
  if (/"parts"/.test(prompt)) return JSON.stringify({ question: QUESTION, parts: [] });
  return 'ok';
}

async function modelIds(): Promise<readonly string[]> {
  return (await vscode.lm.selectChatModels()).map(({ id }) => id);
}
