/** Uses the language server in other editors, with the configuration that docs/other-editors.md gives. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findEmacs, findNeovim } from '../../scripts/lib/editors.mjs';
import { temporaryFolder } from '../cli/temporary-folder';
import { ROOT, SERVER } from '../lsp/build';
import { exitOf } from '../lsp/client';

/** What a script has seen in its editor. */
interface Seen {
  readonly problem?: string;
  readonly diagnostics: readonly string[];
  readonly hover: string;
  readonly fixed: string;
  readonly question: string;
  readonly repaired: string;
  readonly definition: string;
  readonly symbols: readonly string[];
  readonly completion_start: number;
  readonly completion: readonly string[];
}

const EDITORS = [
  {
    name: 'Neovim',
    program: findNeovim(),
    args: [
      '--headless',
      '-u',
      'NONE',
      '-i',
      'NONE',
      '-n',
      '-c',
      `luafile ${join(import.meta.dirname, 'neovim.lua')}`,
    ],
    section: isOldNeovim() ? '## Neovim 0.7 to 0.10' : '## Neovim 0.11 and later',
    config: 'config.lua',
  },
  {
    name: 'Emacs with eglot',
    program: findEmacs(),
    args: ['--batch', '-l', join(import.meta.dirname, 'eglot.el')],
    section: '## Emacs (eglot)',
    config: 'config.el',
  },
];

for (const { name, program, args, section, config } of EDITORS) {
  const reason = program === undefined ? ' (skipped: it is not installed)' : '';
  describe.skipIf(program === undefined)(`In ${name}${reason}`, () => {
    const folder = temporaryFolder({ [config]: configurationIn(section) });
    let seen: Seen;
    beforeAll(async () => {
      const query = join(folder, 'query.rq');
      copyFileSync(join(ROOT, 'samples', 'mistakes', 'unknown-relation.rq'), query);
      const result = join(folder, 'result.json');
      const env = {
        ...process.env,
        HOME: folder,
        XDG_STATE_HOME: folder,
        FUNFUSIC_CACHE: join(folder, 'cache'),
        CONFIG: join(folder, config),
        QUERY: query,
        RESULT: result,
      };
      const child = spawn(program ?? '', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      await exitOf(child);
      if (!existsSync(result)) throw new Error(`${name} wrote no result. Its output: ${output.slice(-2000)}`);
      seen = JSON.parse(readFileSync(result, 'utf8')) as Seen;
      if (seen.problem !== undefined) throw new Error(`${seen.problem} ${output.slice(-2000)}`);
    }, 180_000);

    it('diagnostics are shown', () => {
      expect(seen.diagnostics.join()).toMatch(/grounding|people\.person\.birthplace/);
    });

    it('the hover describes what is at the cursor', () => {
      expect(seen.hover).toContain('people.person.birthplace');
    });

    it('a quick fix changes the query', () => {
      expect(seen.fixed).toContain('ns:m.02mjmr ns:people.person.place_of_birth ?place .');
    });

    it('Repair asks, and changes the query', () => {
      expect(seen.question).toContain('Apply the repair?');
      expect(seen.repaired).toContain('ns:m.02mjmr ns:people.person.place_of_birth ?place .');
    });

    it('the definition of a relation is a file', () => {
      expect(seen.definition).toMatch(/people\.person\.place_of_birth\.txt$/);
    });

    it('workspace symbols are relations', () => {
      expect(seen.symbols.join()).toContain('film.film.directed_by');
    });

    it('completion finds relations by a word inside their ID, and replaces the whole name', () => {
      expect(seen.completion_start).toBe('  ?film '.length);
      expect(seen.completion).toContain('ns:film.film.directed_by');
    });
  });
}

function isOldNeovim(): boolean {
  const program = findNeovim();
  const version = program === undefined ? '' : execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /^NVIM v0\.(\d|10)\./.test(version);
}

/** The code of a section of the documentation, with the path of this server. */
function configurationIn(section: string): string {
  const [, text = ''] = readFileSync(join(ROOT, 'docs', 'other-editors.md'), 'utf8').split(`${section}\n`);
  const code = /```\w+\n([\s\S]*?)```/.exec(text)?.[1];
  if (code === undefined) throw new Error(`The documentation has no code below “${section}”.`);
  return code.replaceAll('/path/to/fun-fusic/dist/server.js', SERVER);
}
