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
  const counter = () => {
    if (next >= MAX_COUNTERS) throw new Error('More branches than counters: raise MAX_COUNTERS.');
    return next++;
  };
  return {
    name: 'count-branches',
    setup: (build) =>
      build.onLoad({ filter: /[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const words = new Set();
        const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
          fileName: path,
          compilerOptions: {
            target: ts.ScriptTarget.ES2022,
            module: ts.ModuleKind.ESNext,
            verbatimModuleSyntax: true,
          },
          transformers: {
            before: [(context) => (file) => ts.visitNode(file, instrumenter(context, counter, words))],
          },
        });
        const name = relative(inRoot('server', 'src'), path).split(sep).join('/');
        const listed = `globalThis.wordsByFile[${JSON.stringify(name)}] = ${JSON.stringify([...words])};`;
        return { contents: `${outputText}\n${listed}`, loader: 'js' };
      }),
  };
}

/** Also records string literals, because inputs are compared with them. */
function instrumenter(context, counter, words) {
  const { factory } = context;
  const increment = () =>
    factory.createPostfixIncrement(
      factory.createElementAccessExpression(factory.createIdentifier('branchCounters'), counter()),
    );
  const statement = () => factory.createExpressionStatement(increment());
  const block = (of) =>
    of && factory.createBlock([statement(), ...(ts.isBlock(of) ? of.statements : [of])], true);
  const value = (of) => factory.createParenthesizedExpression(factory.createComma(increment(), of));
  return function visit(node) {
    if (ts.isTypeNode(node)) return node;
    if (ts.isStringLiteralLike(node) && node.text !== '' && node.text.length <= LONGEST_WORD)
      words.add(node.text);
    const to = ts.visitEachChild(node, visit, context);
    if (ts.isIfStatement(to))
      return factory.createIfStatement(to.expression, block(to.thenStatement), block(to.elseStatement));
    if (ts.isForStatement(to))
      return factory.createForStatement(to.initializer, to.condition, to.incrementor, block(to.statement));
    if (ts.isForOfStatement(to))
      return factory.createForOfStatement(
        to.awaitModifier,
        to.initializer,
        to.expression,
        block(to.statement),
      );
    if (ts.isWhileStatement(to)) return factory.createWhileStatement(to.expression, block(to.statement));
    if (ts.isCaseClause(to)) return factory.createCaseClause(to.expression, [statement(), ...to.statements]);
    if (ts.isDefaultClause(to)) return factory.createDefaultClause([statement(), ...to.statements]);
    if (ts.isCatchClause(to)) return factory.createCatchClause(to.variableDeclaration, block(to.block));
    if (ts.isConditionalExpression(to))
      return factory.createConditionalExpression(
        to.condition,
        undefined,
        value(to.whenTrue),
        undefined,
        value(to.whenFalse),
      );
    if (ts.isBinaryExpression(to) && SHORT_CIRCUITS.has(to.operatorToken.kind))
      return factory.createBinaryExpression(to.left, to.operatorToken, value(to.right));
    if (ts.isArrowFunction(to))
      return factory.updateArrowFunction(
        to,
        to.modifiers,
        undefined,
        to.parameters,
        undefined,
        to.equalsGreaterThanToken,
        ts.isBlock(to.body) ? block(to.body) : value(to.body),
      );
    if (ts.isFunctionDeclaration(to) && to.body)
      return factory.updateFunctionDeclaration(
        to,
        to.modifiers,
        to.asteriskToken,
        to.name,
        undefined,
        to.parameters,
        undefined,
        block(to.body),
      );
    if (ts.isMethodDeclaration(to) && to.body)
      return factory.updateMethodDeclaration(
        to,
        to.modifiers,
        to.asteriskToken,
        to.name,
        undefined,
        undefined,
        to.parameters,
        undefined,
        block(to.body),
      );
    return to;
  };
}

const SHORT_CIRCUITS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
