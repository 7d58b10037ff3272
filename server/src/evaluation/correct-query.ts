/** The correct query of a question, to be used as an exemplar. */
import { convertText } from '../core/logical-form/convert';
import type { KbSchema } from '../core/schema/schema';
import type { Dialect } from '../core/language/sparql/model';
import type { EvalQuestion } from './eval-question';
import type { Prediction } from './prediction';
import { scoreQuestion } from './score/score-question';

export interface CorrectQuery {
  readonly query: string;
  /** From the dataset, or the query that gave the right answer. */
  readonly from: 'gold' | 'answer';
}

/** `now` is a date, for logical forms with NOW. */
export function correctQueryOf(
  question: EvalQuestion,
  prediction: Prediction | undefined,
  about: { readonly schema: KbSchema; readonly dialect: Dialect; readonly now: string },
): CorrectQuery | { readonly problem: string } {
  const { parses } = question.gold;
  const gold =
    parses.find(({ sparql }) => sparql?.trim())?.sparql ??
    parses.flatMap(({ sexpr }) => (sexpr === undefined ? [] : asSparql(sexpr, about)))[0];
  if (gold !== undefined) return { query: gold.trim(), from: 'gold' };
  if (!prediction?.query)
    return {
      problem: 'There is no correct query for this question: the dataset has none, and none was found.',
    };
  return scoreQuestion(question, prediction, about.schema).verdict === 'right'
    ? { query: prediction.query.trim(), from: 'answer' }
    : {
        problem:
          'There is no correct query for this question: the dataset has none, and the one that was found is not known to be right.',
      };
}

function asSparql(sexpr: string, about: Parameters<typeof correctQueryOf>[2]): readonly string[] {
  const converted = convertText(sexpr, 'sparql', about);
  return 'problem' in converted ? [] : [converted.text];
}
