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
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { editorContext } from '../../../../scripts/lib/test-window.mjs';
import { testBrowser } from './browser';

interface TestServer {
  readonly port: number;
  readonly workspace: string;
  /** The data folder of the editor. */
  readonly home: string;
  /** The address of VS Code for the Web, in which the extension runs in the browser. */
  readonly web: string;
}

/** All tests share one browser, because its cache saves some seconds per window. */
let shared: Promise<BrowserContext> | undefined;

/** The open window. It is reused, because opening another takes longer than most tests. */
let open: Workbench | undefined;

/** Closes everything that a test may have opened; scripts/editor-ui.mjs defines the keybinding. */
const CLOSE_EVERYTHING = 'Control+Alt+Shift+F12';

let titles = 0;
let newFiles = 0;

/** Long, because the machine may be busy. */
const TIMEOUT_MS = 60_000;
/** A menu that is not open by then was closed. */
const MENU_TIMEOUT_MS = 15_000;

/** The part of the DOM that is used here; the tests are compiled without DOM types. */
interface FieldOwner {
  querySelector(selector: string): { readonly value: string; checkVisibility(): boolean } | null;
}

type Settings = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;

/** VS Code in a page, with one query open. */
export class Workbench {
  /** Whether the next test can use the window. */
  private isReusable = false;

  private constructor(
    readonly page: Page,
    private readonly folder: string,
  ) {}

  /** Reuses the window of the previous test if that passed, or opens a new one. */
  static async open(query: string, settings: Settings = {}, otherFiles: Files = {}): Promise<Workbench> {
    return Workbench.openFile('query.rq', settings, { ...otherFiles, 'query.rq': query });
  }

  /**
   * Opens a query under a new name, for tests that need code lenses: VS Code sometimes does not show those that it received for a
   * file that the same window opened before.
   */
  static async openNewFile(query: string): Promise<Workbench> {
    const name = `new-${++newFiles}.rq`;
    return Workbench.openFile(name, {}, { [name]: query });
  }

  /** Opens a query in a new profile of the editor, as on the first start. */
  static async openFirstTime(query: string, machineSettings: Settings): Promise<Workbench> {
    await open?.page.close();
    open = undefined;
    shared = undefined;
    writeMachineSettings(machineSettings);
    return Workbench.open(query);
  }

  /** Opens VS Code for the Web without a folder. Nothing but this machine is contacted. */
  static async openInBrowser(): Promise<Workbench> {
    await open?.page.close();
    const { web } = testServer();
    shared ??= editorContext(testBrowser());
    const page = await (await shared).newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.route(
      ({ protocol, hostname }) => protocol.startsWith('http') && hostname !== 'localhost',
      (route) => route.abort(),
    );
    open = new Workbench(page, '');
    await page.goto(web);
    await page.locator('.activitybar a[aria-label^="FUn-FuSIC"]').waitFor();
    return open;
  }

  private static async openFile(name: string, settings: Settings, files: Files): Promise<Workbench> {
    if (open) await open.reuse(name, settings, files);
    else open = await Workbench.openNew(name, settings, files);
    open.isReusable = true;
    return open;
  }

  private static async openNew(name: string, settings: Settings, files: Files): Promise<Workbench> {
    const { workspace, port } = testServer();
    const folder = mkdtempSync(join(workspace, 'query-'));
    writeFiles(folder, files);
    writeSettings(folder, settings);
    shared ??= editorContext(testBrowser());
    const page = await (await shared).newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const workbench = new Workbench(page, folder);
    const file = `vscode-remote://127.0.0.1:${port}${join(folder, name)}`;
    try {
      await page.goto(addressOf(folder, { payload: JSON.stringify([['openFile', file]]) }));
      await workbench.lines.first().waitFor();
      await workbench.statusItem.waitFor();
      // Without a file in the address, a reload restores the editors.
      await page.evaluate(`history.replaceState(null, '', ${JSON.stringify(addressOf(folder))})`);
      return workbench;
    } catch (error) {
      await page.close();
      throw error;
    }
  }

