import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TOOL_NAMES } from '../../../server/src/protocol';
import { activeExtension } from './support/extension';
import { closeEditors } from './support/query';

const BORN = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }`;

/** Outside of a chat there is no token. */
async function invoke(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('Tools for the editor’s models', () => {
  before(() => activeExtension());
  after(closeEditors);

  it('are there, described, with their shapes', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('funfusic_'));
    assert.deepEqual(
      ours.map(({ name }) => name).sort(),
      TOOL_NAMES.map((name) => `funfusic_${name}`).sort(),
    );
    for (const { description, inputSchema } of ours) assert.ok(description && inputSchema);
  });

  it('check, run and describe', async () => {
    const mistaken = BORN.replace('place_of_birth', 'birthplace');
    assert.match(await invoke('funfusic_check', { query: mistaken }), /error grounding in line 2/);
    assert.match(await invoke('funfusic_run', { query: BORN }), /"Honolulu" \(m\.02hrh0_\)/);
    assert.match(await invoke('funfusic_describe', { what: 'Barack Obama' }), /\(m\.02mjmr\)/);
  });

  it('answer a question', async () => {
    const said = await invoke('funfusic_ask', { question: 'Where was Barack Obama born?' });
    assert.match(said, /Honolulu/);
  });

  it('never change anything', async () => {
    const update = 'INSERT DATA { <http://a.example/> <http://b.example/> <http://c.example/> }';
    await assert.rejects(invoke('funfusic_run', { query: update }), /changes a KB/);
  });

  it('open the query of an answer in the chat as a draft', async () => {
    await vscode.commands.executeCommand('funfusic.openDraft', BORN);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), BORN);
    assert.equal(vscode.window.activeTextEditor.document.languageId, 'sparql');
  });
});
