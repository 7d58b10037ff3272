import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TOOL_NAMES } from '../../../server/src/protocol/index';
import { suggestFollowUps, type ChatMetadata } from '../../../client/src/agents/chat-answer';
import { startModelServer } from '../../support/model-server';
import { eventually } from './support/eventually';
import { activeExtension } from './support/extension';
import { activeEditor, closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

const BORN = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }`;

/** Invokes a tool without the token of a chat. */
async function invoke(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('language model tools', () => {
  before(() => activeExtension());
  after(closeEditors);

  it('the extension registers its tools with descriptions and input schemas', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('funfusic_'));
    assert.deepEqual(
      ours.map(({ name }) => name).sort(),
      TOOL_NAMES.map((name) => `funfusic_${name}`).sort(),
    );
    for (const { description, inputSchema } of ours) assert.ok(description && inputSchema);
  });

  it('the check, run and describe tools return text', async () => {
    const mistaken = BORN.replace('place_of_birth', 'birthplace');
    assert.match(await invoke('funfusic_check', { query: mistaken }), /error grounding in line 2/);
    assert.match(await invoke('funfusic_run', { query: BORN }), /"Honolulu" \(m\.02hrh0_\)/);
    assert.match(await invoke('funfusic_describe', { what: 'Barack Obama' }), /\(m\.02mjmr\)/);
  });

  it('the ask tool answers a question', async () => {
    const answer = await invoke('funfusic_ask', { question: 'Where was Barack Obama born?' });
    assert.match(answer, /Honolulu/);
  });

  it('the run tool rejects an update', async () => {
    const update = 'INSERT DATA { <http://a.example/> <http://b.example/> <http://c.example/> }';
    await assert.rejects(invoke('funfusic_run', { query: update }), /would change the KB/);
  });

  it('openDraft opens a query in a new editor', async () => {
    await vscode.commands.executeCommand('funfusic.openDraft', BORN);
    const { document } = await activeEditor((shown) => shown.getText() === BORN);
    assert.equal(document.languageId, 'sparql');
  });
});

interface ChatOutcome {
  readonly markdown: string;
  readonly progress: readonly string[];
  readonly buttons: readonly vscode.Command[];
  readonly result: vscode.ChatResult;
}

/** Calls the chat participant directly, because the editor of the tests has no chat. */
async function chat(
  prompt: string,
  command?: string,
  token = new vscode.CancellationTokenSource().token,
): Promise<ChatOutcome> {
  const { agents } = await activeExtension();
  const response = { markdown: '', progress: [] as string[], buttons: [] as vscode.Command[] };
  const stream = {
    markdown: (text: string) => void (response.markdown += text),
    progress: (text: string) => void response.progress.push(text),
    button: (button: vscode.Command) => void response.buttons.push(button),
  };
  const result = await agents.chat(
    { prompt, command } as vscode.ChatRequest,
    { history: [] },
    stream as unknown as vscode.ChatResponseStream,
    token,
  );
  return { ...response, result: result ?? {} };
}

describe('chat participant', function () {
  this.timeout(120_000);
  before(() => activeExtension());
  after(async () => {
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('@kb reports progress, answers, and links to the query and its trace', async () => {
    const { markdown, progress, buttons, result } = await chat('Who directed Titanic?');
    assert.match(markdown, /^\*\*James Cameron\*\* \(m\.03\\_gd\)[^]*```sparql\n[^]*directed_by/);
    assert.ok(progress.length > 0);
    const [query, trace] = buttons;
    assert.ok(query && trace);
    const { results } = await activeExtension();
    const { length } = results.questions.runs;
    await vscode.commands.executeCommand(trace.command, ...((trace.arguments ?? []) as unknown[]));
    const titles = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab?.label ?? []);
    await eventually('its page is shown', titles, (all) => all.includes('Who directed Titanic?'));
    assert.equal(results.questions.runs.length, length, 'it is not asked again');
    await vscode.commands.executeCommand(query.command, ...((query.arguments ?? []) as unknown[]));
    // Its tab, because the page may become active once more when it is loaded.
    const texts = (): readonly string[] =>
      vscode.workspace.textDocuments.filter(({ uri }) => hasTab(uri)).map((document) => document.getText());
    await eventually('the query has a tab', texts, (all) =>
      all.some((text) => /Titanic[^]*directed_by/.test(text)),
    );
    const [about] = suggestFollowUps(result.metadata as ChatMetadata);
    assert.match((await chat(about?.prompt ?? '', about?.command)).markdown, /Titanic/);
  });

  it('@kb with /check reports findings of the open query', async () => {
    await openQuery(BORN.replace('place_of_birth', 'birthplace'));
    assert.match((await chat('', 'check')).markdown, /grounding/);
  });

  it('@kb cancels the request to the model on cancellation', async () => {
    const model = await startModelServer([{ stalls: true }]);
    await set('models', { Mine: { url: model.url, model: 'test', retries: 0 } });
    await set('model', 'Mine');
    await set('ask.strategy', 'fun-fusic');
    const source = new vscode.CancellationTokenSource();
    const [requested, disconnected] = [model.nextRequest(), model.nextDisconnect()];
    const running = chat('Who directed Titanic?', undefined, source.token);
    await requested;
    source.cancel();
    await disconnected;
    const { markdown, result } = await running;
    assert.deepEqual([markdown, result], ['', {}]);
    await model.close();
  });

  it('@kb reports an unknown model', async () => {
    await set('model', 'Nowhere');
    assert.match((await chat('Who directed Titanic?')).markdown, /Nowhere/);
  });
});

function hasTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
