/** Synonyms in the names of relations and types, and in the text that users type for them. */
import { stem } from '../language/english/nouns';

/** Returns the number of the synonym set of a stem, or undefined. */
export function synonymSetOf(word: string): number | undefined {
  return SET_NUMBERS.get(word);
}

/** Returns the other words of each set that contains the word, or a word that begins with it. */
export function findSynonyms(typed: string): readonly string[] {
  const typedStem = stem(typed);
  const matches = (word: string): boolean =>
    word === typedStem || (typed.length > 3 && word.startsWith(typed));
  const words = SYNONYM_SETS.filter((set) => set.some(matches)).flat();
  return [...new Set(words.filter((word) => !word.startsWith(typed)))];
}

/** Of words with the same meaning, such as `married` and `spouse`, between 0 and 1. */
export const SIMILARITY_OF_SYNONYMS = 0.8;

const SYNONYM_SETS = [
  'cast starring actor performance act acts acted acting',
  'movie film picture',
  'town city citytown',
  'spouse wife husband married marry marriage partner',
  'child children son daughter kid',
  'sex gender',
  'parent father mother dad mom mum',
  'sibling brother sister',
  'born birth birthday birthplace',
  'died die dead death deceased',
  'burial buried interment',
  'job occupation profession career',
  'school university college education educated institution attended alma student study studied',
  'nationality citizenship country citizen',
  'director directed direct',
  'writer written author wrote writes write screenwriter',
  'producer produced',
  'composer composed music composition compose soundtrack',
  'year date day time start from begin',
  'end to until finish',
  'founder founded founding established',
  'member membership belong belonged players roster',
  'award prize honor won winner winning awarded',
  'located location place containedby contained contains part',
  'currency money',
  'language languages spoken speak tongue',
  'capital seat',
  'population inhabitants residents',
  'religion faith belief',
  'company organization employer employment',
  'title name label',
  'role character played portrayed',
  'season series episode show program',
  'release released premiere',
  'genre style kind sort category',
  'leader head president governor official officeholder office position',
  'team club',
  'coach manager',
  'tour concert',
  'artist singer sang sing band musician',
  'song track recording single',
  'album record',
  'border adjoins adjoin neighbor neighbour',
  'river lake water',
  'height elevation tall high',
  'length long',
  'area size',
  'timezone zone',
  'government political politics politician',
  'party affiliation',
  'invented inventor invention invent',
  'editor edited editing',
  'symptom sign',
  'cause causes',
  'treatment treat medication drug',
  'influenced influence inspired inspire',
  'residence lived lives resided',
  'owner owned owns',
  'venue stadium arena facility',
  'mascot symbol',
  'lost lose loser losing defeated runner',
  'color colors colour',
  'adapted adaptation adaptations',
].map((words) => words.split(' '));

const SET_NUMBERS = new Map(
  SYNONYM_SETS.flatMap((set, index) => set.map((word): [string, number] => [stem(word), index])),
);
