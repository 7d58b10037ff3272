/** Maps demonyms to places: a question about Egyptians is about Egypt, and one about EU countries about the European Union. */

/** Each line has demonyms, a colon, and names of the place. */
const LINES = `
afghan afghani: afghanistan
african: africa
albanian: albania
algerian: algeria
american: united states of america, usa, america
angolan: angola
arab arabian arabic: saudi arabia, arab world
argentine argentinian argentinean: argentina
armenian: armenia
asian: asia
assyrian: assyria
australian aussie: australia
austrian: austria
azerbaijani azeri: azerbaijan
aztec: aztec empire, aztecs
bahamian: the bahamas, bahamas
bahraini: bahrain
bangladeshi bengali: bangladesh
barbadian: barbados
bavarian: bavaria
belarusian belarussian: belarus
belgian: belgium
belizean: belize
bermudian: bermuda
bolivian: bolivia
bosnian: bosnia and herzegovina, bosnia
brazilian: brazil
british briton brit: united kingdom, great britain, uk, british empire
bulgarian: bulgaria
burmese: myanmar, burma
byzantine: byzantine empire
californian: california
cambodian khmer: cambodia
cameroonian: cameroon
canadian: canada
catalan: catalonia
chadian: chad
chilean: chile
chinese: china, people's republic of china
colombian columbian: colombia
congolese: democratic republic of the congo, republic of the congo, congo
cornish: cornwall
corsican: corsica
costa rican: costa rica
croatian croat: croatia
cuban: cuba
cypriot: cyprus
czech: czech republic, czechoslovakia
danish dane: denmark
dominican: dominican republic, dominica
dutch: netherlands, holland
ecuadorian ecuadorean: ecuador
egyptian: egypt, ancient egypt
emirati: united arab emirates
english englishman englishmen: england
eritrean: eritrea
estonian: estonia
ethiopian: ethiopia
european: europe, european union
eu: european union
fijian: fiji
filipino filipina philippine: philippines
finnish finn: finland
flemish: flanders
florentine: florence
french frenchman frenchmen: france
gambian: the gambia, gambia
georgian: georgia
german: germany
ghanaian ghanian: ghana
greek grecian: greece, ancient greece
grenadian: grenada
guatemalan: guatemala
guyanese: guyana
haitian: haiti
hawaiian: hawaii
honduran: honduras
hungarian magyar: hungary
icelandic icelander: iceland
inca incan: inca empire
indian: india
indonesian: indonesia
iranian persian: iran, persian empire
iraqi: iraq
irish irishman irishmen: ireland, republic of ireland
israeli: israel
italian: italy
ivorian: ivory coast
jamaican: jamaica
japanese: japan
jewish jew: judaism, israel
jordanian: jordan
kazakh kazakhstani: kazakhstan
kenyan: kenya
korean: south korea, north korea, korea
kurdish kurd: kurdistan
kuwaiti: kuwait
lao laotian: laos
latvian: latvia
lebanese: lebanon
liberian: liberia
libyan: libya
lithuanian: lithuania
macedonian: macedonia, republic of macedonia
malagasy: madagascar
malawian: malawi
malaysian malay: malaysia
malian: mali
maltese: malta
mayan maya: maya civilization
mexican: mexico
moldovan: moldova
mongolian mongol: mongolia, mongol empire
moroccan: morocco
mozambican: mozambique
namibian: namibia
nepali nepalese: nepal
new zealander: new zealand
kiwi: new zealand
nicaraguan: nicaragua
nigerian: nigeria
north korean: north korea
norwegian: norway
ottoman: ottoman empire
pakistani: pakistan
palestinian: palestine, state of palestine, palestinian territories
panamanian: panama
paraguayan: paraguay
parisian: paris
peruvian: peru
polish pole: poland
polynesian: polynesia
portuguese: portugal
prussian: prussia
puerto rican: puerto rico
qatari: qatar
quebecois: quebec
roman: roman empire, ancient rome, rome
romanian rumanian: romania
russian: russia
rwandan: rwanda
salvadoran salvadorian: el salvador
samoan: samoa
saudi: saudi arabia
saudi arabian: saudi arabia
scandinavian: scandinavia
scottish scot scots: scotland
senegalese: senegal
serbian serb: serbia
sicilian: sicily
singaporean: singapore
slovak slovakian: slovakia
slovene slovenian: slovenia
somali somalian: somalia
south african: south africa
south american: south america
north american: north america
south korean: south korea
soviet: soviet union
spanish spaniard: spain
spartan: sparta
sri lankan: sri lanka
sudanese: sudan
swede swedish: sweden
swiss: switzerland
syrian: syria
tahitian: tahiti
taiwanese: taiwan
tanzanian: tanzania
texan: texas
thai: thailand
tibetan: tibet
trinidadian: trinidad and tobago
tunisian: tunisia
turkish turk: turkey
ugandan: uganda
ukrainian: ukraine
uruguayan: uruguay
uzbek: uzbekistan
venetian: venice, republic of venice
venezuelan: venezuela
vietnamese: vietnam
welsh welshman: wales
yemeni: yemen
yugoslav yugoslavian: yugoslavia
zambian: zambia
zimbabwean: zimbabwe
`;

/** Demonyms of two words, each alone in its line. */
const TWO_WORDS = /^(?:costa|new|north|puerto|saudi|south|sri) \w+/;

const PLACES = new Map<string, readonly string[]>();
for (const line of LINES.trim().split('\n')) {
  const [demonyms = '', places = ''] = line.split(':');
  const names = places.split(',').map((place) => place.trim());
  const [pair] = TWO_WORDS.exec(demonyms) ?? [];
  const words = pair === undefined ? demonyms.split(' ') : [pair.replace(' ', '')];
  for (const word of words) for (const form of [word, `${word}s`]) PLACES.set(form, names);
}

/** The places of a demonym. A demonym of two words is given without the space. */
export function placesOf(demonym: string): readonly string[] {
  return PLACES.get(demonym) ?? [];
}
