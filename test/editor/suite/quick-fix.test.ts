import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { misspeltRelation } from './support/queries';
import { closeEditors, codeOf, type OpenQuery, openQuery, withCode } from './support/query';

const FOLDER = join(
  vscode.extensions.getExtension('fun-fusic.fun-fusic')?.extensionPath ?? '',
  'samples',
  'mistakes',
);

/** Where only the writer knows what was meant. */
const WITHOUT_FIX = [
  'disconnected-pattern.rq',
  'impossible-entity.rq',
  'question-mismatch.rq',
  'type-clash.rq',
  'unlikely-types.rq',
];

/** What only a run shows. */
const AFTER_A_RUN = ['empty-answer.rq', 'topic-answer.rq'];

describe('A quick fix', () => {
  afterEach(closeEditors);

  it('corrects a misspelled relation and clears the finding', async () => {
    const query = await openQuery(misspeltRelation);
    await eventually('the relation is marked', query.findings, (all) => all.length === 1);
    const fixes = await quickFixes(query, query.marked);
    const fix = fixes.find(({ title }) => title.includes('people.person.place_of_birth'));
    assert.ok(fix?.edit, `No fix for the misspelling among: ${fixes.map(({ title }) => title).join(', ')}`);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(query.document.getText(), /ns:people\.person\.place_of_birth \?place/);
    await eventually('nothing is marked', query.findings, (all) => all.length === 0);
  });

  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const [, code = ''] = /^# mistake: (\w+)/.exec(text) ?? [];
    if ([...WITHOUT_FIX, ...AFTER_A_RUN].includes(name)) continue;
    it(`mends ${name.replace(/-/g, ' ').replace('.rq', '')}`, async () => {
      const query = await openQuery(text);
      const findings = await eventually('it is marked', query.findings, (all) => all.some(withCode(code)));
      const finding = findings.find(withCode(code));
      assert.ok(finding);
      // Of several that are as likely as each other none is preferred, and the first stands for all.
      const fixes = await quickFixes(query, finding.range);
      const fix = fixes.find(({ isPreferred }) => isPreferred) ?? fixes[0];
      assert.ok(fix?.edit, 'There is no fix.');
      await vscode.workspace.applyEdit(fix.edit);
      const isSerious = ({ severity }: vscode.Diagnostic): boolean =>
        severity <= vscode.DiagnosticSeverity.Warning;
      const left = await eventually(
        'it is no longer marked',
        query.findings,
        (all) => !all.some(withCode(code)),
      );
      assert.deepEqual(left.filter(isSerious).map(codeOf), []);
    });
  }
});

describe('A finding that needs a run', () => {
  afterEach(closeEditors);

  for (const name of AFTER_A_RUN)
    it(`is marked after it, until the query is changed: ${name}`, async () => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      const [, code = ''] = /^# mistake: (\w+)/.exec(text) ?? [];
      const query = await openQuery(text);
      await vscode.commands.executeCommand('funfusic.runQuery');
      await eventually('it is marked', query.findings, (all) => all.some(withCode(code)));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(query.document.uri, new vscode.Position(query.document.lineCount, 0), '\nLIMIT 7');
      await vscode.workspace.applyEdit(edit);
      await eventually('it is no longer marked', query.findings, (all) => !all.some(withCode(code)));
    });
});

/** With their edits: the count asks VS Code to resolve that many. */
async function quickFixes(query: OpenQuery, range: vscode.Range): Promise<readonly vscode.CodeAction[]> {
  const command = 'vscode.executeCodeActionProvider';
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    command,
    query.document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
}
