// Installs code-server, the VS Code that runs in a browser, from npm into .vscode-test/.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { Failure, Unavailable, downloadAdvice } from './failure.mjs';
import { downloads } from './paths.mjs';
import { onPath } from './on-path.mjs';
import { run } from './processes.mjs';

export const codeServerVersion = '4.139.1';
const nodeVersion = '24.21.0';

const home = join(downloads, `code-server-${codeServerVersion}`);
const nodeName = `node-${process.platform}-${process.arch}`;
const nodeHome = join(home, 'node', 'node_modules', nodeName);
const app = join(home, 'app', 'node_modules', 'code-server');

/** The program and its first argument. */
export const codeServerCommand = {
  node: join(nodeHome, 'bin', 'node'),
  entry: join(app, 'out', 'node', 'entry.js'),
};

export const builtInExtensions = join(app, 'lib', 'vscode', 'extensions');

/** code-server runs on the Node version it was built for, not on the one of this script. */
export function codeServerEnvironment() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|npm_)/i.test(name)),
  );
  return { ...env, PATH: `${join(nodeHome, 'bin')}${delimiter}${process.env.PATH ?? ''}` };
}

/** Installs code-server unless it is complete. Takes about a minute and 0.8 GB. */
export async function installCodeServer() {
  const complete = join(home, 'complete');
  if (existsSync(complete)) return;
  if (process.platform === 'win32') {
    throw new Unavailable(
      'code-server does not run on Windows.',
      'Install VS Code with its `code` command on the PATH instead.',
    );
  }
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  await installCompiler();
  const lib = join(app, 'lib', 'vscode');
  const steps = [
    [`Node ${nodeVersion}`, home, ['install', '--prefix', join(home, 'node'), `${nodeName}@${nodeVersion}`]],
    [
      `code-server ${codeServerVersion}`,
      home,
      ['install', '--prefix', join(home, 'app'), `code-server@${codeServerVersion}`],
    ],
    ['the editor’s own packages', lib, ['install', '--omit=dev']],
    ['the editor’s native parts', lib, ['rebuild', '@vscode/spdlog', '@vscode/native-watchdog']],
    ['the built-in extensions', join(lib, 'extensions'), ['install', '--omit=dev']],
  ];
  console.log(
    `Installing VS Code for the browser (code-server) into .vscode-test/, once: about a minute, 0.8 GB.`,
  );
  for (const [index, [what, cwd, args]] of steps.entries()) {
    await step(`  ${index + 1}/${steps.length} ${what}`, cwd, args);
  }
  writeFileSync(complete, `${new Date().toISOString()}\n`);
}

async function step(title, cwd, args) {
  const began = Date.now();
  process.stdout.write(`${title} … `);
  const scripts = args[0] === 'rebuild' ? [] : ['--ignore-scripts'];
  const result = await run('npm', [...args, ...scripts, '--no-audit', '--no-fund', '--no-update-notifier'], {
    cwd,
    // Native modules are compiled against the headers of that Node version, not downloaded ones.
    env: { ...codeServerEnvironment(), npm_config_nodedir: nodeHome },
    seconds: 400,
  });
  console.log(result.code === 0 ? `${Math.round((Date.now() - began) / 1000)} s` : 'failed');
  if (result.code === 0) return;
  const tail = result.output.trim().split('\n').slice(-15).join('\n');
  throw new Failure(
    `code-server could not be installed (${title.trim()}).`,
    downloadAdvice(result.output),
    tail,
  );
}

/** Two native modules of the editor are compiled during the installation. */
async function installCompiler() {
  const missing = [
    ['python3', 'python3'],
    ['make', 'make'],
    ['c++', 'g++'],
  ].filter(([program]) => !onPath(program));
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name);
  const refusal = await aptInstall(packages);
  if (refusal) {
    throw new Unavailable(
      `code-server needs ${packages.join(', ')} to compile two of its parts. ${refusal}`,
      `Install ${packages.join(', ')} and run the same command again.`,
    );
  }
}
