/**
 * A proposal in the words of the author: a model writes a query anew, and who reads the difference wants to see what has changed. So
 * comments, prefixes, names of variables and the layout of what stays the same are the author's. What the author wrote need not be
 * sound: a mistake of syntax is often all that is to be mended.
 */
import type { Dialect, QueryModel } from '../language/sparql/model';
import { parseDocument, parseQuery } from '../language/sparql/parse';
import { endingLike } from './keep-text/ending';
import { withAuthorComments } from './keep-text/plain';
import { addPrefixes, withBorrowedPrefixes } from './keep-text/prefixes';
import { spellingFor, queryTokens, type QueryToken } from './keep-text/query-tokens';
import { renamings } from './keep-text/variables';
import { mergeTokens } from './keep-text/merge-tokens';

/** Means what the proposal means: where that is not certain, it is the proposal itself, with the author's comments. */
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

/** One query, word for word what was proposed, with every comment of the author. */
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
