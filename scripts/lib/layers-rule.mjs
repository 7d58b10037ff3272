// A lint rule: reports an import that scripts/lib/layers.mjs does not allow.
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { importProblem } from './layers.mjs';
import { root } from './paths.mjs';

const imports = {
  create(context) {
    const from = fromRoot(context.filename);
    const check = ({ source }) => {
      if (!source?.value?.startsWith?.('.')) return;
      const path = resolve(dirname(context.filename), source.value);
      const to = fromRoot(existsSync(`${path}.ts`) ? `${path}.ts` : path);
      const message = importProblem(from, to);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const fromRoot = (path) => relative(root, path).split(sep).join('/');

export default { meta: { name: 'layers' }, rules: { imports } };
