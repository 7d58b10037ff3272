import type { QueryModel } from '../language/sparql/model';
import type { Comment, SparqlToken } from '../language/sparql/tokens';
import { range, type TextRange } from '../language/text/range';

interface Fold {
  readonly kind: 'block' | 'imports' | 'comment' | 'region';
  /** From a place on the first line, which stays visible, to a place on the last hidden line. */
  readonly range: TextRange;
}

const OPENING_BRACKETS: ReadonlyMap<string, string> = new Map([
  ['}', '{'],
  [']', '['],
  [')', '('],
]);

/**
 * The folding ranges of groups, the prologueFold, bracketFolds of comments, marked regions and whole queries. `queries` are all
 * queries of the text.
 */
export function foldingRangesOf(text: string, queries: readonly QueryModel[]): readonly Fold[] {
  return [
    ...queries.flatMap((query) => [
      ...(queries.length > 1 ? queryFold(query) : []),
      ...prologueFold(query),
      ...bracketFolds(text, query.tokens),
    ]),
    ...commentFolds(text, queries[0]?.fileComments ?? []),
  ];
}

/** Starts at the separator above the query, which has its title. */
function queryFold({ tokens, comments }: QueryModel): readonly Fold[] {
  const last = tokens[tokens.length - 1];
  const start = Math.min(comments[0]?.start ?? Infinity, tokens[0]?.start ?? Infinity);
  return last ? [{ kind: 'region', range: range(start, last.end) }] : [];
}

function prologueFold({ prefixes, tokens, query }: QueryModel): readonly Fold[] {
  const body = tokens.find(({ type, value }) => type === 'keyword' && value !== 'PREFIX' && value !== 'BASE');
  const own = prefixes.filter(({ range: where }) => where.start < (body?.start ?? query.range.end));
  const [first, last] = [own[0], own[own.length - 1]];
  return first && last ? [{ kind: 'imports', range: range(first.range.start, last.range.end) }] : [];
}

/** Folds matching brackets. In broken text, brackets without a partner are skipped. */
function bracketFolds(text: string, tokens: readonly SparqlToken[]): readonly Fold[] {
  const folds: Fold[] = [];
  const open: SparqlToken[] = [];
  for (const token of tokens) {
    if (token.type !== 'punctuation') continue;
    const partner = OPENING_BRACKETS.get(token.value);
    if (partner === undefined) {
      if (token.value === '{' || token.value === '[' || token.value === '(') open.push(token);
      continue;
    }
    // A brace also closes brackets that were left open inside it.
    while (token.value === '}' && open.length && open[open.length - 1]?.value !== '{') open.pop();
    const opened = open[open.length - 1];
    if (opened?.value !== partner) continue;
    open.pop();
    folds.push({ kind: 'block', range: range(opened.start, endOfFold(text, token.start)) });
  }
  return folds;
}

/** Leaves the line of a closing bracket visible if the bracket is the first thing on it. */
function endOfFold(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  if (text[at - 1] !== '\n' && text[at - 1] !== '\r') return offset;
  return text[at - 2] === '\r' && text[at - 1] === '\n' ? at - 2 : at - 1;
}

function commentFolds(text: string, all: readonly Comment[]): readonly Fold[] {
  const folds: Fold[] = [];
  const regions: Comment[] = [];
  let block: Comment[] = [];
  const endBlock = (): void => {
    const [first, last] = [block[0], block[block.length - 1]];
    if (first && last && first !== last) folds.push({ kind: 'comment', range: range(first.start, last.end) });
    block = [];
  };
  for (const comment of all) {
    const written = text.slice(comment.start, comment.end);
    const previous = block[block.length - 1];
    if (previous && !/^(?:\r\n|\n|\r)[ \t]*$/.test(text.slice(previous.end, comment.start))) endBlock();
    const [, marker] = /^#\s*(region|endregion)\b/.exec(written) ?? [];
    if (marker !== undefined || !startsLine(text, comment.start) || written.startsWith('###')) endBlock();
    else block.push(comment);
    if (marker === 'region') regions.push(comment);
    const region = marker === 'endregion' ? regions.pop() : undefined;
    if (region) folds.push({ kind: 'region', range: range(region.start, comment.end) });
  }
  endBlock();
  return folds;
}

function startsLine(text: string, offset: number): boolean {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r';
}
