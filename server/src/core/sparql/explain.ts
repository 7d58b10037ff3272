/** Turns the grammar's refusal of a token into a sentence a person understands. */
import { range, type TextRange } from '../text/range';
import type { GrammarError } from './grammar';
import { nearest } from '../text/distance';
import type { SyntaxProblem } from './model';
import { KEYWORDS, type Token } from './tokens';

const TERM_TERMINALS = new Set([
  'VAR',
  'IRIREF',
  'PNAME_LN',
  'PNAME_NS',
  'BLANK_NODE_LABEL',
  'ANON',
  'NIL',
  '[',
  '(',
  'INTEGER',
  'DECIMAL',
  'DOUBLE',
  'BOOLEAN',
  'STRING_LITERAL1',
  'STRING_LITERAL2',
  'STRING_LITERAL_LONG1',
  'STRING_LITERAL_LONG2',
]);
const CLOSER: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
const CLAUSES = ['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES'];

export function explainSyntax(error: GrammarError, text: string, tokens: readonly Token[]): SyntaxProblem {
  const found = tokens[error.index];
  const previous = tokens[error.index - 1];
  const scene: Scene = {
    text,
    tokens,
    index: error.index,
    found,
    previous,
    expected: new Set(error.expected),
    where: found ? range(found.start, found.end) : endOf(text, previous),
  };
  for (const explanation of EXPLANATIONS) {
    const problem = explanation(scene);
    if (problem) return { range: scene.where, ...problem };
  }
  return { range: scene.where, ...general(scene) };
}

interface Scene {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly found: Token | undefined;
  readonly previous: Token | undefined;
  readonly expected: ReadonlySet<string>;
  readonly where: TextRange;
}

type Explained = Omit<SyntaxProblem, 'range'> & { readonly range?: TextRange };
type Explanation = (scene: Scene) => Explained | undefined;

const brokenString: Explanation = ({ found }) => {
  if (found?.type !== 'invalid' || found.value !== '"') return undefined;
  return {
    message: 'This string is not closed, or holds an escape that SPARQL does not know',
    because:
      'A string in single or double quotes ends on its own line, and \\ may only stand before t, b, n, r, f, ", \', \\ or a code point.',
    advice: 'Close the string with the quote it was opened with, or write \\\\ for a backslash.',
  };
};

const unknownWord: Explanation = (scene) => {
  const { found, text, tokens, index } = scene;
  if (found?.type !== 'word') return undefined;
  const word = text.slice(found.start, found.end);
  const next = tokens[index + 1];
  if (next && next.start === found.end && (next.terminal === '.' || next.type === 'number')) {
    let end = next.end;
    for (
      let at = index + 2;
      tokens[at] && tokens[at]?.start === end && tokens[at]?.type !== 'punctuation';
      at++
    )
      end = tokens[at]?.end ?? end;
    return {
      range: range(found.start, found.end),
      message: `'${text.slice(found.start, end)}…' has no prefix`,
      because: 'Without a prefix or angle brackets the name stands for nothing.',
      advice: `Write it with a prefix, such as ns:${word}…, and declare that prefix.`,
      edits: {
        title: "Put 'ns:' before it",
        edits: [{ range: range(found.start, found.start), newText: 'ns:' }],
      },
    };
  }
  const fitting = [...KEYWORDS]
    .filter(([, terminal]) => scene.expected.has(terminal))
    .map(([keyword]) => keyword);
  const [near] = nearest(word.toUpperCase(), fitting, {
    most: 1,
    within: Math.max(1, Math.floor(word.length / 3)),
  });
  return {
    message: near
      ? `'${word}' is not a SPARQL keyword; did you mean ${near}?`
      : `'${word}' is not a SPARQL keyword`,
    because: 'A bare word can only be a keyword or a function of SPARQL.',
    advice: near
      ? `Write ${near}.`
      : `Write ?${word} for a variable, "${word}" for a text, or a prefix before it for a name.`,
    ...(near
      ? { edits: { title: `Change to ${near}`, edits: [{ range: scene.where, newText: near }] } }
      : {}),
  };
};

