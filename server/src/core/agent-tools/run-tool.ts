import * as z from 'zod/mini';
import { namesOf } from '../edit/names';
import type { QueryAnswer } from '../kb/knowledge-base';
import { describeQuery } from '../describe/describe-query';
import { reasonNotToRun } from '../repair/reason-not-to-run';
import { whyEmpty, type WhyEmptyPorts } from '../query/why-empty/why-empty';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { onOneLine } from '../language/text/control-characters';
import { answerToData, formatAnswer, irisOf, rowsOf } from './answer-text';
import { MAX_QUERY_LENGTH } from './check-tool';
import { joinLines, quote, QUOTED_IS_DATA } from './quote';
import { toolFailure, tool, type ToolPorts } from './tool';

const MAX_ROWS = 500;
const DEFAULT_ROWS = 50;
/** Limits the search for the reason of an empty answer. */
const WHY_EMPTY_BUDGET = { probes: 40, eachMs: 2000, allMs: 10_000 };

export const runTool = tool({
  name: 'run',
  title: 'Run a Freebase query',
  description:
    'Runs one SPARQL query (SELECT, ASK, CONSTRUCT or DESCRIBE) on the knowledge base and returns its rows, with the names of entities beside their ids, and what the query asks in plain English. If there are no rows, it reports which part of the query matches nothing. It only reads: updates, SERVICE, FROM and DEFINE are refused.',
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
