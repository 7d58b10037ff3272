/**
 * Comments that suppress findings:
 *   # funfusic-disable-next-line grounding lf_semantic    the line below
 *   # funfusic-disable grounding                          the whole file
 * Without a code, every finding is suppressed.
 */
import type { QueryModel } from '../language/sparql/model';
import { LineIndex } from '../language/text/line-index';
import type { Finding } from './verifier';

const DIRECTIVE = /^#+\s*funfusic-disable(-next-line)?(?=[\s:]|$)[\s:]*([^\n]*)$/;

type Suppression = ((finding: Finding) => boolean) | undefined;

/** The queries of a file share their comments, which are read once. */
const cache = new WeakMap<QueryModel['fileComments'], { readonly suppression: Suppression }>();

export function suppressionsOf({ text, fileComments }: QueryModel): Suppression {
  let entry = cache.get(fileComments);
  if (!entry) cache.set(fileComments, (entry = { suppression: readSuppressions(text, fileComments) }));
  return entry.suppression;
}

function readSuppressions(text: string, comments: QueryModel['fileComments']): Suppression {
  const everywhere: (readonly string[])[] = [];
  const nextLine: { readonly start: number; readonly codes: readonly string[] }[] = [];
  for (const { start, end } of comments) {
    const [, next, list] = DIRECTIVE.exec(text.slice(start, end)) ?? [];
    if (list === undefined) continue;
    const codes =
      list
        .split('--')[0]
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? [];
    if (next) nextLine.push({ start, codes });
    else everywhere.push(codes);
  }
  if (!everywhere.length && !nextLine.length) return undefined;
  const lines = new LineIndex(text);
  const byLine = new Map(nextLine.map(({ start, codes }) => [lines.lineOf(start) + 1, codes]));
  const includesCode = (codes: readonly string[] | undefined, code: string): boolean =>
    codes !== undefined && (codes.length === 0 || codes.includes(code));
  return ({ code, range }) =>
    everywhere.some((codes) => includesCode(codes, code)) ||
    includesCode(byLine.get(lines.lineOf(range.start)), code);
}
