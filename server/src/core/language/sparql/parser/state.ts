/** The state that the functions of the parser share: the position, the prefixes and the results so far. */
import type { TextEdit } from '../../text/edit';
import type { TextRange } from '../../text/range';
import type { Dialect, Dialectism, PrefixDeclaration } from '../model';
import type { SparqlToken } from '../tokens';

/** Changes to the terminals of a token, for syntax that the grammar of SPARQL 1.1 lacks. */
export interface Patch {
  before: string[];
  replace: readonly string[] | undefined;
  after: string[];
}

/** Why syntax of SPARQL 1.2 is invalid. */
export interface Rejection {
  readonly range: TextRange;
  readonly message: string;
  readonly advice: string;
}

/** Deeper groups are skipped, so that nested brackets do not exhaust the stack. */
export const MAX_DEPTH = 200;
/** Limits the search for a closing bracket, which would reach the end of broken text at every bracket. */
const MAX_LOOK_AHEAD = 500;
/** Keywords that begin a clause inside a group. */
export const GROUP_KEYWORDS = new Set([
  'OPTIONAL',
  'MINUS',
  'GRAPH',
  'SERVICE',
  'FILTER',
  'BIND',
  'VALUES',
  'UNION',
]);

export class ParserState {
  /** Index of the next token. */
  at = 0;
  depth = 0;
  tooDeep: TextRange | undefined;
  /** The number of blank nodes without a label so far; used for their names. */
  blanks = 0;
  base: string | undefined;
  readonly prefixes: PrefixDeclaration[] = [];
  /** Prefix → namespace. */
  readonly bindings = new Map<string, string>();
  readonly prefixUses: { prefix: string; resolved: boolean; range: TextRange }[] = [];
  /** Prefixed name → IRI. */
  readonly names = new Map<string, { readonly prefix: string; readonly iri: string }>();
  /** Prefixes that Virtuoso predefines and that the query uses without a declaration. */
  readonly defaultPrefixes = new Set<string>();
  readonly dialectisms: Dialectism[] = [];
  /** By the index of the token. */
  readonly patches = new Map<number, Patch>();
  /** By the index of the token that the grammar rejects. */
  readonly rejections = new Map<number, Rejection>();

  constructor(
    readonly text: string,
    readonly tokens: readonly SparqlToken[],
    readonly dialect: Dialect,
  ) {}

  peek(ahead = 0): SparqlToken | undefined {
    return this.tokens[this.at + ahead];
  }

  next(): SparqlToken {
    return this.tokens[this.at++] as SparqlToken;
  }

  isKeyword(value: string): boolean {
    const token = this.peek();
    return token?.type === 'keyword' && token.value === value;
  }

  isPunctuation(value: string): boolean {
    const token = this.peek();
    return token?.type === 'punctuation' && token.value === value;
  }

  takeKeyword(value: string): boolean {
    if (!this.isKeyword(value)) return false;
    this.at++;
    return true;
  }

  takePunctuation(value: string): boolean {
    if (!this.isPunctuation(value)) return false;
    this.at++;
    return true;
  }

  /** Moves past the closing bracket, but not out of the group, because the bracket may be missing. */
  skipTo(close: ')' | ']'): void {
    const open = close === ')' ? '(' : '[';
    let level = 0;
    for (let ahead = 0; ahead < MAX_LOOK_AHEAD; ahead++) {
      const token = this.peek(ahead);
      if (!token || (token.type === 'punctuation' && (token.value === '{' || token.value === '}'))) return;
      if (token.type === 'keyword' && GROUP_KEYWORDS.has(token.value)) return;
      if (token.type !== 'punctuation') continue;
      if (token.value === open) level++;
      else if (token.value === close && level-- === 0) {
        this.at += ahead + 1;
        return;
      }
    }
  }

  endOfLast(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  slice(token: SparqlToken): string {
    return this.text.slice(token.start, token.end);
  }

  sliceRange(where: TextRange): string {
    return this.text.slice(where.start, where.end);
  }

  patch(index: number): Patch {
    let patch = this.patches.get(index);
    if (!patch) this.patches.set(index, (patch = { before: [], replace: undefined, after: [] }));
    return patch;
  }

  /** Shows the grammar other terminals instead of the tokens from `first` to here. */
  replace(first: number, terminals: readonly string[]): void {
    for (let index = first; index < this.at; index++) {
      const patch = this.patch(index);
      patch.before = [];
      patch.replace = index === first ? terminals : [];
      patch.after = [];
    }
  }

  /** Like `replace`, for syntax of SPARQL 1.2. */
  replaceIn12(first: number, terminals: readonly string[]): void {
    if (this.dialect === 'sparql12') this.replace(first, terminals);
  }

  /** Shows the grammar other terminals instead of a token of SPARQL 1.2. */
  patchIn12(index: number, terminals: readonly string[]): void {
    if (this.dialect === 'sparql12') this.patch(index).replace = terminals;
  }

  /** Explains why the token at `index`, which the grammar rejects, is invalid in SPARQL 1.2. */
  reject12(index: number, message: string, advice: string): void {
    const { start, end } = this.peek() ?? this.tokens[index] ?? { start: 0, end: 0 };
    if (!this.rejections.has(index)) this.rejections.set(index, { range: { start, end }, message, advice });
  }

  /** An extension without a fix. */
  noteDialectism(rule: string, where: TextRange, message: string, advice: string): void {
    this.dialectisms.push({ rule, range: where, message, advice, edits: [] });
  }

  /** An extension in which brackets are missing around the tokens from `first` to here. */
  addMissingBrackets(rule: string, first: number, where: TextRange, message: string): void {
    this.patch(first).before.push('(');
    this.patch(this.at - 1).after.push(')');
    this.addDialectism(rule, where, message, `(${this.sliceRange(where)})`);
  }

  addDialectism(rule: string, where: TextRange, message: string, standard: string): void {
    const edits: TextEdit[] = [{ range: where, newText: standard }];
    this.dialectisms.push({ rule, range: where, message, edits });
  }
}
