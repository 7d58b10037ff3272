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
    'The comment `# question: …` and the query ask different things. While typing, only clear differences in structure are reported, as information: a question that counts and a query that does not, a superlative or comparison in the wrong direction or on one side only, a person in the question and a date in the answer. With a KB, the query is also compared with the likeliest query for the question: a warning is reported, with that query as a quick fix, if the ranker is confident and the answers of the two have nothing in common. With a model, *Check Query Against Its Question* translates the query back into a question and compares the two; its verdict is a warning until the query or the question changes. Not reported where a query has no question, or in case of doubt.',
  *verify({ query, agreement }) {
    if (agreement.verdict !== 'different') return;
    const { keyword, range } = query.query;
    const { by, explanation, summary, alternative } = agreement;
    const rule = by === 'cues' || by === 'ranking' ? by : 'model';
    const probably = 'The query probably does not match its question';
    yield {
      range: questionOf(query)?.range ?? keyword ?? range,
      rule,
      ...(rule === 'cues' && { severity: 'information' as const }),
      message: summary ?? (rule === 'model' ? `${probably}, according to ${by}` : probably),
      because: explanation,
      advice: 'Change the query or the question.',
      ...(alternative && {
        fixes: [
          {
            title: alternative.title,
            edits: [{ range: query.range, newText: alternative.query }],
            safety: 'unsafe' as const,
          },
        ],
      }),
    };
  },
};
