/** Reads ComplexWebQuestions as published: `ID`, `answers` with `answer_id`, `compositionality_type`, `sparql`. */
import * as z from 'zod/mini';
import { answersField } from './answers';
import { idField, questionField, parseFields, withoutUndefined, textField } from './fields';
import type { DatasetReader } from './dataset-reader';

const ROW = z.object({
  ID: idField,
  question: questionField,
  answers: answersField,
  compositionality_type: textField,
  sparql: textField,
  SExpr: textField,
});

const OWN_FIELDS = ['compositionality_type', 'webqsp_ID', 'machine_question', 'composition_answer'];

export const complexWebQuestions: DatasetReader = {
  shape: 'complexwebquestions',
  fits: (row) => 'ID' in row && ('question' in row || OWN_FIELDS.some((name) => name in row)),
  read: (fields) => {
    const parsed = parseFields(ROW, fields);
    if ('problem' in parsed) return parsed;
    const { ID, question, answers, compositionality_type, sparql, SExpr } = parsed.row;
    const parse = withoutUndefined({ sparql, sexpr: SExpr, answers: answers ?? undefined });
    return {
      id: ID,
      question,
      gold: {
        parses: Object.keys(parse).length ? [parse] : [],
        ...withoutUndefined({ function: compositionality_type }),
      },
    };
  },
};