const invalidCharacter: Explanation = ({ found }) => {
  if (found?.type !== 'invalid') return undefined;
  const doubled = found.value === '&' ? '&&' : undefined;
  return {
    message: doubled ? `'&' is not an operator; did you mean '&&'?` : `'${found.value}' cannot stand here`,
    because: 'SPARQL has no such sign outside strings, IRIs and comments.',
    advice: doubled ? "Write '&&'." : 'Remove it.',
    ...(doubled
      ? {
          edits: {
            title: "Change to '&&'",
            edits: [{ range: range(found.start, found.end), newText: '&&' }],
          },
        }
      : {}),
  };
};

const secondQuery: Explanation = ({ found, expected }) => {
  const starts =
    found && ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE', 'PREFIX', 'BASE'].includes(found.terminal);
  if (!starts || !expected.has('EOF')) return undefined;
  return {
    message: 'A second query starts here',
    because: 'An engine takes one query at a time.',
    advice: 'Put a line ### between two queries in one file, or remove one of them.',
  };
};

const closesNothing: Explanation = (scene) => {
  const { found } = scene;
  if (!found || !['}', ')', ']'].includes(found.terminal)) return undefined;
  const open = innermostOpen(scene);
  if (open && CLOSER[open.value] !== found.terminal && isMissing(scene, open)) return unclosed(scene, open);
  const opener = Object.keys(CLOSER).find((sign) => CLOSER[sign] === found.terminal) ?? '';
  if (surplus(scene, opener) >= 0) return undefined;
  return {
    message: `This '${found.terminal}' closes nothing`,
    because: `There are more '${found.terminal}' than '${opener}'.`,
    advice: 'Remove it, or add the bracket that it should close.',
    edits: {
      title: `Remove the '${found.terminal}'`,
      edits: [{ range: scene.where, newText: '' }],
    },
  };
};

const endsTooEarly: Explanation = (scene) => {
  if (scene.found) return undefined;
  const open = innermostOpen(scene);
  if (open && isMissing(scene, open)) return unclosed(scene, open);
  const after = quoteToken(scene, scene.previous);
  return {
    message: `The query ends too early${after ? ` after ${after}` : ''}`,
    because: `${listExpected(scene)} should follow.`,
    advice: 'Complete the query.',
  };
};

const malformedPrefix: Explanation = ({ previous, tokens, index }) => {
  const before = tokens[index - 2];
  if (
    previous?.terminal !== 'PREFIX' &&
    !(before?.terminal === 'PREFIX' && previous?.terminal === 'PNAME_NS')
  )
    return undefined;
  return {
    message: 'This prefix declaration is not complete',
    because: 'A declaration is the word PREFIX, a name that ends in a colon, and an IRI in angle brackets.',
    advice: 'Write it as PREFIX ns: <http://rdf.freebase.com/ns/> (with no full stop after it).',
  };
};

const nothingSelected: Explanation = ({ previous, found }) => {
  if (!previous || !['SELECT', 'DISTINCT', 'REDUCED'].includes(previous.terminal)) return undefined;
  if (!found || !['WHERE', '{', 'FROM'].includes(found.terminal)) return undefined;
  return {
    message: 'SELECT names no variable',
    because: 'A SELECT query says which variables it wants, or * for all of them.',
    advice: 'Put a variable such as ?x, or *, after SELECT.',
    edits: {
      title: 'Select everything (*)',
      edits: [{ range: range(previous.end, previous.end), newText: ' *' }],
    },
  };
};

const filterWithoutBrackets: Explanation = ({ previous, found }) => {
  if (previous?.terminal !== 'FILTER' || !found || !TERM_TERMINALS.has(found.terminal)) return undefined;
  return {
    message: 'The condition of a FILTER stands in brackets',
    because: 'Only a call such as regex(…) may follow FILTER without them.',
    advice: 'Write FILTER ( … ).',
  };
};

/** `ORDER BY ?x DESC`, as SQL has it. */
const orderAfterwards: Explanation = ({ previous, tokens, index, text, found }) => {
  const variable = tokens[index - 2];
  if (
    !previous ||
    (previous.terminal !== 'ASC' && previous.terminal !== 'DESC') ||
    variable?.terminal !== 'VAR'
  )
    return undefined;
  if (found?.terminal === '(' || found?.terminal === 'VAR') return undefined;
  const standard = `${previous.value}(${text.slice(variable.start, variable.end)})`;
  const where = range(variable.start, previous.end);
  return {
    range: where,
    message: `The direction stands before what it orders: ${standard}`,
    because: 'SPARQL writes it as a function around the expression.',
    advice: `Write ${standard}.`,
    edits: { title: `Change to ${standard}`, edits: [{ range: where, newText: standard }] },
  };
};

