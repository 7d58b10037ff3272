import assert from 'node:assert/strict';
import { Workbench } from './support/workbench';

const misspelt = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;
const sound = misspelt.replace('brith', 'birth');

describe('UI: findings in a query', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('a misspelled relation is underlined and listed in the Problems panel', async () => {
    workbench = await Workbench.open(misspelt);
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    await workbench.press('Control+Shift+M');
    const problem = workbench.problems.filter({ hasText: 'people.person.place_of_brith' });
    await problem.waitFor();
    assert.match(await problem.innerText(), /FUn-FuSIC/);
    assert.match(await problem.innerText(), /grounding/);
  });

  it('the status bar shows the schema', async () => {
    workbench = await Workbench.open(sound);
    await workbench.statusItem.filter({ hasText: /Freebase \d\d,\d{3} relations/ }).waitFor();
    const label = await workbench.statusItem.locator('[aria-label]').first().getAttribute('aria-label');
    assert.match(label ?? '', /FUn-FuSIC/);
    await workbench.statusItem.click();
    for (const words of [
      'Select a KB schema file',
      'Select the SPARQL dialect',
      'Show the log',
      'Restart the language server',
    ]) {
      await workbench.quickPickItems.filter({ hasText: words }).waitFor();
    }
  });

  it('a quick fix corrects the relation', async () => {
    workbench = await Workbench.open(misspelt);
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    await workbench.moveTo(3, 30);
    await workbench.openQuickFixes();
    await workbench.menuItems.filter({ hasText: 'people.person.place_of_birth' }).first().click();
    await workbench.errorSquiggles.first().waitFor({ state: 'detached' });
    assert.match(await workbench.text(), /ns:people\.person\.place_of_birth \?place/);
  });

  it('a finding appears while typing, and disappears when fixed', async () => {
    workbench = await Workbench.open(sound);
    await workbench.moveTo(3, 1);
    await workbench.press('End');
    await workbench.press('Enter');
    await workbench.type('?place ns:location.location.containd_by ?country .');
    await workbench.press('Escape');
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    for (let left = 0; left < ' ?country .'.length; left += 1) await workbench.press('ArrowLeft');
    for (let back = 0; back < 'containd_by'.length; back += 1) await workbench.press('Backspace');
    await workbench.type('containedby');
    await workbench.press('Escape');
    await workbench.errorSquiggles.first().waitFor({ state: 'detached' });
  });

  it('the status bar changes the dialect', async () => {
    workbench = await Workbench.open(sound);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.statusItem.click();
    await workbench.choose('Select the SPARQL dialect');
    await workbench.quickPickItems.filter({ hasText: 'Standard SPARQL 1.1' }).waitFor();
    await workbench.choose('Standard SPARQL 1.1');
    await workbench.statusItem.filter({ hasText: 'SPARQL 1.1' }).waitFor();
  });

  it('an invalid schema file shows a warning, and the bundled schema can be chosen', async () => {
    workbench = await Workbench.open(sound, { 'funfusic.schema.file': 'no-such-schema.json' });
    await workbench.warningStatusItem.filter({ hasText: 'Freebase' }).waitFor();
    await workbench.statusItem.click();
    await workbench.quickPickItems.filter({ hasText: 'no-such-schema.json' }).first().waitFor();
    await workbench.choose('Use the bundled Freebase schema');
    await workbench.warningStatusItem.waitFor({ state: 'detached' });
    await workbench.statusItem.filter({ hasText: 'Freebase' }).waitFor();
  });
});
