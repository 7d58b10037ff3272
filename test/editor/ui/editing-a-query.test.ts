import assert from 'node:assert/strict';
import { Workbench } from './support/workbench';

const incomplete = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?person WHERE {
  ?film a ns:film.film .
  
}
`;

const untidy = `PREFIX ns: <http://rdf.freebase.com/ns/>
select ?place where {
ns:m.02mjmr ns:people.person.place_of_birth ?place . }
`;

describe('UI: editing a query', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('completion finds a relation by a related word', async () => {
    workbench = await Workbench.open(incomplete);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(4, 3);
    await workbench.type('?film ns:director');
    await workbench.openCompletions();
    await workbench.completions.first().filter({ hasText: 'film.film.directed_by' }).waitFor();
    await workbench.press('Tab');
    await workbench.lines.filter({ hasText: /\?film.*ns:film\.film\.directed_by/ }).waitFor();
  });

  it('hover explains a relation, inlay hints show types, and the outline shows the question', async () => {
    workbench = await Workbench.open(`# question: Where was he born?\n${untidy}`);
    await workbench.page.locator('.editor-instance .view-line', { hasText: ': location' }).waitFor();
    await workbench.moveTo(4, 30);
    await workbench.press('Control+K');
    await workbench.press('Control+I');
    const hover = workbench.page.locator('.monaco-hover .hover-contents', { hasText: 'place of birth' });
    await hover.first().waitFor();
    assert.match(await hover.first().innerText(), /location/);
    await workbench.press('Control+Shift+O');
    await workbench.quickPickItems.filter({ hasText: 'Where was he born?' }).first().waitFor();
  });

  it('rename changes a variable everywhere, and formatting lays out the query', async () => {
    workbench = await Workbench.open(untidy, { 'editor.inlayHints.enabled': 'off' });
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(2, 10);
    await workbench.press('F2');
    const name = workbench.page.locator('.rename-box input');
    await name.fill('town');
    await name.press('Enter');
    await workbench.lines.filter({ hasText: /place_of_birth.\?town/ }).waitFor();
    await workbench.run('Format Document');
    await workbench.lines.filter({ hasText: /^SELECT.\?town.WHERE.\{/ }).waitFor();
    await workbench.lines.filter({ hasText: /^\s+ns:m\.02mjmr/ }).waitFor();
  });
});
