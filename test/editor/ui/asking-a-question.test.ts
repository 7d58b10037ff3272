import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { Workbench } from './support/workbench';

const QUESTION = 'Where was Barack Obama born?';

/** The tests share one window and depend on each other. */
describe('UI: asking a question', () => {
  let workbench: Workbench;
  let view: FrameLocator;
  let panel: FrameLocator;
  let silent: Server | undefined;
  before(async () => {
    workbench = await Workbench.open('SELECT * { ?s ?p ?o }\n');
    await workbench.openSchemaView();
    view = inner(workbench.page.locator('iframe.webview[src*="purpose=webviewView"]'));
    panel = workbench.panel;
  });
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
  });
  after(async () => {
    silent?.close();
    await Workbench.release();
  });

  it('a question typed into the view is answered in a panel', async () => {
    await box(view).click();
    await workbench.type('Who directed Titanic');
    await workbench.press('Shift+Enter');
    await workbench.type('in 1997');
    assert.equal(await box(view).inputValue(), 'Who directed Titanic\nin 1997');
    await box(view).fill(QUESTION);
    await workbench.press('Enter');
    await answer(panel, 'Honolulu').waitFor();
    await entry(view, QUESTION).filter({ hasText: 'Honolulu' }).waitFor();
    await workbench.activeTab.filter({ hasText: QUESTION }).waitFor();
  });

  it('choosing another entity answers the question again', async () => {
    await panel.locator('.entity-chip', { hasText: 'Barack Obama' }).first().click();
    await panel.getByRole('menuitem', { name: 'Find Another…' }).click();
    await workbench.quickInput.waitFor();
    await workbench.quickInput.fill('Michelle Obama');
    await workbench.quickPickItems.filter({ hasText: 'm.025s5v9' }).waitFor();
    await workbench.press('Enter');
    await answer(panel, 'Chicago').waitFor();
    await entry(view, QUESTION).filter({ hasText: 'Chicago' }).waitFor();
    assert.equal(await entries(view).count(), 2);
  });

  it('the query of an answer opens, and the keyboard selects an earlier answer and asks again', async () => {
    await panel.getByRole('button', { name: 'Open Query' }).click();
    await workbench.lines
      .filter({ hasText: /question/ })
      .first()
      .waitFor();
    assert.match(await workbench.text(), /# question: Where was Barack Obama born\?/);
    await entries(view).first().click();
    await answer(panel, 'Chicago').waitFor();
    await workbench.press('ArrowDown');
    await workbench.press('Enter');
    await answer(panel, 'Honolulu').waitFor();
    await workbench.page.locator('.tab', { hasText: 'query.rq' }).click();
    await workbench.press('Control+K');
    await workbench.press('q');
    await workbench.quickInput.waitFor();
    // The last question is filled in and selected.
    assert.equal(await workbench.quickInput.inputValue(), QUESTION);
    await workbench.type('Who directed Titanic?');
    await workbench.press('Enter');
    await answer(panel, 'James Cameron').waitFor();
  });

  it('questions survive a reload and can be deleted and asked again', async () => {
    await workbench.reloadWindow();
    await entries(view).nth(2).waitFor({ timeout: 60_000 });
    await answer(panel, 'James Cameron').waitFor({ timeout: 60_000 });
    await entries(view).first().click();
    await workbench.press('Delete');
    await entries(view).nth(2).waitFor({ state: 'detached' });
    await entries(view).first().click({ button: 'right' });
    await workbench.page.locator('.monaco-menu .action-label', { hasText: 'Ask Question Again' }).click();
    await entries(view).nth(2).waitFor();
  });

  it('a question interrupted by a reload is restored', async () => {
    const model = createServer().listen(0, 'localhost');
    silent = model;
    await once(model, 'listening');
    const url = `http://localhost:${(model.address() as AddressInfo).port}/v1`;
    const settings = {
      'funfusic.models': { Silent: { url, model: 'silent' } },
      'funfusic.model': 'Silent',
      'funfusic.ask.strategy': 'fun-fusic',
    };
    writeFileSync(join(workbench.folderPath, '.vscode', 'settings.json'), JSON.stringify(settings));
    await view.getByRole('button', { name: 'Model: Silent' }).waitFor();
    await box(view).fill('Who founded Microsoft?');
    await workbench.press('Enter');
    await panel.locator('.live-step', { hasText: 'asking Silent' }).waitFor();
    await workbench.reloadWindow();
    await panel
      .locator('.asked-note', { hasText: 'closed before this question was answered' })
      .waitFor({ timeout: 60_000 });
    await panel.getByRole('heading', { name: 'Who founded Microsoft?' }).waitFor();
    assert.equal(await box(panel).inputValue(), 'Who founded Microsoft?');
  });
});

const inner = (frame: Locator): FrameLocator => frame.contentFrame().frameLocator('iframe#active-frame');
const box = (view: FrameLocator): Locator => view.locator('textarea.question-field');
const entries = (view: FrameLocator): Locator => view.locator('.question');
const entry = (view: FrameLocator, question: string): Locator =>
  entries(view).filter({ hasText: question }).first();
const answer = (panel: FrameLocator, name: string): Locator =>
  panel.locator('.asked-answer', { hasText: name }).first();
