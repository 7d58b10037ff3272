/** What must stand in two places stands in both alike. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SemanticTokenModifiers, SemanticTokenTypes } from 'vscode-languageserver';
import { SEMANTIC_MODIFIERS, SEMANTIC_TYPES } from '../server/src/core/edit/semantic-tokens';
import { TOOLS } from '../server/src/core/agent-tools/tools';
import { codes, suite } from '../server/src/core/check/suite';
import { PROJECT } from './support/check';
import { readFixtures } from './support/fixtures';

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly languageModelTools: readonly Readonly<Record<string, unknown>>[];
    readonly semanticTokenTypes: readonly { readonly id: string }[];
    readonly semanticTokenModifiers: readonly { readonly id: string }[];
    readonly semanticTokenScopes: readonly {
      readonly scopes: Readonly<Record<string, readonly string[]>>;
    }[];
  };
};
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
