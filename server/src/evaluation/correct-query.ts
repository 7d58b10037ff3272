/** Finds the correct query of a question, for use as an exemplar. */
import { convertText, type ConvertOptions } from '../core/logical-form/convert';
import type { EvalQuestion } from './eval-question';
import type { Prediction } from './prediction';
import { scoreQuestion } from './score/score-question';

export interface CorrectQuery {
  readonly query: string;
  /** `gold`: from the dataset; `answer`: the predicted query, whose answer is right. */
  readonly from: 'gold' | 'answer';
}

/** `now` is the date for logical forms with NOW. */
export function findCorrectQuery(
  question: EvalQuestion,
  prediction: Prediction | undefined,
  context: ConvertOptions,
): CorrectQuery | { readonly problem: string } {
  const { parses } = question.gold;
  const gold =
    parses.find(({ sparql }) => sparql?.trim())?.sparql ??
    parses.flatMap(({ sexpr }) => (sexpr === undefined ? [] : convertToSparql(sexpr, context)))[0];
  if (gold !== undefined) return { query: gold.trim(), from: 'gold' };
  if (!prediction?.query)
    return {
      problem: 'There is no correct query for this question: the dataset has none, and none was found.',
    };
  return scoreQuestion(question, prediction, context.schema).verdict === 'right'
    ? { query: prediction.query.trim(), from: 'answer' }
    : {
        problem:
          'There is no correct query for this question: the dataset has none, and the one that was found is not known to be right.',
      };
}

function convertToSparql(sexpr: string, context: ConvertOptions): readonly string[] {
  const converted = convertText(sexpr, 'sparql', context);
  return 'problem' in converted ? [] : [converted.text];
}
