/** Words that stand for one another in names of relations and types, and in what people type for them. */
import { stem } from '../language/english/nouns';

/** A number that words of one meaning share; nothing for a word that is in no set. */
export function meaningOf(word: string): number | undefined {
  return MEANINGS.get(word);
}

/** The other words of the set that a word is in, or is the beginning of. */
export function wordsAlike(typed: string): readonly string[] {
  const words = new Set<string>();
  for (const line of LINES) {
    const asked = stem(typed);
    const meant = line.some((word) => word === asked || (typed.length > 3 && word.startsWith(typed)));
    if (meant) for (const word of line) if (!word.startsWith(typed)) words.add(word);
  }
  return [...words];
}

/** Each line is a set. */
const ALIKE = [
  'cast starring actor performance',
  'movie film',
  'town city citytown',
  'spouse wife husband married marriage partner',
  'child children son daughter kid',
  'sex gender',
  'parent father mother',
  'sibling brother sister',
  'born birth birthday birthplace',
  'died die dead death deceased',
  'burial buried interment',
  'job occupation profession career',
  'school university college education educated institution attended alma student study studied',
  'nationality citizenship country citizen',
  'director directed',
  'writer written author wrote writes',
  'producer produced',
  'composer composed music composition',
  'year date day time start from begin',
  'end to until finish',
  'founder founded founding established',
  'member membership belong players roster',
  'award prize honor won winner winning',
  'located location place containedby contained contains part',
  'currency money',
  'language languages spoken',
  'capital seat',
  'population inhabitants residents',
  'religion faith belief',
  'company organization employer employment',
  'title name label',
  'role character played portrayed',
  'season series episode show program',
  'release released premiere',
  'genre style kind category',
  'leader head president governor official officeholder office position',
  'team club',
  'coach manager',
  'tour concert',
  'artist singer band musician',
  'song track recording single',
  'album record',
  'border adjoins adjoin neighbor neighbour',
  'river lake water',
  'height elevation tall',
  'area size',
  'timezone zone',
  'government political politics politician',
  'party affiliation',
  'invented inventor invention invent',
  'editor edited editing',
  'symptom sign',
  'cause causes',
  'treatment treat medication drug',
  'influenced influence',
  'residence lived lives resided',
  'owner owned owns',
  'venue stadium arena facility',
  'mascot symbol',
  'lost lose loser losing defeated runner',
  'color colors colour',
];

const LINES = ALIKE.map((line) => line.split(' '));
const MEANINGS = new Map(
  LINES.flatMap((line, index) => line.map((word): [string, number] => [stem(word), index])),
);
