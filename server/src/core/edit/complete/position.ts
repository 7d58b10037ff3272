import type { SparqlToken } from '../../language/sparql/tokens';

/** The kind of syntax that is expected at the cursor. */
export type SyntaxPosition =
  /** Before SELECT, ASK and the like. */
  | 'start'
  /** After PREFIX. */
  | 'prefix'
  /** After the name of a prefix that is being declared. */
  | 'namespace'
  /** Between SELECT and WHERE. */
  | 'projection'
  /** Where a triple, or a keyword of a group, may begin. */
  | 'subject'
  /** The place of a relation, also inside a property path. */
  | 'relation'
  | 'object'
  /** After a complete triple. */
  | 'triple-end'
  /** Inside FILTER, BIND, HAVING or a computed column. */
  | 'expression'
  /** After the closing brace of a query. */
  | 'modifier'
  /** After ORDER BY or GROUP BY. */
  | 'ordering'
  /** Between the braces of VALUES. */
  | 'data'
  /** After `^^`. */
  | 'datatype'
  /** After AS, where a new variable is named. */
  | 'alias'
  /** After LIMIT or OFFSET. */
  | 'number'
  /** Where something else must follow, such as a brace. */
  | 'other';

/** The position after some tokens, and the innermost open bracket. */
export interface CursorPosition {
  readonly position: SyntaxPosition;
  readonly within: 'query' | '{' | '(' | '[';
}

/** The state of one open bracket. */
interface Frame {
  readonly opened: 'query' | '{' | '(' | '[';
  position: SyntaxPosition;
  /** The content of the next bracket. */
  next: 'pattern' | 'condition' | 'data' | 'none';
  /** Whether this is a query or sub-select: modifiers follow its group. */
  holdsQuery: boolean;
  /** Whether the next term is the datatype of the literal before it. */
  datatype: boolean;
}

const TERMS = new Set(['variable', 'iri', 'pname', 'pname-ns', 'blank', 'string', 'number', 'boolean']);
const QUERY_FORMS = new Set(['SELECT', 'CONSTRUCT', 'DESCRIBE', 'ASK']);
const EXPECTS_GROUP = new Set(['OPTIONAL', 'MINUS', 'UNION', 'EXISTS', 'WHERE', 'INSERT', 'DELETE']);

/** Derives the position from the tokens before the cursor, because incomplete text has no syntax tree. */
export function positionAfter(tokens: readonly SparqlToken[]): CursorPosition {
  const frames: Frame[] = [frame('query', 'start')];
  for (const token of tokens) {
    const top = frames[frames.length - 1] as Frame;
    switch (token.value) {
      case '{':
        frames.push(top.next === 'data' ? frame('{', 'data') : frame('{', 'subject'));
        break;
      case '(':
        frames.push(frame('(', inParentheses(top)));
        break;
      case '[':
      case '{|':
        frames.push(frame('[', 'relation'));
        break;
      case '<<':
      case '<<(':
        frames.push(frame('[', 'subject'));
        break;
      case '}':
      case ')':
      case ']':
        if (frames.length > 1) frames.pop();
        closeBracket(frames[frames.length - 1] as Frame, token.value);
        break;
      case '>>':
      case ')>>':
        if (frames.length > 1) frames.pop();
        closeBracket(frames[frames.length - 1] as Frame, ']');
        break;
      case '|}':
        if (frames.length > 1) frames.pop();
        break;
      default:
        readToken(top, token);
    }
  }
  const { position, opened } = frames[frames.length - 1] as Frame;
  const last = tokens[tokens.length - 1];
  if (last?.value === '^^') return { position: 'datatype', within: opened };
  if (last?.value === 'AS') return { position: 'alias', within: opened };
  return { position, within: opened };
}

function frame(opened: Frame['opened'], position: SyntaxPosition): Frame {
  return { opened, position, next: 'pattern', holdsQuery: opened === 'query', datatype: false };
}

