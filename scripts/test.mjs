// npm test: everything, from types to a real editor. The last line is “N passed, N failed”.
//   --unit       only what needs no editor
//   --editor     only what needs one
//   --desktop    the editor tests also in a downloaded desktop VS Code
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report, Unavailable } from './lib/failure.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { cleanUp, run } from './lib/processes.mjs';
import { build, installPackages } from './lib/project.mjs';
import { installChromium } from './lib/chromium.mjs';
import { installCodeServer } from './lib/code-server-install.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';
import { installVirtuoso } from './lib/virtuoso.mjs';

const { values: only } = parseArgs({
  options: { unit: { type: 'boolean' }, editor: { type: 'boolean' }, desktop: { type: 'boolean' } },
});
const results = temporaryFolder().path;
const total = { passed: 0, failed: 0 };
const leftOut = [];
/** What failed, told once more in the end: the output of all tests is long. */
const failures = [];
const nothingToCount = { passed: 0, failed: 0 };

// Each stage has its own limit; this one is for all of them together, a slow download of the editor included.
const SECONDS = 2700;
let outOfTime = false;
setTimeout(() => {
  console.log(`\nStopped after ${SECONDS} seconds.`);
  total.failed += 1;
  failures.push({ title: 'all tests together', message: `took more than ${SECONDS} seconds` });
  outOfTime = true;
  void finish();
}, SECONDS * 1000).unref();

const built = await stage('packages and build', async () => {
  await installPackages();
  await build();
  return nothingToCount;
});
// Begun at once, because much of it is waiting; what becomes of it is told in its own stage.
const editor = built && !only.unit ? outcomeOf(installEditor()) : undefined;
// The tests in the editor mostly wait, and the others mostly compute: side by side they take little longer than the longer of them.
if (built) await Promise.all([only.editor || unitStages(), !only.unit && editorStages()]);
await finish();

async function finish() {
  await cleanUp();
  for (const line of leftOut) console.log(line);
  for (const one of failures) console.log(`Failed: ${summaryOf(one)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  // Where nothing could be run, nothing has passed.
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}

/** They give way to the tests in the editor, which have somebody's patience; and tell what they have to say when they end. */
async function unitStages() {
  await stage('unit tests', () => vitest('unit'), 'aside');
  // Both may install packages of the system, which only one can do at a time.
  await editor;
  await stage(
    'a Virtuoso to test endpoints with',
    async () => {
      await installVirtuoso();
      return nothingToCount;
    },
    'aside',
  );
  // Lint is one long thread, which would have the machine to itself in the end.
  await Promise.all([
    stage('tests of the server, the command line and the KBs', () => vitest('system'), 'aside'),
    stage('types, lint and format', staticChecks, 'aside'),
  ]);
  await stage('trials on whole corpora and hostile texts', () => vitest('trials'), 'aside');
}

async function staticChecks() {
  return sum(
    await Promise.all([
      oneTest('types and lint', inRoot('scripts', 'types-and-lint.mjs'), []),
      oneTest('format', inRoot('node_modules', 'prettier', 'bin', 'prettier.cjs'), [
        '--check',
        '--log-level',
        'warn',
        '.',
      ]),
    ]),
  );
}

async function editorStages() {
  const ready = await stage('the editor to test in', async () => {
    const { error } = await editor;
    if (error) throw error;
    return nothingToCount;
  });
  if (!ready) return;
  await stage('in the extension host', () => editorTests('editor-suite.mjs', []));
  await stage('UI tests', () => editorTests('editor-ui.mjs', []));
  // It finds the build as it is: the others are using it.
  await stage('npm start', () => editorTests('editor-start.mjs', []));
  if (only.desktop) await stage('in desktop VS Code', () => editorTests('editor-suite.mjs', ['--desktop']));
}

async function installEditor() {
  await installCodeServer();
  await installChromium();
}

/** Whatever it is, so that it can be looked at later. */
function outcomeOf(promise) {
  return promise.then(
    () => ({}),
    (error) => ({ error }),
  );
}

/**
 * A stage that breaks is one failure; one that this machine cannot run is left out, and said to be. One that goes on aside is told
 * when it ends, for others are being told meanwhile.
 * @returns {Promise<boolean>} whether it ran to its end
 */
async function stage(title, action, aside) {
  if (outOfTime) return false;
  const began = Date.now();
  if (!aside) console.log(`\n— ${title}`);
  try {
    const outcome = await action();
    const { passed, failed, output = '' } = outcome;
    if (aside) console.log(`\n— ${title}\n${output}`);
    total.passed += passed;
    total.failed += failed;
    const told = outcome.failures ?? [];
    failures.push(...told);
    if (failed > told.length) failures.push({ title, message: 'see above' });
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed, ` : '';
    console.log(`— ${title}: ${counts}${((Date.now() - began) / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    report(error);
    if (error instanceof Unavailable) leftOut.push(`Left out, what needs ${title}: ${error.message}`);
    else {
      total.failed += 1;
      failures.push({ title, message: String(error) });
    }
    return false;
  }
}

/** A program that is one test: it passes when it ends well. What it says matters only when it does not. */
async function oneTest(title, program, args) {
  const { code, output } = await run(process.execPath, [program, ...args], {
    cwd: root,
    gently: true,
    seconds: 800,
  });
  return code === 0
    ? { passed: 1, failed: 0, output: `  ✔ ${title}\n` }
    : { passed: 0, failed: 1, output: `  ✖ ${title}\n${output}` };
}

/** One line. */
function summaryOf({ title, message }) {
  return `${title}: ${message.split('\n').join(' ').slice(0, 300)}`;
}

function sum(counts) {
  return counts.reduce((all, { passed, failed, output }) => ({
    passed: all.passed + passed,
    failed: all.failed + failed,
    output: all.output + output,
  }));
}

async function vitest(project) {
  const file = join(results, `${project}.json`);
  const program = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [program, 'run', '--project', project, ...reporters];
  const { code, output } = await run(process.execPath, args, { cwd: root, gently: true, seconds: 1800 });
  const counts = tally(code, file, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: failuresIn(testResults),
  }));
  return { ...counts, output };
}

function failuresIn(testResults) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] ?? '' }));
}

async function editorTests(script, args) {
  const file = join(results, `${script}${args.join('')}.json`);
  const env = { ...process.env, FUNFUSIC_TEST_RESULTS: file };
  const { code } = await run(process.execPath, [inRoot('scripts', script), ...args], {
    cwd: root,
    env,
    echo: true,
    seconds: 700,
  });
  return tally(code, file, (counts) => counts);
}

/** What a runner wrote; a run that ended badly without a failed test, or wrote nothing, is a failure in itself. */
function tally(code, file, read) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  const brokeOff = code !== 0 && counts.failed === 0;
  const ranNothing = counts.passed + counts.failed === 0;
  return brokeOff || ranNothing ? { ...counts, failed: counts.failed + 1 } : counts;
}
