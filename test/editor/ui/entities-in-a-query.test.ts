import { cell } from './support/results';
import { Workbench } from './support/workbench';

const films = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?film WHERE {
  ?film ns:film.film.directed_by 
}
`;
const directors = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?director WHERE {
  ns:m.0661ql3 ns:film.film.directed_by ?director .
}
`;

describe('UI: entities in a query, by keyboard', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('completion finds an entity by its name and inserts the ID, with the name as an inlay hint', async () => {
    workbench = await Workbench.open(films);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(3, 34);
    await workbench.type('Nolan');
    await workbench.openCompletions(workbench.completions.first().filter({ hasText: 'Christopher Nolan' }));
    await workbench.press('Tab');
    await workbench.lines.filter({ hasText: /directed_by.ns:m\.0184dt.*Christopher.Nolan/ }).waitFor();
  });

  it('a bare prefix is a finding, and completion offers entities that fit', async () => {
    workbench = await Workbench.open(films);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(3, 34);
    await workbench.type('ns:');
    // The list may still show what was offered for `ns`.
    await workbench.press('Escape');
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    await workbench.openCompletions(
      workbench.completions.filter({ hasText: 'Nolan' }).filter({ hasText: 'director' }),
    );
    await workbench.press('Tab');
    await workbench.errorSquiggles.first().waitFor({ state: 'detached' });
  });

  it('Insert Entity searches the KB and inserts the chosen entity', async () => {
    workbench = await Workbench.open(films);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(3, 34);
    await workbench.run('Insert Entity');
    await workbench.choose('christopher nol');
    await workbench.lines.filter({ hasText: /directed_by.ns:m\.0184dt/ }).waitFor();
  });

  it('an answer is inserted into the query from its cell and from the graph', async () => {
    workbench = await Workbench.open(directors);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(4, 1);
    await workbench.press('Control+Enter');
    const { panel } = workbench;
    await cell(panel, 0, 0).filter({ hasText: 'Christopher Nolan' }).waitFor();
    await workbench.press('Control+2');
    await panel.locator('[role=grid]:focus, [role=grid] :focus').first().waitFor();
    await workbench.press('Shift+F10');
    await insertFromMenu();
    await workbench.lines.filter({ hasText: /^ns:m\.0184dt.*\}/ }).waitFor();

    await panel.locator('#tab-graph').press('Enter');
    await panel.locator('.graph-stage [role=button]', { hasText: 'Christopher Nolan' }).press('Shift+F10');
    await insertFromMenu();
    await workbench.lines.filter({ hasText: /^ns:m\.0184dt.*ns:m\.0184dt.*\}/ }).waitFor();
  });

  async function insertFromMenu(): Promise<void> {
    await workbench.panel.getByRole('menuitem', { name: 'Insert into Query' }).waitFor();
    await workbench.press('i');
    await workbench.press('Enter');
  }
});
