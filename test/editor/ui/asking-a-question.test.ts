import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { answer, box, entries, viewOf } from './support/questions';
import { Workbench } from './support/workbench';

const QUESTION = 'Where was Barack Obama born?';

/** The tests share one window and depend on each other. */
describe('UI: asking a question', () => {
  let workbench: Workbench;
  let view: FrameLocator;
  let panel: FrameLocator;
  before(async () => {
    workbench = await Workbench.open('SELECT * { ?s ?p ?o }\n');
    await workbench.openSchemaView();
    view = viewOf(workbench);
    panel = workbench.panel;
  });
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
  });
  after(() => Workbench.release());

  it('a question typed into the view is answered in a panel', async () => {
    await box(view).click();
    await workbench.type('Who directed Titanic');
    await workbench.press('Shift+Enter');
    await workbench.type('in 1997');
    assert.equal(await box(view).inputValue(), 'Who directed Titanic\nin 1997');
    await box(view).fill(QUESTION);
    await workbench.press('Enter');
    await answer(panel, 'Honolulu').waitFor();
    const listed = entry(view, QUESTION).filter({ hasText: 'Honolulu' });
    await listed.waitFor();
    assert.match((await listed.getAttribute('aria-label')) ?? '', /likely correct: Honolulu/i);
    assert.equal(await box(view).inputValue(), '', 'the box must be empty for the next question');
    await workbench.activeTab.filter({ hasText: QUESTION }).waitFor();
  });

  it('choosing another entity answers the question again', async () => {
    await panel.locator('.entity-chip', { hasText: 'Barack Obama' }).first().click();
    await panel.getByRole('menuitem', { name: 'Find Another…' }).click();
    await workbench.focusQuickInput();
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
});

const entry = (view: FrameLocator, question: string): Locator =>
  entries(view).filter({ hasText: question }).first();
