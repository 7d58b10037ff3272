import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../lsp/build';

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

const NOTICES = 'THIRD-PARTY-NOTICES.txt';
const notices = (): string => readFileSync(join(ROOT, NOTICES), 'utf8');

/** Returns entries such as `zod 4.6.7` for every package in a bundle. */
function bundledPackages(): readonly string[] {
  const metafiles = JSON.parse(
    readFileSync(join(ROOT, 'dist', 'metafiles.json'), 'utf8'),
  ) as readonly Metafile[];
  const paths = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = new Set(
    paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const named = [...folders].map((folder) => {
    const read = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    return `${read['name'] ?? ''} ${read['version'] ?? ''}`;
  });
  return [...new Set(named)].sort();
}

/** Runs lines of a script against scripts/lib. */
function runScript(lines: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '-e', lines], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('the third-party notices', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'notices-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('name every bundled package with its version, and no other', () => {
    const listed = [...notices().matchAll(/^-{80}\n(\S+ \S+)\nLicence: \S+/gm)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual(bundledPackages());
    expect(listed).toEqual(
      expect.arrayContaining([expect.stringMatching(/^oxigraph /), expect.stringMatching(/^d3-force /)]),
    );
  });

  it('have the text of each licence', () => {
    for (const entry of notices()
      .split(/^-{80}\n(?=\S+ \S+\nLicence:)/m)
      .slice(1))
      expect(entry).toMatch(/permission|redistribution|licensed|permitted/i);
  });

  it('cover every bundle that is packed', () => {
    const metafiles = readFileSync(join(ROOT, 'dist', 'metafiles.json'), 'utf8');
    for (const name of readdirSync(join(ROOT, 'dist')).filter((one) => one.endsWith('.js')))
      expect(metafiles).toContain(`"dist/${name}"`);
  });

  it('fail the build when a bundled package has no licence text', () => {
    const bare = join(folder, 'node_modules', 'bare');
    mkdirSync(bare, { recursive: true });
    writeFileSync(join(bare, 'package.json'), '{"name":"bare","version":"1.0.0","license":"MIT"}');
    const path = JSON.stringify(relative(ROOT, bare));
    const lines = `import { noticesOf } from './scripts/lib/notices.mjs'; noticesOf([${path}]);`;
    expect(() => runScript(lines)).toThrow(/bare 1\.0\.0 is bundled, but .* has no licence/);
  });

  it('are in the packed extension, with SECURITY.md and the notice of the data', () => {
    const file = join(folder, 'extension.vsix');
    runScript(`import { packVsix } from './scripts/lib/vsix.mjs'; await packVsix(${JSON.stringify(file)});`);
    const packed = readFileSync(file);
    for (const name of [NOTICES, 'SECURITY.md', 'dist/data/NOTICE.md'])
      expect(packed.includes(`extension/${name}`), name).toBe(true);
    expect(packed.includes('metafiles.json')).toBe(false);
  });
});
