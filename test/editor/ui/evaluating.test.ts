import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from './support/workbench';

/** A question that is answered correctly and one with a wrong gold answer. */
const TINY = [
  ...readFileSync(join('test', 'evaluation', 'tiny.plain.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"id":"one-hop"')),
  JSON.stringify({
    id: 'wrong-gold',
    question: 'Who directed Titanic?',
    answers: ['m.02hrh0_'],
    sexpr: '(JOIN (R film.film.directed_by) m.0dr_4)',
  }),
].join('\n');

const VIEWS_ABOVE = ['Schema', 'Runs'];

/** The tests share one window and depend on each other. */
describe('UI: evaluating on a dataset', function () {
  this.timeout(240_000);
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open('SELECT * { ?s ?p ?o }\n', {}, { 'tiny.jsonl': TINY });
  });
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
  });
  after(async () => {
    await workbench.press('Escape');
    for (const view of VIEWS_ABOVE) await workbench.showView(view, true);
    await Workbench.release();
  });

  it('an evaluation starts, shows its progress and finishes', async () => {
    await workbench.run('FUn-FuSIC: Evaluate on a Dataset…');
    await workbench.choose('tiny.jsonl');
    await workbench.choose('rng-kbqa');
    await workbench.choose('All');
    const status = workbench.page.locator('[id="fun-fusic.fun-fusic.funfusic.evaluation"]');
    await status.filter({ hasText: /\d\/2/ }).click({ timeout: 180_000 });
    await workbench.treeRow('evaluation tiny · rng-kbqa · no model').waitFor();
    await workbench.page
      .locator(
        '.monaco-list-row[aria-label^="evaluation tiny · rng-kbqa · no model"][aria-label*=", finished, 2 of 2"]',
      )
      .waitFor({ timeout: 180_000 });
  });

  it('the filter shows wrong questions, and a question opens its trace', async () => {
    // Collapses the views above to make room.
    for (const view of VIEWS_ABOVE) await workbench.showView(view, false);
    await workbench.expand('evaluation tiny · rng-kbqa · no model');
    await workbench.treeRow('Correct, ').waitFor();
    await workbench.page.locator('.pane-header', { hasText: 'Evaluation' }).hover();
    await workbench.page.locator('.pane-header a[aria-label^="Filter Evaluated Questions"]').click();
    await workbench.quickInput.waitFor();
    await workbench.quickPickItems
      .filter({ hasText: /^Wrong$/ })
      .locator('.label-name')
      .click();
    await workbench.page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
    await workbench.treeRow('Correct, ').waitFor({ state: 'detached' });
    await workbench.expand('Wrong, ');
    await workbench.treeRow('Who directed Titanic').click();
    await workbench.panel.locator('.asked-answer').first().waitFor();
    const evaluated = workbench.panel.locator('.evaluated');
    await evaluated.filter({ hasText: 'Expected: Honolulu' }).waitFor();
    assert.match(await evaluated.innerText(), /^Evaluation: Wrong, F1\(R\) 0\.0\./);
  });

  it('a question becomes an exemplar in a new file, and the report opens', async () => {
    const row = workbench.treeRow('Who directed Titanic');
    await row.hover();
    await row.locator('[aria-label^="Add Question to Exemplars"]').first().click();
    await workbench.answerDialog('There is no exemplar file yet', 'Create File');
    await workbench.activeTab.filter({ hasText: 'funfusic-exemplars.jsonl' }).waitFor();
    const [line = ''] = textOf(workbench, 'funfusic-exemplars.jsonl').split('\n');
    assert.match(textOf(workbench, '.vscode', 'settings.json'), /"funfusic-exemplars\.jsonl"/);
    assert.match((JSON.parse(line) as { readonly query: string }).query, /film\.film\.directed_by/);
    await workbench.treeRow('evaluation tiny · rng-kbqa · no model').hover();
    await workbench
      .treeRow('evaluation tiny · rng-kbqa · no model')
      .locator('[aria-label^="Open Evaluation Report"]')
      .first()
      .click();
    await workbench.activeTab.filter({ hasText: 'Report: tiny' }).waitFor({ timeout: 120_000 });
    const report = workbench.panel;
    await report.getByRole('heading', { name: 'Scores' }).waitFor();
    // The script of the report runs under its Content Security Policy.
    await report.locator('#filter').fill('Titanic');
    await report.locator('#shown', { hasText: '1 of 2 questions' }).waitFor();
  });

  it('deleting an evaluation asks for confirmation', async () => {
    const runs = join(workbench.folderPath, 'funfusic-runs');
    const question = 'Delete tiny · rng-kbqa · no model';
    const remove = async (): Promise<void> => {
      await workbench.chooseFromMenu(workbench.treeRow('evaluation tiny · rng-kbqa · no model'), 'Delete');
    };
    await remove();
    await workbench.answerDialog(question, 'Cancel');
    await remove();
    await workbench.answerDialog(question, 'Move to Trash');
    // There is no trash in the browser.
    await workbench.answerDialog('cannot be moved to the trash', 'Delete Permanently');
    await workbench.treeRow('evaluation tiny · rng-kbqa · no model').waitFor({ state: 'detached' });
    assert.deepEqual(readdirSync(runs), []);
  });
});

const textOf = (workbench: Workbench, ...path: readonly string[]): string =>
  readFileSync(join(workbench.folderPath, ...path), 'utf8');
