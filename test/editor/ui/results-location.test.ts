import assert from 'node:assert/strict';
import { answer } from './support/questions';
import { runQuery } from './support/results';
import { Workbench } from './support/workbench';

const query = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

describe('UI: location of results', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await workbench.page.setViewportSize(WIDE);
    await Workbench.release();
  });

  it('results open beside the query in a wide window', async () => {
    workbench = await Workbench.open(query);
    await showResults(workbench);
    const { editor, panel } = await boxes(workbench);
    assert.ok(panel.x >= editor.x + editor.width - 1);
  });

  it('results do not cover the query if an answer is already open in its group', async () => {
    workbench = await Workbench.open(query);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.run('View: Close All Editors');
    await workbench.run('FUn-FuSIC: Ask KB a Question…');
    await workbench.answerInput('Who directed Titanic?');
    await answer(workbench.panel, 'James Cameron').waitFor();
    await workbench.openFromExplorer('query.rq');
    await showResults(workbench);
    const { editor, panel } = await boxes(workbench);
    assert.ok(panel.x >= editor.x + editor.width - 1);
  });

  it('results open beside the query if the walkthrough is in the group before it', async () => {
    workbench = await Workbench.open(query);
    const { page } = workbench;
    await page.setViewportSize({ width: 1900, height: 900 });
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.run('View: Close All Editors');
    await workbench.run('FUn-FuSIC: Get Started');
    // Another step is shown if earlier tests have done this one.
    await page.locator('.getting-started-step', { hasText: 'Open a sample query' }).click();
    await page.getByRole('button', { name: 'Open Query With a Mistake' }).click();
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    await page.locator('.getting-started-step', { hasText: 'Run the query' }).click();
    await page.getByRole('button', { name: 'Run Query' }).click();
    await workbench.panel.getByRole('heading', { name: 'The answer is empty' }).waitFor();
    assert.equal(await workbench.lines.first().isVisible(), true);
    assert.equal(await page.locator('.getting-started-step').first().isVisible(), true);
  });

  it('results open below the query in a narrow window, and the focus stays in the query', async () => {
    workbench = await Workbench.open(query);
    await workbench.page.setViewportSize({ width: 900, height: 700 });
    await showResults(workbench);
    await untilBelow(workbench);
    await workbench.focusedEditor.waitFor();
  });

  it('results open below the query in a wide window if the setting says so', async () => {
    workbench = await Workbench.open(query, { 'funfusic.results.location': 'below' });
    await showResults(workbench);
    await untilBelow(workbench);
  });

  it('results open in the group of the query if the setting says so', async () => {
    workbench = await Workbench.open(query, { 'funfusic.results.location': 'active' });
    await showResults(workbench);
    assert.equal(await workbench.page.locator('.editor-group-container').count(), 1);
    // The keyboard alone goes on in the table.
    await workbench.panel.locator('[role=grid]').press('ArrowDown');
  });

  it('Run All Queries in File runs each query, and a run is saved under a name', async () => {
    workbench = await Workbench.open(`ASK { ?a ?b 1 }\n###\n${query}`);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.lines.first().click();
    await workbench.run('FUn-FuSIC: Run All Queries in File');
    await workbench.panel.getByText('Honolulu').first().waitFor();
    await workbench.openSchemaView();
    await workbench.showView('Runs', true);
    await workbench.treeRow('ASK { ?a ?b 1 }').waitFor();
    await workbench.chooseFromMenu(workbench.treeRow('SELECT DISTINCT ?place'), 'Save Query As…');
    await workbench.answerInput('Birthplace of Obama');
    await workbench.treeRow('Saved query Birthplace of Obama').waitFor();
    await workbench.chooseFromMenu(
      workbench.treeRow('Saved query Birthplace of Obama'),
      'Remove from Saved Queries',
    );
    await workbench.treeRow('Saved query').waitFor({ state: 'detached' });
  });
});

/** The size of the windows of all tests. */
const WIDE = { width: 1400, height: 900 };

async function showResults(workbench: Workbench): Promise<void> {
  await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
  await runQuery(workbench);
  await workbench.panel.getByText('Honolulu').first().waitFor();
}

async function boxes({ page }: Workbench): Promise<{ readonly editor: Box; readonly panel: Box }> {
  const groups = page.locator('.editor-group-container');
  const editor = await groups.filter({ has: page.locator('.view-lines') }).boundingBox();
  const panel = await groups.filter({ hasNot: page.locator('.view-lines') }).boundingBox();
  return { editor: editor ?? assert.fail(), panel: panel ?? assert.fail() };
}

/** The layout changes once the page has reported the width of the window. */
const untilBelow = (workbench: Workbench): Promise<void> =>
  until(workbench, ({ editor, panel }) => panel.y >= editor.y + editor.height - 1 && panel.x === editor.x);

async function until(
  workbench: Workbench,
  holds: (boxes: { readonly editor: Box; readonly panel: Box }) => boolean,
): Promise<void> {
  const started = Date.now();
  for (;;) {
    const current = await boxes(workbench);
    if (holds(current)) return;
    if (Date.now() - started > 30_000) assert.fail(JSON.stringify(current));
  }
}
