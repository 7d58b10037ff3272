import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { soundQuery, unknownRelation } from './support/queries';
import { closeEditors, codeOf, findingsIn, openQuery, withCode } from './support/query';

describe('diagnostics', () => {
  afterEach(closeEditors);

  it('a diagnostic covers exactly the unknown relation', async () => {
    const query = await openQuery(unknownRelation);
    const [finding] = await eventually('the relation is marked', query.findings, (all) => all.length > 0);
    assert.ok(finding);
    assert.equal(codeOf(finding), 'grounding');
    assert.equal(finding.source, 'FUn-FuSIC');
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.deepEqual(finding.range, query.marked);
    assert.equal(query.document.getText(finding.range), 'ns:people.person.birthplace');
    assert.match(finding.message, /people\.person\.birthplace/);
  });

  it('a diagnostic disappears when the relation is fixed', async () => {
    const query = await openQuery(unknownRelation);
    await eventually('the relation is marked', query.findings, (all) => all.length > 0);
    await query.replace('birthplace', 'place_of_birth');
    await eventually('nothing is marked', query.findings, (all) => all.length === 0);
  });

  it('a syntax error is reported until it is fixed', async () => {
    const query = await openQuery(soundQuery);
    await query.replace('}', '');
    await eventually('the syntax error is marked', query.findings, (all) => all.some(withCode('syntax')));
    await query.replace('?place .\n', '?place .\n}\n');
    await eventually('nothing is marked', query.findings, (all) => all.length === 0);
  });

  it('a file on disk gets diagnostics', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, 'on-disk.rq');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(unknownRelation.replace(/[‹›]/g, '')));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, 'sparql');
    const [finding] = await eventually(
      'the relation is marked',
      () => findingsIn(file),
      (all) => all.length > 0,
    );
    assert.ok(finding);
    assert.equal(codeOf(finding), 'grounding');
  });

  it('diagnostics match the last text after many edits', async () => {
    const query = await openQuery(soundQuery);
    for (const ending of ['_', '_x', '_xy']) {
      await query.replace(
        /place_of_birth\w*/.exec(query.document.getText())?.[0] ?? '',
        `place_of_birth${ending}`,
      );
    }
    const isLast = (finding: vscode.Diagnostic): boolean =>
      query.document.getText(finding.range) === 'ns:people.person.place_of_birth_xy';
    await eventually(
      'the last name is marked',
      query.findings,
      (all) => all.length === 1 && all.every(isLast),
    );
  });
});
