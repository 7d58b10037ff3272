import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type Locator, type Page, chromium } from 'playwright-core';

interface Surroundings {
  readonly port: number;
  readonly workspace: string;
  readonly browser: string;
}

/** One browser for all tests, because its cache spares each but the first some seconds. */
let shared: Promise<BrowserContext> | undefined;

/** VS Code in a page, with one query open. */
export class Workbench {
  private constructor(
    readonly page: Page,
    private readonly address: string,
  ) {}

  /** Each in a workspace of its own, so that nothing is left of the one before. */
  static async open(
    query: string,
    settings: Readonly<Record<string, unknown>> = {},
    otherFiles: Readonly<Record<string, string>> = {},
  ): Promise<Workbench> {
    const { port, workspace, browser } = surroundings();
    const folder = mkdtempSync(join(workspace, 'query-'));
    const file = join(folder, 'query.rq');
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    writeFileSync(file, query);
    for (const [name, content] of Object.entries(otherFiles)) writeFileSync(join(folder, name), content);
    shared ??= connect(browser);
    const page = await (await shared).newPage();
    page.setDefaultTimeout(30_000);
    const payload = JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${port}${file}`]]);
    const address = (parts: Record<string, string>): string =>
      `http://127.0.0.1:${port}/?${new URLSearchParams(parts).toString()}`;
    await page.goto(address({ folder, payload }));
    const workbench = new Workbench(page, address({ folder }));
    await workbench.lines.first().waitFor();
    await workbench.statusItem.waitFor();
    return workbench;
  }

  /** After a test that failed, leaves a picture of what was to be seen. */
  async close(test?: Mocha.Test): Promise<void> {
    if (test?.state === 'failed')
      await this.page.screenshot({ path: join('.cache', 'failures', `${test.title}.png`) });
    await this.page.close();
  }

  /** The same folder at an address that names no file, so that the window shows what it showed when it was left. */
  async openFolderOnly(): Promise<void> {
    await this.page.goto(this.address);
    await this.page.locator('.explorer-folders-view .monaco-list-row[aria-label^="query.rq"]').dblclick();
    await this.activeTab.filter({ hasText: 'query.rq' }).waitFor();
    await this.lines.first().waitFor();
  }

  async reloadWindow(): Promise<void> {
    const gone = this.page.waitForEvent('framenavigated');
    await this.run('Developer: Reload Window');
    await gone;
  }

  get lines(): Locator {
    return this.page.locator('.editor-instance .view-line');
  }

  get focusedEditor(): Locator {
    return this.page.locator('.editor-instance .monaco-editor.focused');
  }

  get errorSquiggles(): Locator {
    return this.page.locator('.editor-instance .squiggly-error');
  }

  get statusItem(): Locator {
    return this.page.locator('[id="fun-fusic.fun-fusic.funfusic.status"]');
  }

  get warnedStatusItem(): Locator {
    return this.page.locator('[id="fun-fusic.fun-fusic.funfusic.status"].warning-kind');
  }

  get problems(): Locator {
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  get menuItems(): Locator {
    return this.page.locator('.action-widget .monaco-list-row');
  }

  get quickPickItems(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget input.input:focus');
  }

  get notifications(): Locator {
    return this.page.locator('.notifications-center .notification-list-item');
  }

  get activeTab(): Locator {
    return this.page.locator('.tab.active');
  }

  get completions(): Locator {
    return this.page.locator('.suggest-widget.visible .monaco-list-row');
  }

  /** A row of a tree, by the beginning of what a screen reader says of it. */
  treeRow(spoken: string): Locator {
    return this.page.locator(`.monaco-list-row[aria-label^="${spoken}"]`).first();
  }

  async openSchemaView(): Promise<void> {
    await this.page.locator('.activitybar a[aria-label^="FUn-FuSIC"]').click();
  }

  /** Under test, messages do not pop up but wait behind the bell. */
  async openNotifications(): Promise<void> {
    await this.page.locator('[id="status.notifications"]').click();
  }

  /** Opens or closes a node of a tree; a click on its name may do something else. */
  async toggle(spoken: string): Promise<void> {
    await this.treeRow(spoken).locator('.monaco-tl-twistie').click();
  }

  /** Runs a command from the palette. */
  async run(title: string): Promise<void> {
    await this.press('F1');
    await this.choose(title);
  }

  /** Takes a choice of the list that is open, by keyboard: over a pointer at rest a tooltip may open and take the click. */
  async choose(words: string): Promise<void> {
    await this.quickInput.waitFor();
    await this.type(words);
    await this.page
      .locator('.quick-input-list .monaco-list-row.focused')
      .filter({ hasText: words })
      .waitFor();
    await this.press('Enter');
  }

  async text(): Promise<string> {
    const lines = await this.lines.allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Puts the caret by keyboard, counting lines and columns from 1. */
  async moveTo(line: number, column: number): Promise<void> {
    await this.lines.first().click();
    await this.press('Control+Home');
    for (let down = 1; down < line; down += 1) await this.press('ArrowDown');
    for (let right = 1; right < column; right += 1) await this.press('ArrowRight');
    await this.page
      .locator('[id="status.editor.selection"]')
      .filter({ hasText: `Ln ${line}, Col ${column}` })
      .waitFor();
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** The menu opens empty-handed when it is asked for before the findings have reached it. */
  async openQuickFixes(): Promise<void> {
    await this.askFor('Control+.', this.menuItems);
  }

  /** The list closes again when its answer is overtaken by what is typed meanwhile. */
  async openCompletions(): Promise<void> {
    await this.askFor('Control+Space', this.completions);
  }

  /** Asks again when nothing is seen. */
  private async askFor(keys: string, wanted: Locator): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.press(keys);
      try {
        await wanted.first().waitFor({ timeout: 3000 });
        return;
      } catch (error) {
        if (attempt === 5) throw error;
        await this.press('Escape');
      }
    }
  }
}

async function connect(endpoint: string): Promise<BrowserContext> {
  const browser = await chromium.connect(endpoint);
  return browser.newContext({ viewport: { width: 1400, height: 900 } });
}

function surroundings(): Surroundings {
  const value = process.env['FUNFUSIC_WORKBENCH'];
  if (!value) throw new Error('These tests are run by scripts/editor-hands.mjs.');
  return JSON.parse(value) as Surroundings;
}
