/** A file of questions and queries: JSON lines, a JSON array, or queries under `# question:` that stand apart by `###`. */
import * as z from 'zod/mini';
import { questionOf } from '../../language/sparql/header';
import { parseDocument } from '../../language/sparql/parse';
import type { Exemplar } from './prompt-library';

export interface ExemplarFile {
  readonly exemplars: readonly Exemplar[];
  /** What of it cannot be used, and where. */
  readonly problems: readonly string[];
}

const text = z.string().check(z.minLength(1));
/** Data sets call the query by several names. */
const pair = z.pipe(
  z.object({
    question: text,
    query: z.optional(text),
    sparql: z.optional(text),
    sparql_query: z.optional(text),
  }),
  z.transform(({ question, query, sparql, sparql_query }) => ({
    question,
    query: query ?? sparql ?? sparql_query,
  })),
);

const MAX_TOLD = 5;

export function readExemplarFile(content: string): ExemplarFile {
  const body = content.replace(/^\uFEFF/, '');
  switch (/\S/.exec(body)?.[0]) {
    case undefined:
      return { exemplars: [], problems: [] };
    case '[':
      return readArray(body);
    case '{':
      return readLines(body);
    default:
      return readQueries(body);
  }
}

function readLines(body: string): ExemplarFile {
  return gathered('Line', body.split(/\r\n|\r|\n/), (line) => {
    if (line.trim() === '') return undefined;
    try {
      return pairOf(JSON.parse(line));
    } catch (error) {
      return `is not JSON (${error instanceof Error ? error.message : String(error)})`;
    }
  });
}

function readArray(body: string): ExemplarFile {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    return {
      exemplars: [],
      problems: [`It is not JSON: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  return gathered('Entry', Array.isArray(value) ? (value as readonly unknown[]) : [value], pairOf);
}

function readQueries(body: string): ExemplarFile {
  return gathered('Query', parseDocument(body, 'virtuoso'), (query) => {
    const question = questionOf(query)?.text;
    if (question === undefined) return 'has no line "# question: …" above it';
    const [first] = query.tokens;
    return first ? { question, query: body.slice(first.start, query.range.end).trim() } : 'is empty';
  });
}

function pairOf(value: unknown): Exemplar | string {
  const read = pair.safeParse(value);
  if (!read.success || read.data.query === undefined)
    return 'is not of the form {"question": "…", "query": "…"}';
  return { question: read.data.question, query: read.data.query };
}

/** Counts from one, as editors do. */
function gathered<Item>(
  what: string,
  items: readonly Item[],
  read: (item: Item) => Exemplar | string | undefined,
): ExemplarFile {
  const exemplars: Exemplar[] = [];
  const wrong: string[] = [];
  for (const [at, item] of items.entries()) {
    const result = read(item);
    if (typeof result === 'string') wrong.push(`${what} ${at + 1} ${result}.`);
    else if (result) exemplars.push(result);
  }
  const more = wrong.length - MAX_TOLD;
  return { exemplars, problems: more > 0 ? [...wrong.slice(0, MAX_TOLD), `And ${more} more.`] : wrong };
}
