/** What an engine says of a query that it does not take → a message in our words, and the place in the query as given. */
import type { Execution } from '../kb/knowledge-base';
import type { SyntaxProblem, QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { summarizeFinding } from '../check/finding-text';
import type { StandardQuery } from './standard-query';
import type { Finding } from '../check/verifier';
import { isUpdate } from './refusal-before-sending';

type Refusal = Extract<Execution, { readonly status: 'refused' }>;

/** Longer sentences list all that could have stood there, which helps nobody. */
const MAX_LENGTH = 160;

export function refusalFrom(said: string, { text, given, placeOf }: StandardQuery): Refusal {
  const [, line, column, sentence] = /^error at (\d+):(\d+): ([^]*)$/.exec(said) ?? [];
  const problem = given.problems[0] ?? strictProblem(given.text);
  if (problem)
    return {
      status: 'refused',
      message: summarizeFinding(problem),
      place: problem.range,
    };
  const unknown = /^The custom function <([^>]*)> is not supported/.exec(said)?.[1];
  if (unknown !== undefined) {
    const offset = text.indexOf(`<${unknown}>`);
    return {
      status: 'refused',
      message: `The embedded engine has no function ${unknown}. Use a standard function, such as CONTAINS or REGEX, or run the query on an endpoint that has it.`,
      ...(offset >= 0 && { place: placeOf(offset) }),
    };
  }
  const service = /^The service <([^>]*)> is not supported/.exec(said)?.[1];
  if (service !== undefined)
    return {
      status: 'refused',
      message: `The embedded engine does not support SERVICE <${service}>. Run the query on an endpoint that allows it, or remove that part.`,
    };
  const place =
    line !== undefined && column !== undefined
      ? placeOf(offsetAt(text, Number(line), Number(column)))
      : undefined;
  return {
    status: 'refused',
    message: `The engine does not accept this query${place ? ` from here on` : ''}. It says: ${shortened(sentence ?? said)}.`,
    ...(place && { place }),
  };
}

/** What Virtuoso lets pass, and another engine need not. */
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

function shortened(sentence: string): string {
  const line = sentence.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).replace(/,[^,]*$/, '')} …`;
}

/** What a query asks for that no file can give: it is told, because an engine would only find nothing. */
export function whatNoFileHas({ tokens, text }: QueryModel): readonly string[] {
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

/** What an engine refused, at its place in the query as it was run; nothing where nobody knows where, or we say so ourselves. */
export function refusedFinding(query: QueryModel, execution: Execution, kb: string): readonly Finding[] {
  if (execution.status !== 'refused' || !execution.place) return [];
  // That a KB is not to be changed is no mistake of the query.
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
