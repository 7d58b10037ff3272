/** Negates clauses. */
import { negatedVerb } from './grammar';
import { firstWord, textOf, replaceFirstWord, concat, type Phrase } from './phrase';
import type { Clause } from './relation-words';

export function negateClause(clause: Clause): Clause {
  if (clause.negateAsWhole)
    return {
      one: concat('does not satisfy:', clause.one),
      many: concat('do not satisfy:', clause.many),
      negateAsWhole: true,
    };
  return { one: negatePhrase(clause.one), many: negatePhrase(clause.many), negateAsWhole: true };
}

function negatePhrase(clause: Phrase): Phrase {
  const [, verb] = /^(has|have) an? /.exec(textOf(clause)) ?? [];
  if (verb === undefined) return replaceFirstWord(clause, negatedVerb);
  const [first, ...rest] = clause;
  if (first && first.text !== verb)
    return [{ ...first, text: first.text.replace(/^(has|have) an? /, '$1 no ') }, ...rest];
  return concat(first ? [first] : [], withNo(rest));
}

/** Replaces the indefinite article of a phrase, if it has one, by "no". */
function withNo(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  return first ? [{ ...first, text: first.text.replace(/^an? /, 'no ') }, ...rest] : phrase;
}

/** "there is no film that …" */
export function denyExistence(noun: Phrase): Phrase {
  return /^an?$/.test(firstWord(noun)) ? concat('there is', withNo(noun)) : concat('there is not', noun);
}
