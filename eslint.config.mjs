// Types are checked by tsc; here: typed lint rules, and who may import whom (scripts/lib/layers.mjs, ARCHITECTURE.md).
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';
import { layersPlugin } from './scripts/lib/layers-rule.mjs';

const node = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];
const editor = ['vscode', 'vscode-*', 'vscode-*/**'];

/** Files under `files` may not import these packages. */
function withoutPackages(files, { patterns = [], paths = [], message }) {
  const forbidden = paths.map((name) => ({ name, message }));
  const groups = patterns.length ? [{ group: patterns, message }] : [];
  return {
    files,
    rules: { 'no-restricted-imports': ['error', { paths: forbidden, patterns: groups }] },
  };
}

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.vscode-test/', '.cache/', 'samples/', 'docs/'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    plugins: { layers: layersPlugin },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'layers/imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // `const { left: _, ...rest }` is how a part is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        ...['any', 'timeout'].map((property) => ({
          object: 'AbortSignal',
          property,
          message: 'Node 20 loses its timer to garbage collection. Use core/query/time-limit.ts.',
        })),
      ],
    },
  },
  withoutPackages(['server/src/core/**', 'server/src/evaluation/**'], {
    patterns: editor,
    paths: node,
    message: 'The core is pure: no Node, no editor, no LSP.',
  }),
  withoutPackages(['server/src/adapters/**', 'server/src/lsp/**'], {
    paths: ['vscode'],
    message: 'The server runs outside the editor.',
  }),
  withoutPackages(['server/src/cli/**'], { patterns: editor, message: 'The CLI knows no editor.' }),
  withoutPackages(['client/webview/**', 'client/shared/**'], {
    patterns: editor,
    paths: node,
    message: 'A page has neither Node nor the editor; what both sides use is in client/shared.',
  }),
  {
    files: ['test/**', 'tools/**', 'bench/**'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
);
