import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { FromPanel, PanelState, ToPanel } from '../../../../client/shared/messages';
import { testBrowser } from './browser';

const ADDRESS = 'http://page.test/';

/** Replaces the extension on the other side. */
interface Host {
  readonly messages: FromPanel[];
  /** Keys that the editor around the page receives. */
  readonly keys: string[];
  state: PanelState | undefined;
}

let context: Promise<BrowserContext> | undefined;

/** Unused pages. They are reused, because a new page is a new browser window. */
const idle: Page[] = [];

/** The built page of the results panel without an editor, for states that are slow to reach in one. */
export class BarePage {
  private constructor(readonly page: Page) {}

  static async open({ width = 760, state }: { width?: number; state?: PanelState } = {}): Promise<BarePage> {
    context ??= openContext();
    const page = idle.pop() ?? (await (await context).newPage());
    await page.setViewportSize({ width, height: 800 });
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      '': ['text/html', htmlWith(state)],
      'results.js': ['text/javascript', readFileSync('dist/results.js', 'utf8')],
      'results.css': ['text/css', readFileSync('dist/results.css', 'utf8')],
    };
    await page.route(`${ADDRESS}**`, (route) => {
      const [contentType, body] = files[route.request().url().slice(ADDRESS.length)] ?? ['text/plain', ''];
      return route.fulfill({ contentType, body });
    });
    await page.goto(ADDRESS);
    return new BarePage(page);
  }

  async send(...messages: readonly ToPanel[]): Promise<void> {
    for (const message of messages)
      await this.page.evaluate((data) => {
        const view = globalThis as unknown as {
          dispatchEvent(event: unknown): void;
          MessageEvent: new (type: string, init: object) => unknown;
        };
        view.dispatchEvent(new view.MessageEvent('message', { data }));
      }, message);
  }

  /** Returns the messages of the page since the last call. */
  async takeMessages(): Promise<readonly FromPanel[]> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.messages.splice(0));
  }

  /** Returns the keys that the editor around the page has received. */
  async receivedKeys(): Promise<readonly string[]> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.keys);
  }

  async savedState(): Promise<PanelState | undefined> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.state);
  }

  async close(): Promise<void> {
    await this.page.unrouteAll();
    idle.push(this.page);
  }
}

/** The part of the content that does not fit, in pixels. */
export const hiddenWidth = (place: Locator): Promise<number> =>
  place.evaluate((node: { scrollWidth: number; clientWidth: number }) => node.scrollWidth - node.clientWidth);

async function openContext(): Promise<BrowserContext> {
  const opened = await testBrowser().newContext({ reducedMotion: 'reduce' });
  opened.setDefaultTimeout(60_000);
  return opened;
}

/** The HTML of the page, with a script that defines the API of VS Code first. */
const htmlWith = (state: PanelState | undefined): string => `<!DOCTYPE html>
<html lang="en" style="--vscode-font-size: 13px; --vscode-editor-background: white; --vscode-foreground: black">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-here'; style-src ${ADDRESS};">
<link rel="stylesheet" href="${ADDRESS}results.css">
<title>Query results</title>
</head>
<body>
<script nonce="here">
const host = (globalThis.host = { messages: [], keys: [], state: ${JSON.stringify(state ?? null).replaceAll('<', '\\u003c')} });
addEventListener('keydown', ({ key }) => host.keys.push(key));
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => host.messages.push(message),
  getState: () => host.state ?? undefined,
  setState: (next) => { host.state = next; },
});
</script>
<script nonce="here" src="${ADDRESS}results.js"></script>
</body>
</html>`;
