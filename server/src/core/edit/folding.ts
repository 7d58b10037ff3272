/** What can be folded away: groups, the prologue, runs of comments, marked regions and whole queries. */
import type { QueryModel } from '../language/sparql/model';
import type { Comment, Token } from '../language/sparql/tokens';
import { range, type TextRange } from '../language/text/range';

interface Fold {
  readonly kind: 'block' | 'imports' | 'comment' | 'region';
  /** From something on the line that stays to something on the last line that goes. */
  readonly range: TextRange;
}

const PARTNERS: ReadonlyMap<string, string> = new Map([
  ['}', '{'],
  [']', '['],
  [')', '('],
]);

/** The queries must be all those of the text. */
export function foldsOf(text: string, queries: readonly QueryModel[]): readonly Fold[] {
  return [
    ...queries.flatMap((query) => [
      ...(queries.length > 1 ? wholeQuery(query) : []),
      ...prologue(query),
      ...blocks(text, query.tokens),
    ]),
    ...comments(text, queries[0]?.fileComments ?? []),
  ];
}

/** From the line that parts it from the query above, which bears its title. */
function wholeQuery({ tokens, comments }: QueryModel): readonly Fold[] {
  const last = tokens[tokens.length - 1];
  const start = Math.min(comments[0]?.start ?? Infinity, tokens[0]?.start ?? Infinity);
  return last ? [{ kind: 'region', range: range(start, last.end) }] : [];
}

function prologue({ prefixes, tokens, query }: QueryModel): readonly Fold[] {
  const body = tokens.find(({ type, value }) => type === 'keyword' && value !== 'PREFIX' && value !== 'BASE');
  const own = prefixes.filter(({ range: where }) => where.start < (body?.start ?? query.range.end));
  const [first, last] = [own[0], own[own.length - 1]];
  return first && last ? [{ kind: 'imports', range: range(first.range.start, last.range.end) }] : [];
}

/** Brackets that pair; in broken text some do not, and the others still fold. */
function blocks(text: string, tokens: readonly Token[]): readonly Fold[] {
  const folds: Fold[] = [];
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type !== 'punctuation') continue;
    const partner = PARTNERS.get(token.value);
    if (partner === undefined) {
      if (token.value === '{' || token.value === '[' || token.value === '(') open.push(token);
      continue;
    }
    // A brace closes whatever was left open inside of it.
    while (token.value === '}' && open.length && open[open.length - 1]?.value !== '{') open.pop();
    const opened = open[open.length - 1];
    if (opened?.value !== partner) continue;
    open.pop();
    folds.push({ kind: 'block', range: range(opened.start, endOfLineAbove(text, token.start)) });
  }
  return folds;
}

/** The line of a closing bracket stays, if nothing stands before it there. */
function endOfLineAbove(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  if (text[at - 1] !== '\n' && text[at - 1] !== '\r') return offset;
  return text[at - 2] === '\r' && text[at - 1] === '\n' ? at - 2 : at - 1;
}

function comments(text: string, all: readonly Comment[]): readonly Fold[] {
  const folds: Fold[] = [];
  const regions: Comment[] = [];
  let run: Comment[] = [];
  const endRun = (): void => {
    const [first, last] = [run[0], run[run.length - 1]];
    if (first && last && first !== last) folds.push({ kind: 'comment', range: range(first.start, last.end) });
    run = [];
  };
  for (const comment of all) {
    const written = text.slice(comment.start, comment.end);
    const previous = run[run.length - 1];
    if (previous && !/^(?:\r\n|\n|\r)[ \t]*$/.test(text.slice(previous.end, comment.start))) endRun();
    const [, marker] = /^#\s*(region|endregion)\b/.exec(written) ?? [];
    if (marker !== undefined || !startsLine(text, comment.start) || written.startsWith('###')) endRun();
    else run.push(comment);
    if (marker === 'region') regions.push(comment);
    const region = marker === 'endregion' ? regions.pop() : undefined;
    if (region) folds.push({ kind: 'region', range: range(region.start, comment.end) });
  }
  endRun();
  return folds;
}

function startsLine(text: string, offset: number): boolean {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r';
}
