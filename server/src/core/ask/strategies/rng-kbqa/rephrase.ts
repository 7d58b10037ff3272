/**
 * Questions about one entity in words that hardly any training question uses, and how they are asked instead. Whether something has a
 * value at all is asked as the question for the value.
 */
import { once } from '../../../language/text/cache';
import { covers, range } from '../../../language/text/range';
import { hasWholeName, type LinkedEntity, type Linking } from '../../../question/linking/linking';

export interface Rephrased {
  readonly question: string;
  readonly linking: Linking;
  /** Whether the original question is a yes-or-no question. */
  readonly isYesNo: boolean;
}

interface Phrase {
  /** The whole question as a regular expression, in lower case. X is the entity. */
  readonly from: string;
  /** The question instead. `$1` is the noun that was matched. */
  readonly to: string;
  /** The entity must have one of these classes. */
  readonly of?: readonly string[];
  readonly isYesNo?: true;
}

const NOUN = String.raw`(\p{Ll}+(?: \p{Ll}+){0,2})`;
/** “whose” or “which president's” */
const WHOSE = String.raw`(?:whose|(?:which|what) \p{Ll}+['’]s)`;
const FILM = ['film.film'];
const SHOW = ['tv.tv_program'];
const BAND = ['music.musical_group'];
const RIVER = ['geography.river'];
const SCHOOL = ['education.educational_institution'];

