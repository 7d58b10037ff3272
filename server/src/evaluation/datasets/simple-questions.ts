/** SimpleQuestions: a fact, and the question that its object answers. Field names vary between editions. */
import * as z from 'zod/mini';
import { FREEBASE } from '../../core/language/rdf/names';
import { answerOf, freebaseId } from './answers';
import { idField, questionField, readBy, defined } from './fields';
import type { ShapeReader } from './shape-reader';

/** Only characters of an IRI, so that a row cannot inject SPARQL. */
const iriPart = z.string().check(z.regex(/^[^\s<>"{}|\\^`]+$/));
const object = z.union([z.string(), z.number()]);

const ROW = z.object({
  id: z.nullish(idField),
  subject: iriPart,
  relation: iriPart,
  object: z.union([object, z.array(object)]),
  question: questionField,
});

export const simpleQuestions: ShapeReader = {
  shape: 'simplequestions',
  fits: (row) =>
    ('subject' in row && 'relation' in row) || ('subject_entity' in row && 'relationship' in row),
  read: (fields) => {
    const read = readBy(ROW, {
      ...fields,
      subject: fields['subject'] ?? fields['subject_entity'],
      relation: fields['relation'] ?? fields['relationship'],
      object: fields['object'] ?? fields['object_entity'],
    });
    if ('problem' in read) return read;
    const { id, question } = read.row;
    const [subject, relation] = [freebaseId(read.row.subject), freebaseId(read.row.relation)];
    return {
      ...defined({ id: id ?? undefined }),
      question,
      gold: {
        parses: [
          {
            sparql: `SELECT DISTINCT ?x WHERE { <${iriOf(subject)}> <${iriOf(relation)}> ?x . }`,
            sexpr: `(JOIN (R ${relation}) ${subject})`,
            answers: [...new Set([read.row.object].flat().map((each) => answerOf(String(each))))],
          },
        ],
        function: 'none',
        hops: 1,
        entities: [subject],
      },
    };
  },
};

function iriOf(id: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(id) ? id : FREEBASE + id;
}
