/** Converts an error of Virtuoso to a message, which quotes the original, and a range in the query. */
import { summarizeFinding } from '../check/finding-text';
import type { QueryModel } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';
import { refused, timedOut, type FailedExecution } from './failures';
import { clipErrorText, quoteError } from './server-text';

/** `Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error at '}' before 'LIMIT'`, then the query. */
const ERROR_FORMAT = /^Virtuoso (\S{5}) Error (?:([A-Z]{2}\d{3,4}|SECURITY)\s*:\s*)?([^]*)$/;

export function explainVirtuosoError(error: string, query: QueryModel): FailedExecution {
  const message = withoutEcho(clipErrorText(error));
  const [, state = '', code = '', sentence = message] = ERROR_FORMAT.exec(message) ?? [];
  const quote = `Virtuoso says: ${quoteError(sentence)}`;
  if (state === 'S1T00' || /\btransaction timed out\b/i.test(sentence))
    return timedOut(`Virtuoso ran out of time. Ask for less, or raise its limit. ${quote}`);
  const [problem] = query.problems;
  if (state === '37000' && problem) return refused(`${summarizeFinding(problem)} ${quote}`, problem.range);
  return refused(`${explainState(state, code, sentence)} ${quote}`, errorRange(query.text, sentence));
}

/** Whether the error is from Virtuoso itself, not from a proxy or its host. */
export function isVirtuosoError(error: string): boolean {
  return ERROR_FORMAT.test(clipErrorText(error).trimStart());
}

/** Virtuoso repeats the query after its message. */
function withoutEcho(error: string): string {
  const at = error.indexOf('\nSPARQL query:');
  return (at < 0 ? error : error.slice(0, at)).trim();
}

function explainState(state: string, code: string, sentence: string): string {
  if (code === 'SR353')
    return 'Virtuoso limits how many rows it sorts for ORDER BY with LIMIT. Lower LIMIT and OFFSET together, or remove LIMIT.';
  if (code === 'SR185' || UNKNOWN_FUNCTION.test(sentence))
    return 'The query calls a function that Virtuoso does not have. Check its name, or use a standard function.';
  if (code === 'SR186' || code === 'SECURITY')
    return 'This user is not allowed to do that. Ask the administrator for permission, or use the /sparql-auth address with a user who has it.';
  if (/estimated execution time/i.test(sentence))
    return 'Virtuoso estimates that the query exceeds its time limit, and did not start it. Add a triple that narrows it down, or start from an entity.';
  if (state.startsWith('220'))
    return 'A value in the KB or in the query has another type than the query expects. Compare STR(?x), convert it, or filter such values out.';
  if (state === '37000') return 'Virtuoso does not accept this query.';
  if (state === '40001') return 'Virtuoso was busy. Run the query again.';
  return 'Virtuoso could not run this query.';
}

const UNKNOWN_FUNCTION = /\b(?:unknown function|undefined procedure) (?:DB\.DBA\.)?([^\s()]+)/i;

/** The message contains the line, counted from 1 or 0 if unknown, and quotes the token where parsing stopped. */
function errorRange(query: string, sentence: string): TextRange | undefined {
  const line = Number(/\bline (\d+):/i.exec(sentence)?.[1] ?? Number.NaN);
  if (Number.isNaN(line)) return findFunction(query, UNKNOWN_FUNCTION.exec(sentence)?.[1]);
  const { word, before } = quotedTokens(sentence);
  const lines = linesOf(query);
  // A token at the end of a line may be reported with the number of the next line.
  const likely = line > 0 ? [line, line - 1, line + 1] : lines.map((_, index) => index + 1);
  for (const number of likely) {
    const found = findWord(query, lines[number - 1], word.trim(), before.trim());
    if (found) return found;
  }
  const whole = lines[Math.min(line, lines.length) - 1];
  return whole && trimmed(query, whole);
}

const AT = " at '";
const BEFORE = "' before '";

/** The token where parsing stopped, and the next one: a message ends with `at 'X'` or `at 'X' before 'Y'`. */
function quotedTokens(sentence: string): { readonly word: string; readonly before: string } {
  const whole = sentence.trimEnd();
  const start = whole.indexOf(AT) + AT.length;
  const end = whole.length - 1;
  if (start < AT.length || end < start || whole[end] !== "'") return { word: '', before: '' };
  const quoted = whole.slice(start, end);
  const split = quoted.indexOf(BEFORE);
  return split < 0
    ? { word: quoted, before: '' }
    : { word: quoted.slice(0, split), before: quoted.slice(split + BEFORE.length) };
}

function findFunction(query: string, name: string | undefined): TextRange | undefined {
  const at = name === undefined ? -1 : query.indexOf(name.replace(/\.$/, ''));
  return name === undefined || at < 0 ? undefined : range(at, at + name.replace(/\.$/, '').length);
}

function findWord(
  query: string,
  line: TextRange | undefined,
  word: string,
  before: string,
): TextRange | undefined {
  if (!line || word === '') return undefined;
  const text = query.slice(line.start, line.end);
  const isWord = /^\w+$/.test(word);
  let found: TextRange | undefined;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isWord && (/\w/.test(text[at - 1] ?? '') || /\w/.test(text[end] ?? ''))) continue;
    const here = range(line.start + at, line.start + end);
    if (text.slice(end).trimStart().startsWith(before)) return here;
    found ??= here;
  }
  return found;
}

function linesOf(text: string): readonly TextRange[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const place = range(start, start + line.length);
    start = place.end + 1;
    return place;
  });
}

function trimmed(query: string, { start, end }: TextRange): TextRange | undefined {
  const text = query.slice(start, end);
  if (text.trim() === '') return undefined;
  return range(end - text.trimStart().length, start + text.trimEnd().length);
}
