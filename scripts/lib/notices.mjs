// Collects the licences of the packages in the bundles, as listed in esbuild's metafiles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

/** Packages without a licence file, and the location of its text in this repository. */
const FALLBACKS = { oxigraph: inRoot('scripts', 'lib', 'licences', 'oxigraph.txt') };

const LICENCE_FILE = /^(?:licen[cs]e|copying)(?:[-.].*)?$/i;
const RULE = '-'.repeat(80);

/**
 * The folders of the packages that have at least one byte in a bundle, such as `node_modules/zod`.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export function bundledFolders(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0];
        if (folder && bytesInOutput > 0) folders.add(folder);
      }
  return [...folders].sort();
}

/** Returns the text of THIRD-PARTY-NOTICES.txt. Throws if a bundled package has no licence text. */
export function noticesOf(folders) {
  const packages = folders.map(readPackage);
  const distinct = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  const entries = [...distinct.values()].map(
    ({ name, version, licence, homepage, text }) =>
      `${RULE}\n${name} ${version}\nLicence: ${licence}\n${homepage ? `${homepage}\n` : ''}${RULE}\n\n${text}\n`,
  );
  const head = `FUn-FuSIC contains the following ${entries.length} packages, each under its own licence.\nThe origin and licence of the bundled data is in dist/data/NOTICE.md.\n`;
  return [head, ...entries].join('\n');
}

function readPackage(folder) {
  const path = inRoot(folder);
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find((one) => LICENCE_FILE.test(one));
  const from = file ? join(path, file) : FALLBACKS[name];
  if (!from || !existsSync(from) || !license)
    throw new Error(
      `${name} ${version} is bundled, but ${folder} has no licence. Add its text to scripts/lib/licences and scripts/lib/notices.mjs.`,
    );
  return {
    name,
    version,
    licence: license,
    homepage,
    text: readFileSync(from, 'utf8').replaceAll('\r\n', '\n').trim(),
  };
}
