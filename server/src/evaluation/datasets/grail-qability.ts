/**
 * GrailQAbility and GraphQAbility: GrailQA's fields, with `qType` and the answers of the whole KB. `NK` in the place of a form says
 * that the schema cannot express the question.
 */
import * as z from 'zod/mini';
import { isNoForm } from '../../core/logical-form/parse-sexpr';
import type { Answerability } from '../eval-question';
import { answersField } from './answers';
import { readBy, defined, textField } from './fields';
import { GRAIL_FIELDS, grailGold } from './grail-qa';
import type { ShapeReader } from './shape-reader';

const ROW = z.object({
  ...GRAIL_FIELDS,
  qType: z.enum(['A', 'U']),
  Organswer: answersField,
  Orgs_expression: textField,
  Missing_KB_elements: z.nullish(z.array(z.string())),
});

export const grailQability: ShapeReader = {
  shape: 'grailqability',
  fits: (row) => 'qType' in row,
  read: (fields) => {
    const read = readBy(ROW, fields);
    if ('problem' in read) return read;
    const { qid, question, answer, qType, Organswer, Orgs_expression, Missing_KB_elements, ...rest } =
      read.row;
    const { sparql, sexpr, ...gold } = grailGold(rest);
    const inexpressible = rest.s_expression !== undefined && isNoForm(rest.s_expression);
    const answerability: Answerability = qType === 'A' ? 'answerable' : inexpressible ? 'schema' : 'data';
    // A count without facts is 0 or absent in the published files; both mean no answer.
    const none = qType === 'U' && answer?.join() === '0';
    return {
      id: qid,
      question,
      gold: {
        ...gold,
        parses: [defined({ sparql, sexpr, answers: none ? [] : (answer ?? undefined) })],
        answerability,
        ...defined({
          ideal: Organswer ?? undefined,
          idealSexpr:
            Orgs_expression === undefined || isNoForm(Orgs_expression) ? undefined : Orgs_expression,
          missing: Missing_KB_elements?.filter((what) => what !== 'none'),
        }),
      },
    };
  },
};