const orderWithoutBrackets: Explanation = ({ previous, found, text }) => {
  if (!previous || !found || (previous.terminal !== 'ASC' && previous.terminal !== 'DESC')) return undefined;
  if (found.terminal !== 'VAR') {
    return {
      message: `${previous.value} wants brackets: ${previous.value}( … )`,
      because: 'A direction is followed by an expression in brackets.',
      advice: `Put ${previous.value}( … ) around what the rows are ordered by.`,
    };
  }
  const variable = text.slice(found.start, found.end);
  return {
    message: `${previous.value} wants brackets: ${previous.value}(${variable})`,
    because: 'A direction is followed by an expression in brackets.',
    advice: `Write ${previous.value}(${variable}).`,
    edits: {
      title: `Change to ${previous.value}(${variable})`,
      edits: [{ range: range(previous.end, found.end), newText: `(${variable})` }],
    },
  };
};

/** `?x ns:film.film.genre` at the end of a line, and a whole triple on the next: the object is what is missing. */
const lineWithoutObject: Explanation = (scene) => {
  const { found, previous, expected, text, tokens, index } = scene;
  const verb = tokens[index - 2];
  if (!found || !previous || !verb || !expected.has('.') || !expected.has('}')) return undefined;
  const verbs = ['PNAME_LN', 'IRIREF', 'VAR', 'a'];
  if (!verbs.includes(found.terminal) || !verbs.includes(verb.terminal) || found.terminal === 'VAR')
    return undefined;
  const breaks = (from: Token, to: Token): boolean => /[\n\r]/.test(text.slice(from.end, to.start));
  if (!breaks(verb, previous) || breaks(previous, found)) return undefined;
  return {
    range: range(verb.start, verb.end),
    message: `The object is missing after ${quoteToken(scene, verb)}`,
    because: `A triple has three parts, and the next line starts another with ${quoteToken(scene, previous)}.`,
    advice: "Add a variable, an id or a literal, and a '.'.",
    related: [{ range: range(previous.start, previous.end), message: 'The next triple starts here' }],
  };
};

const missingDot: Explanation = (scene) => {
  const { found, previous, expected, text, tokens, index } = scene;
  if (!found || !previous || !expected.has('.') || !expected.has('}') || !TERM_TERMINALS.has(found.terminal))
    return undefined;
  const next = tokens[index + 1];
  const sameLine = !/[\n\r]/.test(text.slice(previous.end, found.start));
  const endsTriple = !next || ['.', ';', '}', ','].includes(next.terminal);
  if (sameLine && endsTriple) {
    return {
      message: `${quoteToken(scene, found)} is one term too many`,
      because: 'A triple has three parts: subject, relation, object.',
      advice: "Remove it, put a ',' before it to add another object, or a '.' to start a new triple.",
    };
  }
  return {
    message: "A '.' is missing between these two triples",
    because: `The triple before ends with ${quoteToken(scene, previous)}, and ${quoteToken(scene, found)} starts another.`,
    advice: "Put a '.' between them, or a ';' if both speak of the same subject.",
    related: [{ range: range(previous.start, previous.end), message: "The '.' belongs after this" }],
    edits: {
      title: "Insert the missing '.'",
      edits: [{ range: range(previous.end, previous.end), newText: ' .' }],
    },
  };
};

const missingCloser: Explanation = (scene) => {
  const { expected, found } = scene;
  const open = innermostOpen(scene);
  if (!open || !found) return undefined;
  const closer = CLOSER[open.value] ?? '';
  if (closer === '}' ? !CLAUSES.includes(found.terminal) : !expected.has(closer)) return undefined;
  if (isMissing(scene, open)) return unclosed(scene, open);
  if (closer !== '}') return undefined;
  return {
    message: `${found.value} belongs after the '}'`,
    because: 'It says what to do with all the solutions, so it stands outside the patterns.',
    advice: `Move ${found.value} and what belongs to it behind the closing '}'.`,
  };
};

/** SQL's sign for "not equal" is an empty IRI to SPARQL. */
const notEqual: Explanation = ({ found, previous, text, where }) => {
  const sign = [found, previous].find(
    (token) => token?.terminal === 'IRIREF' && text.slice(token.start, token.end) === '<>',
  );
  if (!sign) return undefined;
  const at = sign === found ? where : range(sign.start, sign.end);
  return {
    range: at,
    message: "'<>' is not an operator; did you mean '!='?",
    because: 'SPARQL reads <> as an IRI.',
    advice: "Write '!='.",
    edits: { title: "Change to '!='", edits: [{ range: at, newText: '!=' }] },
  };
};

