import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type FrameLocator, type Locator, type Page, chromium } from 'playwright-core';

interface Surroundings {
  readonly port: number;
  readonly workspace: string;
  readonly browser: string;
}

/** One browser for all tests, because its cache spares each but the first some seconds. */
let shared: Promise<BrowserContext> | undefined;

/** The window that is there: to open another takes longer than most tests. */
let open: Workbench | undefined;

/** Closes everything that a test may have opened; bound in scripts/editor-ui.mjs. */
const CLEAR_THE_DESK = 'Control+Alt+Shift+F12';

let titles = 0;

/** On a machine that has much else to do. */
const PATIENCE_MS = 60_000;

/** The tests are compiled without the types of a page. */
interface FieldOwner {
  querySelector(selector: string): { readonly value: string; checkVisibility(): boolean } | null;
}

type Settings = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;

/** VS Code in a page, with one query open. */
export class Workbench {
  /** Whether the next test may have the window. */
  private isSound = false;

  private constructor(
    readonly page: Page,
    private readonly folder: string,
  ) {}

  /** The window of the test before where that went well, or a new one. */
  static async open(query: string, settings: Settings = {}, otherFiles: Files = {}): Promise<Workbench> {
    const files = { ...otherFiles, 'query.rq': query };
    if (open) await open.furnish(settings, files);
    else open = await Workbench.openAnew(settings, files);
    open.isSound = true;
    return open;
  }

  private static async openAnew(settings: Settings, files: Files): Promise<Workbench> {
    const { workspace, browser, port } = surroundings();
    const folder = mkdtempSync(join(workspace, 'query-'));
    writeInto(folder, settings, files);
    shared ??= connect(browser);
    const page = await (await shared).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const workbench = new Workbench(page, folder);
    const file = `vscode-remote://127.0.0.1:${port}${join(folder, 'query.rq')}`;
    try {
      await page.goto(addressOf(folder, { payload: JSON.stringify([['openFile', file]]) }));
      await workbench.lines.first().waitFor();
      await workbench.statusItem.waitFor();
      // From here on it names no file, so that after a reload the window shows what it showed when it was left.
      await page.evaluate(`history.replaceState(null, '', ${JSON.stringify(addressOf(folder))})`);
      return workbench;
    } catch (error) {
      await page.close();
      throw error;
    }
  }

  /** Makes the window of another test one for this. */
  private async furnish(settings: Settings, files: Files): Promise<void> {
    this.isSound = false;
    await this.closeEverything();
    // The window says by its title that it has read the settings.
    const title = `Window ${++titles}`;
    writeInto(this.folder, { ...settings, 'window.title': title }, files);
    await this.page.waitForFunction(`document.title.includes(${JSON.stringify(title)})`);
    for (const name of readdirSync(this.folder))
      if (name !== '.vscode' && !(name in files)) rmSync(join(this.folder, name), { recursive: true });
    await this.openQuery();
    await this.lines.first().waitFor();
    await this.statusItem.waitFor();
  }

  /** The keys get lost where a webview is just being loaded or closed, so they are pressed until they take effect. */
  private async closeEverything(): Promise<void> {
    const started = Date.now();
    for (;;) {
      await this.press('Escape');
      await this.press(CLEAR_THE_DESK);
      try {
        await this.activeTab.first().waitFor({ state: 'detached', timeout: 5000 });
        return;
      } catch (error) {
        if (Date.now() - started > PATIENCE_MS) throw error;
      }
    }
  }

  /** From the explorer, whose rows move under the mouse as long as files come and go. */
  private async openQuery(): Promise<void> {
    const row = this.page.locator('.explorer-folders-view .monaco-list-row[aria-label^="query.rq"]');
    const tab = this.activeTab.filter({ hasText: 'query.rq' });
    for (let tries = 1; ; tries++) {
      await row.dblclick();
      try {
        await tab.waitFor({ timeout: PATIENCE_MS / 4 });
        return;
      } catch (error) {
        if (tries === 4) throw error;
      }
    }
  }

