// npm run measure -- fuzz: searches for inputs that break readers of foreign text, guided by branch coverage.
//   --seconds N    total time, shared by the targets (60)
//   --target NAME  only this target; may be repeated
//   --runs N       number of inputs for each target instead of a time, reproducible on every machine
//   --seed N       seed of the random numbers (1)
//   --grow         adds inputs that reach new branches to the corpus
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { COUNTERS_BANNER, countBranches } from './lib/count-branches.mjs';
import { cache, inRoot, root } from './lib/paths.mjs';

const outfile = join(cache, 'fuzz', 'fuzz.cjs');
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['test/security/fuzz/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  packages: 'external',
  sourcemap: 'inline',
  // Targets use the checks of the tests, which report to vitest.
  alias: { vitest: inRoot('test', 'security', 'fuzz', 'expect.ts') },
  // Only test/support/check.ts uses it, to find the bundled schema.
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
