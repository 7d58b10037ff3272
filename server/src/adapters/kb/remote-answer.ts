/** Reads the answer from a successful response, and whether it is complete. */
import type { Term } from 'oxigraph';
import type {
  QueryAnswer,
  Execution,
  Incompleteness,
  ExecutionLimits,
  RdfTerm,
} from '../../core/kb/knowledge-base';
import { timedOut, unreachable } from '../../core/query/failures';
import { readForeignResults } from '../../core/query/foreign-results';
import { readNTriples } from '../../core/query/n-triples';
import { rowsAreIndependent } from '../../core/query/results';
import { readXmlResults } from '../../core/query/xml-results';
import type { QueryModel } from '../../core/language/sparql/model';
import type { EngineBehavior } from './remote-engines';
import { isHtml, quoteTitle } from './remote-errors';
import { XSD } from '../../core/language/rdf/names';
import { inMegabytes, MAX_TURTLE_CHARACTERS } from '../reply-limits';

interface AnswerReply {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The address for messages. */
  readonly address: string;
  /** The order of the columns, if there is one. */
  readonly columns: readonly string[];
  /** From the request to the first byte of the response. */
  readonly milliseconds: number;
  /** The shortest time limit of the server that was observed. */
  readonly serverLimitMs: number;
}

export async function readExecution(
  reply: AnswerReply,
  query: QueryModel,
  { engine }: EngineBehavior,
  limits: ExecutionLimits,
): Promise<Execution> {
  // One extra row shows that there are more.
  const answer = await readAnswer(reply, query, limits.maxRows + 1);
  if ('problem' in answer) return unreachable(`${reply.address} sent an invalid answer. ${answer.problem}`);
  const isVirtuoso = engine === 'virtuoso';
  const timeMs = Math.min(limits.timeoutMs, reply.serverLimitMs);
  if (isInterrupted(reply.headers)) return partialAnswer(answer, query, limits, timeMs);
  const incomplete =
    rowLimit(answer, limits) ?? (isVirtuoso ? serverCap(answer, query, reply.headers) : undefined);
  // Virtuoso reports an interruption only if it has no rows yet; otherwise the duration is the only sign.
  if (isVirtuoso && !incomplete && reply.milliseconds >= timeMs && !isFilled(answer, query))
    return partialAnswer(answer, query, limits, timeMs);
  return { status: 'answered', answer: truncate(answer, limits), ...(incomplete && { incomplete }) };
}

async function readAnswer(
  { headers, text, columns }: AnswerReply,
  { query: { form } }: QueryModel,
  maxRows: number,
): Promise<QueryAnswer | { readonly problem: string }> {
  const type = /^[^;\s]*/.exec((headers['content-type'] ?? '').trim().toLowerCase())?.[0] ?? '';
  if (isHtml({ headers, text }))
    return {
      problem: `It answers with a web page, not with results.${quoteTitle(text)} Check the address: endpoint addresses often end in /sparql or /query.`,
    };
  if (form === 'construct' || form === 'describe') {
    if (/n-?triples|^text\/plain$/.test(type)) return { kind: 'graph', triples: readNTriples(text, maxRows) };
    if (/turtle|n3/.test(type)) return readTurtle(text);
    return {
      problem: `It sends a graph as ${type || 'an unknown type'}. Supported formats are N-Triples and Turtle.`,
    };
  }
  if (type === 'application/sparql-results+xml') return readXmlResults(text, maxRows);
  // Some servers send no content type, or a generic one.
  if (type !== '' && !/json|^text\/plain$|octet-stream/.test(type))
    return { problem: `It sends ${type} instead of application/sparql-results+json.` };
  return readForeignResults(text, columns, maxRows);
}

/** Virtuoso sends a partial result when its time is up. */
export function isInterrupted(headers: Readonly<Record<string, string>>): boolean {
  return /S1TAT/.test(headers['x-sql-state'] ?? '') || 'x-sparql-anytime' in headers;
}

