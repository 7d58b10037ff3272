/** Reads SimpleQuestions: a fact, and the question that its object answers. Field names vary between editions. */
import * as z from 'zod/mini';
import { FREEBASE } from '../../core/language/rdf/names';
import { normalizeAnswer, freebaseId } from './answers';
import { idField, questionField, parseFields, withoutUndefined } from './fields';
import type { DatasetReader } from './dataset-reader';

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

export const simpleQuestions: DatasetReader = {
  shape: 'simplequestions',
  fits: (row) =>
    ('subject' in row && 'relation' in row) || ('subject_entity' in row && 'relationship' in row),
  read: (fields) => {
    const parsed = parseFields(ROW, {
      ...fields,
      subject: fields['subject'] ?? fields['subject_entity'],
      relation: fields['relation'] ?? fields['relationship'],
      object: fields['object'] ?? fields['object_entity'],
    });
    if ('problem' in parsed) return parsed;
    const { id, question } = parsed.row;
    const [subject, relation] = [freebaseId(parsed.row.subject), freebaseId(parsed.row.relation)];
    return {
      ...withoutUndefined({ id: id ?? undefined }),
      question,
      gold: {
        parses: [
          {
            sparql: `SELECT DISTINCT ?x WHERE { <${toIri(subject)}> <${toIri(relation)}> ?x . }`,
            sexpr: `(JOIN (R ${relation}) ${subject})`,
            answers: [...new Set([parsed.row.object].flat().map((each) => normalizeAnswer(String(each))))],
          },
        ],
        function: 'none',
        hops: 1,
        entities: [subject],
      },
    };
  },
};

function toIri(id: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(id) ? id : FREEBASE + id;
}
