import type { Verifier } from '../verifier';

/** The text is a query of the chosen dialect. */
export const syntax: Verifier<'text'> = {
  code: 'syntax',
  stage: 'text',
  strength: 'strong',
  severity: 'error',
  title: 'The query does not parse',
  about:
    'The grammar of sparqljs gives the verdict, after what is peculiar to Virtuoso has been set aside (in the dialect `virtuoso`) or reported with its standard form (in `sparql11`). The rest of the query is still checked.',
  *verify({ query }) {
    // The standard form of what is Virtuoso's means the same; how a broken query was meant is a guess.
    const ours = new Set(query.dialectisms.map(({ range }) => range));
    for (const { edits, ...problem } of query.problems) {
      const safety = ours.has(problem.range) ? 'safe' : 'unsafe';
      yield { ...problem, ...(edits ? { fixes: [{ ...edits, safety }] } : {}) };
    }
  },
};
