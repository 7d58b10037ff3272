/**
 * Words that say nothing by themselves. What counts as one depends on what a word is compared with: "who" is no name of an
 * entity, but it speaks for a relation to persons.
 */
import { stem } from './nouns';

const ARTICLES = 'a an the';
const AUXILIARIES = 'is are was were do does did';

/** Which comparison ignores which words. */
const LISTS: readonly {
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
  // The words that ask speak for a kind of relation, and so do "from" and "not".
  {
    names: true,
    content: true,
    words:
      'who where when why how from no not if then also just our them am being done having should show called',
  },
  // "most" and "over" ask for an order or a comparison.
  { names: true, schema: true, words: 'about into many more most much out over shall so under up' },
  { schema: true, content: true, words: 'please' },
  // Nearly every relation is about people.
  { schema: true, words: 'people person' },
  // As a name it is a country.
  { content: true, words: 'us' },
  {
    names: true,
    words: `every each both either neither none only other others another such same own mine him hers theirs here
      doing may might must whats wheres whos
      without onto upon between among through during before after since until off down around near
      but nor because while d ll re ve m isnt arent wasnt werent dont doesnt didnt
      less least few several lot lots still yet ever never always now today currently current
      names call known get got go goes went come comes came make made take took use used say said`,
  },
];

/** No entity is called so, unless the word is written as a name. */
export function isNameStopWord(word: string): boolean {
  return NAMES.has(word);
}

/** By its stem: no relation or class is found by this word. */
export function isSchemaStopWord(stemOfWord: string): boolean {
  return SCHEMA.has(stemOfWord);
}

/** A logical form need not account for this word of the question. */
export function isContentWord(word: string): boolean {
  return !NO_CONTENT.has(word);
}

/** Words of which the names of relations are put together; prepositions other than these say where a relation leads. */
export const RELATION_FILLERS = setOf(`${ARTICLES} of by ${AUXILIARIES}`);

/** The same where whole names are compared. */
export const NAME_FILLERS = setOf('the a s of in by for and or to this has is with on at');

/** How a question begins that is typed into a search for names. */
export const QUESTION_OPENERS = setOf(
  `${ARTICLES} ${AUXILIARIES} has have who whom whose what which where when how he she it they`,
);

/** Words that are written without a capital inside names, also in names of other languages. */
export const LOWER_CASE_IN_NAMES = setOf(
  'a an the of in on at to for by with and or de la le von van der del di',
);

const NAMES = setOf(wordsFor('names'));
const SCHEMA = new Set([...setOf(wordsFor('schema'))].map(stem));
const NO_CONTENT = setOf(wordsFor('content'));

function wordsFor(use: 'names' | 'schema' | 'content'): string {
  return LISTS.flatMap((list) => (list[use] ? list.words : [])).join(' ');
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
