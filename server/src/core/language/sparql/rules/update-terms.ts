/** DATA has no variables, and DELETE no blank nodes (SPARQL 1.1, section 19.8, notes 5 to 8). */
import type { BlankTerm, Group, Select, SyntaxProblem, Term } from '../model';

export function* forbiddenUpdateTerms(query: Select): Iterable<SyntaxProblem> {
  for (const group of query.groups) {
    if (!group.clause) continue;
    const isData = group.clause === 'INSERTDATA' || group.clause === 'DELETEDATA';
    const isDelete = group.clause.startsWith('DELETE');
    const reported = new Set<number>();
    for (const term of termsOf(group)) {
      const isForbidden =
        (isData && term.kind === 'variable') || (isDelete && term.kind === 'blank' && !isComputed(term));
      if (!isForbidden || reported.has(term.range.start)) continue;
      reported.add(term.range.start);
      yield term.kind === 'variable'
        ? {
            range: term.range,
            message: `A variable is not allowed in ${isDelete ? 'DELETE DATA' : 'INSERT DATA'}`,
            because: 'It contains facts, not a pattern.',
            advice: `Use ${isDelete ? 'DELETE' : 'INSERT'} { … } WHERE { … }.`,
          }
        : {
            range: term.range,
            message: 'A blank node is not allowed in DELETE',
            because: 'A blank node is always a new node, so no fact contains it.',
            advice:
              group.clause === 'DELETEDATA'
                ? 'Use DELETE { … } WHERE { … } with a variable.'
                : 'Use a variable.',
          };
    }
  }
}

/** A triple term, or an expression of Virtuoso in backquotes. */
function isComputed({ name }: BlankTerm): boolean {
  return name.startsWith('<<') || name.startsWith('`');
}

function* termsOf(group: Group): Iterable<Term> {
  if (group.name) yield group.name;
  for (const { subject, predicate, object } of group.triples) {
    yield subject;
    if (predicate.kind === 'variable') yield predicate;
    yield object;
  }
  for (const child of group.children) yield* termsOf(child);
}
