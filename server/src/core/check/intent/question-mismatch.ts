import { questionOf } from '../../language/sparql/header';
import type { Verifier } from '../verifier';

/** The query matches its question. */
export const questionMismatch: Verifier<'intent'> = {
  code: 'nl_semantic',
  stage: 'intent',
  strength: 'weak',
  severity: 'warning',
  title: 'The query does not match its question',
  about:
    'The comment `# question: …` and the query ask different things. While typing, only clear differences in structure are reported, as information: a question that counts and a query that does not, a superlative or comparison in the wrong direction or on one side only, a person in the question and a date in the answer. With a model, *Check against Its Question* translates the query back into a question and compares the two; its verdict is a warning until the query or the question changes. Silent where a query has no question, and in case of doubt.',
  *verify({ query, agreement }) {
    if (agreement.verdict !== 'different') return;
    const { keyword, range } = query.query;
    const plain = agreement.by === 'cues';
    yield {
      range: questionOf(query)?.range ?? keyword ?? range,
      rule: plain ? 'cues' : 'model',
      ...(plain && { severity: 'information' as const }),
      message: plain
        ? 'The query probably does not match its question'
        : `The query probably does not match its question, according to ${agreement.by}`,
      because: agreement.explanation,
      advice: 'Change the query or the question.',
    };
  },
};
