/** Negated clauses. */
import { negatedVerb } from './grammar';
import { firstWord, say, textOf, withFirstWord, words, type Phrase } from './phrase';
import type { Clause } from './relation-words';

export function negatedClause(clause: Clause): Clause {
  if (clause.deniedAsWhole)
    return {
      one: words('does not satisfy:', clause.one),
      many: words('do not satisfy:', clause.many),
      deniedAsWhole: true,
    };
  return { one: denied(clause.one), many: denied(clause.many), deniedAsWhole: true };
}

function denied(clause: Phrase): Phrase {
  const [, verb] = /^(has|have) an? /.exec(textOf(clause)) ?? [];
  if (verb === undefined) return withFirstWord(clause, negatedVerb);
  const [first, ...rest] = clause;
  if (first && first.text !== verb)
    return [{ ...first, text: first.text.replace(/^(has|have) an? /, '$1 no ') }, ...rest];
  return words(first ? [first] : [], withoutArticle(rest, 'no '));
}

/** "a film …" with something else in the place of its article; nothing is changed where it has none. */
export function withoutArticle(phrase: Phrase, instead: string): Phrase {
  const [first, ...rest] = phrase;
  return first ? [{ ...first, text: first.text.replace(/^an? /, instead) }, ...rest] : phrase;
}

/** "there is no film that …" */
export function noSuchThing(thing: Phrase): Phrase {
  const article = /^an?$/.test(firstWord(thing));
  return article ? words(say('there is'), withoutArticle(thing, 'no ')) : words(say('there is not'), thing);
}
