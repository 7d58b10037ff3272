/** Questions about a relative of a name: "who did his father play" */
import { overlaps, type TextRange } from '../../language/text/range';
import { agentVerb } from './agent-verb';
import { isPersonalRelation } from './asked-relations';
import type { LinkedQuestion } from './linked-question';

/** Whether something is asked about a relative of the name: "who did his father play", "who married his ex-wife", "his wife's sister". */
export function asksAboutRelative(
  { text, kind, words }: Pick<LinkedQuestion, 'text' | 'kind' | 'words'>,
  { start, end }: TextRange,
): boolean {
  const relative = words.find(
    ({ stem: word, range }) =>
      isPersonalRelation(word) &&
      (/^ of (?:the )?$/.test(text.slice(range.end, start)) ||
        OWN.test(`…${POSSESSIVE.exec(text.slice(start, end))?.[0] ?? ''}${text.slice(end, range.start)}`)),
  );
  if (!relative) return false;
  const isOfRelative = words.some(
    ({ stem: word, range: other }) =>
      isPersonalRelation(word) &&
      !overlaps(other, relative.range) &&
      !/,|\b(?:and|or)\b/.test(
        text.slice(Math.min(other.end, relative.range.end), Math.max(other.start, relative.range.start)),
      ),
  );
  if (isOfRelative) return true;
  const verb = agentVerb({ kind, words });
  const last = words.at(-1);
  const hasVerbAtEnd = last?.content === true && last.range.start > Math.max(end, relative.range.end);
  const first = Math.min(start, relative.range.start);
  return (
    (verb !== undefined && verb !== relative) ||
    (hasVerbAtEnd && /\b(?:did|does|do) (?:the )?$/i.test(text.slice(0, first)))
  );
}

const POSSESSIVE = /['’]s?$/;
/** What is between a name and its relative: "Pitt's ex-wife" */
const OWN = /^…['’]s?\s(?:\p{Ll}+[\s-])?$/u;
