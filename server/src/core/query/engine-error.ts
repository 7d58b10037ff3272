/** Converts an error of the embedded engine to a message and a range in the original query. */
import type { Execution } from '../kb/knowledge-base';
import type { SyntaxProblem, QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { summarizeFinding } from '../check/finding-text';
import type { StandardQuery } from './standard-query';
import type { Finding } from '../check/verifier';
import { refused, type FailedExecution } from './failures';
import { isUpdate } from './refusal-before-sending';

/** Characters of an error that are quoted; longer ones list all expected tokens. */
const MAX_QUOTED_LENGTH = 160;

export function explainEngineError(error: string, { text, given, placeOf }: StandardQuery): FailedExecution {
  const [, line, column, sentence] = /^error at (\d+):(\d+): ([^]*)$/.exec(error) ?? [];
  const problem = given.problems[0] ?? strictProblem(given.text);
  if (problem) return refused(summarizeFinding(problem), problem.range);
  const unknown = /^The custom function <([^>]*)> is not supported/.exec(error)?.[1];
  if (unknown !== undefined) {
    const offset = text.indexOf(`<${unknown}>`);
    return refused(
      `The embedded engine has no function ${unknown}. Use a standard function, such as CONTAINS or REGEX, or run the query on an endpoint that has it.`,
      offset < 0 ? undefined : placeOf(offset),
    );
  }
  const service = /^The service <([^>]*)> is not supported/.exec(error)?.[1];
  if (service !== undefined)
    return refused(
      `The embedded engine does not support SERVICE <${service}>. Run the query on an endpoint that allows it, or remove that part.`,
    );
  const place =
    line !== undefined && column !== undefined
      ? placeOf(offsetAt(text, Number(line), Number(column)))
      : undefined;
  return refused(
    `The engine does not accept this query${place ? ` from here on` : ''}. It says: ${shorten(sentence ?? error)}.`,
    place,
  );
}

/** A problem that Virtuoso accepts and other engines may not. */
function strictProblem(text: string): SyntaxProblem | undefined {
  const { parses, problems } = parseQuery(text, 'sparql11');
  return parses ? problems.find(({ message }) => !message.startsWith('Not standard')) : undefined;
}

/** Lines and columns count from 1, and columns in code points. */
function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let left = line - 1; left > 0; left--) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const before = Array.from(text.slice(start).split('\n', 1).join(''))
    .slice(0, column - 1)
    .join('');
  return start + before.length;
}

function shorten(sentence: string): string {
  const line = sentence.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
  return line.length <= MAX_QUOTED_LENGTH
    ? line
    : `${line.slice(0, MAX_QUOTED_LENGTH).replace(/,[^,]*$/, '')} …`;
}

/** Notes about features that a file does not support; the engine would only return nothing. */
export function unsupportedByFiles({ tokens, text }: QueryModel): readonly string[] {
  const notes: string[] = [];
  if (tokens.some(({ type, value }) => type === 'keyword' && value === 'GRAPH'))
    notes.push(
      'The facts of a file are in no named graph, so GRAPH finds nothing here. Remove it, or run the query on an endpoint.',
    );
  if (tokens.some(({ start, end }) => /^<?bif:contains>?$/i.test(text.slice(start, end))))
    notes.push(
      'bif:contains needs the text index of Virtuoso. A file has none, so nothing is found. Use FILTER(CONTAINS(LCASE(?name), "word")) instead.',
    );
  return notes;
}

/** A finding for a query that an engine rejected; none without a range, or if our parser reports the problem. */
export function refusedFinding(query: QueryModel, execution: Execution, kb: string): readonly Finding[] {
  if (execution.status !== 'refused' || !execution.place) return [];
  // A rejected update is not a mistake in the query.
  if (query.problems.length > 0 || isUpdate(query.text)) return [];
  return [
    {
      code: 'syntax',
      rule: 'engine',
      stage: 'text',
      strength: 'strong',
      severity: 'error',
      range: execution.place,
      message: execution.message,
      because: `The KB ${kb} refused the query here when it was last run.`,
      advice: '',
    },
  ];
}
