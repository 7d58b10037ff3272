/** Reads triples, with their lists, blank nodes, collections and property paths. */
import { RDF } from '../../rdf/names';
import { range } from '../../text/range';
import type { Group, IriTerm, Path, Term, Triple, VariableTerm } from '../model';
import { MAX_DEPTH } from './cursor';
import { ExpressionReader, spanOf } from './expressions';

export abstract class TripleReader extends ExpressionReader {
  protected readTriples(group: Group): void {
    const subject = this.readNode(group);
    if (subject) this.readPropertyList(group, subject);
  }

  protected readPropertyList(group: Group, subject: Term): void {
    for (;;) {
      while (this.takePunctuation(';'));
      if (!this.startsVerb()) return;
      const verbStart = this.at;
      const predicate = this.readVerb();
      const predicateEnd = this.endOfLast();
      if (!this.readObjects(group, subject, predicate, predicateEnd)) {
        if (this.at === verbStart) this.at++;
        return;
      }
      if (!this.isPunctuation(';')) return;
    }
  }

  protected readObjects(
    group: Group,
    subject: Term,
    predicate: VariableTerm | Path,
    predicateEnd: number,
  ): boolean {
    for (;;) {
      if (!this.startsNode() || this.beginsNextTriple(predicateEnd)) return false;
      const object = this.readNode(group);
      if (!object) return false;
      const triple: Triple = {
        subject,
        predicate,
        object,
        range: range(Math.min(subject.range.start, predicate.range.start), object.range.end),
      };
      group.triples.push(triple);
      group.order.push(triple);
      if (!this.takePunctuation(',')) return true;
    }
  }

  /**
   * In `?x ns:film.film.` ⏎ `?y ns:film.film.genre ?z` the first line lacks its object, and `?y` is none:
   * it stands on a new line and a verb follows it, which no object can have.
   */
  protected beginsNextTriple(predicateEnd: number): boolean {
    const node = this.peek();
    const verb = this.peek(1);
    const object = this.peek(2);
    if (!node || !verb || !object || node.type === 'punctuation') return false;
    const looksLikeVerb =
      verb.type === 'pname' || verb.type === 'iri' || (verb.type === 'keyword' && verb.value === 'A');
    return (
      looksLikeVerb &&
      /[\n\r]/.test(this.text.slice(predicateEnd, node.start)) &&
      !/[\n\r]/.test(this.text.slice(node.end, verb.start))
    );
  }

  protected startsNode(): boolean {
    return this.startsTerm() || this.isPunctuation('[') || this.isPunctuation('(');
  }

  protected readNode(group: Group): Term | undefined {
    if (this.isPunctuation('[')) {
      const open = this.next();
      const blank: Term = { kind: 'blank', name: `#${this.blanks++}`, range: range(open.start, open.end) };
      if (this.depth < MAX_DEPTH) {
        this.depth++;
        this.readPropertyList(group, blank);
        this.depth--;
      }
      this.skipTo(']');
      return { ...blank, range: range(open.start, this.endOfLast()) };
    }
    if (this.isPunctuation('(')) {
      const open = this.next();
      const list: Term = { kind: 'blank', name: `#${this.blanks++}`, range: range(open.start, open.end) };
      if (this.depth < MAX_DEPTH) {
        this.depth++;
        while (this.startsNode()) {
          const member = this.readNode(group);
          if (!member) break;
          group.triples.push(membership(list, member));
        }
        this.depth--;
      }
      this.skipTo(')');
      return { ...list, range: range(open.start, this.endOfLast()) };
    }
    return this.startsTerm() ? this.readTerm() : undefined;
  }

  protected startsVerb(): boolean {
    const token = this.peek();
    if (!token) return false;
    if (
      token.type === 'variable' ||
      token.type === 'pname' ||
      token.type === 'pname-ns' ||
      token.type === 'iri'
    )
      return true;
    if (token.type === 'keyword') return token.value === 'A';
    return (
      token.type === 'punctuation' && (token.value === '^' || token.value === '(' || token.value === '!')
    );
  }

  protected readVerb(): VariableTerm | Path {
    return this.peek()?.type === 'variable' ? this.readVariable() : this.readPath();
  }

  protected readPath(): Path {
    const options = [this.readPathSequence()];
    while (this.takePunctuation('|')) options.push(this.readPathSequence());
    return options.length === 1
      ? (options[0] as Path)
      : { kind: 'alternative', options, range: spanOf(options) };
  }

  protected readPathSequence(): Path {
    const steps = [this.readPathStep()];
    while (this.takePunctuation('/')) steps.push(this.readPathStep());
    return steps.length === 1 ? (steps[0] as Path) : { kind: 'sequence', steps, range: spanOf(steps) };
  }

  protected readPathStep(): Path {
    const start = this.peek()?.start ?? this.endOfLast();
    const inverse = this.takePunctuation('^');
    let path = this.readPathPrimary();
    const modifier = this.peek();
    if (
      modifier?.type === 'punctuation' &&
      (modifier.value === '*' || modifier.value === '+' || modifier.value === '?')
    ) {
      this.at++;
      path = {
        kind: 'repeat',
        path,
        sign: modifier.value,
        canBeEmpty: modifier.value !== '+',
        range: range(path.range.start, modifier.end),
      };
    }
    return inverse ? { kind: 'inverse', path, range: range(start, path.range.end) } : path;
  }

  protected readPathPrimary(): Path {
    const token = this.peek();
    if (this.takePunctuation('!')) {
      const links: IriTerm[] = [];
      const bracketed = !this.takePunctuation('()') && this.takePunctuation('(');
      do {
        this.takePunctuation('^');
        if (this.startsIri() || this.isKeyword('A')) links.push(this.readIri());
      } while (bracketed && this.takePunctuation('|'));
      if (bracketed) this.skipTo(')');
      return { kind: 'negated', links, range: range(token?.start ?? 0, this.endOfLast()) };
    }
    if (this.isPunctuation('(') && this.depth < MAX_DEPTH) {
      this.at++;
      this.depth++;
      const path = this.readPath();
      this.depth--;
      this.skipTo(')');
      return path;
    }
    if (this.startsIri() || this.isKeyword('A')) {
      const iri = this.readIri();
      return { kind: 'link', iri, range: iri.range };
    }
    const end = this.endOfLast();
    return { kind: 'negated', links: [], range: range(end, end) };
  }
}

/** That a list holds something; where in the list does not matter here. */
function membership(list: Term, member: Term): Triple {
  const iri: IriTerm = {
    kind: 'iri',
    iri: `${RDF}first`,
    range: range(member.range.start, member.range.start),
  };
  return {
    subject: list,
    predicate: { kind: 'link', iri, range: iri.range },
    object: member,
    range: member.range,
  };
}
