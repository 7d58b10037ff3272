import { readFileSync } from 'node:fs';
import { type Browser, type Page, chromium } from 'playwright-core';
import type { FromPanel, PanelState, ToPanel } from '../../../../client/shared/messages';

const ADDRESS = 'http://page.test/';

/** What stands for the extension on the other side. */
interface Host {
  readonly told: FromPanel[];
  /** As the editor around the page hears them. */
  readonly keys: string[];
  kept: PanelState | undefined;
}

let browser: Promise<Browser> | undefined;

/** The page of the result panel as it is built, under its own policy, without an editor around it: for states that take long to come by. */
export class BarePage {
  private constructor(readonly page: Page) {}

  static async open({ width = 760, kept }: { width?: number; kept?: PanelState } = {}): Promise<BarePage> {
    const { browser: endpoint } = JSON.parse(process.env['FUNFUSIC_WORKBENCH'] ?? '{}') as {
      browser: string;
    };
    browser ??= chromium.connect(endpoint);
    const page = await (await browser).newPage({ viewport: { width, height: 800 } });
    page.setDefaultTimeout(15_000);
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      '': ['text/html', html],
      'results.js': ['text/javascript', readFileSync('dist/results.js', 'utf8')],
      'results.css': ['text/css', readFileSync('dist/results.css', 'utf8')],
    };
    await page.route(`${ADDRESS}**`, (route) => {
      const [contentType, body] = files[route.request().url().slice(ADDRESS.length)] ?? ['text/plain', ''];
      return route.fulfill({ contentType, body });
    });
    await page.addInitScript((state) => {
      const host = { told: [], keys: [], kept: state } as unknown as Host;
      const view = globalThis as unknown as {
        addEventListener(type: 'keydown', listener: (event: { readonly key: string }) => void): void;
      };
      view.addEventListener('keydown', ({ key }) => host.keys.push(key));
      Object.assign(globalThis, {
        host,
        acquireVsCodeApi: () => ({
          postMessage: (message: FromPanel) => host.told.push(message),
          getState: () => host.kept,
          setState: (next: PanelState) => {
            host.kept = next;
          },
        }),
      });
    }, kept);
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
    await this.page.close();
  }
}

const html = `<!DOCTYPE html>
<html lang="en" style="--vscode-font-size: 13px; --vscode-editor-background: white; --vscode-foreground: black">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-here'; style-src ${ADDRESS};">
<link rel="stylesheet" href="${ADDRESS}results.css">
<title>Query results</title>
</head>
<body><script nonce="here" src="${ADDRESS}results.js"></script></body>
</html>`;
