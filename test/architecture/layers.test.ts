import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { allowedImports, importProblem, layerOf } from '../../scripts/lib/layers.mjs';

const root = join(import.meta.dirname, '..', '..');
const sources = ['server/src', 'client/src', 'client/start', 'client/shared', 'client/webview'].flatMap(
  filesUnder,
);
const imports = sources.flatMap((file) => importsOf(file).map((to) => ({ from: file, to })));

describe('layers', () => {
  it('every source file is in a layer', () => {
    expect(sources.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('imports follow the layer table', () => {
    const problems = imports.flatMap(({ from, to }) => importProblem(from, to) ?? []);
    expect([...new Set(problems)]).toEqual([]);
  });

  it('layers have no cyclic imports', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [source, target] = [layerOf(from), layerOf(to)];
      if (source === undefined || target === undefined || source === target) continue;
      edges.set(source, (edges.get(source) ?? new Set()).add(target));
    }
    expect(findCycle(edges)).toBeUndefined();
  });

  it('core and evaluation import neither Node nor VS Code', () => {
    const pure = sources.filter((file) => /^server\/src\/(?:core|evaluation)\//.test(file));
    const impure = pure.flatMap((file) =>
      specifiersIn(file).filter((name) => isBuiltin(name) || /^vscode/.test(name)),
    );
    expect(impure).toEqual([]);
  });

  it('every layer contains a file', () => {
    const empty = [...allowedImports.keys()].filter(
      (layer) => /^(server|client)\//.test(layer) && !sources.some((file) => layerOf(file) === layer),
    );
    expect(empty).toEqual([]);
  });
});

describe('layer check', () => {
  it('importProblem reports a file that is in no layer', () => {
    expect(importProblem('server/src/core/new/file.ts', 'server/src/core/kb/entity.ts')).toMatch(
      /in no layer/,
    );
  });

  it('importProblem reports an import of a higher layer', () => {
    expect(importProblem('server/src/core/language/text/range.ts', 'server/src/core/ask/ask.ts')).toMatch(
      /may not import/,
    );
  });

  it('findCycle returns the nodes of a cycle', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
    ]);
    expect(findCycle(edges)).toEqual(['a', 'b', 'c', 'a']);
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

/** Returns the nodes of a cycle, with the first one repeated at the end. */
function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
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
