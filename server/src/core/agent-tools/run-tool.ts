import * as z from 'zod/mini';
import { namesOf } from '../edit/names';
import type { Answer } from '../kb/knowledge-base';
import { describeQuery } from '../describe/describe-query';
import { reasonNotToRun } from '../repair/reason-not-to-run';
import { whyEmpty, type WhyEmptyPorts } from '../query/why-empty/why-empty';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { onOneLine } from '../language/text/controls';
import { answerAsData, answerInWords, irisOf, rowsIn } from './answer-text';
import { MAX_QUERY_LENGTH } from './check-tool';
import { bounded, quoted, QUOTED_IS_DATA } from './quoted';
import { failure, tool, type ToolPorts } from './tool';

const MAX_ROWS = 500;
const USUAL_ROWS = 50;

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
          z.describe(`The maximum number of rows; ${USUAL_ROWS} by default.`),
        ),
    ),
  }),
  work: async ({ query: text, rows = USUAL_ROWS }, ports) => {
    const query = parseQuery(text, ports.dialect);
    const refusal = refusalOf(query);
    if (refusal !== undefined) return failure(refusal);
    const opened = await ports.kb();
    if ('problem' in opened) return failure(opened.problem);
    const { kb, directory } = opened;
    ports.onProgress(`Asking ${kb.name}`);
    const limits = { timeoutMs: ports.limits.timeoutMs, maxRows: rows };
    const execution = await kb.execute(text, limits, ports.signal);
    if (execution.status !== 'answered') return failure(onOneLine(execution.message));
    const { answer, incomplete } = execution;
    const entities = await directory.lookUp([...irisOf(answer), ...irisIn(query)], ports.signal);
    const names = {
      nameOf: (iri: string) => entities.get(iri)?.name,
      idOf: (iri: string) => ports.schema?.idOf(iri) ?? iri,
    };
    const reading = ports.schema && describeQuery(query, ports.schema, names.nameOf).question;
    const why = isEmpty(answer) ? await emptiness(query, { ...ports, kb, directory }, ports) : undefined;
    return {
      text: bounded([
        ...(reading === undefined ? [] : [`The query asks: ${quoted(reading, 1000)}`]),
        ...answerInWords(answer, incomplete && whyMore(answer, rows, incomplete.message), names),
        ...(why === undefined ? [] : [quoted(why, 2000)]),
        QUOTED_IS_DATA,
      ]),
      data: {
        ...answerAsData(answer, names),
        truncated: incomplete !== undefined,
        ...(reading !== undefined && { reading }),
        ...(why !== undefined && { whyEmpty: why }),
      },
    };
  },
});

/** Whoever calls a tool has not looked at the query, so that it may do nothing but ask this KB. */
function refusalOf(query: QueryModel): string | undefined {
  const danger = reasonNotToRun(query, undefined);
  if (!danger) return undefined;
  const [problem] = query.problems;
  const why = problem && !query.parses ? `: ${problem.message}` : '';
  return onOneLine(
    `Not run. ${danger.message}${why}. Write one query with SELECT, ASK, CONSTRUCT or DESCRIBE, for this KB alone.`,
  );
}

/** Whoever calls a tool has no settings to raise. */
function whyMore(answer: Answer, rows: number, message: string): string {
  const shown = rowsIn(answer).length;
  if (shown < rows) return message;
  return rows < MAX_ROWS
    ? `Only the first ${shown} are shown. Raise "rows", to ${MAX_ROWS} at most, to see more.`
    : `Only the first ${shown} are shown, which is the limit. Ask for less, or count them.`;
}

function irisIn(query: QueryModel): readonly string[] {
  return namesOf(query).flatMap(({ iri, declares }) => (declares ? [] : [iri]));
}

function isEmpty(answer: Answer): boolean {
  return answer.kind === 'table' && !rowsIn(answer).length;
}

/** Which part of it leaves nothing. A few seconds are worth it, more are not. */
const PATIENCE = { probes: 40, eachMs: 2000, allMs: 10_000 };

async function emptiness(
  query: QueryModel,
  asked: Omit<WhyEmptyPorts, 'budget'>,
  { onProgress, signal }: ToolPorts,
): Promise<string | undefined> {
  onProgress('Looking for the part that matches nothing');
  const { verdict, summary, instead } = await whyEmpty(query, { ...asked, budget: PATIENCE }, signal);
  if (verdict === 'unknown' || verdict === 'not-empty') return undefined;
  return instead.length ? `${summary} What matches there: ${instead.join('; ')}.` : summary;
}
