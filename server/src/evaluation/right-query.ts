/** The right query of a question, where there is one: an example for others. */
import { convertText } from '../core/logical-form/convert';
import type { KbSchema } from '../core/schema/schema';
import type { Dialect } from '../core/language/sparql/model';
import type { EvalQuestion } from './eval-question';
import type { Prediction } from './prediction';
import { scoreQuestion } from './score/score-question';

export interface RightQuery {
  readonly query: string;
  /** Whose it is: the dataset's, or the one that gave the right answer. */
  readonly from: 'gold' | 'answer';
}

/** `now` is a day, for forms that mean it. */
export function rightQueryOf(
  question: EvalQuestion,
  prediction: Prediction | undefined,
  about: { readonly schema: KbSchema; readonly dialect: Dialect; readonly now: string },
): RightQuery | { readonly problem: string } {
  const { parses } = question.gold;
  const gold =
    parses.find(({ sparql }) => sparql?.trim())?.sparql ??
    parses.flatMap(({ sexpr }) => (sexpr === undefined ? [] : asSparql(sexpr, about)))[0];
  if (gold !== undefined) return { query: gold.trim(), from: 'gold' };
  if (!prediction?.query)
    return {
      problem:
        'The dataset has no query for this question, and none was found. Only a right query can be an exemplar.',
    };
  return scoreQuestion(question, prediction, about.schema).verdict === 'right'
    ? { query: prediction.query.trim(), from: 'answer' }
    : {
        problem:
          'The dataset has no query for this question, and the one that was found is not known to be right. Only a right query can be an exemplar.',
      };
}

function asSparql(sexpr: string, about: Parameters<typeof rightQueryOf>[2]): readonly string[] {
  const converted = convertText(sexpr, 'sparql', about);
  return 'problem' in converted ? [] : [converted.text];
}
