// The compared servers and their command lines. All run on the Node version of the benchmark, with default settings.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

const root = fileURLToPath(new URL('..', import.meta.url));
const peersFolder = join(root, '.cache', 'bench-peers');
const peerPackage = (name) => join(peersFolder, 'node_modules', name);

export const servers = [
  {
    id: 'ours',
    name: 'FUn-FuSIC',
    checks: 'syntax, prefixes, variables and the KB schema (relations, types, literals, mediators)',
    args: [join(root, 'dist', 'server.js'), '--stdio'],
  },
  {
    id: 'stardog',
    name: 'Stardog 4.1.0',
    checks: 'syntax only',
    package: { name: 'sparql-language-server', version: '4.1.0' },
    args: [join(peerPackage('sparql-language-server'), 'dist', 'cli.js'), '--stdio'],
  },
  {
    id: 'qlue',
    name: 'qlue-ls 0.5.9',
    checks:
      'undeclared and unused prefixes, uncompacted IRIs; no syntax errors, no variables (WASM build, pull diagnostics)',
    package: { name: 'qlue-ls', version: '0.5.9' },
    args: [fileURLToPath(new URL('qlue-host.mjs', import.meta.url)), peerPackage('qlue-ls')],
  },
];

/** Installs the servers. Returns those that can be started, and a sentence about each that cannot. */
export function prepare(chosen) {
  installPeers(chosen.flatMap((server) => server.package ?? []));
  const missing = chosen.filter((server) => !isReady(server));
  return {
    ready: chosen.filter((server) => !missing.includes(server)),
    problems: missing.map((server) =>
      server.package
        ? `${server.name} is left out: npm could not install ${server.package.name}@${server.package.version}.`
        : `${server.name} is left out: there is no dist/server.js. Build it with \`npm run build\`.`,
    ),
  };
}

// The peers are not dependencies of this project, so they are installed in the ignored cache. Both packages are bundles, so an exact
// version pins all of their code.
function installPeers(packages) {
  const wanted = packages.filter((wantedPackage) => !isInstalled(wantedPackage));
  if (wanted.length === 0) return;
  console.error(`Installing ${wanted.map(({ name, version }) => `${name}@${version}`).join(' and ')} …`);
  spawnSync(
    'npm',
    [
      ...['install', '--prefix', peersFolder, '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'],
      ...['--loglevel', 'error', ...wanted.map(({ name, version }) => `${name}@${version}`)],
    ],
    // On Windows, npm is a script that needs a shell. Standard output is reserved for the report.
    { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  );
}

function isReady(server) {
  return server.package ? isInstalled(server.package) : existsSync(server.args[0]);
}

function isInstalled({ name, version }) {
  const manifest = join(peerPackage(name), 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}
