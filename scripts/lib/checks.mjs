import { inRoot, root } from './paths.mjs';
import { run } from './processes.mjs';

const program = (...path) => inRoot('node_modules', ...path);

/** Static checks of the sources. */
export const checks = [
  { title: 'types and lint', command: [program('oxlint', 'bin', 'oxlint'), '--type-aware', '--type-check'] },
  { title: 'format', command: [program('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
  { title: 'unused code', command: [program('knip', 'bin', 'knip.js')] },
];

/**
 * @param {{ title: string, command: readonly string[] }} check
 * @returns {Promise<{ title: string, passed: boolean, output: string }>}
 */
export async function runCheck({ title, command }, { gently = false } = {}) {
  const { code, output } = await run(process.execPath, command, { cwd: root, gently, seconds: 2400 });
  return { title, passed: code === 0, output };
}
