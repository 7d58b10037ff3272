/**
 * Writes a proposal into the author's text. Models rewrite the whole query, but the diff should show only what changed: comments,
 * prefixes, variable names and layout stay the author's. The author's query may have syntax errors.
 */
import type { Dialect, QueryModel, Group, PropertyPath, Select, Term } from '../language/sparql/model';
import { parseDocument, parseQuery, looksLikeSeparator } from '../language/sparql/parse';
import { withEndingOf, type QueryToken, queryTokens, spellingFor } from './keep-text/query-tokens';
import { mergeTokens } from './keep-text/merge-tokens';
import { lineEndingOf } from '../edit/format/space';
import { applyEdits, type TextEdit } from '../language/text/edit';
import { range } from '../language/text/range';
import { termsOf } from '../language/sparql/query-terms';

/** Equivalent to the proposal. If that is not certain, the proposal itself with the author's comments. */
export function keepAuthorText(before: string, proposal: string, dialect: Dialect): string {
  const author = parseQuery(before, dialect);
  const model = parseQuery(withAuthorPrefixes(author, parseQuery(proposal, dialect)), dialect);
  const names = variableRenames(author, model);
  const merged = mergeIntoAuthorText(author, model, names);
  return withEndingOf(before, merged ?? withAuthorComments(author, model, names));
}

function mergeIntoAuthorText(
  author: QueryModel,
  model: QueryModel,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const authorTokens = queryTokens(author);
  const modelTokens = queryTokens(model);
  const [[first], [other]] = [authorTokens, modelTokens];
  if (!first || !other) return undefined;
  // A pragma of Virtuoso must come before all prefixes.
  if (other.token.type === 'word' && other.key !== first.key) return undefined;
  // A declaration after a syntax error may not take effect.
  const prefixes = author.prefixes.filter(({ range: { end } }) => end <= first.token.start);
  const declaring = { ...author, prefixes };
  const spelling = spellingFor(declaring, model, names);
  const wanted = modelTokens.map((word) => ({
    ...word,
    key: renamedKey(word, names),
    text: spelling.write(word),
  }));
  const result = addPrefixes(declaring, mergeTokens(author, authorTokens, model, wanted), spelling.missing());
  return isEquivalent(result, wanted, author, model) ? result : undefined;
}

function renamedKey({ key }: QueryToken, names: ReadonlyMap<string, string>): string {
  const name = key.startsWith('?') ? names.get(key.slice(1)) : undefined;
  return name === undefined ? key : `?${name}`;
}

/** Whether the result is the proposal, token by token, with every comment of the author. */
function isEquivalent(
  text: string,
  wanted: readonly QueryToken[],
  author: QueryModel,
  model: QueryModel,
): boolean {
  const [result, ...more] = parseDocument(text, author.dialect);
  if (!result || more.length || result.parses !== model.parses) return false;
  const resultTokens = queryTokens(result);
  if (resultTokens.length !== wanted.length || resultTokens.some(({ key }, at) => key !== wanted[at]?.key))
    return false;
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
  const lineEnd = lineEndingOf(text.includes('\n') || text.includes('\r') ? text : model.text);
  const above = comments
    .filter(({ start }) => start < end)
    .map((comment) => text.slice(comment.start, comment.end).trimEnd())
    .filter((comment) => !model.text.includes(comment))
    // At the start of a line, a separator would split the document into two queries.
    .map((comment) => `${looksLikeSeparator(comment) ? ' ' : ''}${comment}${lineEnd}`);
  return above.join('') + respell(model, names, lineEnd).trim() + text.slice(end);
}

