import type { FrameLocator } from 'playwright-core';
import type { Workbench } from './workbench';

/** Repairs the open query and shows the trace. */
export async function openRepairTrace(workbench: Workbench, file: string): Promise<FrameLocator> {
  await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
  await workbench.lines.first().click();
  await workbench.run('FUn-FuSIC: Repair Query');
  await workbench.activeTab.filter({ hasText: `Repair: ${file}` }).waitFor();
  await workbench.run('FUn-FuSIC: Show Repair Trace');
  const { panel } = workbench;
  await panel.getByRole('heading', { name: 'Repaired' }).waitFor();
  return panel;
}
