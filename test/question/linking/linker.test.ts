import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBundledSchema } from '../../../server/src/adapters/bundled-schema';
import { forgetNames, openLinker } from '../../../server/src/compose/index';
import type { LinkedEntity } from '../../../server/src/core/question/linking/linking';
import { EntityDirectory } from '../../../server/src/core/query/entity-directory';
import { storeKb, type StoreKb } from '../../../tools/store-kb';

const schema = loadBundledSchema(join('server', 'data', 'freebase.schema'));
const never = new AbortController().signal;

/** Every line: id, facts, types, name, aliases. */
const FACTS = `
m.01sn3 60 location.location,location.citytown Cleveland|Cleveland, Ohio
m.0cleve 4 geography.river Cleveland
m.0grover 30 people.person,government.us_president Grover Cleveland
m.05kkh 90 location.location,location.us_state Ohio|State of Ohio
m.02mjmr 80 people.person,government.us_president Barack Obama|Barack Hussein Obama II|Obama
m.025s5v9 20 people.person Michelle Obama
m.0draco 12 fictional_universe.fictional_character Draco Malfoy
m.0tit97 50 film.film Titanic
m.0titship 40 boats.ship RMS Titanic|Titanic
m.0time 9 media_common.quotation_source Time|TIME Magazine
m.0state 5 music.album The State
m.0inn 3 music.album In
m.0beyonce 40 music.artist,people.person Beyoncé Knowles|Beyoncé
m.0att 25 business.business_operation AT&T
m.0rowling 35 book.author,people.person J. K. Rowling
m.0sponge 11 tv.tv_program SpongeBob SquarePants
m.0leafs 22 sports.sports_team Toronto Maple Leafs
m.0cardsaz 21 sports.sports_team Arizona Cardinals
m.0cardssl 26 sports.sports_team St. Louis Cardinals
m.0ww2 70 military.military_conflict World War II
m.0guns 6 film.film 2 Guns
m.0apollo 14 spaceflight.space_mission Apollo 11
m.01984 17 book.book 1984
m.0tokyo 44 location.citytown 東京
m.0f8l9c 3 location.country France
m.0usa 99 location.location,location.country United States of America
m.0texas 70 location.location,location.us_state Texas|Texas, United States
m.0eu 30 organization.membership_organization European Union
m.0fisher 4900 people.person,film.actor Frances Fisher
m.0frank 900 people.person Francie
m.0fnt 4900 sports.sports_team France national football team
m.060c4 900 business.job_title president
m.0constr 30 film.film The Constructor
m.0potus 40 government.government_office_or_title President of the United States
m.0walt 60 people.person Walter Elias Disney
m.0hls 40 education.educational_institution Harvard Law School|Harvard Law
m.0evil 8 music.album Say "hi" \\\\ } UNION { ?s ?p ?o
`;

const turtle = FACTS.trim()
  .split('\n')
  .flatMap((line) => {
    const [id = '', facts = '', types = '', ...rest] = line.split(' ');
    const [name = '', ...aliases] = rest.join(' ').split('|');
    const literal = (text: string): string => `"${text.replace(/\\\\/g, '\\').replace(/[\\"]/g, '\\$&')}"@en`;
    return [
      `ns:${id} ns:type.object.name ${literal(name)} .`,
      ...aliases.map((alias) => `ns:${id} ns:common.topic.alias ${literal(alias)} .`),
      ...types.split(',').map((type) => `ns:${id} ns:type.object.type ns:${type} .`),
      ...Array.from({ length: Number(facts) }, (_, at) => `ns:${id} ns:common.topic.image ns:m.1${at} .`),
    ];
  })
  .join('\n');

function open(): { kb: StoreKb; linker: ReturnType<typeof openLinker> } {
  const kb = storeKb(turtle);
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  return { kb, linker: openLinker(kb, { schema, directory, config: undefined, language: 'en' }) };
}

const { kb, linker } = open();

const mentionText = (question: string, { mention }: LinkedEntity): string =>
  mention ? question.slice(mention.start, mention.end) : '';

