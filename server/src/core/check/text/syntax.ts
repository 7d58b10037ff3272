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
    'The grammar of sparqljs decides, and the rules of SPARQL 1.1 that it does not express. In the dialect `virtuoso`, Virtuoso’s extensions are accepted; in `sparql11` they are reported, with their standard form where there is one, and so are scopes of variables and blank nodes, and GROUP BY, which Virtuoso does not check. The dialect `sparql12` is `sparql11` with the syntax of SPARQL 1.2; elsewhere this syntax is reported as SPARQL 1.2. The rest of the query is still checked.',
  *verify({ query }) {
    for (const problem of query.problems) {
      const { edits, ...texts } = problem;
      // The standard form of a Virtuoso extension means the same; a fix of a broken query is a guess.
      const safety = isDialectProblem(query, problem) ? 'safe' : 'unsafe';
      yield { ...texts, ...(edits ? { fixes: [{ ...edits, safety }] } : {}) };
    }
  },
};

/** Whether there are problems other than Virtuoso extensions. */
export function isBroken(query: QueryModel): boolean {
  return query.problems.some((problem) => !isDialectProblem(query, problem));
}

function isDialectProblem({ dialectisms }: QueryModel, problem: SyntaxProblem): boolean {
  return dialectisms.some(({ range }) => range === problem.range);
}
