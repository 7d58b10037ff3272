import { readFileSync } from 'node:fs';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import type { FromPanel, PanelState, ToPanel } from '../../../../client/shared/messages';

const ADDRESS = 'http://page.test/';

/** What stands for the extension on the other side. */
interface Host {
  readonly told: FromPanel[];
  /** As the editor around the page hears them. */
  readonly keys: string[];
  kept: PanelState | undefined;
}

let context: Promise<BrowserContext> | undefined;

/** Pages that nobody needs for now: each that is opened is a window, with all that a browser puts around it. */
const idle: Page[] = [];

/** The page of the result panel as it is built, under its own policy, without an editor around it: for states that take long to come by. */
export class BarePage {
  private constructor(readonly page: Page) {}

  static async open({ width = 760, kept }: { width?: number; kept?: PanelState } = {}): Promise<BarePage> {
    context ??= connect();
    const page = idle.pop() ?? (await (await context).newPage());
    await page.setViewportSize({ width, height: 800 });
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      '': ['text/html', htmlWith(kept)],
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

  async tell(...messages: readonly ToPanel[]): Promise<void> {
    for (const message of messages)
      await this.page.evaluate((data) => {
        const view = globalThis as unknown as {
          dispatchEvent(event: unknown): void;
          MessageEvent: new (type: string, init: object) => unknown;
        };
        view.dispatchEvent(new view.MessageEvent('message', { data }));
      }, message);
  }

  /** What the page has said to the extension since it was last asked. */
  async told(): Promise<readonly FromPanel[]> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.told.splice(0));
  }

  /** The keys that the editor around the page has heard. */
  async heard(): Promise<readonly string[]> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.keys);
  }

  async kept(): Promise<PanelState | undefined> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.kept);
  }

  async close(): Promise<void> {
    await this.page.unrouteAll();
    idle.push(this.page);
  }
}

async function connect(): Promise<BrowserContext> {
  const { browser: endpoint } = JSON.parse(process.env['FUNFUSIC_WORKBENCH'] ?? '{}') as { browser: string };
  const browser = await chromium.connect(endpoint);
  const opened = await browser.newContext({ reducedMotion: 'reduce' });
  opened.setDefaultTimeout(60_000);
  return opened;
}

/** With what stands for the editor, before all else. */
const htmlWith = (kept: PanelState | undefined): string => `<!DOCTYPE html>
<html lang="en" style="--vscode-font-size: 13px; --vscode-editor-background: white; --vscode-foreground: black">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-here'; style-src ${ADDRESS};">
<link rel="stylesheet" href="${ADDRESS}results.css">
<title>Query results</title>
</head>
<body>
<script nonce="here">
const host = (globalThis.host = { told: [], keys: [], kept: ${JSON.stringify(kept ?? null).replaceAll('<', '\\u003c')} });
addEventListener('keydown', ({ key }) => host.keys.push(key));
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => host.told.push(message),
  getState: () => host.kept ?? undefined,
  setState: (next) => { host.kept = next; },
});
</script>
<script nonce="here" src="${ADDRESS}results.js"></script>
</body>
</html>`;
