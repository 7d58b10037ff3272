import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench';

export async function runQuery(workbench: Workbench): Promise<void> {
  await workbench.lines.first().click();
  await workbench.press('Control+Enter');
}

/** A cell of the results. Rows and columns start at 0. */
export const cell = (panel: FrameLocator, row: number, column: number): Locator =>
  panel.locator(`[id="cell-${row}-${column}"]`);
