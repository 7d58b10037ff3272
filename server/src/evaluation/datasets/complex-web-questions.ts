/** ComplexWebQuestions as published: `ID`, `answers` with `answer_id`, `compositionality_type`, `sparql`. */
import * as z from 'zod/mini';
import { answersField } from './answers';
import { idField, questionField, readBy, defined, textField } from './fields';
import type { ShapeReader } from './shape-reader';

const ROW = z.object({
  ID: idField,
  question: questionField,
  answers: answersField,
  compositionality_type: textField,
  sparql: textField,
  SExpr: textField,
});

const OWN_FIELDS = ['compositionality_type', 'webqsp_ID', 'machine_question', 'composition_answer'];

export const complexWebQuestions: ShapeReader = {
  shape: 'complexwebquestions',
  fits: (row) => 'ID' in row && ('question' in row || OWN_FIELDS.some((name) => name in row)),
  read: (fields) => {
    const read = readBy(ROW, fields);
    if ('problem' in read) return read;
    const { ID, question, answers, compositionality_type, sparql, SExpr } = read.row;
    const parse = defined({ sparql, sexpr: SExpr, answers: answers ?? undefined });
    return {
      id: ID,
      question,
      gold: {
        parses: Object.keys(parse).length ? [parse] : [],
        ...defined({ function: compositionality_type }),
      },
    };
  },
};
