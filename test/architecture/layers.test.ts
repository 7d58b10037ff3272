import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { allowedImports, importProblem, layerOf } from '../../scripts/lib/layers.mjs';

const root = join(import.meta.dirname, '..', '..');
const sources = ['server/src', 'client/src', 'client/shared', 'client/webview'].flatMap(filesUnder);
const imports = sources.flatMap((file) => importsOf(file).map((to) => ({ from: file, to })));

describe('layers', () => {
  it('contain every source file', () => {
    expect(sources.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('import only what the table allows', () => {
    const problems = imports.flatMap(({ from, to }) => importProblem(from, to) ?? []);
    expect([...new Set(problems)]).toEqual([]);
  });

  it('form no cycle', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [source, target] = [layerOf(from), layerOf(to)];
      if (source === undefined || target === undefined || source === target) continue;
      edges.set(source, (edges.get(source) ?? new Set()).add(target));
    }
    expect(cycleIn(edges)).toBeUndefined();
  });

  it('that are pure import neither Node nor the editor', () => {
    const pure = sources.filter((file) => /^server\/src\/(?:core|evaluation)\//.test(file));
    const impure = pure.flatMap((file) =>
      specifiersIn(file).filter((name) => isBuiltin(name) || /^vscode/.test(name)),
    );
    expect(impure).toEqual([]);
  });

  it('are all in use', () => {
    const empty = [...allowedImports.keys()].filter(
      (layer) => /^(server|client)\//.test(layer) && !sources.some((file) => layerOf(file) === layer),
    );
    expect(empty).toEqual([]);
  });
});

describe('the check itself', () => {
  it('reports a file outside every layer', () => {
    expect(importProblem('server/src/core/new/file.ts', 'server/src/core/kb/entity.ts')).toMatch(
      /in no layer/,
    );
  });

  it('reports an import of a higher layer', () => {
    expect(importProblem('server/src/core/language/text/range.ts', 'server/src/core/ask/ask.ts')).toMatch(
      /may not import/,
    );
  });

  it('finds a cycle', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
    ]);
    expect(cycleIn(edges)).toEqual(['a', 'b', 'c', 'a']);
  });
});

function filesUnder(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => posix.join(folder, name.split(sep).join('/')));
}

function specifiersIn(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => fileName);
}

function importsOf(file: string): readonly string[] {
  return specifiersIn(file).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return [];
    const path = join(root, dirname(file), specifier);
    const found = [path, `${path}.ts`].find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
    return found === undefined ? [] : [relative(root, found).split(sep).join('/')];
  });
}

/** The folders along a cycle, the first one repeated at the end. */
function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const finished = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] | undefined => {
    const start = path.indexOf(node);
    if (start >= 0) return [...path.slice(start), node];
    if (finished.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    finished.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}
