import * as z from 'zod/mini';
import { namesOf } from '../edit/names';
import type { QueryAnswer, RdfTerm, AnswerRow } from '../kb/knowledge-base';
import { describeQuery } from '../describe/describe-query';
import { reasonNotToRun } from '../repair/reason-not-to-run';
import { whyEmpty, type WhyEmptyPorts } from '../query/why-empty/why-empty';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { onOneLine } from '../language/text/control-characters';
import { MAX_QUERY_LENGTH } from './check-tool';
import { joinLines, quote, QUOTED_IS_DATA, formatEntity } from './quote';
import { toolFailure, tool, type ToolPorts } from './tool';

const MAX_ROWS = 500;
const DEFAULT_ROWS = 50;
/** Limits the search for the reason of an empty answer. */
const WHY_EMPTY_BUDGET = { probes: 40, eachMs: 2000, allMs: 10_000 };

export const runTool = tool({
  name: 'run',
  title: 'Run a Freebase query',
  description:
    'Runs one SPARQL query (SELECT, ASK, CONSTRUCT or DESCRIBE) on the knowledge base and returns its rows, with the names of entities beside their IDs, and what the query asks in plain English. If there are no rows, it reports which part of the query matches nothing. It only reads: updates, SERVICE, FROM and DEFINE are refused.',
  input: z.strictObject({
    query: z.string().check(z.minLength(1), z.maxLength(MAX_QUERY_LENGTH), z.describe('One SPARQL query.')),
    rows: z.optional(
      z
        .int()
        .check(
          z.minimum(1),
          z.maximum(MAX_ROWS),
          z.describe(`The maximum number of rows; ${DEFAULT_ROWS} by default.`),
        ),
    ),
  }),
  work: async ({ query: text, rows = DEFAULT_ROWS }, ports) => {
    const query = parseQuery(text, ports.dialect);
    const reason = reasonNotToRunTool(query);
    if (reason !== undefined) return toolFailure(reason);
    const opened = await ports.kb();
    if ('problem' in opened) return toolFailure(opened.problem);
    const { kb, directory } = opened;
    ports.onProgress(`Asking ${kb.name}`);
    const limits = { timeoutMs: ports.limits.timeoutMs, maxRows: rows };
    const execution = await kb.execute(text, limits, ports.signal);
    if (execution.status !== 'answered') return toolFailure(onOneLine(execution.message));
    const { answer, incomplete } = execution;
    const entities = await directory.lookUp([...irisOf(answer), ...irisIn(query)], ports.signal);
    const names = {
      nameOf: (iri: string) => entities.get(iri)?.name,
      idOf: (iri: string) => ports.schema?.idOf(iri) ?? iri,
    };
    const reading = ports.schema && describeQuery(query, ports.schema, names.nameOf).question;
    const isEmpty = answer.kind === 'table' && !answer.rows.length;
    const why = isEmpty ? await explainEmpty(query, { ...ports, kb, directory }, ports) : undefined;
    return {
      text: joinLines([
        ...(reading === undefined ? [] : [`The query asks: ${quote(reading, 1000)}`]),
        ...formatAnswer(answer, incomplete && explainIncomplete(answer, rows, incomplete.message), names),
        ...(why === undefined ? [] : [quote(why, 2000)]),
        QUOTED_IS_DATA,
      ]),
      data: {
        ...answerToData(answer, names),
        truncated: incomplete !== undefined,
        ...(reading !== undefined && { reading }),
        ...(why !== undefined && { whyEmpty: why }),
      },
    };
  },
});

/** No user has reviewed the query, so only read-only queries to this KB are run. */
function reasonNotToRunTool(query: QueryModel): string | undefined {
  const reason = reasonNotToRun(query, undefined);
  if (!reason) return undefined;
  const [problem] = query.problems;
  const details = problem && !query.parses ? `: ${problem.message}` : '';
  return onOneLine(
    `Not run. ${reason.message}${details}. Write one query with SELECT, ASK, CONSTRUCT or DESCRIBE, for this KB alone.`,
  );
}

/** Replaces advice on settings, which agents cannot change. */
function explainIncomplete(answer: QueryAnswer, rows: number, message: string): string {
  const shown = rowsOf(answer).length;
  if (shown < rows) return message;
  return rows < MAX_ROWS
    ? `Only the first ${shown} are shown. Raise "rows", to ${MAX_ROWS} at most, to see more.`
    : `Only the first ${shown} are shown, which is the limit. Ask for less, or count them.`;
}

function irisIn(query: QueryModel): readonly string[] {
  return namesOf(query).flatMap(({ iri, declares }) => (declares ? [] : [iri]));
}

/** Finds the part of a query that matches nothing. */
async function explainEmpty(
  query: QueryModel,
  ports: Omit<WhyEmptyPorts, 'budget'>,
  { onProgress, signal }: ToolPorts,
): Promise<string | undefined> {
  onProgress('Looking for the part that matches nothing');
  const { verdict, summary, instead } = await whyEmpty(query, { ...ports, budget: WHY_EMPTY_BUDGET }, signal);
  if (verdict === 'unknown' || verdict === 'not-empty') return undefined;
  return instead.length ? `${summary} What matches there: ${instead.join('; ')}.` : summary;
}

interface AnswerNames {
  readonly nameOf: (iri: string) => string | undefined;
  readonly idOf: (iri: string) => string;
}

/** `incomplete` explains why there are more rows. */
function formatAnswer(
  answer: QueryAnswer,
  incomplete: string | undefined,
  names: AnswerNames,
): readonly string[] {
  if (answer.kind === 'boolean') return [answer.value ? 'yes' : 'no'];
  const rows = rowsOf(answer);
  const columns = columnsOf(answer);
  const more = incomplete === undefined ? '' : `, and there are more: ${onOneLine(incomplete)}`;
  return [
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${more}`,
    ...rows.map((row, index) => `${index + 1}. ${formatRow(row, columns, names)}`),
  ];
}

function answerToData(answer: QueryAnswer, names: AnswerNames): Readonly<Record<string, unknown>> {
  return {
    ...(answer.kind === 'boolean' && { boolean: answer.value }),
    columns: columnsOf(answer),
    rows: rowsOf(answer).map((row) => row.map((term) => term && termToData(term, names))),
  };
}

function rowsOf(answer: QueryAnswer): readonly AnswerRow[] {
  return answer.kind === 'table' ? answer.rows : answer.kind === 'graph' ? answer.triples : [];
}

function irisOf(answer: QueryAnswer): readonly string[] {
  return rowsOf(answer).flatMap((row) => row.flatMap((term) => (term?.type === 'uri' ? [term.value] : [])));
}

function columnsOf(answer: QueryAnswer): readonly string[] {
  if (answer.kind === 'table') return answer.columns;
  return answer.kind === 'graph' ? ['subject', 'predicate', 'object'] : [];
}

function formatRow(row: AnswerRow, columns: readonly string[], names: AnswerNames): string {
  return row
    .map((term, index) => {
      const text = formatTerm(term, names);
      return columns.length > 1 ? `${columns[index] ?? ''}: ${text}` : text;
    })
    .join('; ');
}

function formatTerm(term: RdfTerm | null, { nameOf, idOf }: AnswerNames): string {
  if (term === null) return 'nothing';
  return term.type === 'uri' ? formatEntity(idOf(term.value), nameOf(term.value)) : quote(term.value);
}

function termToData(term: RdfTerm, { nameOf, idOf }: AnswerNames): object {
  if (term.type !== 'uri') return { value: term.value };
  const name = nameOf(term.value);
  return { value: idOf(term.value), ...(name !== undefined && { name }) };
}
