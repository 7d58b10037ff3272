import { questionOf } from '../../language/sparql/header';
import type { Verifier } from '../verifier';

/** The query asks what its question asks. */
export const questionMismatch: Verifier<'intent'> = {
  code: 'nl_semantic',
  stage: 'intent',
  strength: 'weak',
  severity: 'warning',
  title: 'The query asks something else than its question',
  about:
    'The comment `# question: …` asks for something else than the query. While typing, only what structure makes plain is told, as information: a question that counts and a query that does not, a superlative or a comparison the wrong way round or on one side only, a person asked for and a date selected. With a model, *Check against Its Question* reads the query back and compares the two questions; its verdict is told as a warning until the query or the question changes. Silent where a query has no question, and wherever there is doubt.',
  *verify({ query, agreement }) {
    if (agreement.verdict !== 'different') return;
    const { keyword, range } = query.query;
    const plain = agreement.by === 'cues';
    yield {
      range: questionOf(query)?.range ?? keyword ?? range,
      rule: plain ? 'cues' : 'model',
      ...(plain && { severity: 'information' as const }),
      message: plain
        ? 'The query probably asks something else than its question'
        : `The query probably asks something else than its question, says ${agreement.by}`,
      because: agreement.explanation,
      advice: 'Change the query or the question, so that both ask the same.',
    };
  },
};
