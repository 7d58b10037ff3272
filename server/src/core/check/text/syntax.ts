import type { QueryModel, SyntaxProblem } from '../../language/sparql/model';
import type { Verifier } from '../verifier';

/** The text is a query of the chosen dialect. */
export const syntax: Verifier<'text'> = {
  code: 'syntax',
  stage: 'text',
  strength: 'strong',
  severity: 'error',
  title: 'The query does not parse',
  about:
    'The grammar of sparqljs decides. In the dialect `virtuoso`, Virtuoso’s extensions are accepted; in `sparql11` they are reported with their standard form. The rest of the query is still checked.',
  *verify({ query }) {
    for (const problem of query.problems) {
      const { edits, ...told } = problem;
      // The standard form of what is Virtuoso's means the same; how a broken query was meant is a guess.
      const safety = isOfDialect(query, problem) ? 'safe' : 'unsafe';
      yield { ...told, ...(edits ? { fixes: [{ ...edits, safety }] } : {}) };
    }
  },
};

/** Is there more amiss than that Virtuoso's own ways are used where only the standard's are wanted? */
export function isBroken(query: QueryModel): boolean {
  return query.problems.some((problem) => !isOfDialect(query, problem));
}

function isOfDialect({ dialectisms }: QueryModel, problem: SyntaxProblem): boolean {
  return dialectisms.some(({ range }) => range === problem.range);
}
