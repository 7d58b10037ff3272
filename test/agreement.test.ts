/** What must stand in two places stands in both alike. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SemanticTokenModifiers, SemanticTokenTypes } from 'vscode-languageserver';
import { SEMANTIC_MODIFIERS, SEMANTIC_TYPES } from '../server/src/core/edit/semantic-tokens';
import { KEYWORD_CASES } from '../server/src/core/edit/format/spelling';
import { TOOLS } from '../server/src/core/agent-tools/tools';
import { codes, suite } from '../server/src/core/check/suite';
import { defaultSettings, DIALECTS, parseSettings, SEVERITY_CHOICES } from '../server/src/settings/settings';
import { PROJECT } from './support/check';
import { readFixtures } from './support/fixtures';

interface Property {
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly languageModelTools: readonly Readonly<Record<string, unknown>>[];
    readonly semanticTokenTypes: readonly { readonly id: string }[];
    readonly semanticTokenModifiers: readonly { readonly id: string }[];
    readonly semanticTokenScopes: readonly {
      readonly scopes: Readonly<Record<string, readonly string[]>>;
    }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
};
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map((part) => part.properties),
) as Readonly<Record<string, Property>>;
const PREFIX = 'funfusic.severity.';

describe('the manifest', () => {
  it('has a severity setting for every code, and for nothing else', () => {
    const settings = Object.keys(properties).filter((name) => name.startsWith(PREFIX));
    expect(settings.map((name) => name.slice(PREFIX.length)).sort()).toEqual([...codes].sort());
  });

  it.each(codes)('offers every choice for %s, each described', (code) => {
    const property = properties[`${PREFIX}${code}`];
    expect(property?.enum).toEqual(SEVERITY_CHOICES);
    expect(property?.enumDescriptions).toHaveLength(SEVERITY_CHOICES.length);
    expect(property?.default).toBe(defaultSettings.severities[code]);
  });

  it('has the defaults of the server', () => {
    expect(properties['funfusic.dialect']?.default).toBe(defaultSettings.dialect);
    expect(properties['funfusic.dialect']?.enum).toEqual(DIALECTS);
    expect(properties['funfusic.schema.file']?.default).toBe(defaultSettings.schemaFile);
    expect(properties['funfusic.codeLens.enabled']?.default).toBe(defaultSettings.codeLens.enabled);
    for (const [name, value] of Object.entries(defaultSettings.inlayHints))
      expect(properties[`funfusic.inlayHints.${name}`]?.default).toBe(value);
    expect(properties['funfusic.format.keywordCase']?.default).toBe(defaultSettings.keywordCase);
    expect(properties['funfusic.format.keywordCase']?.enum).toEqual(KEYWORD_CASES);
  });

  it('as a whole is read by the server without a problem', () => {
    const given: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties))
      given[name.replace('funfusic.', '')] = property.default;
    expect(parseSettings(given)).toEqual({ settings: defaultSettings, problems: [] });
  });
});

describe('the tools for agents', () => {
  it('are told to the editor as to everybody else', () => {
    const told = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
      name,
      modelDescription,
      inputSchema,
    }));
    expect(told).toEqual(
      TOOLS.map(({ name, description, input }) => {
        const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
        return { name: `funfusic_${name}`, modelDescription: description, inputSchema };
      }),
    );
  });
});

describe('a workspace that is not trusted', () => {
  const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;

  it('sets nothing of models and of what they may be sent or spend', () => {
    const spending = /^funfusic\.(?:models?$|prompts\.|exemplars\.|repair\.)/;
    const settings = Object.keys(properties).filter((name) => spending.test(name));
    expect(settings).toContain('funfusic.repair.budget.money');
    expect(restrictedConfigurations).toEqual(expect.arrayContaining(settings));
  });

  it('is restricted in settings that exist', () => {
    for (const name of restrictedConfigurations) expect(properties).toHaveProperty([name]);
  });
});

describe('the colours', () => {
  const { semanticTokenTypes, semanticTokenModifiers, semanticTokenScopes } = manifest.contributes;
  const grammar = readFileSync(join(PROJECT, 'syntaxes', 'sparql.tmLanguage.json'), 'utf8');
  const ofTheProtocol: readonly string[] = [
    ...Object.values(SemanticTokenTypes),
    ...Object.values(SemanticTokenModifiers),
  ];
  const own = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !ofTheProtocol.includes(name));

  it('that the protocol does not define are declared in the manifest', () => {
    expect(semanticTokenTypes.map(({ id }) => id)).toEqual(own(SEMANTIC_TYPES));
    expect(semanticTokenModifiers.map(({ id }) => id)).toEqual(own(SEMANTIC_MODIFIERS));
  });

  it('are those of the grammar, so that nothing changes when the server has its say', () => {
    const scopes = semanticTokenScopes[0]?.scopes ?? {};
    for (const type of SEMANTIC_TYPES) expect(grammar).toContain(`"name": "${scopes[type]?.[0]}"`);
    for (const [first] of Object.values(scopes)) expect(grammar).toContain(`"name": "${first}"`);
  });
});

const VERIFIERS = [...suite.text, ...suite.schema, ...suite.answer, ...suite.intent];
const DOCUMENT = join(PROJECT, 'docs', 'verifiers.md');

describe.runIf(existsSync(DOCUMENT))('docs/verifiers.md', () => {
  const document = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';

  it.each(codes)('has a heading for %s', (code) => {
    expect(document).toMatch(new RegExp(`^#+ .*\\b${code}\\b`, 'm'));
  });

  it.each(VERIFIERS.map(({ title }) => title))('says "%s"', (title) => {
    expect(document).toContain(title);
  });
});

describe('README.md', () => {
  it.each(codes)('has a row for %s', (code) => {
    expect(readFileSync(join(PROJECT, 'README.md'), 'utf8')).toContain(`| \`${code}\` |`);
  });
});

describe('the fixtures', () => {
  const written = readFixtures(join(PROJECT, 'test', 'check'))
    .flatMap(({ cases }) => cases.map(({ body }) => body))
    .join('\n');

  it.each(codes)('show a finding of %s', (code) => {
    expect(written).toMatch(
      new RegExp(`^#.*(?:\\^|<|:\\d+) (?:error|warning|information|hint) ${code}\\b`, 'm'),
    );
  });
});

describe('the verifiers', () => {
  it('have titles of their own, with no full stop, and an account of themselves', () => {
    expect(new Set(VERIFIERS.map(({ title }) => title)).size).toBe(VERIFIERS.length);
    for (const { title, about } of VERIFIERS) {
      expect(title).not.toMatch(/\.$/);
      expect(about).toMatch(/\.$/);
    }
  });
});
