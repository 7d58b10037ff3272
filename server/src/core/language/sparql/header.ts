/** Header comments above a query, such as `# question: Where was Barack Obama born?` */
import { range, type Located, type TextRange } from '../text/range';
import { questionProblem } from '../text/question-problem';
import type { QueryModel } from './model';

interface HeaderLine extends Located {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
  readonly valueRange: TextRange;
}

/** `# key: value`, `#+ key: value`, and `### key: value`, which also separates two queries. */
const HEADER_LINE = /^(#+\+?\s*([\p{L}_][\p{L}\p{N}_-]*)\s*:\s*)(.*)$/su;

export function parseHeader({ text, tokens, comments }: QueryModel): readonly HeaderLine[] {
  // The header may be between the prefixes and the first keyword.
  const body = tokens.find(({ type, value }) => type === 'keyword' && value !== 'PREFIX' && value !== 'BASE');
  const end = body?.start ?? Infinity;
  const lines: HeaderLine[] = [];
  for (const comment of comments) {
    if (comment.start >= end) break;
    const [, before = '', key, written = ''] = HEADER_LINE.exec(text.slice(comment.start, comment.end)) ?? [];
    const value = written.trimEnd();
    if (key === undefined || !value) continue;
    const start = comment.start + before.length;
    lines.push({
      key: key.toLowerCase(),
      value,
      range: range(comment.start, comment.end),
      valueRange: range(start, start + value.length),
    });
  }
  return lines;
}

/** Returns the question that a query answers. A text that is too long to be one is ignored. */
export function questionOf(
  query: QueryModel,
): { readonly text: string; readonly range: TextRange } | undefined {
  const line = parseHeader(query).find(({ key }) => key === 'question');
  return line && questionProblem(line.value) === undefined
    ? { text: line.value, range: line.valueRange }
    : undefined;
}

export function addQuestionHeader(query: string, question: string): string {
  const line = question.trim().replace(/\s+/g, ' ');
  return line === '' ? query : `# question: ${line}${query.includes('\r\n') ? '\r\n' : '\n'}${query}`;
}
