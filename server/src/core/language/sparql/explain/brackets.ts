/** Brackets that are missing, too many, or around the wrong thing. */
import { range } from '../../text/range';
import type { Token } from '../tokens';
import {
  CLAUSES,
  listExpected,
  quoteToken,
  type SyntaxExplanation,
  type SyntaxExplainer,
  type SyntaxErrorContext,
} from './context';

const CLOSER: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

export const closesNothing: SyntaxExplainer = (context) => {
  const { found } = context;
  if (!found || !['}', ')', ']'].includes(found.terminal)) return undefined;
  const open = innermostOpen(context);
  if (open && CLOSER[open.value] !== found.terminal && isMissing(context, open))
    return unclosed(context, open);
  const opener = Object.keys(CLOSER).find((sign) => CLOSER[sign] === found.terminal) ?? '';
  if (surplus(context, opener) >= 0) return undefined;
  return {
    message: `Unmatched '${found.terminal}'`,
    because: `There are more '${found.terminal}' than '${opener}'.`,
    advice: `Remove it, or add the missing '${opener}'.`,
    edits: {
      title: `Remove '${found.terminal}'`,
      edits: [{ range: context.where, newText: '' }],
    },
  };
};

export const endsTooEarly: SyntaxExplainer = (context) => {
  if (context.found) return undefined;
  const open = innermostOpen(context);
  if (open && isMissing(context, open)) return unclosed(context, open);
  const after = quoteToken(context, context.previous);
  return {
    message: `Incomplete query${after ? ` after ${after}` : ''}`,
    because: '',
    advice: `Expected ${listExpected(context) || 'more'}.`,
  };
};

export const missingCloser: SyntaxExplainer = (context) => {
  const { expected, found } = context;
  const open = innermostOpen(context);
  if (!open || !found) return undefined;
  const closer = CLOSER[open.value] ?? '';
  if (closer === '}' ? !CLAUSES.includes(found.terminal) : !expected.has(closer)) return undefined;
  if (isMissing(context, open)) return unclosed(context, open);
  if (closer !== '}') return undefined;
  return {
    message: `${found.value} must follow the closing '}'`,
    because: 'It applies to all solutions, so it is outside the patterns.',
    advice: `Move the ${found.value} clause after the '}'.`,
  };
};

function unclosed(context: SyntaxErrorContext, open: Token): SyntaxExplanation {
  const closer = CLOSER[open.value] ?? '';
  return {
    message: `Missing '${closer}'`,
    because: '',
    advice: `Close the '${open.value}' on line ${lineOf(context.text, open.start)}.`,
    related: [{ range: range(open.start, open.end), message: `This '${open.value}' is not closed` }],
    edits: {
      title: `Insert the missing '${closer}'`,
      edits: [
        {
          range: range(context.previous?.end ?? 0, context.previous?.end ?? 0),
          newText: closer === '}' ? '\n}' : closer,
        },
      ],
    },
  };
}

/** How many brackets of a kind are opened and never closed, in the whole text. */
function surplus({ tokens }: SyntaxErrorContext, opener: string): number {
  let count = 0;
  for (const { type, value } of tokens) {
    if (type !== 'punctuation') continue;
    if (value === opener) count++;
    else if (value === CLOSER[opener]) count--;
  }
  return count;
}

/** A bracket is reported as missing only where there are too few of them. */
function isMissing(context: SyntaxErrorContext, open: Token): boolean {
  return surplus(context, open.value) > 0;
}

function innermostOpen({ tokens, index }: SyntaxErrorContext): Token | undefined {
  const open: Token[] = [];
  for (let at = 0; at < index; at++) {
    const token = tokens[at];
    if (token?.type !== 'punctuation') continue;
    if (CLOSER[token.value]) open.push(token);
    else if (open.length && CLOSER[open[open.length - 1]?.value ?? ''] === token.value) open.pop();
  }
  return open[open.length - 1];
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
