/** Brackets that are missing, too many, or around the wrong thing. */
import { range } from '../../text/range';
import type { Token } from '../tokens';
import { CLAUSES, listExpected, quoteToken, type Explained, type Explanation, type Scene } from './scene';

const CLOSER: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

export const closesNothing: Explanation = (scene) => {
  const { found } = scene;
  if (!found || !['}', ')', ']'].includes(found.terminal)) return undefined;
  const open = innermostOpen(scene);
  if (open && CLOSER[open.value] !== found.terminal && isMissing(scene, open)) return unclosed(scene, open);
  const opener = Object.keys(CLOSER).find((sign) => CLOSER[sign] === found.terminal) ?? '';
  if (surplus(scene, opener) >= 0) return undefined;
  return {
    message: `Unmatched '${found.terminal}'`,
    because: `There are more '${found.terminal}' than '${opener}'.`,
    advice: `Remove it, or add the missing '${opener}'.`,
    edits: {
      title: `Remove '${found.terminal}'`,
      edits: [{ range: scene.where, newText: '' }],
    },
  };
};

export const endsTooEarly: Explanation = (scene) => {
  if (scene.found) return undefined;
  const open = innermostOpen(scene);
  if (open && isMissing(scene, open)) return unclosed(scene, open);
  const after = quoteToken(scene, scene.previous);
  return {
    message: `Incomplete query${after ? ` after ${after}` : ''}`,
    because: '',
    advice: `Expected ${listExpected(scene) || 'more'}.`,
  };
};

export const missingCloser: Explanation = (scene) => {
  const { expected, found } = scene;
  const open = innermostOpen(scene);
  if (!open || !found) return undefined;
  const closer = CLOSER[open.value] ?? '';
  if (closer === '}' ? !CLAUSES.includes(found.terminal) : !expected.has(closer)) return undefined;
  if (isMissing(scene, open)) return unclosed(scene, open);
  if (closer !== '}') return undefined;
  return {
    message: `${found.value} must follow the closing '}'`,
    because: 'It applies to all solutions, so it is outside the patterns.',
    advice: `Move the ${found.value} clause after the '}'.`,
  };
};

function unclosed(scene: Scene, open: Token): Explained {
  const closer = CLOSER[open.value] ?? '';
  return {
    message: `Missing '${closer}'`,
    because: '',
    advice: `Close the '${open.value}' on line ${lineOf(scene.text, open.start)}.`,
    related: [{ range: range(open.start, open.end), message: `This '${open.value}' is not closed` }],
    edits: {
      title: `Insert the missing '${closer}'`,
      edits: [
        {
          range: range(scene.previous?.end ?? 0, scene.previous?.end ?? 0),
          newText: closer === '}' ? '\n}' : closer,
        },
      ],
    },
  };
}

/** How many brackets of a kind are opened and never closed, in the whole text. */
function surplus({ tokens }: Scene, opener: string): number {
  let count = 0;
  for (const { type, value } of tokens) {
    if (type !== 'punctuation') continue;
    if (value === opener) count++;
    else if (value === CLOSER[opener]) count--;
  }
  return count;
}

/** A bracket is reported as missing only where there are too few of them. */
function isMissing(scene: Scene, open: Token): boolean {
  return surplus(scene, open.value) > 0;
}

function innermostOpen({ tokens, index }: Scene): Token | undefined {
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