  /** After a test that failed, leaves a picture of what was to be seen. */
  static async picture(test: Mocha.Test | undefined): Promise<void> {
    if (!open || test?.state === 'passed') return;
    open.isSound = false;
    if (test?.state === 'failed')
      await open.page.screenshot({ path: join('.cache', 'failures', `${test.title}.png`) });
  }

  /** The next test gets a new window, unless all has gone well in this one. */
  static async leave(): Promise<void> {
    if (!open || open.isSound) return;
    const { page } = open;
    open = undefined;
    await page.close();
  }

  get folderPath(): string {
    return this.folder;
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

  /** An action above the query. */
  lens(title: string): Locator {
    return this.page.locator('.codelens-decoration a', { hasText: title });
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

  private get focusedItem(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row.focused');
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

  /** The page of the results, of a trace, of an answer or of a report: the panel that is visible, not the view in the side bar. */
  get panel(): FrameLocator {
    return this.page
      .locator('iframe.webview.ready:not([src*="purpose=webviewView"]):visible')
      .last()
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }

  /** A row of a tree, by the beginning of what a screen reader says of it. */
  treeRow(spoken: string): Locator {
    return this.page.locator(`.monaco-list-row[aria-label^="${spoken}"]`).first();
  }

  async openSchemaView(): Promise<void> {
    await this.page.locator('.activitybar a[aria-label^="FUn-FuSIC"]').click();
    // A pointer at rest there gets a tooltip, which lies over the tree.
    await this.page.locator('.editor-group-container').first().hover();
  }

  /** Under test, messages do not pop up but wait behind the bell. */
  async openNotifications(): Promise<void> {
    await this.page.locator('[id="status.notifications"]').click();
  }

  /** Opens a node of a tree that is not open yet; a click on its name may do something else. */
  async unfold(spoken: string): Promise<void> {
    const row = this.treeRow(spoken);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
  }

  /** Folds one of the views of the side bar, or unfolds it. */
  async showView(title: string, shown: boolean): Promise<void> {
    const header = this.page.locator('.pane-header').filter({
      has: this.page.locator(`h3.title:text-is("${title}")`),
    });
    if (((await header.getAttribute('aria-expanded')) === 'true') !== shown) await header.click();
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
    await this.focusedItem.filter({ hasText: words }).waitFor();
    await this.press('Enter');
    // The next list uses the same field: what is typed before this one is closed would be lost.
    await this.page.waitForFunction((typed) => {
      const { document } = globalThis as unknown as { document: FieldOwner };
      const field = document.querySelector('.quick-input-widget input.input');
      return !field?.checkVisibility() || !field.value.endsWith(typed);
    }, words);
  }

  /** Takes the choice that is proposed in the list with this title. */
  async confirm(title: string): Promise<void> {
    await this.page.locator('.quick-input-titlebar', { hasText: title }).waitFor();
    await this.focusedItem.waitFor();
    await this.press('Enter');
  }

  /** The dialog that says these words. */
  async answerDialog(words: string, button: string): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box', { hasText: words });
    await dialog.locator('.monaco-button', { hasText: button }).click();
    await dialog.waitFor({ state: 'detached' });
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

function writeInto(folder: string, settings: Settings, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    // A schema that is written again is read again, and what was opened in its tree meanwhile is gone.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
  }
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

function addressOf(folder: string, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ folder, ...more }).toString();
  return `http://127.0.0.1:${surroundings().port}/?${query}`;
}

async function connect(endpoint: string): Promise<BrowserContext> {
  const browser = await chromium.connect(endpoint);
  return browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
}

function surroundings(): Surroundings {
  const value = process.env['FUNFUSIC_WORKBENCH'];
  if (!value) throw new Error('These tests are run by scripts/editor-ui.mjs.');
  return JSON.parse(value) as Surroundings;
}