describe('entity linking finds', () => {
  test.each([
    ['what time zone am i in cleveland ohio?', 'm.01sn3', 'cleveland ohio'],
    ['who did draco malloy end up marrying', 'm.0draco', 'draco malloy'],
    ['who is the mayor of cleveland', 'm.01sn3', 'cleveland'],
    ['who was president cleveland married to', 'm.0grover', 'president cleveland'],
    ['who was the vice president cleveland chose', 'm.0grover', 'cleveland'],
    ['who is the president of cleveland', 'm.01sn3', 'cleveland'],
    ["what is obama's birthplace", 'm.02mjmr', "obama's"],
    ['who is older, Barack Obama or Michelle Obama?', 'm.025s5v9', 'Michelle Obama'],
    ['who directed the film titanic', 'm.0tit97', 'titanic'],
    ['when did the ship titanic sink', 'm.0titship', 'titanic'],
    ['what did beyonce sing', 'm.0beyonce', 'beyonce'],
    ['who owns at & t', 'm.0att', 'at & t'],
    ['what books did jk rowling write', 'm.0rowling', 'jk rowling'],
    ['who voices sponge bob square pants', 'm.0sponge', 'sponge bob square pants'],
    ['what sport do the toronto maple leaf play', 'm.0leafs', 'toronto maple leaf'],
    ['where do the cardinals play', 'm.0cardssl', 'cardinals'],
    ['who won world war 2', 'm.0ww2', 'world war 2'],
    ['who wrote 1984', 'm.01984', '1984'],
    ['who were the presidents of the United States', 'm.0potus', 'presidents of the United States'],
    ['Which states surround Ohio?', 'm.05kkh', 'Ohio'],
    ['Which countries are in the EU?', 'm.0eu', 'EU'],
    ['who starred in the constructor', 'm.0constr', 'the constructor'],
    ['which lawyers studied at Harvard Law School', 'm.0hls', 'Harvard Law School'],
    ['東京はどこですか', 'm.0tokyo', '東京'],
    ['🎬 who starred in 2 guns 🔫', 'm.0guns', '2 guns'],
    ['who made say "hi" \\ } union { ?s ?p ?o', 'm.0evil', 'say "hi" \\ } union { ?s ?p ?o'],
  ])('%s → %s', async (question, id, words) => {
    const { entities, troubles } = await linker.link(question, undefined, never);
    expect(troubles).toEqual([]);
    expect(entities.slice(0, 3).map((entity) => entity.id)).toContain(id);
    const entity = entities.find((each) => each.id === id);
    expect(entity && mentionText(question, entity)).toBe(words);
    expect(entity?.score).toBeGreaterThan(0);
  });
});

test('a partial match ranks after an exact match, and a fuzzy match of an exact name is omitted', async () => {
  const { entities } = await linker.link('who plays for France', undefined, never);
  const ofFrance = entities.filter(({ mention }) => mention?.start === 14);
  expect(ofFrance.map(({ id, match }) => [id, match])).toEqual([
    ['m.0f8l9c', 'exact'],
    ['m.0fnt', 'partial'],
  ]);
});

test('a place is not linked by what is after the comma of its name, if that is better known', async () => {
  const idsIn = async (question: string): Promise<readonly string[]> =>
    (await linker.link(question, undefined, never)).entities.map(({ id }) => id);
  const ids = await idsIn('what is the capital of the United States');
  expect(ids[0]).toBe('m.0usa');
  expect(ids).not.toContain('m.0texas');
  expect(await idsIn('what is the capital of Texas, United States')).toContain('m.0texas');
});

test('a name at the end of a long question is linked', async () => {
  const question = `${'please '.repeat(200)}who directed Titanic?`;
  const { entities } = await linker.link(question, undefined, never);
  expect(entities.map(({ id }) => id)).toContain('m.0tit97');
});

test('a title before the name of a person is not linked itself', async () => {
  const idsIn = async (question: string): Promise<readonly string[]> =>
    (await linker.link(question, undefined, never)).entities.map(({ id }) => id);
  expect(await idsIn('where was president obama born')).not.toContain('m.060c4');
  expect(await idsIn('who is the president of ohio')).toContain('m.060c4');
});

test('initials in lower case are not a name beside names with capitals', async () => {
  const idsIn = async (question: string): Promise<readonly string[]> =>
    (await linker.link(question, undefined, never)).entities.map(({ id }) => id);
  expect(await idsIn('who is Obama wed to')).not.toContain('m.0walt');
  expect(await idsIn('who did Obama and WED meet')).toContain('m.0walt');
  expect(await idsIn('where did wed work')).toContain('m.0walt');
});

