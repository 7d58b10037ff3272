/** Facts that exist in two places are the same in both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SemanticTokenModifiers, SemanticTokenTypes } from 'vscode-languageserver';
import { SEMANTIC_MODIFIERS, SEMANTIC_TYPES } from '../server/src/core/edit/semantic-tokens';
import { TOOLS } from '../server/src/core/agent-tools/tools';
import { findingCodes, suite } from '../server/src/core/check/suite';
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
describe('agent tools', () => {
  it('the manifest declares the agent tools as the MCP server does', () => {
    const { languageModelTools } = manifest.contributes;
    const declared = languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
      name,
      modelDescription,
      inputSchema,
    }));
    expect(declared).toEqual(
      TOOLS.map(({ name, description, input }) => {
        const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
        return { name: `funfusic_${name}`, modelDescription: description, inputSchema };
      }),
    );
  });
});

describe('semantic tokens', () => {
  const { semanticTokenTypes, semanticTokenModifiers, semanticTokenScopes } = manifest.contributes;
  const grammar = readFileSync(join(PROJECT, 'syntaxes', 'sparql.tmLanguage.json'), 'utf8');
  const standardNames: readonly string[] = [
    ...Object.values(SemanticTokenTypes),
    ...Object.values(SemanticTokenModifiers),
  ];
  const customNames = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !standardNames.includes(name));

  it('the manifest declares all semantic tokens that LSP does not define', () => {
    expect(semanticTokenTypes.map(({ id }) => id)).toEqual(customNames(SEMANTIC_TYPES));
    expect(semanticTokenModifiers.map(({ id }) => id)).toEqual(customNames(SEMANTIC_MODIFIERS));
  });

  it('semantic tokens map to the scopes of the grammar, so that colors do not change', () => {
    const scopes = semanticTokenScopes[0]?.scopes ?? {};
    for (const type of SEMANTIC_TYPES) expect(grammar).toContain(`"name": "${scopes[type]?.[0]}"`);
    for (const [first] of Object.values(scopes)) expect(grammar).toContain(`"name": "${first}"`);
  });
});

const VERIFIERS = [...suite.text, ...suite.schema, ...suite.answer, ...suite.intent];
const DOCUMENT = join(PROJECT, 'docs', 'verifiers.md');

describe('docs/verifiers.md', () => {
  const document = readFileSync(DOCUMENT, 'utf8');

  it.each(findingCodes)('docs/verifiers.md has a heading for %s', (code) => {
    expect(document).toMatch(new RegExp(`^#+ .*\\b${code}\\b`, 'm'));
  });

  it.each(VERIFIERS.map(({ title }) => title))(
    'docs/verifiers.md contains the verifier title "%s"',
    (title) => {
      expect(document).toContain(title);
    },
  );
});

describe('check fixtures', () => {
  const annotations = readFixtures(join(PROJECT, 'test', 'check'))
    .flatMap(({ cases }) => cases.map(({ body }) => body))
    .join('\n');

  it.each(findingCodes)('the check fixtures contain a finding of %s', (code) => {
    expect(annotations).toMatch(
      new RegExp(`^#.*(?:\\^|<|:\\d+) (?:error|warning|information|hint) ${code}\\b`, 'm'),
    );
  });
});

describe('verifiers', () => {
  it('verifiers have unique titles without a full stop and a description', () => {
    expect(new Set(VERIFIERS.map(({ title }) => title)).size).toBe(VERIFIERS.length);
    for (const { title, about } of VERIFIERS) {
      expect(title).not.toMatch(/\.$/);
      expect(about).toMatch(/\.$/);
    }
  });
});
