/**
 * A proposal in the words of the author: a model writes a query anew, and who reads the difference wants to see what has changed. So
 * comments, prefixes, names of variables and the layout of what stays the same are the author's. What the author wrote need not be
 * sound: a mistake of syntax is often all that is to be mended.
 */
import type { Dialect, QueryModel } from '../language/sparql/model';
import { parseDocument, parseQuery, looksLikeSeparator } from '../language/sparql/parse';
import { endingLike, type QueryToken, queryTokens, spellingFor } from './keep-text/query-tokens';
import { renamings } from './keep-text/variables';
import { mergeTokens } from './keep-text/merge-tokens';
import { lineEndOf } from '../edit/format/space';
import { applyEdits, type TextEdit } from '../language/text/edit';
import { range } from '../language/text/range';

/** Equivalent to the proposal. If that is not certain, the proposal itself with the author's comments. */
export function keepAuthorText(before: string, proposal: string, dialect: Dialect): string {
  const author = parseQuery(before, dialect);
  const model = parseQuery(withBorrowedPrefixes(author, parseQuery(proposal, dialect)), dialect);
  const names = renamings(author, model);
  const woven = inTheAuthorsText(author, model, names);
  return endingLike(before, woven ?? withAuthorComments(author, model, names));
}

function inTheAuthorsText(
  author: QueryModel,
  model: QueryModel,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const own = queryTokens(author);
  const theirs = queryTokens(model);
  const [[first], [other]] = [own, theirs];
  if (!first || !other) return undefined;
  // A pragma of Virtuoso stands above all prefixes.
  if (other.token.type === 'word' && other.key !== first.key) return undefined;
  // What stands among the words, because something before it cannot be read, declares nothing for sure.
  const prefixes = author.prefixes.filter(({ range: { end } }) => end <= first.token.start);
  const declaring = { ...author, prefixes };
  const spelling = spellingFor(declaring, model, names);
  const wanted = theirs.map((word) => ({ ...word, key: keyAfter(word, names), text: spelling.write(word) }));
  const result = addPrefixes(declaring, mergeTokens(author, own, model, wanted), spelling.missing());
  return isSound(result, wanted, author, model) ? result : undefined;
}

function keyAfter({ key }: QueryToken, names: ReadonlyMap<string, string>): string {
  const name = key.startsWith('?') ? names.get(key.slice(1)) : undefined;
  return name === undefined ? key : `?${name}`;
}

/** Whether the result is the proposal, token by token, with every comment of the author. */
function isSound(
  text: string,
  wanted: readonly QueryToken[],
  author: QueryModel,
  model: QueryModel,
): boolean {
  const [result, ...more] = parseDocument(text, author.dialect);
  if (!result || more.length || result.parses !== model.parses) return false;
  const words = queryTokens(result);
  if (words.length !== wanted.length || words.some(({ key }, at) => key !== wanted[at]?.key)) return false;
  return commentsOf(author).join('\n') === commentsOf(result).join('\n');
}

function commentsOf({ text, comments }: QueryModel): readonly string[] {
  return comments.map(({ start, end }) => text.slice(start, end).trimEnd());
}

/** A proposal in its own layout with the author's comments, if it cannot be merged into the author's text. */
function withAuthorComments(
  author: QueryModel,
  model: QueryModel,
  names: ReadonlyMap<string, string>,
): string {
  const { text, tokens, comments } = author;
  const end = tokens.at(-1)?.end ?? text.length;
  const lineEnd = lineEndOf(text.includes('\n') || text.includes('\r') ? text : model.text);
  const above = comments
    .filter(({ start }) => start < end)
    .map((comment) => text.slice(comment.start, comment.end).trimEnd())
    .filter((comment) => !model.text.includes(comment))
    // At the beginning of a line it would part what stands above it from what stands below.
    .map((comment) => `${looksLikeSeparator(comment) ? ' ' : ''}${comment}${lineEnd}`);
  return above.join('') + written(model, names, lineEnd).trim() + text.slice(end);
}

/** With the author's variable names and line ends; strings are not changed. */
function written({ text, tokens }: QueryModel, names: ReadonlyMap<string, string>, lineEnd: string): string {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const { type, start, end } of [...tokens, { type: 'end', start: text.length, end: text.length }]) {
    const gap = text.slice(at, start);
    if (gap) edits.push({ range: range(at, start), newText: gap.replace(/\r\n|\n|\r/g, lineEnd) });
    const name = type === 'variable' ? names.get(text.slice(start + 1, end)) : undefined;
    if (name !== undefined) edits.push({ range: range(start + 1, end), newText: name });
    at = end;
  }
  return applyEdits(text, edits);
}

/** Adds missing prefix declarations below the author's own. */
function addPrefixes(
  { text, prefixes, tokens }: QueryModel,
  woven: string,
  missing: readonly { readonly prefix: string; readonly iri: string }[],
): string {
  if (!missing.length) return woven;
  const last = prefixes.at(-1)?.range;
  const keyword = last && /^prefix/.test(text.slice(last.start, last.end)) ? 'prefix' : 'PREFIX';
  const lineEnd = lineEndOf(text);
  const lines = missing.map(({ prefix, iri }) => `${keyword} ${prefix}: <${iri}>`);
  // All that is woven stands behind the prefixes, so that places up to there are those of the text.
  if (last) return `${woven.slice(0, last.end)}${lineEnd}${lines.join(lineEnd)}${woven.slice(last.end)}`;
  const first = tokens[0]?.start ?? 0;
  return `${woven.slice(0, first)}${lines.join(lineEnd)}${lineEnd}${woven.slice(first)}`;
}

/** Models omit declarations that they were shown: a proposal inherits those of the author. */
function withBorrowedPrefixes({ prefixes }: QueryModel, { text, tokens, ...model }: QueryModel): string {
  const declared = new Set(model.prefixes.map(({ prefix }) => prefix));
  const used = new Set(
    tokens
      .filter(({ type }) => type === 'pname' || type === 'pname-ns')
      .map(({ start, end }) => text.slice(start, end).split(':')[0]),
  );
  const borrowed = prefixes.filter(({ prefix }) => used.has(prefix) && !declared.has(prefix));
  // Above a pragma of Virtuoso nothing may stand.
  if (tokens[0]?.type === 'word') return text;
  return borrowed.map(({ prefix, iri }) => `PREFIX ${prefix}: <${iri}>\n`).join('') + text;
}
