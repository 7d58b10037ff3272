/** Converts an error of an engine other than Virtuoso to a message and a range in the query. */
import { summarizeFinding } from '../check/finding-text';
import type { SyntaxProblem } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import { refused, timedOut, type FailedExecution } from './failures';
import { isRecord, parseJson } from '../language/text/json';
import { clipErrorText, quoteError } from './server-text';

interface SentQuery {
  readonly text: string;
  readonly problems: readonly SyntaxProblem[];
  /** Maps an offset of `text` to a range in the original query. */
  readonly placeOf: (offset: number) => TextRange;
}

/** Messages of Fuseki, RDF4J (and GraphDB), QLever, Blazegraph and Stardog. */
const TIMEOUT_MESSAGE =
  /time(?:d[ -])?out|took too long|time limit|deadline exceeded|exceeded the allowed time|QueryTimeoutException|operation was cancel/i;

export function explainStandardError(engine: string, body: string, sent: SentQuery): FailedExecution {
  const message = errorMessage(body);
  const quote = `${engine} says: ${quoteError(message)}`;
  if (TIMEOUT_MESSAGE.test(message))
    return timedOut(`${engine} ran out of time. Ask for less, or raise its limit. ${quote}`);
  const [problem] = sent.problems;
  if (problem) return refused(`${summarizeFinding(problem)} ${quote}`, problem.range);
  const offset = errorOffset(body, sent.text);
  return refused(
    `${engine} does not accept this query${offset === undefined ? '' : ' from here on'}. ${quote}`,
    offset === undefined ? undefined : sent.placeOf(offset),
  );
}

/** Messages about the query in a response with status 500, which engines also send for their own failures. */
const QUERY_ERROR =
  /malformed|pars(?:e|ing) (?:error|exception)|parseexception|syntax|lexical error|encountered "|query evaluation error|(?:invalid|unknown|unsupported|undefined|unresolved) (?:sparql|query|function|prefix|variable|aggregate)|not supported/i;

/** Whether a response with status 500 is about the query, not about a failure of the server. */
export function isAboutQuery(body: string): boolean {
  // QLever uses this field for query errors.
  if (typeof parseObject(body)?.['exception'] === 'string') return true;
  const message = errorMessage(body);
  return QUERY_ERROR.test(message) || TIMEOUT_MESSAGE.test(message);
}

/** Reads the message from plain text or from JSON with one of the usual fields. */
export function errorMessage(body: string): string {
  const parsed = parseObject(body);
  for (const key of ['exception', 'message', 'error', 'detail', 'detailedMessage']) {
    const value = parsed?.[key];
    if (typeof value === 'string' && value.trim() !== '') return clipErrorText(value);
  }
  const text = clipErrorText(body).trim();
  // A Java stack trace follows.
  const stack = text.search(/\n[ \t]*at [\w.$]+\(/);
  const first = stack < 0 ? text : text.slice(0, stack);
  return first === '' ? 'nothing more' : first;
}

/** `line 3, column 7`, `error at 3:7`, or QLever's offset in code points. */
function errorOffset(body: string, query: string): number | undefined {
  const metadata = parseObject(body)?.['metadata'];
  if (isRecord(metadata) && typeof metadata['startIndex'] === 'number')
    return Array.from(query).slice(0, metadata['startIndex']).join('').length;
  const text = clipErrorText(body);
  const [, line, column] =
    /\bline[: ]+(\d+)[,;]?\s+(?:at )?col(?:umn)?[: ]+(\d+)/i.exec(text) ??
    /\bat (\d+):(\d+)\b/.exec(text) ??
    [];
  if (line === undefined || column === undefined) return undefined;
  const lines = query.split('\n');
  const before = lines.slice(0, Number(line) - 1);
  const within = Array.from(lines[Number(line) - 1] ?? '')
    .slice(0, Number(column) - 1)
    .join('');
  return before.reduce((sum, text) => sum + text.length + 1, 0) + within.length;
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = body.trimStart().startsWith('{') ? parseJson(body) : undefined;
  return isRecord(parsed) ? parsed : undefined;
}
