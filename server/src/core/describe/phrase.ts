/** Phrases that are linked to the parts of the query that they describe. */
import { range, type TextRange } from '../language/text/range';
import type { Reading } from './description';

interface Piece {
  readonly text: string;
  readonly parts: readonly TextRange[];
}
export type Phrase = readonly Piece[];

/** Words that say these parts, or none in particular. */
export function say(text: string, parts: readonly TextRange[] = []): Phrase {
  return text === '' ? [] : [{ text, parts }];
}

export function words(...phrases: readonly (Phrase | string)[]): Phrase {
  return phrases.flatMap((phrase) => (typeof phrase === 'string' ? say(phrase) : phrase));
}

/** `place of birth of {s}` with a phrase in the place of the braces, and the words around it saying these parts. */
export function fill(template: string, filling: Phrase, parts: readonly TextRange[]): Phrase {
  const [before = '', after = ''] = template.split(/\{[so]\}/);
  return words(say(before.trim(), parts), filling, say(after.trim(), parts));
}

/** A, B and C */
export function list(phrases: readonly Phrase[], conjunction = 'and'): Phrase {
  return phrases.flatMap((phrase, index) => {
    if (index === 0) return phrase;
    return words(index === phrases.length - 1 ? conjunction : ',', phrase);
  });
}

/** Clauses, which may hold an "and" or clauses of their own; then a comma, and the pronoun once more, tells what belongs to what. */
export function listClauses(clauses: readonly Phrase[], conjunction = 'and', pronoun = ''): Phrase {
  const nested = clauses.slice(0, -1).some(holdsClause);
  if (clauses.length < 2 || !(nested || clauses.some((clause) => / and | or /.test(` ${textOf(clause)} `))))
    return list(clauses, conjunction);
  return clauses.flatMap((clause, index) =>
    index === 0 ? clause : words(',', conjunction, nested ? say(pronoun) : [], clause),
  );
}

/** Whether there is a clause within it, which what follows could sound like a part of. */
export function holdsClause(phrase: Phrase): boolean {
  return / (?:that|who|which|where) /.test(textOf(phrase));
}

/** The same with another first word. */
export function withFirstWord(phrase: Phrase, change: (word: string) => string): Phrase {
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
  return phrase.reduce((text, { text: next }) => joined(text, next), '');
}

/** One line of text, beginning with a capital, and which of its words say what. */
export function written(phrase: Phrase): Pick<Reading, 'question' | 'pairs'> {
  let question = '';
  const pairs: { phrase: TextRange; part: TextRange }[] = [];
  const open = new Map<string, number>();
  for (const { text, parts } of phrase) {
    question = joined(question, text);
    const start = question.length - text.length;
    for (const part of parts) {
      const key = `${part.start} ${part.end}`;
      const last = open.get(key);
      const pair = last === undefined ? undefined : pairs[last];
      // Words beside each other that say the same part are one phrase.
      if (last !== undefined && pair && start - pair.phrase.end <= 1)
        pairs[last] = { part, phrase: range(pair.phrase.start, question.length) };
      else open.set(key, pairs.push({ phrase: range(start, question.length), part }) - 1);
    }
  }
  return { question, pairs };
}

function joined(text: string, next: string): string {
  const glued = text === '' || /^[,.?;:)]/.test(next) || text.endsWith('(');
  return glued ? text + next : `${text} ${next}`;
}
