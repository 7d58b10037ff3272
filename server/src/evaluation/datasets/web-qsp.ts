/** Reads WebQSP as published: `Questions`, each with alternative `Parses`. */
import * as z from 'zod/mini';
import type { GoldParse } from '../eval-question';
import { answersField, freebaseId } from './answers';
import { idField, questionField, parseFields, withoutUndefined, textField } from './fields';
import type { DatasetReader } from './dataset-reader';

const PARSE = z.object({
  Sparql: textField,
  SExpr: textField,
  TopicEntityMid: textField,
  InferentialChain: z.nullish(z.array(z.string())),
  Answers: answersField,
  // Ignored if it has another value.
  AnnotatorComment: z.catch(
    z.nullish(z.object({ QuestionQuality: textField, ParseQuality: textField })),
    undefined,
  ),
});
type Parse = z.output<typeof PARSE>;

const ROW = z.object({
  QuestionId: idField,
  RawQuestion: z.nullish(questionField),
  ProcessedQuestion: z.nullish(questionField),
  Parses: z.array(PARSE),
});

export const webQsp: DatasetReader = {
  shape: 'webqsp',
  fits: (row) => 'Parses' in row,
  read: (fields) => {
    const parsed = parseFields(ROW, fields);
    if ('problem' in parsed) return parsed;
    const { QuestionId, RawQuestion, ProcessedQuestion, Parses } = parsed.row;
    const question = RawQuestion ?? ProcessedQuestion;
    if (question === null || question === undefined)
      return { rule: 'no-question', problem: '"RawQuestion" must be a non-blank string' };
    if (Parses.length && !Parses.some(isComplete))
      return {
        rule: 'bad-row',
        problem: '"Parses" has no parse that is marked Good and Complete, so the gold answer is unknown',
      };
    const [first] = Parses;
    return {
      id: QuestionId,
      question,
      gold: {
        parses: Parses.map(toGoldParse),
        ...withoutUndefined({
          hops: first?.InferentialChain?.length,
          entities: first?.TopicEntityMid === undefined ? undefined : [freebaseId(first.TopicEntityMid)],
        }),
      },
    };
  },
};

/** As in WebQSP's script: if one parse is complete, all count. Files without the comments have only complete ones. */
function isComplete({ AnnotatorComment: comment }: Parse): boolean {
  return (
    (comment?.QuestionQuality ?? 'Good') === 'Good' && (comment?.ParseQuality ?? 'Complete') === 'Complete'
  );
}

function toGoldParse({ Sparql, SExpr, Answers }: Parse): GoldParse {
  return withoutUndefined({ sparql: Sparql, sexpr: SExpr, answers: Answers ?? undefined });
}
