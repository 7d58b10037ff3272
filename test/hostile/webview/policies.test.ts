/** What the pages of the extension may load, run and submit, should somebody get markup into them. */
import { describe, expect, it, vi } from 'vitest';
import { pageOf } from '../../../client/src/results/page';

vi.mock('vscode', () => ({
  l10n: { t: String, bundle: undefined },
  Uri: { joinPath: (...parts: readonly string[]) => parts.join('/') },
}));

describe.each(['results', 'ask'] as const)('the page “%s”', (bundle) => {
  const webview = { cspSource: 'https://own.example', asWebviewUri: (uri: unknown) => uri };
  const page = pageOf(webview as never, 'dist' as never, bundle, 'Title');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';

  it('may use its own script and style, and nothing else', () => {
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
