// npm run measure -- fuzz: looks for inputs that break what reads foreign text. Guided by the branches that an input reaches.
//   --seconds N    how long in all, shared by the targets (60)
//   --target NAME  only this one; may be given more than once
//   --runs N       so many inputs for each target instead: the same on every machine
//   --seed N       of the random numbers (1)
//   --grow         adds the inputs that reached new branches to the corpus
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { COUNTERS_BANNER, countBranches } from './lib/count-branches.mjs';
import { cache, inRoot, root } from './lib/paths.mjs';

const outfile = join(cache, 'fuzz', 'fuzz.cjs');
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['test/hostile/fuzz/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  packages: 'external',
  sourcemap: 'inline',
  // Targets use the checks of the tests, which report to vitest.
  alias: { vitest: inRoot('test', 'hostile', 'fuzz', 'expect.ts') },
  // Only test/support/check.ts asks for it, to find the bundled schema.
  define: { 'import.meta.url': 'supportUrl' },
  banner: {
    js: `const supportUrl = require('node:url').pathToFileURL(${JSON.stringify(inRoot('test', 'support', 'check.ts'))}).href; ${COUNTERS_BANNER}`,
  },
  plugins: [countBranches()],
});
const { status } = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
