/** Phrases that are linked to the parts of the query that they describe. */
import { range, type TextRange } from '../language/text/range';
import type { QueryDescription } from './description';

interface Piece {
  readonly text: string;
  readonly parts: readonly TextRange[];
}
export type Phrase = readonly Piece[];

/** A phrase that describes the given parts of the query. */
export function toPhrase(text: string, parts: readonly TextRange[] = []): Phrase {
  return text === '' ? [] : [{ text, parts }];
}

export function concat(...phrases: readonly (Phrase | string)[]): Phrase {
  return phrases.flatMap((phrase) => (typeof phrase === 'string' ? toPhrase(phrase) : phrase));
}

/** Replaces `{s}` or `{o}` in a template such as `place of birth of {s}`. `parts` are those of the template. */
export function fillTemplate(template: string, filling: Phrase, parts: readonly TextRange[]): Phrase {
  const [before = '', after = ''] = template.split(/\{[so]\}/);
  return concat(toPhrase(before.trim(), parts), filling, toPhrase(after.trim(), parts));
}

/** "A, B and C" */
export function joinList(phrases: readonly Phrase[], conjunction = 'and'): Phrase {
  return phrases.flatMap((phrase, index) => {
    if (index === 0) return phrase;
    return concat(index === phrases.length - 1 ? conjunction : ',', phrase);
  });
}

/** Joins clauses. If one contains a conjunction or a clause, commas and the repeated pronoun keep them apart. */
export function joinClauses(clauses: readonly Phrase[], conjunction = 'and', pronoun = ''): Phrase {
  const isNested = clauses.slice(0, -1).some(containsClause);
  const isAmbiguous = isNested || clauses.some((clause) => / and | or /.test(` ${textOf(clause)} `));
  if (clauses.length < 2 || !isAmbiguous) return joinList(clauses, conjunction);
  return clauses.flatMap((clause, index) =>
    index === 0 ? clause : concat(',', conjunction, isNested ? pronoun : '', clause),
  );
}

export function containsClause(phrase: Phrase): boolean {
  return / (?:that|who|which|where) /.test(textOf(phrase));
}

export function replaceFirstWord(phrase: Phrase, change: (word: string) => string): Phrase {
  const [first, ...rest] = phrase;
  if (!first) return phrase;
  const end = first.text.search(/\s|$/);
  const changed = change(first.text.slice(0, end)) + first.text.slice(end);
  return [{ ...first, text: changed }, ...rest];
}

export function firstWord(phrase: Phrase): string {
  return phrase[0]?.text.split(' ', 1)[0] ?? '';
}

export function textOf(phrase: Phrase): string {
  let text = '';
  let last = '';
  for (const { text: next } of phrase) {
    text += spaceBetween(last, next) + next;
    last = next || last;
  }
  return text;
}

/** Renders a phrase as one sentence, with the parts of the query that each range of it describes. */
export function renderPhrase(phrase: Phrase): Pick<QueryDescription, 'question' | 'pairs'> {
  let question = '';
  let last = '';
  const pairs: { phrase: TextRange; part: TextRange }[] = [];
  const lastPairs = new Map<string, number>();
  for (const { text, parts } of phrase) {
    question += spaceBetween(last, text) + text;
    last = text || last;
    const start = question.length - text.length;
    for (const part of parts) {
      const key = `${part.start} ${part.end}`;
      const index = lastPairs.get(key);
      const pair = index === undefined ? undefined : pairs[index];
      // Adjacent pieces that describe the same part are one range.
      if (index !== undefined && pair && start - pair.phrase.end <= 1)
        pairs[index] = { part, phrase: range(pair.phrase.start, question.length) };
      else lastPairs.set(key, pairs.push({ phrase: range(start, question.length), part }) - 1);
    }
  }
  return { question: question.charAt(0).toUpperCase() + question.slice(1), pairs };
}

/** The space between two pieces. To look at the end of the whole text instead of its last piece would take long for a long one. */
function spaceBetween(last: string, next: string): string {
  return last === '' || last.endsWith('(') || /^[,.?;:)]/.test(next) ? '' : ' ';
}
