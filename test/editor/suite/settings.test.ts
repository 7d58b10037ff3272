import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { serverStatus } from './support/extension';
import { unknownRelation, virtuosoQuery } from './support/queries';
import { closeEditors, openQuery, withCode } from './support/query';
import { resetSettings, set } from './support/settings';

describe('settings', () => {
  afterEach(async () => {
    await resetSettings();
    await closeEditors();
  });

  it('a severity setting changes findings of an open query', async () => {
    const query = await openQuery(unknownRelation);
    const severityIs = (severity: vscode.DiagnosticSeverity) => (all: readonly vscode.Diagnostic[]) =>
      all.length > 0 && all.every((finding) => finding.severity === severity);
    await eventually('it is an error', query.findings, severityIs(vscode.DiagnosticSeverity.Error));
    await set('severity.grounding', 'warning');
    await eventually('it is a warning', query.findings, severityIs(vscode.DiagnosticSeverity.Warning));
  });

  it('severity "off" removes findings until it is reset', async () => {
    const query = await openQuery(unknownRelation);
    await eventually('the finding is there', query.findings, (all) => all.some(withCode('grounding')));
    await set('severity.grounding', 'off');
    await eventually('the finding is gone', query.findings, (all) => !all.some(withCode('grounding')));
    await resetSettings();
    await eventually('the finding is back', query.findings, (all) => all.some(withCode('grounding')));
  });

  it('the dialect sparql11 makes OR of Virtuoso an error', async () => {
    const query = await openQuery(virtuosoQuery);
    await set('dialect', 'sparql11');
    const isOr = (finding: vscode.Diagnostic): boolean =>
      /\bOR\b/.test(query.document.getText(finding.range)) || /\bOR\b/.test(finding.message);
    const found = await eventually('OR is an error', query.findings, (all) => all.some(isOr));
    assert.ok(found.filter(isOr).every((finding) => finding.severity === vscode.DiagnosticSeverity.Error));
    assert.equal((await serverStatus()).dialect, 'sparql11');
    await set('dialect', 'virtuoso');
    await eventually('OR is not an error', query.findings, (all) => !all.some(isOr));
  });
});
