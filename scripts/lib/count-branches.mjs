// An esbuild plugin that adds a counter to every branch of server/src, to measure the coverage of an input.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

/** Exceeds the number of branches. */
const MAX_COUNTERS = 1 << 17;
const LONGEST_WORD = 24;

/** Defines the globals that the instrumented files write to, and test/security/fuzz/coverage.ts reads. */
export const COUNTERS_BANNER = `globalThis.branchCounters ??= new Uint32Array(${MAX_COUNTERS}); globalThis.wordsByFile ??= {};`;

export function countBranches() {
  let next = 0;
  const increment = () => {
    if (next >= MAX_COUNTERS) throw new Error('More branches than counters: raise MAX_COUNTERS.');
    return `branchCounters[${next++}]++`;
  };
  return {
    name: 'count-branches',
    setup: (build) =>
      build.onLoad({ filter: /[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const { text, words } = instrument(readFileSync(path, 'utf8'), path, increment);
        const name = relative(inRoot('server', 'src'), path).split(sep).join('/');
        const listed = `globalThis.wordsByFile[${JSON.stringify(name)}] = ${JSON.stringify([...words])};`;
        return { contents: `${text}\n${listed}`, loader: 'ts' };
      }),
  };
}

/** Inserts the counters into the text. Also collects string literals, because inputs are compared with them. */
function instrument(source, path, increment) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022);
  const words = new Set();
  /** In the order in which they are inserted at one place: the end of an inner part precedes that of an outer one. */
  const ends = [];
  const starts = [];
  const around = (node, start, end) => {
    starts.push({ at: node.getStart(file), text: start });
    return () => ends.push({ at: node.end, text: end });
  };
  const value = (node) => around(node, `(${increment()}, `, ')');
  const statement = (node) => {
    if (!ts.isBlock(node)) return around(node, `{ ${increment()}; `, ' }');
    starts.push({ at: node.getStart(file) + 1, text: ` ${increment()};` });
    return undefined;
  };
  const partsOf = (node) => {
    if (ts.isIfStatement(node)) return [node.thenStatement, node.elseStatement];
    if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node))
      return [node.statement];
    if (ts.isCatchClause(node)) return [node.block];
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
    if (ts.isBinaryExpression(node) && SHORT_CIRCUITS.has(node.operatorToken.kind)) return [node.right];
    if (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
      return [node.body];
    return [];
  };
  const visit = (node, parts) => {
    if (ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) && node.text !== '' && node.text.length <= LONGEST_WORD)
      words.add(node.text);
    const close = parts.includes(node) ? (ts.isExpression(node) ? value : statement)(node) : undefined;
    if (ts.isCaseOrDefaultClause(node)) starts.push({ at: node.statements.pos, text: ` ${increment()};` });
    const own = partsOf(node);
    ts.forEachChild(node, (child) => visit(child, own));
    close?.();
  };
  visit(file, []);
  let text = '';
  let from = 0;
  for (const insertion of [...ends, ...starts].sort((left, right) => left.at - right.at)) {
    text += source.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  return { text: text + source.slice(from), words };
}

const SHORT_CIRCUITS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
