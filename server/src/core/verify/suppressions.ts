/**
 * Comments that silence findings:
 *   # funfusic-disable-next-line grounding lf_semantic    the line below
 *   # funfusic-disable grounding                          the whole file
 * Without a code, every finding is meant.
 */
import type { QueryModel } from '../sparql/model';
import { LineIndex } from '../text/line-index';
import type { Finding } from './verifier';

const DIRECTIVE = /^#+\s*funfusic-disable(-next-line)?(?=[\s:]|$)[\s:]*([^\n]*)$/;

export function suppressionsOf(query: QueryModel): ((finding: Finding) => boolean) | undefined {
  const { text } = query;
  if (!text.includes('funfusic-disable')) return undefined;
  const lines = new LineIndex(text);
  const everywhere: (readonly string[])[] = [];
  const byLine = new Map<number, readonly string[]>();
  for (const { start, end } of query.fileComments) {
    const [, nextLine, list] = DIRECTIVE.exec(text.slice(start, end)) ?? [];
    if (list === undefined) continue;
    const codes =
      list
        .split('--')[0]
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? [];
    if (nextLine) byLine.set(lines.lineOf(start) + 1, codes);
    else everywhere.push(codes);
  }
  const silences = (codes: readonly string[] | undefined, code: string): boolean =>
    codes !== undefined && (codes.length === 0 || codes.includes(code));
  return ({ code, range }) =>
    everywhere.some((codes) => silences(codes, code)) ||
    silences(byLine.get(lines.lineOf(range.start)), code);
}
