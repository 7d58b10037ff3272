/** The Content Security Policy of the pages, which limits the effect of injected markup. */
import { describe, expect, it, vi } from 'vitest';
import { webviewHtml } from '../../../client/src/results/webview-html';

vi.mock('vscode', () => ({
  l10n: { t: String, bundle: undefined },
  Uri: { joinPath: (...parts: readonly string[]) => parts.join('/') },
}));

describe.each(['results', 'ask'] as const)('%s page', (bundle) => {
  const webview = { cspSource: 'https://own.example', asWebviewUri: (uri: unknown) => uri };
  const page = webviewHtml(webview as never, 'dist' as never, bundle, 'Title');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';

  it('the Content Security Policy of a page allows only its own script and style', () => {
    const nonce = /nonce="([^"]+)" src=/.exec(page)?.[1];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      'style-src https://own.example',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});
