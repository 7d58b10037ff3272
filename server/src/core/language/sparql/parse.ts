/** Parses text to `QueryModel`. Never fails. */
import { range, type TextRange } from '../text/range';
import { explainSyntax } from './explain';
import { findGrammarError, type GrammarError, type TerminalStream } from './grammar';
import type { Dialect, QueryModel, SyntaxProblem } from './model';
import { parseTokens, type ParsedQuery } from './parser';
import { semanticProblems, strictProblems } from './rules';
import { otherWhiteSpace } from './rules/white-space';
import { tokenize, type Comment, type SparqlToken, type Tokens } from './tokens';

let lastModel: QueryModel | undefined;

/** Keeps the last model, because a query is parsed by each step before it is sent: the check, the conversion, the reading of rows. */
export function parseQuery(text: string, dialect: Dialect): QueryModel {
  if (lastModel?.text !== text || lastModel.dialect !== dialect)
    lastModel = parseTokenized(tokenize(text), dialect, range(0, text.length));
  return lastModel;
}

/** Parses the queries of a file, which are separated by lines that begin with `###`. */
export function parseDocument(text: string, dialect: Dialect): readonly QueryModel[] {
  const all = tokenize(text);
  const separators = findSeparators(all);
  if (!separators.length) return [parseTokenized(all, dialect, range(0, text.length))];
  const models: QueryModel[] = [];
  let from = 0;
  let token = 0;
  let comment = 0;
  for (const { start, end } of [...separators, { start: text.length, end: text.length }]) {
    const [firstToken, firstComment] = [token, comment];
    while ((all.tokens[token]?.start ?? Infinity) < start) token++;
    while ((all.comments[comment]?.start ?? Infinity) < start) comment++;
    const part: Tokens = {
      text,
      tokens: all.tokens.slice(firstToken, token),
      comments: all.comments.slice(firstComment, comment),
    };
    if (part.tokens.length || !models.length) {
      models.push(parseTokenized(part, dialect, range(from, start), all.comments));
    }
    from = end;
  }
  // A separator before the first query or after the last does not create an empty query.
  return models.length > 1 && !models[0]?.tokens.length ? models.slice(1) : models;
}

/** Whether a comment separates two queries if it is at the start of a line. */
export function looksLikeSeparator(comment: string): boolean {
  return /^###(?!#)/.test(comment);
}

/** Returns the range of the query at an offset. Separators are not part of a query. */
export function queryRangeAt(text: string, offset: number): TextRange {
  if (!text.includes('###')) return range(0, text.length);
  const separators = findSeparators(tokenize(text));
  const before = separators.findLast(({ end }) => end <= offset);
  const after = separators.find(({ start }) => start >= offset);
  return range(before?.end ?? 0, after?.start ?? text.length);
}

function findSeparators({ text, comments }: Tokens): readonly Comment[] {
  return comments.filter(
    ({ start, end }) => looksLikeSeparator(text.slice(start, end)) && startsLine(text, start),
  );
}

function parseTokenized(
  { text, tokens, comments }: Tokens,
  dialect: Dialect,
  where: QueryModel['range'],
  fileComments = comments,
): QueryModel {
  const parsed = parseTokens({ text, tokens, comments }, dialect);
  const { prefixes, base, prefixUses, query, dialectisms, tooDeep, bodyStart } = parsed;
  const error = findGrammarError(terminalStream(tokens, parsed));
  return {
    text,
    range: where,
    tokens,
    comments,
    fileComments,
    dialect,
    prefixes,
    base,
    prefixUses,
    query,
    dialectisms,
    tooDeep,
    problems: [
      ...syntaxProblems(text, tokens, parsed, error, dialect),
      ...otherWhiteSpace(text, tokens, where),
    ],
    parses: !error && (query.form !== 'none' || bodyStart === tokens.length),
  };
}

function* syntaxProblems(
  text: string,
  tokens: readonly SparqlToken[],
  parsed: ParsedQuery,
  error: GrammarError | undefined,
  dialect: Dialect,
): Iterable<SyntaxProblem> {
  if (error) yield explainRejection(error, parsed, dialect) ?? explainSyntax(error, text, tokens, dialect);
  else if (parsed.query.form === 'none' && tokens.length) yield* missingQuery(tokens, parsed);
  else yield* semanticProblems(parsed.query, text, tokens);
  if (dialect !== 'virtuoso') {
    if (!error) yield* strictProblems(parsed.query, text, tokens);
    // At an error and after it, the parser guesses.
    const errorStart = error ? (tokens[error.index]?.start ?? text.length) : Infinity;
    for (const { range, message, advice, edits } of parsed.dialectisms) {
      if (range.end > errorStart) continue;
      const [edit] = edits;
      const standard = edit?.newText.trim() ?? '';
      yield {
        range,
        message: `Not standard SPARQL: ${message}`,
        because: `The dialect is set to ${dialect}.`,
        advice: advice ?? (standard ? `Write ${standard} instead.` : 'Remove it.'),
        ...(edit
          ? { edits: { title: standard ? `Change to the standard form: ${standard}` : 'Remove it', edits } }
          : {}),
      };
    }
  }
}

/** Why the grammar of SPARQL 1.2 rejects a token. */
function explainRejection(
  { index }: GrammarError,
  { rejections }: ParsedQuery,
  dialect: Dialect,
): SyntaxProblem | undefined {
  const rejection = dialect === 'sparql12' ? rejections.get(index) : undefined;
  return rejection && { ...rejection, because: '' };
}

/** The grammar of sparqljs also accepts a bare property path, which is not a query. */
function* missingQuery(tokens: readonly SparqlToken[], { bodyStart }: ParsedQuery): Iterable<SyntaxProblem> {
  const first = tokens[bodyStart];
  if (!first) return;
  yield {
    range: range(first.start, first.end),
    message: 'Incomplete query: expected SELECT, ASK, CONSTRUCT or DESCRIBE',
    because: '',
    advice: '',
  };
}

/** Replaces syntax that the grammar of SPARQL 1.1 lacks by its terminals. */
function terminalStream(tokens: readonly SparqlToken[], { patches }: ParsedQuery): TerminalStream {
  if (!patches.size) return { terminals: tokens, indexes: undefined };
  const terminals: { readonly terminal: string }[] = [];
  const indexes: number[] = [];
  const add = (terminal: string, index: number): void => {
    terminals.push({ terminal });
    indexes.push(index);
  };
  for (const [index, token] of tokens.entries()) {
    const patch = patches.get(index);
    for (const terminal of patch?.before ?? []) add(terminal, index);
    for (const terminal of patch?.replace ?? [token.terminal]) add(terminal, index);
    for (const terminal of patch?.after ?? []) add(terminal, index);
  }
  return { terminals, indexes };
}

export function startsLine(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === '\n' || text[offset - 1] === '\r';
}
