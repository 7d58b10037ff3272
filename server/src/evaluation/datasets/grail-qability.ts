/**
 * Reads GrailQAbility and GraphQAbility: GrailQA's fields, with `qType` and the answers on the complete KB. The logical form `NK`
 * means that the schema cannot express the question.
 */
import * as z from 'zod/mini';
import { isNoLogicalForm } from '../../core/logical-form/parse-sexpr';
import type { Answerability } from '../eval-question';
import { answersField } from './answers';
import { parseFields, withoutUndefined, textField } from './fields';
import { GRAIL_FIELDS, parseGrailGold } from './grail-qa';
import type { DatasetReader } from './dataset-reader';

const ROW = z.object({
  ...GRAIL_FIELDS,
  qType: z.enum(['A', 'U']),
  Organswer: answersField,
  Orgs_expression: textField,
  Missing_KB_elements: z.nullish(z.array(z.string())),
});

export const grailQability: DatasetReader = {
  shape: 'grailqability',
  fits: (row) => 'qType' in row,
  read: (fields) => {
    const parsed = parseFields(ROW, fields);
    if ('problem' in parsed) return parsed;
    const { qid, question, answer, qType, Organswer, Orgs_expression, Missing_KB_elements, ...rest } =
      parsed.row;
    const { sparql, sexpr, ...gold } = parseGrailGold(rest);
    const inexpressible = rest.s_expression !== undefined && isNoLogicalForm(rest.s_expression);
    const answerability: Answerability = qType === 'A' ? 'answerable' : inexpressible ? 'schema' : 'data';
    // A count without facts is 0 or absent in the published files; both mean no answer.
    const isZeroCount = qType === 'U' && answer?.join() === '0';
    return {
      id: qid,
      question,
      gold: {
        ...gold,
        parses: [withoutUndefined({ sparql, sexpr, answers: isZeroCount ? [] : (answer ?? undefined) })],
        answerability,
        ...withoutUndefined({
          ideal: Organswer ?? undefined,
          idealSexpr:
            Orgs_expression === undefined || isNoLogicalForm(Orgs_expression) ? undefined : Orgs_expression,
          missing: Missing_KB_elements?.filter((what) => what !== 'none'),
        }),
      },
    };
  },
};
