/** Reads variables, IRIs, literals and blank nodes, and resolves prefixes. */
import { RDF, RDF_TYPE, VIRTUOSO_PREFIXES, XSD } from '../../rdf/names';
import { range, type TextRange } from '../../text/range';
import type { IriTerm, LiteralTerm, Term, VariableTerm } from '../model';
import { resolveIri, resolveName } from '../resolve';
import type { Token } from '../tokens';
import { TokenCursor } from './cursor';

export class TermReader extends TokenCursor {
  protected blanks = 0;
  protected base: string | undefined;
  protected readonly bindings = new Map<string, string>();
  protected readonly prefixUses: { prefix: string; resolved: boolean; range: TextRange }[] = [];
  protected readonly names = new Map<string, { readonly prefix: string; readonly iri: string }>();
  private readonly defaultPrefixes = new Set<string>();

  protected startsIri(): boolean {
    const type = this.peek()?.type;
    return type === 'iri' || type === 'pname' || type === 'pname-ns';
  }

  protected startsTerm(): boolean {
    const token = this.peek();
    switch (token?.type) {
      case 'variable':
      case 'iri':
      case 'pname':
      case 'pname-ns':
      case 'blank':
      case 'string':
      case 'number':
      case 'boolean':
        return true;
      case 'punctuation':
        return token.value === '[]' || token.value === '()';
      default:
        return false;
    }
  }

  protected readTerm(): Term {
    const token = this.peek() as Token;
    switch (token.type) {
      case 'variable':
        return this.readVariable();
      case 'iri':
      case 'pname':
      case 'pname-ns':
        return this.readIri();
      case 'string':
        return this.readString();
      case 'number': {
        this.at++;
        const datatype = token.terminal.startsWith('INTEGER')
          ? 'integer'
          : token.terminal.startsWith('DECIMAL')
            ? 'decimal'
            : 'double';
        return {
          kind: 'literal',
          value: this.slice(token),
          datatype: XSD + datatype,
          written: 'bare',
          range: range(token.start, token.end),
        };
      }
      case 'boolean':
        this.at++;
        return {
          kind: 'literal',
          value: this.slice(token).toLowerCase(),
          datatype: `${XSD}boolean`,
          written: 'bare',
          range: range(token.start, token.end),
        };
      case 'blank':
        this.at++;
        return { kind: 'blank', name: this.slice(token), range: range(token.start, token.end) };
      default:
        this.at++;
        if (token.value === '()')
          return { kind: 'iri', iri: `${RDF}nil`, range: range(token.start, token.end) };
        return { kind: 'blank', name: `#${this.blanks++}`, range: range(token.start, token.end) };
    }
  }

  protected readVariable(): VariableTerm {
    const token = this.next();
    return {
      kind: 'variable',
      name: this.text.slice(token.start + 1, token.end),
      range: range(token.start, token.end),
    };
  }

  protected readString(): LiteralTerm {
    const token = this.next();
    const raw = this.slice(token);
    const fence = raw.length >= 6 && (raw.startsWith('"""') || raw.startsWith("'''")) ? 3 : 1;
    const value = raw.slice(fence, -fence);
    const follows = this.peek();
    if (follows?.type === 'lang') {
      this.at++;
      return {
        kind: 'literal',
        value,
        datatype: `${RDF}langString`,
        language: this.slice(follows).slice(1),
        written: 'tagged',
        range: range(token.start, follows.end),
      };
    }
    if (this.isPunctuation('^^')) {
      this.at++;
      if (this.startsIri()) {
        const datatype = this.readIri();
        this.noteFunction(datatype);
        return {
          kind: 'literal',
          value,
          datatype: datatype.iri,
          written: 'typed',
          range: range(token.start, datatype.range.end),
        };
      }
    }
    return {
      kind: 'literal',
      value,
      datatype: `${XSD}string`,
      written: 'plain',
      range: range(token.start, token.end),
    };
  }

  protected readIri(): IriTerm {
    const token = this.next();
    const where = range(token.start, token.end);
    const written = this.slice(token);
    if (token.type === 'keyword') return { kind: 'iri', iri: RDF_TYPE, range: where };
    if (token.type === 'iri') return { kind: 'iri', iri: this.resolve(written.slice(1, -1)), range: where };
    const { prefix, iri } = this.nameOf(written);
    const declared = this.bindings.has(prefix);
    this.prefixUses.push({ prefix, resolved: declared, range: where });
    if (!declared && VIRTUOSO_PREFIXES.has(prefix)) this.noteDefaultPrefix(prefix, where);
    return { kind: 'iri', iri, prefix, range: where };
  }

  /** The same name is the same text object every time, so that looking it up is quick further on. */
  protected nameOf(written: string): { readonly prefix: string; readonly iri: string } {
    const known = this.names.get(written);
    if (known) return known;
    const name = resolveName(written, this.bindings);
    this.names.set(written, name);
    return name;
  }

  protected noteDefaultPrefix(prefix: string, where: TextRange): void {
    if (this.defaultPrefixes.has(prefix)) return;
    this.defaultPrefixes.add(prefix);
    const start = this.tokens[0]?.start ?? 0;
    const declaration = `PREFIX ${prefix}: <${VIRTUOSO_PREFIXES.get(prefix) ?? ''}>\n`;
    this.dialectisms.push({
      rule: 'default-prefix',
      range: where,
      message: `prefix '${prefix}:' without a declaration is Virtuoso's`,
      edits: [{ range: range(start, start), newText: declaration }],
    });
  }

  protected resolve(iri: string): string {
    return resolveIri(iri, this.base);
  }

  /** `xsd:datetime(…)` is no function of the standard; Virtuoso's published queries are full of it. */
  protected noteFunction(iri: IriTerm): void {
    if (iri.iri !== `${XSD}datetime`) return;
    this.addDialectism(
      'datetime',
      iri.range,
      "'datetime' in lower case is Virtuoso's",
      this.sliceRange(iri.range).replace(/datetime/, 'dateTime'),
    );
  }
}