  /** Prepares the window of the previous test for the next one. */
  private async reuse(name: string, settings: Settings, files: Files): Promise<void> {
    this.isReusable = false;
    await this.closeEverything();
    writeFiles(this.folder, files);
    await this.applySettings(settings);
    for (const old of readdirSync(this.folder))
      if (old !== '.vscode' && !(old in files)) rmSync(join(this.folder, old), { recursive: true });
    await this.openFromExplorer(name);
    await this.lines.first().waitFor();
    await this.statusItem.waitFor();
  }

  /** Does nothing if the folder has these settings already. */
  private async applySettings(settings: Settings): Promise<void> {
    const titled = (number: number): Settings => ({ ...settings, 'window.title': `Window ${number}` });
    if (readFileSync(settingsFile(this.folder), 'utf8') === JSON.stringify(titled(titles))) return;
    writeSettings(this.folder, titled(++titles));
    // The title of the window shows that the settings are loaded.
    await this.page.waitForFunction(`document.title.includes('Window ${titles}')`);
  }

  /** Repeats the keys, because they get lost while a webview is loaded or closed. */
  private async closeEverything(): Promise<void> {
    const started = Date.now();
    for (;;) {
      await this.press('Escape');
      await this.press(CLOSE_EVERYTHING);
      try {
        await this.activeTab.first().waitFor({ state: 'detached', timeout: 5000 });
        return;
      } catch (error) {
        if (Date.now() - started > TIMEOUT_MS) throw error;
      }
    }
  }

  /** Repeats the double click in the Explorer, because its rows move while files are created and deleted. */
  async openFromExplorer(name: string): Promise<void> {
    const row = this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
    const tab = this.activeTab.filter({ hasText: name });
    for (let tries = 1; ; tries++) {
      await row.dblclick();
      try {
        await tab.waitFor({ timeout: TIMEOUT_MS / 4 });
        return;
      } catch (error) {
        if (tries === 4) throw error;
      }
    }
  }

  /** Saves a screenshot if the test has failed. */
  static async saveScreenshot(test: Mocha.Test | undefined): Promise<void> {
    if (!open || test?.state === 'passed') return;
    open.isReusable = false;
    if (test?.state === 'failed')
      await open.page.screenshot({ path: join('.cache', 'failures', `${test.title}.png`) });
  }

  /** Closes the window unless the test passed. */
  static async release(): Promise<void> {
    if (!open || open.isReusable) return;
    const { page } = open;
    open = undefined;
    await page.close();
  }

  /** Replaces the settings of the folder. */
  writeSettings(settings: Settings): void {
    writeSettings(this.folder, settings);
  }

  get folderPath(): string {
    return this.folder;
  }

