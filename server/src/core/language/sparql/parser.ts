/**
 * Reads tokens into a `Select` tree. Tolerant: it takes what it can read and passes over the rest. The reader is built in
 * layers, each of which knows those below: tokens, terms, expressions, triples, groups, queries, and here whole texts.
 */
import { range, type TextRange } from '../text/range';
import type { Dialectism, Group, PrefixDeclaration, Select } from './model';
import type { Patch } from './read/cursor';
import { QUERY_KEYWORDS, SelectReader } from './read/select';
import type { Token, Tokens } from './tokens';

export interface ParsedQuery {
  readonly prefixes: readonly PrefixDeclaration[];
  readonly base: string | undefined;
  readonly prefixUses: readonly {
    readonly prefix: string;
    readonly resolved: boolean;
    readonly range: TextRange;
  }[];
  readonly query: Select;
  readonly dialectisms: readonly Dialectism[];
  readonly patches: ReadonlyMap<number, Patch>;
  readonly tooDeep: TextRange | undefined;
  /** Index of the first token after the prologue. */
  readonly bodyStart: number;
}

const UPDATE_KEYWORDS = new Set([
  'INSERT',
  'DELETE',
  'INSERTDATA',
  'DELETEDATA',
  'DELETEWHERE',
  'WITH',
  'LOAD',
  'CLEAR',
  'DROP',
  'CREATE',
  'ADD',
  'MOVE',
  'COPY',
]);

export function parseTokens({ text, tokens }: Tokens): ParsedQuery {
  return new TextReader(text, tokens).read();
}

class TextReader extends SelectReader {
  private readonly prefixes: PrefixDeclaration[] = [];

  read(): ParsedQuery {
    this.readPrologue();
    const bodyStart = this.at;
    const token = this.peek();
    const query =
      token && token.type === 'keyword' && QUERY_KEYWORDS.has(token.value)
        ? this.readQuery()
        : this.readUpdates();
    const { prefixes, base, prefixUses, dialectisms, patches, tooDeep } = this;
    return { prefixes, base, prefixUses, query, dialectisms, patches, tooDeep, bodyStart };
  }

  private readPrologue(): void {
    for (;;) {
      const token = this.peek();
      if (this.isKeyword('BASE')) {
        this.at++;
        const iri = this.peek();
        if (iri?.type === 'iri') {
          this.base = this.slice(iri).slice(1, -1);
          this.at++;
        }
      } else if (this.isKeyword('PREFIX')) {
        this.readPrefix(token as Token);
      } else if (token?.type === 'word' && token.value === 'DEFINE') {
        this.readPragma(token);
      } else {
        return;
      }
    }
  }

  private readPrefix(keyword: Token): void {
    this.at++;
    const name = this.peek();
    if (name?.type !== 'pname-ns') return;
    this.at++;
    const iri = this.peek();
    if (iri?.type !== 'iri') return;
    this.at++;
    const prefix = this.slice(name).slice(0, -1);
    const target = this.resolve(this.slice(iri).slice(1, -1));
    this.bindings.set(prefix, target);
    this.names.clear();
    this.prefixes.push({
      prefix,
      iri: target,
      range: range(keyword.start, iri.end),
      nameRange: range(name.start, name.end),
    });
  }

  /** `DEFINE sql:big-data-const 0`: an instruction to Virtuoso. */
  private readPragma(keyword: Token): void {
    const first = this.at++;
    let last = keyword;
    for (
      let token = this.peek();
      token && (['pname', 'string', 'number', 'iri'].includes(token.type) || token.value === ',');
      token = this.peek()
    ) {
      last = token;
      this.at++;
    }
    for (let index = first; index < this.at; index++) this.patch(index).replace = [];
    this.addDialectism('pragma', range(keyword.start, last.end), 'DEFINE is an instruction to Virtuoso', '');
  }

  /** An update is read for its patterns only; a text that is neither query nor update is passed over. */
  private readUpdates(): Select {
    const start = this.peek()?.start ?? 0;
    const groups: Group[] = [];
    let form: Select['form'] = 'none';
    while (this.at < this.tokens.length) {
      const token = this.peek() as Token;
      if (token.type === 'keyword' && UPDATE_KEYWORDS.has(token.value)) {
        form = 'update';
        this.at++;
        const writes = token.value !== 'WITH' && token.value !== 'DELETEWHERE';
        while (this.startsIri()) this.readIri();
        if (this.isPunctuation('{')) groups.push(this.readGroup(writes ? 'template' : 'group'));
      } else if (token.type === 'keyword' && (token.value === 'WHERE' || token.value === 'USING')) {
        this.at++;
        this.takeKeyword('NAMED');
        while (this.startsIri()) this.readIri();
        if (this.isPunctuation('{')) groups.push(this.readGroup('group'));
      } else if (token.type === 'keyword' && (token.value === 'PREFIX' || token.value === 'BASE')) {
        const before = this.at;
        this.readPrologue();
        if (this.at === before) this.at++;
      } else if (token.type === 'punctuation' && token.value === '{') {
        groups.push(this.readGroup('group'));
      } else if (this.startsIri()) {
        this.readIri();
      } else {
        this.at++;
      }
    }
    return {
      form,
      groups,
      keyword: undefined,
      star: false,
      projection: [],
      described: [],
      groupBy: undefined,
      having: [],
      orderBy: [],
      limit: undefined,
      range: range(start, this.endOfLast()),
    };
  }
}
