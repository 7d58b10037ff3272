/** What any other engine says of a query that it does not answer → a message, and the place in the query as given. */
import { summarizeFinding } from '../check/finding-text';
import type { Execution } from '../kb/knowledge-base';
import type { SyntaxProblem } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import { clipErrorText, shortened } from './server-text';

type Failure = Extract<Execution, { readonly status: 'refused' | 'timed-out' }>;

interface SentQuery {
  /** As it was sent. */
  readonly text: string;
  /** What we ourselves find wrong with it. */
  readonly problems: readonly SyntaxProblem[];
  /** Where in the query as given stands what is at an offset of `text`. */
  readonly placeOf: (offset: number) => TextRange;
}

/** Fuseki, RDF4J and with it GraphDB, QLever, Blazegraph, Stardog. */
const OUT_OF_TIME =
  /time(?:d[ -])?out|took too long|time limit|deadline exceeded|exceeded the allowed time|QueryTimeoutException|operation was cancel/i;

export function standardComplaint(engine: string, body: string, asked: SentQuery): Failure {
  const said = sentenceOf(body);
  const says = `${engine} says: ${shortened(said)}`;
  if (OUT_OF_TIME.test(said))
    return {
      status: 'timed-out',
      message: `${engine} ran out of time. Ask for less, or raise its limit. ${says}`,
    };
  const [problem] = asked.problems;
  if (problem)
    return {
      status: 'refused',
      message: `${summarizeFinding(problem)} ${says}`,
      place: problem.range,
    };
  const offset = offsetIn(body, asked.text);
  return {
    status: 'refused',
    message: `${engine} does not accept this query${offset === undefined ? '' : ' from here on'}. ${says}`,
    ...(offset !== undefined && { place: asked.placeOf(offset) }),
  };
}

/** What engines say of a query in a reply with status 500, which they also use when they are broken themselves. */
const ABOUT_QUERY =
  /malformed|pars(?:e|ing) (?:error|exception)|parseexception|syntax|lexical error|encountered "|query evaluation error|(?:invalid|unknown|unsupported|undefined|unresolved) (?:sparql|query|function|prefix|variable|aggregate)|not supported/i;

/** Whether a reply with status 500 speaks of the query, or of a fault of the server itself. */
export function isAboutQuery(body: string): boolean {
  // QLever says so by the name of the field.
  if (typeof jsonOf(body)?.['exception'] === 'string') return true;
  const said = sentenceOf(body);
  return ABOUT_QUERY.test(said) || OUT_OF_TIME.test(said);
}

/** Plain text, or JSON with the sentence in one of the usual places. */
export function sentenceOf(body: string): string {
  const parsed = jsonOf(body);
  for (const key of ['exception', 'message', 'error', 'detail', 'detailedMessage']) {
    const value = parsed?.[key];
    if (typeof value === 'string' && value.trim() !== '') return clipErrorText(value);
  }
  const text = clipErrorText(body).trim();
  // What follows in Java is a stack of calls.
  const stack = text.search(/\n[ \t]*at [\w.$]+\(/);
  const first = stack < 0 ? text : text.slice(0, stack);
  return first === '' ? 'nothing more' : first;
}

/** `line 3, column 7`, `error at 3:7`, or QLever's offset in code points. */
function offsetIn(body: string, query: string): number | undefined {
  const metadata = jsonOf(body)?.['metadata'];
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

function jsonOf(body: string): Readonly<Record<string, unknown>> | undefined {
  if (!body.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
