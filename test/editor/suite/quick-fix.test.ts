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

/** Samples without a quick fix, because the intent is unknown. */
const WITHOUT_FIX = [
  'constant-answer.rq',
  'disconnected-pattern.rq',
  'impossible-entity.rq',
  'incomplete-name.rq',
  'question-mismatch.rq',
  'type-clash.rq',
  'unlikely-types.rq',
];

/** Samples with findings that need a run. */
const AFTER_A_RUN = ['empty-answer.rq', 'topic-answer.rq'];

describe('quick fixes', () => {
  afterEach(closeEditors);

  it('a quick fix corrects a misspelled relation', async () => {
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
    it(`a quick fix resolves ${name.replace(/-/g, ' ').replace('.rq', '')}`, async () => {
      const query = await openQuery(text);
      const findings = await eventually('it is marked', query.findings, (all) => all.some(withCode(code)));
      const finding = findings.find(withCode(code));
      assert.ok(finding);
      // No fix is preferred if several are equally likely.
      const fixes = await quickFixes(query, finding.range);
      const fix = fixes.find(({ isPreferred }) => isPreferred) ?? fixes[0];
      assert.ok(fix?.edit, 'There is no fix.');
      await vscode.workspace.applyEdit(fix.edit);
      const isSerious = ({ severity }: vscode.Diagnostic): boolean =>
        severity <= vscode.DiagnosticSeverity.Warning;
      const remaining = await eventually(
        'it is no longer marked',
        query.findings,
        (all) => !all.some(withCode(code)),
      );
      assert.deepEqual(remaining.filter(isSerious).map(codeOf), []);
    });
  }
});

describe('findings after a run', () => {
  afterEach(closeEditors);

  for (const name of AFTER_A_RUN)
    it(`a run marks ${name} until the query is changed`, async () => {
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

/** Returns quick fixes with their edits: the last argument is the number of fixes to resolve. */
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
