import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const scripts = join(import.meta.dirname, '../../scripts');

describe('Scripts', () => {
  it.each(['screenshots', 'editor-suite', 'editor-ui', 'test'])(
    '%s answers an unknown option with one line',
    (name) => {
      const script = join(scripts, `${name}.mjs`);
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--unknown'], {
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Unknown option '--unknown'\. The options are --[^\n]+\.\n$/);
    },
  );
});