  async reloadWindow(): Promise<void> {
    const reloaded = this.page.waitForEvent('framenavigated');
    await this.run('Developer: Reload Window');
    await reloaded;
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

  get modelItem(): Locator {
    return this.page.locator('[id="fun-fusic.fun-fusic.funfusic.model"]');
  }

  get warningStatusItem(): Locator {
    return this.page.locator('[id="fun-fusic.fun-fusic.funfusic.status"].warning-kind');
  }

  /** A CodeLens with this title. */
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

  /** The visible webview panel: results, trace, answer or report. Excludes the view in the side bar. */
  get panel(): FrameLocator {
    return this.page
      .locator('iframe.webview.ready:not([src*="purpose=webviewView"]):visible')
      .last()
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }

  tab(title: string): Locator {
    return this.page.locator('.tab', { hasText: title });
  }

  /** A row of a tree, by the start of its ARIA label. */
  treeRow(label: string): Locator {
    return this.page.locator(`.monaco-list-row[aria-label^="${label}"]`).first();
  }

  async openSchemaView(): Promise<void> {
    await this.page.locator('.activitybar a[aria-label^="FUn-FuSIC"]').click();
    // Otherwise a tooltip appears over the tree.
    await this.page.locator('.editor-group-container').first().hover();
  }

  /**
   * Shows the notification with these words in the list of notifications: under test, notifications do not pop up. Opens the list again
   * if it closes, as it may when another part of the window takes the focus.
   */
  async notification(words: string): Promise<Locator> {
    const list = this.page.locator('.notifications-center');
    const notification = this.notifications.filter({ hasText: words }).first();
    const started = Date.now();
    for (;;) {
      if (!(await list.isVisible())) await this.page.locator('[id="status.notifications"]').click();
      try {
        await notification.waitFor({ timeout: 5000 });
        return notification;
      } catch (error) {
        if (Date.now() - started > TIMEOUT_MS) throw error;
      }
    }
  }

  /**
   * Presses a button of a notification, which closes it. Presses again while it is shown: the list moves its rows when another notification
   * comes or goes, and the button loses the focus before the key arrives.
   */
  async pressInNotification(notification: Locator, button: string): Promise<void> {
    const started = Date.now();
    for (;;) {
      try {
        await notification.getByRole('button', { name: button }).press('Enter', { timeout: 3000 });
        await notification.waitFor({ state: 'hidden', timeout: 3000 });
        return;
      } catch (error) {
        if (!(await notification.isVisible())) return;
        if (Date.now() - started > TIMEOUT_MS) throw error;
      }
    }
  }

  /** Expands a tree node by its arrow, because a click on its label may open it. */
  async expand(label: string): Promise<void> {
    const row = this.treeRow(label);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
  }

  /** Expands or collapses a view of the side bar. */
  async showView(title: string, shown: boolean): Promise<void> {
    const header = this.page.locator('.pane-header').filter({
      has: this.page.locator(`h3.title:text-is("${title}")`),
    });
    if (((await header.getAttribute('aria-expanded')) === 'true') !== shown) await header.click();
  }

  /** Runs a command from the palette. */
  async run(title: string): Promise<void> {
    const started = Date.now();
    for (;;) {
      await this.openQuickInput('F1');
      await this.insert(title);
      const item = this.focusedItem.filter({ hasText: title });
      try {
        await item.waitFor({ timeout: 5000 });
        break;
      } catch (error) {
        // An open palette does not list commands that become enabled later, such as those that need a trusted workspace.
        if (Date.now() - started > TIMEOUT_MS) throw error;
        await this.press('Escape');
      }
    }
    await this.accept(title);
  }

  /** Repeats the keys, because they get lost, or the list is closed, while a webview takes the focus. */
  private async openQuickInput(keys: string): Promise<void> {
    await this.pressUntilVisible(keys, this.quickInput, TIMEOUT_MS / 4);
  }

  /** Waits until an open list has the focus. If a webview keeps it, clicks into the list, as a user does. */
  async focusQuickInput(): Promise<void> {
    try {
      await this.quickInput.waitFor({ timeout: TIMEOUT_MS / 4 });
    } catch {
      await this.page.locator('.quick-input-widget input.input').click();
      await this.quickInput.waitFor();
    }
  }

  /** Chooses an item of the open list by keyboard, because a tooltip may cover it. */
  async choose(words: string): Promise<void> {
    await this.focusQuickInput();
    await this.insert(words);
    await this.focusedItem.filter({ hasText: words }).waitFor();
    await this.accept(words);
  }

  /** Answers an input box that a command opened. A webview may take the focus from it while the palette closes. */
  async answerInput(text: string): Promise<void> {
    const field = this.page.locator('.quick-input-widget input.input');
    await field.fill(text);
    await field.press('Enter');
  }

  private async accept(typed: string): Promise<void> {
    await this.press('Enter');
    // The next list uses the same field, and text typed before this list is closed would be lost.
    await this.page.waitForFunction((words) => {
      const { document } = globalThis as unknown as { document: FieldOwner };
      const field = document.querySelector('.quick-input-widget input.input');
      return !field?.checkVisibility() || !field.value.endsWith(words);
    }, typed);
  }

  /** Accepts the first item of the list with this title. */
  async confirm(title: string): Promise<void> {
    await this.page.locator('.quick-input-titlebar', { hasText: title }).waitFor();
    await this.focusedItem.waitFor();
    await this.press('Enter');
  }

  /**
   * Chooses an item of the context menu of a row, by keyboard, because a menu ignores a click right after it opens. Opens the menu again
   * if it is not shown: it may close when its view changes.
   */
  async chooseFromMenu(row: Locator, title: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    const item = menu.locator('.action-item', { hasText: title });
    const focus = async (timeout: number): Promise<void> => {
      await row.click({ button: 'right' });
      await item.hover({ timeout });
      await menu.locator('.action-item.focused', { hasText: title }).waitFor({ timeout });
    };
    await focus(MENU_TIMEOUT_MS).catch(() => focus(TIMEOUT_MS));
    await this.press('Enter');
  }

  /** Clicks a button of the dialog that contains these words. */
  async answerDialog(words: string, button: string): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box', { hasText: words });
    await dialog.locator('.monaco-button', { hasText: button }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async text(): Promise<string> {
    const lines = await this.lines.allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Moves the caret by keyboard. Lines and columns start at 1. */
  async moveTo(line: number, column: number): Promise<void> {
    await this.lines.first().click();
    await this.openQuickInput('Control+G');
    await this.insert(`${line}:${column}`);
    await this.press('Enter');
    await this.quickInput.waitFor({ state: 'hidden' });
    await this.page
      .locator('[id="status.editor.selection"]')
      .filter({ hasText: `Ln ${line}, Col ${column}` })
      .waitFor();
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /** Types one key after the other, as a user does. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Inserts the text at once, for lists that would be filtered again after each key. */
  async insert(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Retries, because the menu is empty if it opens before the findings arrive. */
  async openQuickFixes(): Promise<void> {
    await this.pressUntilVisible('Control+.', this.menuItems);
  }

  /** Retries, because the list closes if typing outdates its result, and lacks entities if the KB is slow. */
  async openCompletions(item = this.completions): Promise<void> {
    await this.pressUntilVisible('Control+Space', item);
  }

  /** Presses the keys until the element appears. */
  private async pressUntilVisible(keys: string, element: Locator, timeout = 3000): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.press(keys);
      try {
        await element.first().waitFor({ timeout });
        return;
      } catch (error) {
        if (attempt === 5) throw error;
        await this.press('Escape');
      }
    }
  }
}

/** The folder of the installed extensions. */
export function installedExtensions(): string {
  return join(testServer().home, 'extensions');
}

/** The folder that the extension may use in all workspaces. */
export function globalStorage(): string {
  return join(testServer().home, 'User', 'globalStorage', 'fun-fusic.fun-fusic');
}

/** Replaces the settings of the machine, which a folder cannot change. */
export function writeMachineSettings(settings: Settings): void {
  writeFileSync(join(testServer().home, 'Machine', 'settings.json'), JSON.stringify(settings));
}

function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    // A schema file that is written again is reloaded, which collapses its tree.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
  }
}

function writeSettings(folder: string, settings: Settings): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(settingsFile(folder), JSON.stringify(settings));
}

const settingsFile = (folder: string): string => join(folder, '.vscode', 'settings.json');

function addressOf(folder: string, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ folder, ...more }).toString();
  return `http://127.0.0.1:${testServer().port}/?${query}`;
}

function testServer(): TestServer {
  const value = process.env['FUNFUSIC_WORKBENCH'];
  if (!value) throw new Error('Run these tests with scripts/editor-ui.mjs.');
  return JSON.parse(value) as TestServer;
}
