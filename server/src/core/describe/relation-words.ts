/** Describes a relation: from the table of wordings, or else from the form of its label. */
import { labelOf } from '../schema/labels';
import type { TextRange } from '../language/text/range';
import { isPlural, plural, singular } from '../language/english/nouns';
import { pluralVerb, withArticle } from './grammar';
import { fill, listClauses, say, withFirstWord, words, type Phrase } from './phrase';
import { RELATION_WORDINGS, type Wording } from './wordings';

/** A noun for one thing and for many, without an article. */
export interface Noun {
  readonly one: Phrase;
  readonly many: Phrase;
  /** How it is said by itself: many where the label is in the plural. */
  readonly natural: 'one' | 'many';
}

/** What a subject does or is, for one subject and for many. */
export interface Clause {
  readonly one: Phrase;
  readonly many: Phrase;
  /** That it does not hold is more than its first verb denied: "is A or is B". */
  readonly deniedAsWhole?: boolean;
}

export function clauseOf(one: Phrase): Clause {
  const [first, ...rest] = one;
  const [, noun] = /^is an? (.+)$/.exec(first?.text ?? '') ?? [];
  if (first && noun !== undefined) return { one, many: [{ ...first, text: `are ${plural(noun)}` }, ...rest] };
  return { one, many: withFirstWord(one, pluralVerb) };
}

export function eitherOf(clauses: readonly Clause[]): Clause {
  return {
    one: listClauses(
      clauses.map(({ one }) => one),
      'or',
    ),
    many: listClauses(
      clauses.map(({ many }) => many),
      'or',
    ),
    deniedAsWhole: clauses.length > 1 || clauses.some((clause) => clause.deniedAsWhole),
  };
}

/** The relation as a property of something: "the earliest *release date*". */
export function propertyInWords(relation: string): string {
  const [, property] = /^(.+) of \{s\}$/.exec(wordingOf(relation).noun ?? '') ?? [];
  return property ?? labelInWords(relation);
}

/** Labels that run words together. */
export const BETTER_LABELS: Readonly<Record<string, string>> = {
  citytown: 'city or town',
  'state province region': 'state, province or region',
  containedby: 'contained by',
  from: 'start date',
  to: 'end date',
  'office position or title': 'office, position or title',
};

export function labelInWords(relation: string): string {
  const label = labelOf(relation).replace(/\(s\)/g, '').replace(/\s+/g, ' ').toLowerCase().trim() || relation;
  return Object.hasOwn(BETTER_LABELS, label) ? (BETTER_LABELS[label] ?? label) : label;
}

/** The object, seen from the subject: "place of birth of Barack Obama". */
export function nounFor(
  relation: string,
  subject: Phrase,
  parts: readonly TextRange[],
  wording = wordingOf(relation),
): Noun {
  return nounFromTemplate(wording.noun ?? nounTemplate(labelInWords(relation)), subject, parts);
}

export function nounFromTemplate(template: string, filling: Phrase, parts: readonly TextRange[]): Noun {
  return {
    one: fill(singular(template), filling, parts),
    many: fill(plural(template), filling, parts),
    natural: isPlural(template) ? 'many' : 'one',
  };
}

/** What the subject does to the object. */
export function forwardClause(
  relation: string,
  object: Phrase,
  parts: readonly TextRange[],
  wording = wordingOf(relation),
): Clause {
  if (wording.forward !== undefined) return clauseOf(fill(wording.forward, object, parts));
  const label = labelInWords(relation);
  if (BY_SOMEBODY.test(label)) return clauseOf(words(say(`was ${label}`, parts), object));
  if (IS_PART.test(label)) return clauseOf(words(say(`is ${withArticle(label)}`, parts), object));
  const short = withoutThis(label);
  const ending = (own: string): Phrase =>
    say(isPlural(label) ? `among ${own} ${short}` : `as ${short}`, parts);
  return {
    one: words(say('has', parts), object, ending('its')),
    many: words(say('have', parts), object, ending('their')),
  };
}

/** What the object is to the subject. */
export function backwardClause(
  relation: string,
  subject: Phrase,
  parts: readonly TextRange[],
  wording = wordingOf(relation),
): Clause {
  if (wording.backward !== undefined) return clauseOf(fill(wording.backward, subject, parts));
  return beingClause(nounFor(relation, subject, parts, wording), parts);
}

/** "is one of the languages spoken in Chile" */
export function beingClause(noun: Noun, parts: readonly TextRange[]): Clause {
  return noun.natural === 'many'
    ? {
        one: words(say('is one of the', parts), noun.many),
        many: words(say('are among the', parts), noun.many),
      }
    : { one: words(say('is the', parts), noun.one), many: words(say('are the', parts), noun.many) };
}

export function wordingOf(relation: string): Wording {
  return Object.hasOwn(RELATION_WORDINGS, relation) ? (RELATION_WORDINGS[relation] ?? {}) : {};
}

const BY_SOMEBODY = /^(?:\w+ )?\w+(?:ed|en|t) by$/;
const IS_PART = /^(?:\w+ )*\w+ of$/;
const PARTICIPLE =
  /(?:^| )(?:\w{3,}ed|held|won|spoken|written|made|sung|led|sold|built|taught|fought|drawn|given|taken|worn|run|produced)$/;
const PREPOSITION = /(?: |^)(?:in|at|to|on|for|with|from|by|of|as)$/;

/** A template for the object out of a label: by how the label ends. */
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
