/**
 * A proposal in the words of the author: a model writes a query anew, and who reads the difference wants to see what has changed. So
 * comments, prefixes, names of variables and the layout of what stays the same are the author's.
 */
import type { Dialect, QueryModel } from '../sparql/model';
import { parseQuery } from '../sparql/parse';
import { addPrefixes } from './keep-text/prefixes';
import { spellingFor, wordsOf, type Word } from './keep-text/words';
import { renamings } from './keep-text/variables';
import { weave } from './keep-text/weave';

/**
 * Means what the proposal means: where that is not certain, it is the proposal itself, under the comments that stand above the
 * author's query.
 */
export function inTheAuthorsWords(before: string, proposal: string, dialect: Dialect): string {
  const author = parseQuery(before, dialect);
  const model = parseQuery(proposal, dialect);
  const plain = underItsHeader(author, proposal);
  if (!author.parses || !model.parses || author.base !== model.base) return plain;
  const own = wordsOf(author);
  const theirs = wordsOf(model);
  if (!own || !theirs) return plain;
  const names = renamings(author, model);
  const spelling = spellingFor(author, model, names);
  const wanted = theirs.map((word) => ({ ...word, key: keyAfter(word, names), text: spelling.write(word) }));
  const woven = weave(author, own, model, wanted);
  const result = addPrefixes(author, woven, spelling.missing());
  return isSound(parseQuery(result, dialect), wanted, author) ? result : plain;
}

function keyAfter({ key }: Word, names: ReadonlyMap<string, string>): string {
  const name = key.startsWith('?') ? names.get(key.slice(1)) : undefined;
  return name === undefined ? key : `?${name}`;
}

/** Word for word what was proposed, with every comment of the author. */
function isSound(result: QueryModel, wanted: readonly Word[], author: QueryModel): boolean {
  const words = wordsOf(result);
  if (!words || words.length !== wanted.length || !result.parses) return false;
  if (words.some(({ key }, at) => key !== wanted[at]?.key)) return false;
  const comments = commentsOf(result);
  return commentsOf(author).join('\n') === comments.join('\n');
}

function commentsOf({ text, comments }: QueryModel): readonly string[] {
  return comments.map(({ start, end }) => text.slice(start, end).trimEnd());
}

function underItsHeader(author: QueryModel, proposal: string): string {
  const first = author.tokens[0]?.start ?? Infinity;
  const header = author.comments
    .filter(({ start }) => start < first)
    .map(({ start, end }) => author.text.slice(start, end).trimEnd())
    .filter((comment) => !proposal.includes(comment));
  return header.length ? `${header.join('\n')}\n${proposal.trimStart()}` : proposal;
}
