/** The real results panel with a page that posts invalid messages. */
import { describe, expect, it, vi } from 'vitest';
import { ResultsPanel } from '../../../client/src/results/results-panel';

vi.mock('vscode', () => ({
  l10n: { t: String, bundle: undefined },
  Uri: { joinPath: (...parts: readonly string[]) => parts.join('/') },
  CancellationTokenSource: class {
    readonly token = {};
    dispose(): void {
      // Nothing to dispose.
    }
  },
}));

/** Opens a panel. `handled` collects the messages and requests that it handles. */
function openPanel(): {
  post: (message: unknown) => Promise<void>;
  handled: unknown[];
  warnings: unknown[];
} {
  const [handled, warnings]: [unknown[], unknown[]] = [[], []];
  let post: (message: unknown) => Promise<void> = () => Promise.resolve();
  const view = {
    webview: {
      cspSource: '',
      asWebviewUri: String,
      onDidReceiveMessage: (listener: typeof post) => {
        post = listener;
      },
      postMessage: (message: unknown) => Promise.resolve(handled.push(message)),
    },
    onDidDispose: () => undefined,
  };
  const owner = {
    dist: 'dist',
    log: { warn: (entry: string) => warnings.push(entry) },
    requests: { ask: (...request: unknown[]) => Promise.resolve(handled.push(request)) },
    onMessage: (_: unknown, message: unknown) => handled.push(message),
  };
  new ResultsPanel(view as never, owner as never, 'table');
  return { post, handled, warnings };
}

describe('results panel', () => {
  it('the results panel ignores malformed messages', async () => {
    const { post, handled, warnings } = openPanel();
    const malformed = [
      null,
      { type: 'copy', text: { length: 1 } },
      { type: 'export', columns: 'all' },
      { type: 'changeSetting', setting: 'security.workspace.trust.enabled' },
      { type: 'ask', id: 1, what: 'constructor', params: {} },
      { type: 'ask', id: 2, what: 'facts', params: { kb: { toString: 'x' }, iri: 1 } },
    ];
    for (const message of malformed) await post(message);
    expect(handled).toEqual([]);
    expect(warnings).toHaveLength(malformed.length);
  });

  it('the results panel handles valid messages of its page', async () => {
    const { post, handled, warnings } = openPanel();
    await post({ type: 'copy', text: 'x' });
    await post({ type: 'ask', id: 1, what: 'facts', params: { kb: 'Sample', iri: 'http://x/' } });
    expect(handled).toEqual([{ type: 'copy', text: 'x' }, ['facts', { kb: 'Sample', iri: 'http://x/' }, {}]]);
    expect(warnings).toEqual([]);
  });
});
