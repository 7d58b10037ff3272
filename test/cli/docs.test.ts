/** Checks that the documentation agrees with the code. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KbSchema } from '../../server/src/core/schema/schema';
import { parseUserSchema } from '../../server/src/core/schema/user-schema';
import { checkDocument } from '../../server/src/core/check/check';
import { ENGINES } from '../../server/src/core/kb/kb-config';
import { findingCodes } from '../../server/src/core/check/suite';
import { settingsPage } from '../../tools/docs/settings-page';
import { verifiersPage } from '../../tools/docs/verifiers-page';
import { ROOT } from '../lsp/build';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const blocks = (page: string, language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

describe('docs/verifiers.md', () => {
  it('is what npm run generate -- docs would write', async () => {
    expect(read('docs/verifiers.md')).toBe(await verifiersPage(ROOT));
  });
});

describe('docs/settings.md', () => {
  it('is what npm run generate -- docs would write', () => {
    expect(read('docs/settings.md')).toBe(settingsPage(ROOT));
  });
});

describe('docs/schema-format.md', () => {
  const page = read('docs/schema-format.md');

  it('has a valid example schema, and queries with the documented findings', () => {
    const [example = ''] = blocks(page, 'json');
    const parsed = parseUserSchema(JSON.parse(example), 'example');
    if ('problem' in parsed) throw new Error(parsed.problem);
    const schema = new KbSchema(parsed.data);
    const found = blocks(page, 'sparql').map((text) =>
      checkDocument(text, {
        dialect: 'sparql11',
        schema,
        severities: {},
        onDefect: (_code, error) => {
          throw error;
        },
      }).findings.map(({ code, range }) => `${code} at ${text.slice(range.start, range.end)}`),
    );
    expect(found).toEqual([
      [],
      expect.arrayContaining(['intermediate at ?loan', 'grounding at lib:library.book.writer']),
    ]);
    expect(found[1]).toHaveLength(2);
  });

  it('names every field of the format', () => {
    for (const field of [
      '$schema',
      'name',
      'namespace',
      'typing',
      'complete',
      'open',
      'machineIds',
      'together',
    ])
      expect(page).toContain(`| \`${field}\` |`);
  });
});

describe('README.md', () => {
  it('is short', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md');

  it('is short', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(250);
  });

  it('names only files and folders that exist', () => {
    const paths = [
      ...page.matchAll(/`((?:server|client|test|scripts|tools|bench|docs|prompts)\/[\w./-]+)`/g),
    ].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('has a row for the code of every check', () => {
    for (const code of findingCodes) expect(page).toContain(`| \`${code}\` |`);
  });
});

describe('docs/knowledge-bases.md', () => {
  const page = read('docs/knowledge-bases.md');
  const { contributes } = JSON.parse(read('package.json')) as {
    readonly contributes: {
      readonly configuration: readonly {
        readonly properties: Readonly<
          Record<string, { readonly additionalProperties?: { readonly properties?: object } }>
        >;
      }[];
    };
  };
  const fields = contributes.configuration.flatMap(({ properties }) =>
    Object.keys(properties['funfusic.knowledgeBases']?.additionalProperties?.properties ?? {}),
  );

  it('has a row for every field of a KB, and no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (?:endpoint|dump|both) \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(fields.sort());
    expect(fields).toContain('endpoint');
  });

  it('names every engine', () => {
    for (const engine of ENGINES) expect(page).toContain(`\`${engine}\``);
  });
});

describe('docs/models.md', () => {
  const page = read('docs/models.md');
  const { contributes } = JSON.parse(read('package.json')) as {
    readonly contributes: {
      readonly configuration: readonly {
        readonly properties: Readonly<
          Record<
            string,
            { readonly default?: unknown; readonly additionalProperties?: { readonly properties?: object } }
          >
        >;
      }[];
    };
  };
  const settings = Object.assign(
    {},
    ...contributes.configuration.map(({ properties }) => properties),
  ) as Readonly<
    Record<
      string,
      { readonly default?: unknown; readonly additionalProperties?: { readonly properties?: object } }
    >
  >;
  const fields = settings['funfusic.models']?.additionalProperties?.properties ?? {};

  it('has a row for every field of a model, and no other', () => {
    const [, table = ''] = page.split('## Fields');
    const rows = [...(table.split('##')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(Object.keys(fields).sort());
    expect(rows).toContain('url');
  });

  it('documents the defaults', () => {
    const { timeoutSeconds, retries } = fields as Record<string, { readonly default?: unknown }>;
    expect(page).toContain(`time limit of a reply; ${String(timeoutSeconds?.default)} |`);
    expect(page).toContain(`fails; ${String(retries?.default)} |`);
    for (const limit of ['calls', 'tokens', 'money']) {
      const value = (settings['funfusic.repair.budget']?.default as Readonly<Record<string, number>>)[limit];
      expect(page).toContain(`\`${limit}\` (${Number(value).toLocaleString('en')}`);
    }
  });
});

describe('Every page', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs/agents.md',
    'docs/asking.md',
    'docs/cli.md',
    'docs/datasets.md',
    'docs/editor.md',
    'docs/evaluation.md',
    'docs/knowledge-bases.md',
    'docs/models.md',
    'docs/other-editors.md',
    'docs/quality.md',
    'docs/schema-format.md',
    'docs/settings.md',
    'docs/verifiers.md',
    'samples/README.md',
  ];

  it.each(pages)('%s links to files that exist', (name) => {
    const targets = [...read(name).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(
      ([, target = '']) => target,
    );
    // Images are generated by npm run generate -- screenshots.
    for (const target of targets.filter((path) => !path.endsWith('.png')))
      expect(existsSync(resolve(ROOT, dirname(name), target)), `${name} → ${target}`).toBe(true);
  });
});