const incompleteTriple: Explanation = (scene) => {
  const { found, previous, expected } = scene;
  if (!previous || (found && !['.', ';', ',', '}', ']'].includes(found.terminal) && found.type !== 'keyword'))
    return undefined;
  const wantsObject = expected.has('VAR') && expected.has('INTEGER') && !expected.has('}');
  if (wantsObject && ['PNAME_LN', 'PNAME_NS', 'IRIREF', 'VAR', 'a', ','].includes(previous.terminal)) {
    return {
      message: `The object is missing after ${quoteToken(scene, previous)}`,
      because: 'A triple has three parts: subject, relation, object.',
      advice: 'Add a variable, an id or a literal.',
    };
  }
  if (expected.has('a') && expected.has('^') && !expected.has('.')) {
    return {
      message: `The relation and its object are missing after ${quoteToken(scene, previous)}`,
      because: 'A triple has three parts: subject, relation, object.',
      advice: 'Add a relation such as ns:people.person.place_of_birth and an object.',
    };
  }
  return undefined;
};

const clauseOrder: Explanation = ({ found, tokens, index }) => {
  if (!found || !CLAUSES.includes(found.terminal)) return undefined;
  const later = tokens
    .slice(0, index)
    .find((token) => CLAUSES.indexOf(token.terminal) > CLAUSES.indexOf(found.terminal));
  if (!later) return undefined;
  return {
    message: `${found.value} must stand before ${later.value}`,
    because: 'The order is GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET.',
    advice: `Move ${found.value} up.`,
    related: [{ range: range(later.start, later.end), message: `${later.value} stands here` }],
  };
};

const EXPLANATIONS: readonly Explanation[] = [
  brokenString,
  notEqual,
  malformedPrefix,
  unknownWord,
  invalidCharacter,
  secondQuery,
  nothingSelected,
  filterWithoutBrackets,
  orderAfterwards,
  orderWithoutBrackets,
  lineWithoutObject,
  missingDot,
  incompleteTriple,
  closesNothing,
  endsTooEarly,
  clauseOrder,
  missingCloser,
];

function general(scene: Scene): Explained {
  const after = quoteToken(scene, scene.previous);
  return {
    message: `${quoteToken(scene, scene.found)} cannot stand here`,
    because: `${after ? `After ${after}` : 'At the start'} comes ${listExpected(scene)}.`,
    advice: 'Remove it, or complete what stands before it.',
  };
}

function unclosed(scene: Scene, open: Token): Explained {
  const closer = CLOSER[open.value] ?? '';
  return {
    message: `A '${closer}' is missing: ${scene.found ? 'a' : 'the last'} '${open.value}' is never closed`,
    because: `The '${open.value}' on line ${lineOf(scene.text, open.start)} has no '${closer}'.`,
    advice: `Add the '${closer}'.`,
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

/** A bracket is only said to be missing where there are too few of them. */
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

const WORDS: readonly (readonly [string, string])[] = [
  ['VAR', 'a variable'],
  ['PNAME_LN', 'a name'],
  ['INTEGER', 'a number'],
  ['STRING_LITERAL1', 'a text'],
  ['EOF', 'the end'],
];

function listExpected({ expected }: Scene): string {
  const words = WORDS.filter(([terminal]) => expected.has(terminal)).map(([, words]) => words);
  for (const terminal of expected) {
    if (words.length >= 5) break;
    if (/^[{}()[\].,;]$/.test(terminal)) words.push(`'${terminal}'`);
    else if (KEYWORDS.has(terminal) && terminal === terminal.toUpperCase() && expected.size <= 12)
      words.push(terminal);
  }
  if (!words.length) return 'something else';
  return words.length === 1
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

function quoteToken({ text }: Scene, token: Token | undefined): string {
  if (!token) return '';
  const written = text.slice(token.start, token.end);
  return `'${written.length > 60 ? `${written.slice(0, 57)}…` : written}'`;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The end of a text has no width: the last token is shown instead. */
function endOf(text: string, previous: Token | undefined): TextRange {
  return previous ? range(previous.start, previous.end) : range(0, text.length);
}
