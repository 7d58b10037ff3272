/** Describes a relation by the table of wordings or by its label. */
import { labelOf } from '../schema/labels';
import type { TextRange } from '../language/text/range';
import { isPlural, plural, singular } from '../language/english/nouns';
import { pluralVerb, withArticle } from './grammar';
import { fillTemplate, joinClauses, toPhrase, replaceFirstWord, concat, type Phrase } from './phrase';
import { RELATION_WORDINGS, type Wording } from './wordings';

/** A noun in the singular and in the plural, without an article. */
export interface Noun {
  readonly one: Phrase;
  readonly many: Phrase;
  /** `many` if the label of the relation is in the plural. */
  readonly defaultNumber: 'one' | 'many';
}

/** A predicate for a subject in the singular and in the plural. */
export interface Clause {
  readonly one: Phrase;
  readonly many: Phrase;
  /** Negating the first verb does not negate the clause: "is A or is B". */
  readonly negateAsWhole?: boolean;
}

export function toClause(one: Phrase): Clause {
  const [first, ...rest] = one;
  const [, noun] = /^is an? (.+)$/.exec(first?.text ?? '') ?? [];
  if (first && noun !== undefined) return { one, many: [{ ...first, text: `are ${plural(noun)}` }, ...rest] };
  return { one, many: replaceFirstWord(one, pluralVerb) };
}

export function joinAlternatives(clauses: readonly Clause[]): Clause {
  return {
    one: joinClauses(
      clauses.map(({ one }) => one),
      'or',
    ),
    many: joinClauses(
      clauses.map(({ many }) => many),
      'or',
    ),
    negateAsWhole: clauses.length > 1 || clauses.some((clause) => clause.negateAsWhole),
  };
}

/** The relation as a property: "the earliest *release date*". */
export function propertyLabel(relation: string): string {
  const [, property] = /^(.+) of \{s\}$/.exec(wordingOf(relation).noun ?? '') ?? [];
  return property ?? relationLabel(relation);
}

/** Replacements for unreadable labels. */
const BETTER_LABELS: Readonly<Record<string, string>> = {
  citytown: 'city or town',
  'state province region': 'state, province or region',
  containedby: 'contained by',
  from: 'start date',
  to: 'end date',
  'office position or title': 'office, position or title',
};

export function relationLabel(relation: string): string {
  const label = labelOf(relation).replace(/\(s\)/g, '').replace(/\s+/g, ' ').toLowerCase().trim() || relation;
  return Object.hasOwn(BETTER_LABELS, label) ? (BETTER_LABELS[label] ?? label) : label;
}

/** A noun for the object: "place of birth of Barack Obama". */
export function objectNoun(
  relation: string,
  subject: Phrase,
  parts: readonly TextRange[],
  wording = wordingOf(relation),
): Noun {
  return fillNounTemplate(wording.noun ?? nounTemplate(relationLabel(relation)), subject, parts);
}

export function fillNounTemplate(template: string, filling: Phrase, parts: readonly TextRange[]): Noun {
  return {
    one: fillTemplate(singular(template), filling, parts),
    many: fillTemplate(plural(template), filling, parts),
    defaultNumber: isPlural(template) ? 'many' : 'one',
  };
}

/** The clause with the subject of the relation as grammatical subject. */
export function forwardClause(relation: string, object: Phrase, parts: readonly TextRange[]): Clause {
  const { forward } = wordingOf(relation);
  if (forward !== undefined) return toClause(fillTemplate(forward, object, parts));
  const label = relationLabel(relation);
  if (BY_SOMEBODY.test(label)) return toClause(concat(toPhrase(`was ${label}`, parts), object));
  if (IS_PART.test(label)) return toClause(concat(toPhrase(`is ${withArticle(label)}`, parts), object));
  const short = withoutThis(label);
  const ending = (own: string): Phrase =>
    toPhrase(isPlural(label) ? `among ${own} ${short}` : `as ${short}`, parts);
  return {
    one: concat(toPhrase('has', parts), object, ending('its')),
    many: concat(toPhrase('have', parts), object, ending('their')),
  };
}

/** The clause with the object of the relation as grammatical subject. */
export function backwardClause(relation: string, subject: Phrase, parts: readonly TextRange[]): Clause {
  const { backward } = wordingOf(relation);
  if (backward !== undefined) return toClause(fillTemplate(backward, subject, parts));
  return identityClause(objectNoun(relation, subject, parts), parts);
}

/** "is one of the languages spoken in Chile" */
function identityClause(noun: Noun, parts: readonly TextRange[]): Clause {
  return noun.defaultNumber === 'many'
    ? {
        one: concat(toPhrase('is one of the', parts), noun.many),
        many: concat(toPhrase('are among the', parts), noun.many),
      }
    : {
        one: concat(toPhrase('is the', parts), noun.one),
        many: concat(toPhrase('are the', parts), noun.many),
      };
}

export function wordingOf(relation: string): Wording {
  return RELATION_WORDINGS.get(relation) ?? {};
}

const BY_SOMEBODY = /^(?:\w+ )?\w+(?:ed|en|t) by$/;
const IS_PART = /^(?:\w+ )*\w+ of$/;
const PARTICIPLE =
  /(?:^| )(?:\w{3,}ed|held|won|spoken|written|made|sung|led|sold|built|taught|fought|drawn|given|taken|worn|run|produced)$/;
const PREPOSITION = /(?: |^)(?:in|at|to|on|for|with|from|by|of|as)$/;

/** Derives a noun template from the ending of a label. */
function nounTemplate(label: string): string {
  const here = /^(.+?) (?:(from|near|at|to) )?here$/.exec(label);
  if (here) return `${here[1] ?? label} ${here[2] ?? 'in'} {s}`;
  const ours = /^(.+ (?:in|of|with|about|for|by|to|on|at|from|using|under|through)) th(?:is|e) [a-z ]+$/.exec(
    label,
  );
  if (ours && label.includes(' this ')) return `${ours[1] ?? label} {s}`;
  const known = /^(.+) (\w+(?:ed|en)|held|won|sung|sold) (in|at|to|on|for|with|from|by|of)$/.exec(label);
  if (known) return `${known[1] ?? ''} that {s} is ${known[2] ?? ''} ${known[3] ?? ''}`;
  if (BY_SOMEBODY.test(label)) return `one that {s} was ${label}`;
  if (IS_PART.test(label)) return `thing that {s} is ${withArticle(label)}`;
  if (PREPOSITION.test(label)) return `thing that {s} is ${label}`;
  if (PARTICIPLE.test(label) && label.includes(' ')) return `${label} by {s}`;
  return `${withoutThis(label)} of {s}`;
}

function withoutThis(label: string): string {
  return label
    .replace(/ (?:in|of|with|about|for|by|to|on|at|from) this [a-z ]+$/, '')
    .replace(/ (?:from|near|at|to) here$/, '')
    .replace(/ here$/, ' there');
}
