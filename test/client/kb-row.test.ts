import { describe, expect, it } from 'vitest';
import { kbRow } from '../../client/src/kb/kb-row';
import type { KbInfo } from '../../server/src/protocol/index';

const kb: KbInfo = { name: 'Mine', kind: 'file', where: 'mine.nt', writable: false };

describe('row of the Knowledge Bases view', () => {
  it('shows state, facts and schema', () => {
    expect(kbRow(kb, { chosen: 'Sample' }).description).toBe('not tested');
    const loaded = { ...kb, facts: 12_345, schema: 'mine.json' };
    expect(kbRow(loaded, { chosen: 'Mine' }).description).toBe(
      'in use · loaded · 12,345 facts · schema mine.json',
    );
  });

  it('shows the outcome of the last test', () => {
    const failed = kbRow(kb, { chosen: '', tested: { works: false, lines: ['No file.'] } });
    expect(failed).toMatchObject({ description: 'does not work', icon: 'warning' });
    expect(failed.tooltip).toContain('No file.');
    expect(kbRow(kb, { chosen: '', tested: { works: true, lines: [] } }).description).toBe('works');
  });

  it('has context values for its commands', () => {
    expect(kbRow(kb, { chosen: 'Mine' }).context).toBe('kb used');
    expect(kbRow({ ...kb, kind: 'sample', name: 'Sample' }, { chosen: 'Mine' }).context).toBe('sample');
  });
});
