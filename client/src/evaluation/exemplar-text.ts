import { t } from '../../shared/l10n';

/** A question and its query, added to a text of such pairs. Nothing here knows the editor. */
export interface NewExemplar {
  readonly question: string;
  readonly query: string;
}

export type ExemplarInsertion =
  /** Insert `insert` at `offset`. The new exemplar then starts at `at`, after the separator. */
  | { readonly offset: number; readonly insert: string; readonly at: number; readonly length: number }
  /** The question is there already, at this offset. */
  | { readonly there: number }
  | { readonly problem: string };

/** In the format of the text: JSON Lines, a JSON array, or queries separated by `###`. */
export function addExemplar(text: string, exemplar: NewExemplar): ExemplarInsertion {
  const there = placeOf(text, exemplar.question);
  if (there !== undefined) return { there };
  switch (/[^\s\uFEFF]/.exec(text)?.[0]) {
    case undefined:
    case '{':
      return behind(text, JSON.stringify(exemplar), '');
    case '[':
      return inArray(text, JSON.stringify(exemplar));
    default:
      return behind(text, `# question: ${onOneLine(exemplar.question)}\n${exemplar.query.trim()}`, '###\n');
  }
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function behind(text: string, written: string, separator: string): ExemplarInsertion {
  const before = `${text === '' || text.endsWith('\n') ? '' : '\n'}${separator}`;
  return {
    offset: text.length,
    insert: `${before}${written}\n`,
    at: text.length + before.length,
    length: written.length,
  };
}

function inArray(text: string, written: string): ExemplarInsertion {
  const end = text.lastIndexOf(']');
  if (end < 0 || text.slice(end + 1).trim() !== '')
    return { problem: t('The exemplar file is not a complete JSON array. Fix it first.') };
  const content = text.slice(0, end).trimEnd();
  const before = `${content.endsWith('[') ? '' : ','}\n  `;
  return {
    offset: content.length,
    insert: `${before}${written}${text.slice(content.length, end).includes('\n') ? '' : '\n'}`,
    at: content.length + before.length,
    length: written.length,
  };
}

/** Finds a question, ignoring case, spaces and punctuation. */
function placeOf(text: string, question: string): number | undefined {
  const wanted = plain(question);
  for (const match of text.matchAll(QUESTION)) {
    const [, inJson, inComment] = match;
    const found = inJson === undefined ? inComment : fromJson(inJson);
    if (found !== undefined && plain(found) === wanted) return match.index;
  }
  return undefined;
}

const QUESTION = /"question"\s*:\s*("(?:[^"\\]|\\.)*")|^#\s*question\s*:\s*(\S.*)$/gim;

function fromJson(written: string): string | undefined {
  try {
    return String(JSON.parse(written));
  } catch {
    return undefined;
  }
}

const plain = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
