// Finds the texts of the client that can be translated: the arguments of `vscode.l10n.t`, `t` and `plural`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

/** For each function, the number of leading arguments that are not texts, and the number of texts after them. */
const FUNCTIONS = new Map([
  ['vscode.l10n.t', { skip: 0, texts: 1 }],
  ['t', { skip: 0, texts: 1 }],
  ['plural', { skip: 1, texts: 2 }],
]);

/** All texts in alphabetical order, and the calls that cannot be translated. */
export function clientTexts() {
  const texts = new Set();
  const problems = [];
  for (const file of sourceFiles('client')) {
    if (file === 'client/shared/l10n.ts') continue;
    const found = textsIn(file, readFileSync(inRoot(file), 'utf8'));
    for (const text of found.texts) texts.add(text);
    problems.push(...found.problems);
  }
  return { texts: [...texts].sort(), problems };
}

/** The content of l10n/bundle.l10n.json, which translators start from. */
export function bundleText(texts) {
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}

export function textsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts = [];
  const problems = [];
  const visit = (node, inFunction) => {
    const known = ts.isCallExpression(node) && FUNCTIONS.get(node.expression.getText(tree));
    if (known) {
      const place = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
      if (!inFunction)
        problems.push(`${place}: runs when the module loads, before the translations are known.`);
      const args = node.arguments.slice(known.skip, known.skip + known.texts);
      for (const text of args.flatMap((arg) => literalsOf(arg)))
        if (text === undefined) problems.push(`${place}: the text must be a string literal.`);
        else texts.push(text);
    }
    const runsLater = ts.isFunctionLike(node) || (ts.isPropertyDeclaration(node) && !isStatic(node));
    ts.forEachChild(node, (child) => visit(child, inFunction || runsLater));
  };
  visit(tree, false);
  return { texts, problems };
}

/** `a ? 'one' : 'two'` has two texts. Undefined for anything but literals. */
function literalsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  return ts.isConditionalExpression(node)
    ? [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
    : [undefined];
}

const isStatic = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;

function sourceFiles(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(inRoot().length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