const PHRASES: readonly Phrase[] = [
  {
    from: `(?:do|does|did|has|have|had) X (?:ever )?(?:have|had|got)(?: any| an?| some)? ${NOUN}`,
    to: 'what $1 does X have',
    isYesNo: true,
  },
  {
    from: `(?:is|are|was|were) there (?:any |an? |some )?${NOUN} in X`,
    to: 'what $1 are in X',
    isYesNo: true,
  },
  {
    from: '(?:did|has) X (?:ever )?(?:win|won|receive|received)(?: any| an?| some)? (?:awards?|prizes?)',
    to: 'what awards did X win',
    isYesNo: true,
  },
  { from: '(?:is|was) X (?:ever |still )?married', to: 'who is X married to', isYesNo: true },
  { from: '(?:is X dead|did X die|has X died)', to: 'when did X die', isYesNo: true },
  {
    from: 'how many (?:people|inhabitants|residents) (?:live|are|does|do)(?: there)?(?: in)? X(?: have)?',
    to: 'what is the population of X',
  },
  {
    from: '(?:what|which) ethnic (?:group|background) (?:does|did) X (?:belong to|have)',
    to: 'what is the ethnicity of X',
  },
  { from: '(?:what|which) church (?:does|did) X belong to', to: 'what is the religion of X' },
  { from: '(?:what|which) sports? (?:does|did|has) X play(?:ed)?', to: "what is X's sport" },
  {
    from: 'who (?:leads|runs|heads) X',
    to: 'who is in the leadership of X',
    of: ['organization.organization'],
  },
  { from: 'on whom did X have (?:an |any )?influence', to: 'whom did X influence' },
  { from: 'to whom (?:does|do) X belong', to: 'who owns X', of: ['sports.sports_team'] },
  {
    from: '(?:what|which) (?:country|countries|places|states)? ?(?:surrounds?|neighbou?rs?) X',
    to: 'what borders X',
  },
  {
    from: '(?:(?:what|which) (?:sea|ocean|lake|river|water)?|where|(?:in)?to (?:what|which) (?:sea|ocean|lake|river)) ?(?:does|do|did) X (?:flow|empty|drain|run)(?: (?:in)?to)?',
    to: 'what is the mouth of X',
    of: RIVER,
  },
  {
    from: '(?:what|which) rivers? (?:flows?|empt(?:y|ies)|drains?|runs?) into X',
    to: 'which rivers have their mouth at X',
  },
  {
    from: '(?:what|which)(?: book| novel| play| story| work)? (?:is|was|were) X (?:based on|inspired by)',
    to: 'what is X adapted from',
    of: [...FILM, ...SHOW, 'media_common.adaptation'],
  },
  {
    from: '(?:what|which) ?(?:films?|movies?|shows?)? (?:is|are|was|were) (?:based on|inspired by|adapted from) X',
    to: 'what are the adaptations of X',
  },
  {
    from: '(?:what|which|who) (?:(?:countries|states|places) )?(?:are|is) (?:the )?neighbou?r(?:s|ing (?:countries|states|places))? (?:of|to) X',
    to: 'what borders X',
  },
  { from: "(?:what|which|who) are (?:the )?X['’]s? neighbou?rs", to: 'what borders X' },
  {
    from: '(?:(?:what|which)(?: (?:film|movie|book|game|album))? (?:is|was) X (?:an?|the) sequel (?:of|to)|X (?:is|was) (?:an?|the) sequel (?:of|to) (?:what|which)(?: (?:film|movie|book|game))?)',
    to: 'what is the prequel of X',
  },
  {
    from: '(?:(?:what|which)(?: (?:film|movie|book|game|album))? (?:is|was) X (?:an?|the) prequel (?:of|to)|X (?:is|was) (?:an?|the) prequel (?:of|to) (?:what|which)(?: (?:film|movie|book|game))?)',
    to: 'what is the sequel of X',
  },
  { from: `(?:are|were) there (?:any )?${NOUN} by X`, to: 'which $1 by X are there', isYesNo: true },
  { from: '(?:what|which) (?:does|did) X do for a living', to: 'what is the profession of X' },
  { from: '(?:how do people pay in X|what is the legal tender in X)', to: 'what is the currency of X' },
  {
    from: '(?:(?:who|(?:what|which) (?:famous )?people) (?:went to|attended|studied at) X|who are the alumni of X)',
    to: 'who graduated from X',
    of: SCHOOL,
  },
  {
    from: '(?:who|which (?:musicians|singers)) (?:is|was|are|were|plays|played|sings) in(?: the band)? X',
    to: 'who are the members of X',
    of: BAND,
  },
  { from: `${WHOSE} (?:child|son|daughter|kid) (?:is|was) X`, to: 'who are the parents of X' },
  { from: `${WHOSE} (?:parent|father|mother|dad|mom|mum) (?:is|was) X`, to: 'who are the children of X' },
  { from: `${WHOSE} (?:sibling|brother|sister) (?:is|was) X`, to: 'who are the siblings of X' },
  { from: `${WHOSE} wife (?:is|was) X`, to: 'who is the husband of X' },
  { from: `${WHOSE} husband (?:is|was) X`, to: 'who is the wife of X' },
  { from: 'what (?:did|has) X (?:win|won)', to: 'what awards did X win', of: ['people.person'] },
  { from: '(?:what|which) (?:tv )?show (?:is|was) X (?:in|on)', to: 'what tv shows has X been in' },
  {
    from: 'who (?:is|was|appears|appeared|acts|acted) (?:in|on) X',
    to: 'who starred in X',
    of: [...FILM, ...SHOW],
  },
  {
    from: 'who (?:wrote|did|made) the (?:soundtrack|score|music) (?:of|for|to|in) X',
    to: 'who composed the music for X',
  },
  { from: 'who made (?:the (?:film|movie) )?X', to: 'who directed X', of: FILM },
  { from: 'where was (?:the (?:film|movie) )?X made', to: 'what country was X made in', of: FILM },
  {
    from: '(?:(?:what|which) language (?:is|was) X in|in (?:what|which) language (?:is|was) X(?: filmed| made| shot)?)',
    to: 'what is the language of X',
    of: FILM,
  },
  { from: 'where was X (?:shot|filmed)', to: 'what are the filming locations of X', of: FILM },
  {
    from: '(?:how much did (?:the (?:film|movie) )?X cost(?: to make)?|how (?:much|expensive) was (?:the (?:film|movie) )?X)',
    to: 'what was the budget of X',
    of: FILM,
  },
  { from: 'how long (?:is|was) (?:the (?:film|movie) )?X', to: 'what is the runtime of X', of: FILM },
  {
    from: '(?:when|(?:in )?(?:what|which) year) (?:did|was) (?:the (?:film|movie) )?X (?:come out|released?|made)',
    to: 'when was X released',
    of: FILM,
  },
  {
    from: '(?:what|which) (?:film |movie )?(?:studio|company) made X',
    to: 'which company produced X',
    of: FILM,
  },
  {
    from: 'what (?:film |movie )?(?:comes after|follows|followed) X',
    to: 'what is the sequel of X',
    of: FILM,
  },
  { from: 'what (?:film |movie )?(?:comes|came) before X', to: 'what is the prequel of X', of: FILM },
  { from: 'what (?:kind|type|sort) of show is X', to: 'what genre is the show X', of: SHOW },
  { from: 'who (?:invented|created|made) the character(?: of)? X', to: 'who created X' },
  { from: '(?:what|which) (?:city|town|place) is X from', to: 'where is the band X from', of: BAND },
  { from: '(?:what|which) band (?:does|did) X play (?:with|in|for)', to: 'what band is X in' },
  {
    from: '(?:X albums|what records (?:did|has) X (?:make|made|release|released))',
    to: 'what albums did X release',
  },
  { from: '(?:what|which) pieces are by X', to: 'what did X compose' },
  {
    from: '(?:what did X paint|(?:what|which) paintings are by X|paintings (?:by|of) X)',
    to: 'what are the artworks of X',
  },
  { from: 'what did X build', to: 'what buildings did X design', of: ['architecture.architect'] },
  { from: 'what are (?:the )?signs of X', to: 'what are the symptoms of X' },
  { from: 'what helps against X', to: 'what is the treatment for X', of: ['medicine.disease'] },
  { from: 'who is the god of X', to: 'what gods are worshipped in X', of: ['religion.religion'] },
  { from: 'who started X', to: 'who founded X', of: ['religion.religion'] },
];