/** With the author's variable names and line ends; strings are not changed. */
function respell({ text, tokens }: QueryModel, names: ReadonlyMap<string, string>, lineEnd: string): string {
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
  merged: string,
  missing: readonly { readonly prefix: string; readonly iri: string }[],
): string {
  if (!missing.length) return merged;
  const last = prefixes.at(-1)?.range;
  const keyword = last && /^prefix/.test(text.slice(last.start, last.end)) ? 'prefix' : 'PREFIX';
  const lineEnd = lineEndingOf(text);
  const lines = missing.map(({ prefix, iri }) => `${keyword} ${prefix}: <${iri}>`);
  // The merge changes only text after the prefixes, so offsets up to there are still valid.
  if (last) return `${merged.slice(0, last.end)}${lineEnd}${lines.join(lineEnd)}${merged.slice(last.end)}`;
  const first = tokens[0]?.start ?? 0;
  return `${merged.slice(0, first)}${lines.join(lineEnd)}${lineEnd}${merged.slice(first)}`;
}

/** Models omit declarations that they were shown: a proposal inherits those of the author. */
function withAuthorPrefixes({ prefixes }: QueryModel, { text, tokens, ...model }: QueryModel): string {
  const declared = new Set(model.prefixes.map(({ prefix }) => prefix));
  const used = new Set(
    tokens
      .filter(({ type }) => type === 'pname' || type === 'pname-ns')
      .map(({ start, end }) => text.slice(start, end).split(':')[0]),
  );
  const borrowed = prefixes.filter(({ prefix }) => used.has(prefix) && !declared.has(prefix));
  // Nothing may come before a pragma of Virtuoso.
  if (tokens[0]?.type === 'word') return text;
  return borrowed.map(({ prefix, iri }) => `PREFIX ${prefix}: <${iri}>\n`).join('') + text;
}

/**
 * Maps variables of a proposal to the author's variables with the same role. Never maps to a name that the proposal uses itself, so
 * that no variable is captured.
 */
function variableRenames(author: QueryModel, model: QueryModel): ReadonlyMap<string, string> {
  const [authorPatterns, modelPatterns] = [patternsByVariable(author), patternsByVariable(model)];
  const free = [...authorPatterns.keys()].filter((name) => !modelPatterns.has(name));
  const unknown = [...modelPatterns.keys()].filter((name) => !authorPatterns.has(name));
  const pairs = unknown
    .flatMap((name) =>
      free.map((to) => ({
        name,
        to,
        shared: countShared(modelPatterns.get(name) ?? [], authorPatterns.get(to) ?? []),
      })),
    )
    .filter(({ shared }) => shared > 0)
    .sort((left, right) => right.shared - left.shared);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name, to } of pairs) {
    if (names.has(name) || taken.has(to)) continue;
    names.set(name, to);
    taken.add(to);
  }
  return names;
}

/** The patterns of each variable, as texts. */
function patternsByVariable(query: QueryModel): ReadonlyMap<string, readonly string[]> {
  const patterns = new Map<string, string[]>();
  const add = (term: Term | undefined, pattern?: string): void => {
    if (term?.kind !== 'variable') return;
    const list = patterns.get(term.name) ?? [];
    patterns.set(term.name, list);
    if (pattern !== undefined) list.push(pattern);
  };
  for (const term of termsOf(query)) add(term);
  visitSelect(query.query, add);
  return patterns;
}

type Add = (term: Term | undefined, pattern?: string) => void;

function visitSelect({ projection, groups }: Select, add: Add): void {
  for (const [at, { variable }] of projection.entries()) add(variable, `selected ${at}`);
  for (const group of groups) visitGroup(group, add);
}

function visitGroup(group: Group, add: Add): void {
  for (const { subject, predicate, object } of group.triples) {
    const relation = predicate.kind === 'variable' ? 'anything' : relationKey(predicate);
    add(subject, `${relation} → ${constantKey(object)}`);
    add(object, `${constantKey(subject)} → ${relation}`);
    add(subject, `${relation} →`);
    add(object, `→ ${relation}`);
  }
  for (const child of group.children) visitGroup(child, add);
  if (group.select) visitSelect(group.select, add);
}

function relationKey(path: PropertyPath): string {
  return path.kind === 'link' ? path.iri.iri : path.kind;
}

function constantKey(term: Term): string {
  return term.kind === 'iri' ? term.iri : term.kind;
}

function countShared(left: readonly string[], right: readonly string[]): number {
  const others = new Set(right);
  return [...new Set(left)].filter((pattern) => others.has(pattern)).length;
}
