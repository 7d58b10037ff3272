import { inRoot, root } from './paths.mjs';
import { run } from './processes.mjs';

const program = (...path) => inRoot('node_modules', ...path);
const tsc = program('typescript', 'bin', 'tsc');

/** Static checks of the sources. */
export const checks = [
  { title: 'types', command: [tsc, '--noEmit', '-p', '.'] },
  { title: 'types of the webviews', command: [tsc, '--noEmit', '-p', 'client/webview'] },
  { title: 'lint', command: [program('oxlint', 'bin', 'oxlint'), '--type-aware'] },
  { title: 'format', command: [program('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
  { title: 'unused code', command: [program('knip', 'bin', 'knip.js')] },
];

/**
 * @param {{ title: string, command: readonly string[] }} check
 * @returns {Promise<{ title: string, passed: boolean, output: string }>}
 */
export async function runCheck({ title, command }, { gently = false } = {}) {
  const { code, output } = await run(process.execPath, command, { cwd: root, gently, seconds: 800 });
  return { title, passed: code === 0, output };
}
