// npm test: everything, from types to a real editor. The last line is “N passed, N failed”.
//   --unit       everything that needs no editor
//   --editor     only the tests in the editor
//   --desktop    the tests in the extension host also run in a downloaded desktop VS Code
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks, runCheck } from './lib/checks.mjs';
import { installChromium } from './lib/chromium.mjs';
import { installCodeServer } from './lib/code-server-install.mjs';
import { installEditors } from './lib/editors.mjs';
import { report, Unavailable } from './lib/failure.mjs';
import { readOptions } from './lib/options.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { cleanUp, useNormalPriority, run } from './lib/processes.mjs';
import { build, installPackages } from './lib/project.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';
import { installVirtuoso } from './lib/virtuoso.mjs';

const { values: only } = readOptions({
  unit: { type: 'boolean' },
  editor: { type: 'boolean' },
  desktop: { type: 'boolean' },
});
const results = temporaryFolder().path;
const total = { passed: 0, failed: 0 };
const skipped = [];
/** Repeated at the end, because the output of all tests is long. */
const failures = [];
const noTests = { passed: 0, failed: 0 };

// Each stage has its own time limit. This one is for all together, with a slow download of the editor.
const SECONDS = 4800;
let outOfTime = false;
setTimeout(() => {
  console.log(`\nStopped after ${SECONDS} seconds.`);
  total.failed += 1;
  failures.push({ title: 'all tests together', message: `took more than ${SECONDS} seconds` });
  outOfTime = true;
  void finish();
}, SECONDS * 1000).unref();

// They start at once, because they mostly wait for downloads. Each result is reported in its own stage.
const installed = {
  editor: only.unit ? undefined : outcomeOf(installEditor()),
  virtuoso: only.editor ? undefined : outcomeOf(installVirtuoso()),
  otherEditors: only.editor ? undefined : outcomeOf(installEditors()),
};
const built = await stage('packages and build', async () => {
  await installPackages();
  await build();
  return noTests;
});
// The tests in the editor mostly wait and the others mostly compute, so they run side by side.
if (built)
  await Promise.all([
    only.editor || otherStages(),
    only.unit ? useNormalPriority() : editorStages().finally(useNormalPriority),
  ]);
await finish();

async function finish() {
  await cleanUp();
  for (const line of skipped) console.log(line);
  for (const { title, message } of failures)
    console.log(`Failed: ${title}: ${message.replaceAll('\n', ' ').slice(0, 300)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}

/** They run with a lower priority than the tests in the editor, which have time limits, and print their output at the end. */
async function otherStages() {
  await stage('unit tests', () => vitest(['unit']), 'in background');
  await stage('a Virtuoso to test endpoints with', () => complete(installed.virtuoso), 'in background');
  await stage(
    'Neovim and Emacs to test the language server in',
    () => complete(installed.otherEditors),
    'in background',
  );
  await Promise.all([
    stage('system and stress tests', () => vitest(['system', 'stress']), 'in background'),
    stage('types, lint, format and unused code', staticChecks, 'in background'),
  ]);
}

async function staticChecks() {
  const outcomes = [];
  for (const check of checks) outcomes.push(await runCheck(check, { gently: true }));
  const failed = outcomes.filter(({ passed }) => !passed);
  return {
    passed: outcomes.length - failed.length,
    failed: failed.length,
    failures: failed.map(({ title, output }) => ({ title, message: output.trim() })),
    output: outcomes
      .map(({ title, passed, output }) => (passed ? `  ✔ ${title}\n` : `  ✖ ${title}\n${output}`))
      .join(''),
  };
}

async function editorStages() {
  const ready = await stage('the editor to test in', () => complete(installed.editor));
  if (!ready) return;
  await Promise.all([
    stage('tests in the extension host', () => editorTests('editor-suite.mjs', []), 'in background'),
    stage('UI tests', () => editorTests('editor-ui.mjs', []), 'in background'),
  ]);
  // It does not build again: the other stages use the build.
  await stage('npm start', () => editorTests('editor-start.mjs', []));
  if (only.desktop)
    await stage('tests in desktop VS Code', () => editorTests('editor-suite.mjs', ['--desktop']));
}

async function installEditor() {
  await Promise.all([installCodeServer(), installChromium()]);
}

/** A rejection becomes a value, so that it can be reported later. */
function outcomeOf(promise) {
  return promise.then(
    () => ({}),
    (error) => ({ error }),
  );
}

/** Waits for an installation, and throws its error. */
async function complete(installation) {
  const { error } = await installation;
  if (error) throw error;
  return noTests;
}

/**
 * A stage that throws is one failure. One that this machine cannot run is skipped, and reported as skipped. A stage in
 * background prints its title when it ends.
 * @returns {Promise<boolean>} whether it ran to its end
 */
async function stage(title, action, inBackground) {
  if (outOfTime) return false;
  const started = Date.now();
  if (!inBackground) console.log(`\n— ${title}`);
  try {
    const outcome = await action();
    const { passed, failed, output = '' } = outcome;
    console.log(inBackground ? `\n— ${title}\n${output}` : output);
    total.passed += passed;
    total.failed += failed;
    const named = outcome.failures ?? [];
    failures.push(...named);
    if (failed > named.length) failures.push({ title, message: 'see above' });
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed, ` : '';
    console.log(`— ${title}: ${counts}${((Date.now() - started) / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    report(error);
    if (error instanceof Unavailable) skipped.push(`Skipped: ${title}: ${error.message}`);
    else {
      total.failed += 1;
      failures.push({ title, message: String(error) });
    }
    return false;
  }
}

async function vitest(projects) {
  const file = join(results, `${projects.join('-')}.json`);
  const program = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const selected = projects.flatMap((project) => ['--project', project]);
  const args = [program, 'run', ...selected, ...reporters];
  const { code, output } = await run(process.execPath, args, { cwd: root, gently: true, seconds: 4500 });
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
  const { code, output } = await run(process.execPath, [inRoot('scripts', script), ...args], {
    cwd: root,
    env,
    seconds: 1200,
  });
  return { ...tally(code, file, (counts) => counts), output };
}

/** Reads the results of a runner. One that exits with an error but no failed test, or runs nothing, counts as one failure. */
function tally(code, file, read) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  const crashed = code !== 0 && counts.failed === 0;
  const ranNothing = counts.passed + counts.failed === 0;
  return crashed || ranNothing ? { ...counts, failed: counts.failed + 1 } : counts;
}