test('a misspelt name is a fuzzy match', async () => {
  const { entities } = await linker.link('where is Francee', undefined, never);
  expect(entities.map(({ id, match }) => [id, match])).toContainEqual(['m.0f8l9c', 'fuzzy']);
});

test('stop words are not names', async () => {
  const { entities } = await linker.link('what is the time in the state', undefined, never);
  expect(entities.map(({ id }) => id)).not.toContain('m.0inn');
});

test.each([
  ['an empty text', ''],
  ['spaces', '   '],
  ['a punctuation mark', '?'],
  ['emoji', '🙂🙂'],
  ['stop words', 'what is it'],
  ['another script', 'مرحبا كيف حالك'],
  ['a very long word', 'x'.repeat(100_000)],
  ['very many punctuation marks', '("'.repeat(5000)],
])('linking %s gives no entities and no problems', async (_, question) => {
  expect(await linker.link(question, undefined, never)).toEqual({ entities: [], literals: [], troubles: [] });
});

test('the names are read from the KB once', async () => {
  await linker.link('ohio', undefined, never);
  const queries = kb.queries.length;
  await linker.link('cleveland', undefined, never);
  expect(kb.queries.length).toBe(queries);
});

test('chosen entities replace the linked ones and keep their order', async () => {
  const iri = (id: string): string => schema.namespace + id;
  const { entities, troubles } = await linker.link(
    'where is cleveland',
    [
      { iri: iri('m.0cleve'), mention: { start: 9, end: 18 } },
      { iri: iri('m.05kkh') },
      { iri: iri('m.0nobody') },
      { iri: iri('m.0no> ?p ?o') },
    ],
    never,
  );
  expect(entities.map(({ id, name, match, mention }) => [id, name, match, mention])).toEqual([
    ['m.0cleve', 'Cleveland', 'given', { start: 9, end: 18 }],
    ['m.05kkh', 'Ohio', 'given', undefined],
  ]);
  expect(troubles).toEqual([
    expect.stringContaining('nothing with the ID m.0nobody.'),
    expect.stringContaining('nothing with the ID m.0no> ?p ?o.'),
  ]);
});

test('an empty choice gives no entities', async () => {
  expect((await linker.link('where is cleveland', [], never)).entities).toEqual([]);
});

test.each([
  ['clev', ['m.01sn3', 'm.0cleve', 'm.0grover']],
  ['barack o', ['m.02mjmr']],
  ['obam', ['m.02mjmr', 'm.025s5v9']],
  ['m.0draco', ['m.0draco']],
  ['titanik', ['m.0tit97', 'm.0titship']],
  ['zzz', []],
  ['', []],
])('entities are found by a typed text: %s', async (typed, ids) => {
  expect((await linker.find(typed, 5, never)).map(({ id }) => id)).toEqual(ids);
});

test('a KB keeps its linker until it is changed', () => {
  const changing = storeKb(turtle);
  const directory = new EntityDirectory(changing, { schema, language: 'en' });
  const openAgain = (): unknown =>
    openLinker(changing, { schema, directory, config: undefined, language: 'en' });
  const first = openAgain();
  expect(openAgain()).toBe(first);
  forgetNames(changing);
  expect(openAgain()).not.toBe(first);
});

test('an unreachable KB is reported as a problem', async () => {
  const unreachable = {
    ...storeKb(''),
    execute: () => Promise.resolve({ status: 'unreachable', message: 'Unreachable.' } as const),
  };
  const directory = new EntityDirectory(unreachable, { schema, language: 'en' });
  const failing = openLinker(unreachable, { schema, directory, config: undefined, language: 'en' });
  const { entities, troubles } = await failing.link('where is cleveland', undefined, never);
  expect(entities).toEqual([]);
  expect(troubles.join(' ')).toContain('Unreachable.');
});

test('linking rejects when it is cancelled', async () => {
  const controller = new AbortController();
  controller.abort(new Error('cancelled'));
  await expect(open().linker.link('where is cleveland', undefined, controller.signal)).rejects.toThrow(
    'cancelled',
  );
});