/** Parentheses enclose a path or a list in a triple; elsewhere an expression or the variables of VALUES. */
function inParentheses(outer: Frame): SyntaxPosition {
  if (outer.position === 'relation') return 'relation';
  if (outer.next === 'data') return 'other';
  if (outer.position === 'data') return 'data';
  if (outer.opened === '{' && (outer.position === 'subject' || outer.position === 'object')) {
    return outer.next === 'condition' ? 'expression' : 'object';
  }
  return 'expression';
}

function closeBracket(outer: Frame, bracket: '}' | ')' | ']'): void {
  if (bracket === '}') {
    if (outer.opened === '(') return;
    outer.next = 'pattern';
    outer.position = outer.holdsQuery ? 'modifier' : 'subject';
    return;
  }
  if (outer.next === 'condition') {
    outer.next = 'pattern';
    if (outer.opened === '{' && !outer.holdsQuery) outer.position = 'subject';
    else if (outer.position === 'expression') outer.position = 'modifier';
    return;
  }
  if (outer.opened === '(') return;
  advance(outer);
}

function readToken(top: Frame, token: SparqlToken): void {
  if (token.type === 'keyword') {
    readKeyword(top, token.value);
    return;
  }
  if (top.opened === '(' && top.position !== 'relation' && top.position !== 'object') return;
  if (TERMS.has(token.type)) {
    if (top.datatype) top.datatype = false;
    else advance(top);
    return;
  }
  switch (token.value) {
    case '.':
      if (top.opened === '{' && !top.holdsQuery) top.position = 'subject';
      return;
    case ';':
      if (isTriple(top)) top.position = 'relation';
      return;
    case ',':
      if (isTriple(top)) top.position = 'object';
      return;
    case '/':
    case '|':
      if (top.position === 'object' || top.opened === '(') top.position = 'relation';
      return;
    case '^^':
    case '~':
      // A datatype belongs to its literal, and a reifier to its triple.
      top.datatype = true;
      return;
    case '()':
    case '[]':
      advance(top);
      return;
    default:
      // An incomplete name counts as a term.
      if (token.type === 'word') advance(top);
  }
}

function isTriple({ opened, position }: Frame): boolean {
  return (opened === '{' || opened === '[') && position !== 'data';
}

/** Moves on by one term. A term after a complete triple starts the next one, even without a dot. */
function advance(top: Frame): void {
  if (top.position === 'object' && top.opened === '(') return;
  if (top.position !== 'other') top.position = NEXT_POSITIONS[top.position] ?? top.position;
  else if (top.opened === 'query') top.position = top.next === 'none' ? 'start' : 'modifier';
  else if (top.next !== 'data' && top.holdsQuery) top.position = 'modifier';
}

const NEXT_POSITIONS: Readonly<Partial<Record<SyntaxPosition, SyntaxPosition>>> = {
  subject: 'relation',
  'triple-end': 'relation',
  relation: 'object',
  object: 'triple-end',
  prefix: 'namespace',
  namespace: 'start',
  number: 'modifier',
};

function readKeyword(top: Frame, keyword: string): void {
  if (keyword === 'PREFIX' || keyword === 'BASE') {
    top.position = keyword === 'PREFIX' ? 'prefix' : 'other';
    top.next = 'none';
  } else if (QUERY_FORMS.has(keyword)) {
    top.position = 'projection';
    top.holdsQuery = true;
    top.next = 'pattern';
  } else if (keyword === 'A') {
    advance(top);
  } else if (keyword === 'FILTER' || keyword === 'HAVING' || keyword === 'BIND') {
    top.position = 'expression';
    top.next = 'condition';
  } else if (keyword === 'VALUES') {
    top.position = 'other';
    top.next = 'data';
  } else if (keyword === 'BY') {
    top.position = 'ordering';
  } else if (keyword === 'LIMIT' || keyword === 'OFFSET') {
    top.position = 'number';
  } else if (EXPECTS_GROUP.has(keyword) && top.opened !== '(') {
    top.position = 'other';
    top.next = 'pattern';
  } else if ((keyword === 'GRAPH' || keyword === 'SERVICE') && top.opened === '{') {
    top.position = 'object';
  }
}
