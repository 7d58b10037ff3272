import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { answer, box, entries, viewOf } from './support/questions';
import { cell, runQuery } from './support/results';
import { openRepairTrace } from './support/traces';
import { Workbench } from './support/workbench';

const births = `# question: When were they born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?person ?born WHERE {
  ?person ns:people.person.date_of_birth ?born .
}
ORDER BY ?person
`;

const misspelt = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;

/** The tests share one reload, because it takes longer than most tests. */
describe('UI: reloading the window', () => {
  let workbench: Workbench;
  let panel: FrameLocator;
  let silent: Server | undefined;
  before(async () => {
    const model = createServer().listen(0, 'localhost');
    silent = model;
    await once(model, 'listening');
    const url = `http://localhost:${(model.address() as AddressInfo).port}/v1`;
    const models = { 'funfusic.models': { Silent: { url, model: 'silent' } } };
    workbench = await Workbench.open(misspelt, models, { 'births.rq': births });
    panel = workbench.panel;
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await openRepairTrace(workbench, 'query.rq');
    await workbench.openFromExplorer('births.rq');
    await sortAndFilterResults();
    await askQuestions();
    workbench.writeSettings({
      ...models,
      'funfusic.model': 'Silent',
      'funfusic.ask.strategy': 'fun-fusic',
    });
    await workbench.tab('births.rq').click();
    await workbench.modelItem.filter({ hasText: 'Silent' }).waitFor();
    await openSchemaPage();
    await ask('Who founded Microsoft?');
    await panel.locator('.live-step', { hasText: 'asking Silent' }).waitFor();
    await workbench.reloadWindow();
  });
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
  });
  after(async () => {
    silent?.close();
    await Workbench.release();
  });

  async function openSchemaPage(): Promise<void> {
    await workbench.moveTo(4, 20);
    await workbench.press('F12');
    await workbench.activeTab.filter({ hasText: 'people.person.date_of_birth' }).waitFor();
    await workbench.lines.filter({ hasText: /^date.of.birth$/ }).waitFor();
  }

  async function sortAndFilterResults(): Promise<void> {
    await runQuery(workbench);
    await panel.locator('.head-cell').nth(1).click();
    await panel.locator('.head-cell[aria-sort=ascending]').waitFor();
    await panel.locator('.filter').fill('kennedy -robert');
    await cell(panel, 0, 0).filter({ hasText: 'John F. Kennedy' }).waitFor();
  }

  /** The first answer is pinned, so that the next question has its own panel. */
  async function askQuestions(): Promise<void> {
    await ask('Who directed Titanic?');
    await answer(panel, 'James Cameron').waitFor();
    await panel.locator('[aria-label^="Pin this panel"]').click();
    await panel.locator('[aria-label^="Pin this panel"][aria-pressed=true]').waitFor();
    await ask('Where was Barack Obama born?');
    await answer(panel, 'Honolulu').waitFor();
  }

  async function ask(question: string): Promise<void> {
    await workbench.run('FUn-FuSIC: Ask KB a Question…');
    await workbench.answerInput(question);
  }

  it('a question interrupted by a reload is restored', async () => {
    await panel.locator('.asked-note', { hasText: 'closed before this question was answered' }).waitFor();
    await panel.getByRole('heading', { name: 'Who founded Microsoft?' }).waitFor();
    assert.equal(await box(panel).inputValue(), 'Who founded Microsoft?');
  });

  it('questions survive a reload and can be deleted and asked again', async () => {
    await workbench.tab('Who directed Titanic?').click();
    await answer(panel, 'James Cameron').waitFor();
    workbench.writeSettings({});
    await workbench.openSchemaView();
    const view = viewOf(workbench);
    await entries(view).first().filter({ hasText: 'Honolulu' }).waitFor();
    await entries(view).nth(1).filter({ hasText: 'James Cameron' }).waitFor();
    await view.getByRole('button', { name: 'Model: Silent' }).waitFor({ state: 'detached' });
    const last = entries(view).nth((await entries(view).count()) - 1);
    await entries(view).first().click();
    await workbench.press('Delete');
    await last.waitFor({ state: 'detached' });
    await workbench.chooseFromMenu(entries(view).first(), 'Ask Question Again');
    await last.waitFor();
  });

  it('results keep their order and filter after a reload', async () => {
    await workbench.tab('Results: When were they born?').click();
    await cell(panel, 0, 0).filter({ hasText: 'John F. Kennedy' }).waitFor();
    assert.equal(await panel.locator('.filter').inputValue(), 'kennedy -robert');
    assert.equal(await panel.locator('.head-cell').nth(1).getAttribute('aria-sort'), 'ascending');
  });

  it('a schema page survives a reload', async () => {
    await workbench.tab('people.person.date_of_birth').click();
    await workbench.activeTab.filter({ hasText: 'people.person.date_of_birth' }).waitFor();
    await workbench.lines.filter({ hasText: /^date.of.birth$/ }).waitFor();
  });

  it('the repair trace survives a reload and is listed in the runs', async () => {
    await workbench.tab('Repair: Where was').click();
    await panel.getByRole('heading', { name: 'Repaired' }).waitFor();
    await workbench.treeRow('Repair: Where was Barack Obama born?, repaired').waitFor();
  });

  it('the repair trace runs the repaired query after a reload', async () => {
    await panel.getByRole('button', { name: 'Run Repaired Query' }).click();
    await workbench.tab('Results: Where was').waitFor();
  });
});
