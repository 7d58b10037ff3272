import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { openRepairTrace } from './support/traces';
import { Workbench } from './support/workbench';

const query = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  # <img src=x onerror="document.body.id='broken'">
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;

/** The tests share one window and one repair. */
describe('UI: repair trace', () => {
  let workbench: Workbench;
  let panel: FrameLocator;
  before(async () => {
    workbench = await Workbench.open(query);
    panel = await openRepairTrace(workbench, 'query.rq');
  });
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
  });
  after(() => Workbench.release());

  it('the repair trace shows the findings and changes of each round', async () => {
    await panel.locator('.verdicts tr', { hasText: 'Errors' }).filter({ hasText: 'Errors10' }).waitFor();
    assert.equal(await panel.locator('img, #broken').count(), 0);

    const firstRound = panel.locator('.round').first();
    if (!(await firstRound.evaluate((card) => (card as unknown as { open: boolean }).open)))
      await firstRound.locator('summary').first().click();
    const finding = firstRound.locator('.code .found.error');
    await finding.filter({ hasText: 'ns:people.person.place_of_brith' }).waitFor();
    await firstRound.locator('.finding .place').focus();
    await firstRound.locator('.code .found.lit').first().waitFor();
    await firstRound
      .locator('.diff-line.added', { hasText: '+' })
      .filter({ hasText: 'place_of_birth' })
      .waitFor();

    const proposed = panel.locator('.round.proposed');
    await proposed.locator('.small-table .name', { hasText: 'Honolulu' }).waitFor();
  });
});
