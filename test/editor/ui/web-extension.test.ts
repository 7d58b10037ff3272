import assert from 'node:assert/strict';
import { answer } from './support/questions';
import { Workbench } from './support/workbench';

const QUESTION = 'Where was Barack Obama born?';

/** The tests share one window and depend on each other. */
describe('UI: VS Code for the Web', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.openInBrowser();
  });
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
  });
  after(() => Workbench.release());

  it('a sample query is checked, and the quick fix corrects it', async () => {
    await workbench.run('Open Sample Query…');
    await workbench.choose('One misspelled name to fix');
    await workbench.errorSquiggles.first().waitFor();
    await workbench.openQuickFixes();
    await workbench.press('Enter');
    await workbench.errorSquiggles.first().waitFor({ state: 'detached' });
    assert.match(await workbench.text(), /ns:people\.person\.place_of_birth \?place/);
  });

  it('the corrected query runs on the sample KB', async () => {
    await workbench.press('Control+Enter');
    await workbench.panel.getByText('Honolulu').first().waitFor();
  });

  it('names are completed', async () => {
    await workbench.moveTo(5, 1);
    await workbench.press('Control+Shift+Enter');
    await workbench.type('ns:m.02mjmr ns:people.person.gen');
    await workbench.openCompletions();
    await workbench.completions.filter({ hasText: 'people.person.gender' }).first().waitFor();
    await workbench.press('Escape');
  });

  it('a question is answered without a model', async () => {
    await workbench.run('Ask KB a Question…');
    await workbench.answerInput(QUESTION);
    await answer(workbench.panel, 'Honolulu').waitFor();
  });

  it('evaluations are not offered', async () => {
    await workbench.openSchemaView();
    const views = workbench.page.locator('.pane-header h3.title');
    await views.filter({ hasText: 'Schema' }).first().waitFor();
    assert.equal(await views.filter({ hasText: 'Evaluation' }).count(), 0);
    await workbench.press('F1');
    await workbench.quickInput.waitFor();
    await workbench.insert('Evaluate on a Dataset');
    // Commands with similar names may be offered instead.
    const others = workbench.quickPickItems.filter({ hasText: /similar commands|No matching commands/ });
    await others.first().waitFor();
    assert.equal(await workbench.quickPickItems.filter({ hasText: 'FUn-FuSIC' }).count(), 0);
    await workbench.press('Escape');
  });
});
