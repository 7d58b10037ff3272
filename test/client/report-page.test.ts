import { describe, expect, it } from 'vitest';
import { reportPage } from '../../client/src/evaluation/report-page';
import { createReport } from '../../server/src/evaluation/score/create-report';
import { renderReportHtml } from '../../server/src/evaluation/report-html/page';
import { freebase } from '../support/check';
import { evalQuestion, prediction, runFacts } from '../support/eval';

const questions = [evalQuestion('a', { parses: [{ answers: ['<script>alert(1)</script>'] }] })];
const predictions = new Map([
  ['a', prediction('a', { answers: ['<style>'], query: '</style><script src="x">' })],
]);
const html = renderReportHtml(createReport(questions, predictions, [], runFacts, freebase()), {
  questions,
  predictions,
});
const page = reportPage(html, 'N0nce');

describe('a report in the editor', () => {
  it('allows only its own script and style', () => {
    const policies = page.match(/<meta http-equiv="Content-Security-Policy"[^>]*>/g);
    expect(policies).toEqual([
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-N0nce'; style-src 'nonce-N0nce'; base-uri 'none'; form-action 'none'">`,
    ]);
    expect(page.match(/<(?:script|style)[^>]*>/g)).toEqual([
      '<style nonce="N0nce">',
      '<script nonce="N0nce">',
    ]);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style'));
  });

  it('follows the theme of the editor, not of the system', () => {
    expect(html).toContain('prefers-color-scheme: dark');
    expect(page).not.toContain('prefers-color-scheme');
    expect(page).toMatch(/body\.vscode-dark[^{]*\{ color-scheme: dark;[^}]*--ground: #/);
    expect(page).toMatch(/--ground: var\(--vscode-editor-background\)/);
  });
});
