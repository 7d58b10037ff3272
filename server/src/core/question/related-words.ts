/** The similarity of a question word to a word in the name of a relation or class, by synonyms, roots and a lexicon. */
import { stem } from '../language/english/nouns';
import { isPrefixPair } from '../schema/inference/name-words';
import { synonymSetOf } from '../schema/synonyms';

/** Between 0 and 1. Both words must be stems. */
export function relatedness(word: string, nameWord: string): number {
  if (word === nameWord) return 1;
  const meaning = synonymSetOf(word);
  if (meaning !== undefined && meaning === synonymSetOf(nameWord)) return 0.8;
  const beginAlike = word.charCodeAt(0) === nameWord.charCodeAt(0);
  if (beginAlike && (isPrefixPair(word, nameWord) || haveSameRoot(word, nameWord))) return 0.8;
  return RELATED_NAMES.get(word)?.has(nameWord) ? 0.6 : 0;
}

/** `invented` and `invention` */
function haveSameRoot(left: string, right: string): boolean {
  let common = 0;
  while (common < left.length && left[common] === right[common]) common++;
  return common >= 5 && common >= Math.min(left.length, right.length) - 3;
}

/** Words of questions, and words in the names of relations that they may refer to. A word may be in several lines. */
const LEXICON: readonly (readonly [string, string])[] = [
  ['speak spoken speaks talk', 'language languages spoken'],
  [
    'play played plays playing',
    'actor performance character portrayed team instrument roster film position athlete cast',
  ],
  ['star starred stars acted acting', 'actor performance film cast starring appearance'],
  ['voice voices voiced', 'actor performance character dubbing'],
  ['movie movies', 'film'],
  ['live lived lives living reside', 'lived residence location places'],
  ['from originate originated come comes', 'birth origin nationality born'],
  ['grow grew raised hometown', 'birth lived places'],
  ['where', 'location place containedby birth contained locations headquarters origin venue arena'],
  ['when year date', 'date year from start founded birth death opened released'],
  ['who', 'person actor holder leader founder author inventor'],
  ['money pay currency dollar', 'currency'],
  [
    'study studied attend attended go school college university graduate',
    'education institution educational student students',
  ],
  ['major degree', 'major_field field degree study'],
  ['see visit do fun attraction attractions tourist sightseeing', 'tourist attractions travel attraction'],
  ['believe believed worship worshipped pray', 'religion beliefs deities worship practices'],
  ['win won winner champion championship championships', 'award awards won championships honor champion'],
  ['receive received get got earn earned', 'award awards honor'],
  ['kill killed shot assassinate assassinated murder', 'death cause assassinated assassination victim'],
  ['die died dead', 'death deceased died'],
  ['wrote write writes written author authored', 'written author works book'],
  ['sing sang sings song songs', 'music track recording composition lyrics artist'],
  ['fly airport airports', 'airport airports serves hub'],
  ['near close around', 'nearby adjoin'],
  [
    'leader leaders rule rules ruler king queen minister mayor governor senator run president',
    'governing officials office holder government leader basic title position',
  ],
  ['fight fought war battle', 'military conflict conflicts combatants'],
  ['eat food drink', 'cuisine dish food'],
  ['work worked works job jobs do did living famous', 'profession employment employer occupation works'],
  ['marry married wife husband spouse', 'spouse marriage spouses'],
  ['dating date dated girlfriend boyfriend', 'dated relationship participant romantic'],
  ['kids kid son daughter', 'children'],
  ['dad mom mum father mother parents', 'parents'],
  ['brother sister brothers sisters', 'sibling sibling_s siblings'],
  ['invent invented inventions', 'inventions inventor invention'],
  ['discover discovered', 'discovered discoverer discoveries'],
  [
    'found founded founder start started began created create made make',
    'founded founders founder creator created',
  ],
  ['source start starts begin begins', 'origin source'],
  ['parliament legislature congress', 'bodies legislative'],
  ['own owns owned', 'owner owned owners owns'],
  ['coach coaches coached', 'coach coaches coached head_coach current_head_coach'],
  ['team teams', 'team teams roster'],
  ['number wear', 'number jersey'],
  ['sport sports', 'sport sports'],
  ['country countries', 'country countries nationality containedby'],
  ['state states', 'state contains containedby'],
  ['county counties', 'county counties hud containedby'],
  ['city cities town', 'city citytown contains capital location'],
  ['continent', 'continent containedby'],
  ['border borders bordering', 'adjoin adjoins adjoining_relationship borders'],
  ['zone', 'time_zones zone'],
  ['weather climate temperature', 'climate weather'],
  ['language', 'language languages official_language'],
  ['government', 'government form_of_government'],
  ['flow flows river', 'mouth basin river cities'],
  ['nickname called known', 'nickname alias named'],
  ['mascot', 'mascot'],
  ['stadium arena', 'arena stadium venue'],
  ['religion religious religions', 'religion religions'],
  ['die cause', 'cause_of_death'],
  ['buried', 'interred interment burial buried'],
  ['party', 'party'],
  ['influence influenced inspired inspire', 'influenced influence'],
  ['instrument instruments', 'instruments instrument'],
  ['genre style kind type music', 'genre genres style'],
  ['label', 'label'],
  ['character characters', 'character characters fictional'],
  ['role roles', 'character role performance'],
  ['direct directed director', 'directed director'],
  ['produce produced makes make made manufacture', 'produced products producer manufacturer'],
  ['import imports', 'imports imported'],
  ['export exports', 'exports exported'],
  ['trade trades traded trading', 'imports exports imported exported trade'],
  ['art paint painted painting artist', 'artworks artwork art painting visual'],
  ['movement', 'movements periods'],
  ['symptom symptoms', 'symptoms'],
  ['disease disorder illness sickness ailment', 'disease diseases condition'],
  ['newspaper newspapers', 'newspapers newspaper'],
  ['ethnic race ethnicity people', 'ethnicity'],
  ['draft drafted', 'draft drafted draft_pick'],
  ['headquarters headquartered based office', 'headquarters'],
  ['represent represented', 'district_represented representatives jurisdiction'],
  ['vice', 'vice_president'],
  ['divorce divorced', 'marriage spouse to'],
  ['books book read', 'written book works'],
  ['educate educated', 'education'],
  ['known famous fame', 'profession'],
  ['political system politics voting', 'government form'],
  ['happened happen', 'death cause'],
  ['part parts consist', 'contains divisions containedby'],
  ['belong belongs', 'containedby country'],
  ['rule reign kingdom', 'jurisdiction monarch'],
  ['product products sell', 'product products brand'],
];

const RELATED_NAMES = new Map<string, Set<string>>();
for (const [words, names] of LEXICON)
  for (const word of words.split(' ')) {
    const key = stem(word);
    const related = RELATED_NAMES.get(key) ?? new Set<string>();
    for (const name of names.split(/[ _]/)) related.add(stem(name));
    RELATED_NAMES.set(key, related);
  }
