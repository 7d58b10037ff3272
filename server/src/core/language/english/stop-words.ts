/**
 * Stop words. They depend on what a word is compared with: "who" is not the name of an entity, but it is evidence for a
 * relation to persons.
 */
import { stem } from './nouns';

const ARTICLES = 'a an the';
const AUXILIARIES = 'is are was were do does did';

/** Words, and the comparisons that ignore them. */
const STOP_WORDS: readonly {
  readonly names?: boolean;
  readonly schema?: boolean;
  readonly content?: boolean;
  readonly words: string;
}[] = [
  {
    names: true,
    schema: true,
    content: true,
    words: `${ARTICLES} ${AUXILIARIES} of in on at to for by with as than and or be been has have had can could will would
      i me my we you your he she his her it its they their this that these those there one ones all any some
      what which whom whose name named list find give tell s t`,
  },
  // Interrogatives, "from" and "not" are evidence for a kind of relation.
  {
    names: true,
    content: true,
    words:
      'who where when why how from no not if then also just our them am being done having should show called',
  },
  // "most" and "over" express an order or a comparison, so a logical form must cover them.
  { names: true, schema: true, words: 'about into many more most much out over shall so under up' },
  { schema: true, content: true, words: 'please' },
  // The entities that a question names are never answers.
  { names: true, schema: true, content: true, words: 'other others another' },
  // They add little to their verb: rivers flow through countries.
  { names: true, schema: true, content: true, words: 'onto through upon' },
  // Nearly every relation is about people.
  { schema: true, words: 'people person' },
  // "US" may name a country.
  { content: true, words: 'us' },
  {
    names: true,
    words: `every each both either neither none only such same own mine him hers theirs here
      doing may might must whats wheres whos
      without between among during before after since until off down around near
      but nor because while d ll re ve m isnt arent wasnt werent dont doesnt didnt
      less least few several lot lots still yet ever never always now today currently current
      names call known get got go goes went come comes came make made take took use used say said`,
  },
];

/** Whether the word is not the name of an entity, unless it is capitalized. */
export function isNameStopWord(word: string): boolean {
  return NAME_STOP_WORDS.has(word);
}

/** Whether the search for relations and classes ignores the word with this stem. */
export function isSchemaStopWord(stemOfWord: string): boolean {
  return SCHEMA_STOP_WORDS.has(stemOfWord);
}

/** Whether a logical form must cover the word. */
export function isContentWord(word: string): boolean {
  return !FUNCTION_WORDS.has(word);
}

/** Function words in the names of relations. Other prepositions indicate the range of a relation. */
export const RELATION_FILLERS = toSet(`${ARTICLES} of by ${AUXILIARIES}`);

/** Function words that are ignored when whole names are compared. */
export const NAME_FILLERS = toSet('the a s of in by for and or to this has is with on at');

/** First words of a question that is typed into a search for names. */
export const QUESTION_OPENERS = toSet(
  `${ARTICLES} ${AUXILIARIES} has have who whom whose what which where when how he she it they`,
);

/** Words that are in lower case inside names, also in other languages. */
export const LOWER_CASE_IN_NAMES = toSet(
  'a an the of in on at to for by with and or de la le von van der del di',
);

const NAME_STOP_WORDS = toSet(wordsFor('names'));
const SCHEMA_STOP_WORDS = new Set([...toSet(wordsFor('schema'))].map(stem));
const FUNCTION_WORDS = toSet(wordsFor('content'));

function wordsFor(use: 'names' | 'schema' | 'content'): string {
  return STOP_WORDS.flatMap((list) => (list[use] ? list.words : [])).join(' ');
}

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