/** A partial answer is never reported as empty or false. */
function partialAnswer(
  answer: QueryAnswer,
  query: QueryModel,
  limits: ExecutionLimits,
  timeMs: number,
): Execution {
  if (answer.kind === 'boolean' && answer.value) return { status: 'answered', answer };
  const seconds = Math.round(timeMs / 1000);
  const advice =
    timeMs < limits.timeoutMs
      ? 'Ask for less, or ask the administrator to raise MaxQueryExecutionTime.'
      : 'Ask for less, or raise funfusic.run.timeoutSeconds.';
  if (answer.kind === 'boolean' || sizeOf(answer) === 0)
    return timedOut(`Nothing was found within ${seconds} seconds, but the search was incomplete. ${advice}`);
  if (!rowsAreIndependent(query))
    return timedOut(
      `The search was incomplete after ${seconds} seconds, so a count or an order would be wrong. ${advice}`,
    );
  return {
    status: 'answered',
    answer: truncate(answer, limits),
    incomplete: {
      reason: 'time',
      message: `Only the results found within ${seconds} seconds. There may be more. ${advice}`,
    },
  };
}

/** Whether the answer has all rows of the query's own LIMIT. */
function isFilled(answer: QueryAnswer, query: QueryModel): boolean {
  const { limit } = query.query;
  return limit !== undefined && sizeOf(answer) >= limit.value && rowsAreIndependent(query);
}

function rowLimit(answer: QueryAnswer, { maxRows }: ExecutionLimits): Incompleteness | undefined {
  if (sizeOf(answer) <= maxRows) return undefined;
  return {
    reason: 'row-limit',
    message: `Only the first ${maxRows.toLocaleString('en')} ${answer.kind === 'graph' ? 'facts' : 'rows'}: there are more. Raise funfusic.run.maxRows to get them.`,
  };
}

/** Virtuoso truncates at its own row limit. It reports this for tables, but not for graphs. */
function serverCap(
  answer: QueryAnswer,
  { query: { limit } }: QueryModel,
  headers: Readonly<Record<string, string>>,
): Incompleteness | undefined {
  const size = sizeOf(answer);
  if (limit && limit.value <= size) return undefined;
  const reportedLimit = Number(headers['x-sparql-maxrows'] ?? Number.NaN);
  // A graph is truncated one fact later, and its limits are round numbers.
  const isProbablyTruncated = answer.kind === 'graph' && size > 500 && (size - 1) % 500 === 0;
  if (!(size >= reportedLimit) && !isProbablyTruncated) return undefined;
  return {
    reason: 'server-cap',
    message: isProbablyTruncated
      ? `Exactly ${size} facts. Virtuoso truncates answers at this size, so there are probably more. Page through them with LIMIT and OFFSET, or raise ResultSetMaxRows in its settings.`
      : `Only the first ${reportedLimit.toLocaleString('en')} rows: Virtuoso sends no more at once. Page through them with LIMIT and OFFSET, or raise ResultSetMaxRows in its settings.`,
  };
}

function sizeOf(answer: QueryAnswer): number {
  return answer.kind === 'table' ? answer.rows.length : answer.kind === 'graph' ? answer.triples.length : 1;
}

function truncate(answer: QueryAnswer, { maxRows }: ExecutionLimits): QueryAnswer {
  if (answer.kind === 'table') return { ...answer, rows: answer.rows.slice(0, maxRows) };
  if (answer.kind === 'graph') return { ...answer, triples: answer.triples.slice(0, maxRows) };
  return answer;
}

/** Some endpoints send graphs only as Turtle. */
async function readTurtle(text: string): Promise<QueryAnswer | { readonly problem: string }> {
  if (text.length > MAX_TURTLE_CHARACTERS)
    return {
      problem: `Its answer is larger than ${inMegabytes(MAX_TURTLE_CHARACTERS)}, the limit for Turtle. Ask for fewer facts.`,
    };
  // Loaded when first needed: few endpoints take it.
  const { parse } = await import('oxigraph');
  try {
    const quads = parse(text, { format: 'text/turtle', lenient: true });
    return {
      kind: 'graph',
      triples: quads.map(({ subject, predicate, object }) => [
        toRdfTerm(subject),
        toRdfTerm(predicate),
        toRdfTerm(object),
      ]),
    };
  } catch (error) {
    return {
      problem: `Its answer is not valid Turtle: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function toRdfTerm(term: Term): RdfTerm {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType !== 'Literal') return { type: 'bnode', value: term.value };
  const { value, language, datatype } = term;
  if (language !== '') return { type: 'literal', value, 'xml:lang': language };
  return datatype.value === `${XSD}string`
    ? { type: 'literal', value }
    : { type: 'literal', value, datatype: datatype.value };
}
