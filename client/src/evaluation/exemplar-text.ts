import { t } from '../../shared/l10n';

/** A question and its query. This file does not import the editor. */
export interface NewExemplar {
  readonly question: string;
  readonly query: string;
}

export type ExemplarInsertion =
  /** Insert `insert` at `offset`. The new exemplar then starts at `at`, after the separator. */
  | { readonly offset: number; readonly insert: string; readonly at: number; readonly length: number }
  /** The question already exists at this offset. */
  | { readonly there: number }
  | { readonly problem: string };

/** Adds an exemplar in the format of the text: JSON Lines, a JSON array, or queries separated by `###`. */
export function addExemplar(text: string, exemplar: NewExemplar): ExemplarInsertion {
  const there = findQuestion(text, exemplar.question);
  if (there !== undefined) return { there };
  switch (/[^\s\uFEFF]/.exec(text)?.[0]) {
    case undefined:
    case '{':
      return append(text, JSON.stringify(exemplar), '');
    case '[':
      return appendToArray(text, JSON.stringify(exemplar));
    default:
      return append(text, `# question: ${toOneLine(exemplar.question)}\n${exemplar.query.trim()}`, '###\n');
  }
}

const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function append(text: string, exemplar: string, separator: string): ExemplarInsertion {
  const before = `${text === '' || text.endsWith('\n') ? '' : '\n'}${separator}`;
  return {
    offset: text.length,
    insert: `${before}${exemplar}\n`,
    at: text.length + before.length,
    length: exemplar.length,
  };
}

function appendToArray(text: string, exemplar: string): ExemplarInsertion {
  const end = text.lastIndexOf(']');
  if (end < 0 || text.slice(end + 1).trim() !== '')
    return { problem: t('The exemplar file is not a complete JSON array. Fix it first.') };
  const content = text.slice(0, end).trimEnd();
  const before = `${content.endsWith('[') ? '' : ','}\n  `;
  return {
    offset: content.length,
    insert: `${before}${exemplar}${text.slice(content.length, end).includes('\n') ? '' : '\n'}`,
    at: content.length + before.length,
    length: exemplar.length,
  };
}

/** Finds a question, ignoring case, spaces and punctuation. */
function findQuestion(text: string, question: string): number | undefined {
  const normalized = normalize(question);
  for (const match of text.matchAll(QUESTION)) {
    const [, inJson, inComment] = match;
    const found = inJson === undefined ? inComment : parseString(inJson);
    if (found !== undefined && normalize(found) === normalized) return match.index;
  }
  return undefined;
}

const QUESTION = /"question"\s*:\s*("(?:[^"\\]|\\.)*")|^#\s*question\s*:\s*(\S.*)$/gim;

function parseString(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

const normalize = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