const compiled = once(() =>
  PHRASES.map((phrase) => ({
    ...phrase,
    pattern: new RegExp(`^(?:${phrase.from.replaceAll('X', '…')})$`, 'u'),
  })),
);

/** Returns undefined for other questions. */
export function rephraseQuestion(question: string, linking: Linking): Rephrased | undefined {
  for (const [at, entity] of linking.entities.entries()) {
    if (!entity.mention || !hasWholeName(entity)) continue;
    // Who is in Paris does not ask about a film.
    const isLikeliest =
      linking.entities.findIndex(({ mention }) => mention?.start === entity.mention?.start) === at;
    if (!isLikeliest) continue;
    const before = question
      .slice(0, entity.mention.start)
      .replace(/\bthe $/i, '')
      .trimStart();
    // The period of an abbreviation is not in the mention: “Liverpool F.C. belong”.
    const after = question.slice(entity.mention.end).replace(/^\.|[\s?.!]+$/g, '');
    const text = `${before.charAt(0).toLowerCase()}${before.slice(1)}…${after}`;
    for (const { pattern, to, of, isYesNo = false } of compiled()) {
      const match = pattern.exec(text);
      if (!match || (of && !entity.types.some((type) => of.includes(type)))) continue;
      const words = to.replace('$1', match[1] ?? '');
      if (words.replace('X', '…') === text) return undefined;
      return { ...replaceWords(question, linking, entity, words), isYesNo };
    }
  }
  return undefined;
}

/** Puts the name into the words, and moves the mentions with it. */
function replaceWords(
  question: string,
  linking: Linking,
  { mention = range(0, 0) }: LinkedEntity,
  words: string,
): Pick<Rephrased, 'question' | 'linking'> {
  const shift = words.indexOf('X') - mention.start;
  return {
    question: words.replace('X', () => question.slice(mention.start, mention.end)),
    linking: {
      ...linking,
      literals: [],
      entities: linking.entities.flatMap((one) =>
        one.mention && covers(mention, one.mention)
          ? [{ ...one, mention: range(one.mention.start + shift, one.mention.end + shift) }]
          : [],
      ),
    },
  };
}
