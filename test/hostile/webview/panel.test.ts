/** The real host of the result panel, and a page that says what it should not. */
import { describe, expect, it, vi } from 'vitest';
import { ResultsPanel } from '../../../client/src/results/results-panel';

vi.mock('vscode', () => ({
  l10n: { t: String, bundle: undefined },
  Uri: { joinPath: (...parts: readonly string[]) => parts.join('/') },
  CancellationTokenSource: class {
    readonly token = {};
    dispose(): void {
      // There is nothing to let go of.
    }
  },
}));

/** A panel, the messages that its page posts, and what its host does for it. */
function openPanel(): { post: (message: unknown) => void; done: unknown[]; warnings: unknown[] } {
  const [done, warnings]: [unknown[], unknown[]] = [[], []];
  let post: (message: unknown) => void = () => undefined;
  const view = {
    webview: {
      cspSource: '',
      asWebviewUri: String,
      onDidReceiveMessage: (listener: typeof post) => {
        post = listener;
      },
      postMessage: (message: unknown) => Promise.resolve(done.push(message)),
    },
    onDidDispose: () => undefined,
  };
  const owner = {
    dist: 'dist',
    log: { warn: (entry: string) => warnings.push(entry) },
    requests: { ask: (...asked: unknown[]) => Promise.resolve(done.push(asked)) },
    onMessage: (_: unknown, message: unknown) => done.push(message),
  };
  new ResultsPanel(view as never, owner as never, 'table');
  return { post, done, warnings };
}

describe('the host of the result panel', () => {
  it('does nothing for messages that are not as it expects them', () => {
    const { post, done, warnings } = openPanel();
    const hostile = [
      null,
      { type: 'copy', text: { length: 1 } },
      { type: 'export', columns: 'all' },
      { type: 'changeSetting', setting: 'security.workspace.trust.enabled' },
      { type: 'ask', id: 1, what: 'constructor', params: {} },
      { type: 'ask', id: 2, what: 'facts', params: { kb: { toString: 'x' }, iri: 1 } },
    ];
    for (const message of hostile) expect(() => post(message)).not.toThrow();
    expect(done).toEqual([]);
    expect(warnings).toHaveLength(hostile.length);
  });

  it('does what its own page asks for', () => {
    const { post, done, warnings } = openPanel();
    post({ type: 'copy', text: 'x' });
    post({ type: 'ask', id: 1, what: 'facts', params: { kb: 'Sample', iri: 'http://x/' } });
    expect(done).toEqual([{ type: 'copy', text: 'x' }, ['facts', { kb: 'Sample', iri: 'http://x/' }, {}]]);
    expect(warnings).toEqual([]);
  });
});
