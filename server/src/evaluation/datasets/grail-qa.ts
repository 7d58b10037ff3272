/** Reads GrailQA: `qid`, `answer`, `sparql_query`, `s_expression`, `graph_query`. Its test set has only questions. */
import * as z from 'zod/mini';
import { isNoLogicalForm } from '../../core/logical-form/parse-sexpr';
import type { Gold } from '../eval-question';
import { answersField } from './answers';
import {
  countField,
  idField,
  columnsToRows,
  questionField,
  parseFields,
  withoutUndefined,
  textField,
} from './fields';
import type { DatasetReader } from './dataset-reader';

const node = z.object({ id: z.string(), node_type: z.nullish(z.string()) });

export const GRAIL_FIELDS = {
  qid: idField,
  question: questionField,
  answer: answersField,
  function: textField,
  num_edge: countField,
  level: textField,
  sparql_query: textField,
  s_expression: textField,
  graph_query: z.nullish(z.object({ nodes: z.pipe(z.transform(columnsToRows), z.nullish(z.array(node))) })),
};

const ROW = z.object(GRAIL_FIELDS);

export const grailQa: DatasetReader = {
  shape: 'grailqa',
  // Files of predictions have IDs too.
  fits: (row) => 'qid' in row && ['question', 'graph_query', 's_expression'].some((name) => name in row),
  read: (fields) => {
    const parsed = parseFields(ROW, fields);
    if ('problem' in parsed) return parsed;
    const { qid, question, answer, ...rest } = parsed.row;
    const { sparql, sexpr, ...gold } = parseGrailGold(rest);
    // Every question of GrailQA has an answer; an empty list means unknown.
    const answers = answer?.length || sparql !== undefined || sexpr !== undefined ? answer : undefined;
    const parse = withoutUndefined({ sparql, sexpr, answers: answers ?? undefined });
    return { id: qid, question, gold: { ...gold, parses: Object.keys(parse).length ? [parse] : [] } };
  },
};

type GrailFields = Omit<z.output<typeof ROW>, 'qid' | 'question' | 'answer'>;

/** Parses the fields that GrailQA and its successors share. */
export function parseGrailGold(
  row: GrailFields,
): Omit<Gold, 'parses'> & { readonly sparql?: string; readonly sexpr?: string } {
  const { s_expression: form, sparql_query: query, graph_query: graph } = row;
  const entities = graph?.nodes?.flatMap(({ id, node_type }) => (node_type === 'entity' ? [id] : []));
  return withoutUndefined({
    sparql: query === undefined || isNoLogicalForm(query) ? undefined : query,
    sexpr: form === undefined || isNoLogicalForm(form) ? undefined : form,
    level: row.level,
    function: row.function,
    hops: row.num_edge,
    entities: entities && [...new Set(entities)],
  });
}
