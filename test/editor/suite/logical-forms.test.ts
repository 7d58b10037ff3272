import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openUntitled } from '../../../client/src/untitled';
import { activeExtension } from './support/extension';
import { eventually } from './support/eventually';
import { closeEditors, codeOf, findingsIn } from './support/query';

const FORM = '(AND film.film (JOIN film.film.directed_by m.03_gd))';

describe('logical forms', () => {
  afterEach(closeEditors);

  it('a logical form is checked while typing and can be converted to SPARQL and back', async () => {
    await activeExtension();
    const content = FORM.replace('directed_by', 'director_by');
    const document = await openUntitled(content, 'funfusic-sexpr');
    const editor = await vscode.window.showTextDocument(document);
    const findings = (): readonly vscode.Diagnostic[] => findingsIn(document.uri);
    await eventually('the relation is marked', findings, (all) => all.length === 1);
    const [finding] = findings();
    assert.ok(finding);
    assert.equal(codeOf(finding), 'grounding');
    assert.equal(document.getText(finding.range), 'film.film.director_by');
    await editor.edit((edit) => edit.replace(finding.range, 'film.film.directed_by'));
    await eventually('nothing is marked', findings, (all) => all.length === 0);

    const query = await vscode.commands.executeCommand<vscode.TextDocument>('funfusic.convert', document.uri);
    assert.equal(query.languageId, 'sparql');
    assert.match(query.getText(), /\?x ns:film\.film\.directed_by ns:m\.03_gd \./);
    const form = await vscode.commands.executeCommand<vscode.TextDocument>('funfusic.convert');
    assert.equal(form.languageId, 'funfusic-sexpr');
    assert.equal(form.getText(), `${FORM}\n`);
  });
});
