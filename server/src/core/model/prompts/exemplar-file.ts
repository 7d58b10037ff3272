/** Reads a file of questions and queries: JSON lines, a JSON array, or queries with `# question:` that `###` separates. */
import * as z from 'zod/mini';
import { questionOf } from '../../language/sparql/header';
import { parseDocument } from '../../language/sparql/parse';
import type { Exemplar } from './prompt-library';

export interface ExemplarFile {
  readonly exemplars: readonly Exemplar[];
  readonly problems: readonly string[];
}

const text = z.string().check(z.minLength(1));
const query = z.optional(z.nullable(text));
/** Datasets use several names for the query. */
const exemplarSchema = z.pipe(
  z.object({ question: text, query, sparql: query, sparql_query: query }),
  z.transform(({ question, query, sparql, sparql_query }) => ({
    question,
    query: [query, sparql, sparql_query].find((text) => text !== undefined),
  })),
);
/** How datasets mark questions that no query asks. */
const NO_QUERY = /^(?:null|nk|no logical form)$/i;

const MAX_PROBLEMS = 5;

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
  return readAll('Line', body.split(/\r\n|\r|\n/), (line) => {
    if (line.trim() === '') return undefined;
    try {
      return readExemplar(JSON.parse(line));
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
  return readAll('Entry', Array.isArray(value) ? (value as readonly unknown[]) : [value], readExemplar);
}

function readQueries(body: string): ExemplarFile {
  return readAll('Query', parseDocument(body, 'virtuoso'), (query) => {
    const question = questionOf(query)?.text;
    if (question === undefined) return 'has no line "# question: …" above it';
    const [first] = query.tokens;
    return first ? { question, query: body.slice(first.start, query.range.end).trim() } : 'is empty';
  });
}

/** Returns an exemplar or a problem. */
function readExemplar(value: unknown): Exemplar | string {
  const parsed = exemplarSchema.safeParse(value);
  if (!parsed.success || parsed.data.query === undefined)
    return 'is not of the form {"question": "…", "query": "…" or null}';
  const { question, query } = parsed.data;
  return { question, query: query === null || NO_QUERY.test(query.trim()) ? null : query };
}

/** Problems count the items from 1. */
function readAll<Item>(
  itemName: string,
  items: readonly Item[],
  read: (item: Item) => Exemplar | string | undefined,
): ExemplarFile {
  const exemplars: Exemplar[] = [];
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    const result = read(item);
    if (typeof result === 'string') problems.push(`${itemName} ${index + 1} ${result}.`);
    else if (result) exemplars.push(result);
  }
  const more = problems.length - MAX_PROBLEMS;
  return {
    exemplars,
    problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `And ${more} more.`] : problems,
  };
}
