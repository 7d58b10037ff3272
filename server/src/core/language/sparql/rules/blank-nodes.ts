/** A blank node label belongs to one basic graph pattern (SPARQL 1.1, section 19.6). */
import type { TextRange } from '../../text/range';
import type { Group, Select, SyntaxProblem, Term, Triple } from '../model';
import { existsGroups } from '../query-parts';

export function sharedBlankNodes(query: Select): readonly SyntaxProblem[] {
  const inPatterns = new LabelReader();
  const inData = new LabelReader();
  for (const group of query.groups) {
    if (group.clause === 'INSERTDATA') inData.readData(group);
    else if (group.kind !== 'template') inPatterns.readGroup(group);
  }
  return [...inPatterns.problems, ...inData.problems];
}

class LabelReader {
  readonly problems: SyntaxProblem[] = [];
  private readonly firstUses = new Map<string, { readonly pattern: number; readonly range: TextRange }>();
  private pattern = 0;

  /** Everything except triples and filters ends a basic graph pattern. */
  readGroup(group: Group): void {
    this.pattern++;
    for (const part of group.order) {
      if ('subject' in part) {
        this.readTriple(part);
        continue;
      }
      if ('order' in part) this.readGroup(part);
      this.pattern++;
    }
    for (const select of group.select?.groups ?? []) this.readGroup(select);
    for (const exists of existsGroups(group)) this.readGroup(exists);
  }

  /** One operation, with all its graphs, is one pattern. */
  readData(group: Group): void {
    this.pattern++;
    for (const { triples } of [group, ...group.children])
      for (const triple of triples) this.readTriple(triple);
  }

  private readTriple({ subject, object }: Triple): void {
    this.readTerm(subject);
    this.readTerm(object);
  }

  private readTerm(term: Term): void {
    if (term.kind !== 'blank' || !term.name.startsWith('_:')) return;
    const { name, range } = term;
    const first = this.firstUses.get(name);
    if (!first) this.firstUses.set(name, { pattern: this.pattern, range });
    else if (first.pattern !== this.pattern)
      this.problems.push({
        range,
        message: `${name} is already used in another pattern`,
        because: 'A blank node label belongs to one group of triples, and cannot connect two of them.',
        advice: 'Use a variable.',
        related: [{ range: first.range, message: `The first use of ${name}` }],
      });
  }
}
