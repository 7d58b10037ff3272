/** The rules around the ranker that are not trained. */
import { describeCandidates } from '../../server/src/core/ask/ranked-forms/describe-candidate';
import { describe, expect, it } from 'vitest';
import { createCandidate, type Candidate } from '../../server/src/core/candidates/enumerate/candidate';
import { restrictToClasses } from '../../server/src/core/candidates/enumerate/class-restrictions';
import { narrowClass } from '../../server/src/core/candidates/enumerate/measures';
import { classesByName, usualClassName } from '../../server/src/core/candidates/enumerate/classes-by-name';
import { withoutDuplicates } from '../../server/src/core/candidates/enumerate/duplicates';
import { isOnlyTypeNoun, withoutTypeNouns } from '../../server/src/core/ask/names-in-question';
import { nearRelations } from '../../server/src/core/ask/explain-no-answer';
import { isOfWrongKind } from '../../server/src/core/candidates/rank/wrong-kind';
import { candidateOrder } from '../../server/src/core/candidates/rank/candidate-order';
import { omitsVerb, ruleFactor } from '../../server/src/core/candidates/rank/confidence';
import { likelierStart } from '../../server/src/core/candidates/rank/hypothetical-candidates';
import type { Ranking } from '../../server/src/core/candidates/rank/rank';
import { KbSchema } from '../../server/src/core/schema/schema';
import { parseUserSchema } from '../../server/src/core/schema/user-schema';
import { asksForRelation } from '../../server/src/core/candidates/rank/asked-relations';
import { isWithin } from '../../server/src/core/candidates/enumerate/containment';
import { askedGender } from '../../server/src/core/ask/ranked-forms/forms';
import { lacksAskedClass, areOtherPeopleOrWorks } from '../../server/src/core/ask/ranked-forms/answer-type';
import { isNamedIn, unlinkedNames } from '../../server/src/core/ask/unlinked-names';
import { unsupportedReason } from '../../server/src/core/ask/unsupported-question';
import type { LinkedEntity, Linking } from '../../server/src/core/question/linking/linking';
import { stem } from '../../server/src/core/language/english/nouns';
import { analyzeQuestion } from '../../server/src/core/language/english/question';
import { questionWords } from '../../server/src/core/language/english/words';
import type { RankedName } from '../../server/src/core/question/retrieval/retrieval';
import { freebase } from '../support/check';
import { linkedEntity } from '../support/linked-entity';
import { askSample } from './ask-sample';

const naming = (...entities: readonly LinkedEntity[]): Linking => ({ entities, literals: [], troubles: [] });
const ending = (relation: string, endType: string, more: Partial<Candidate> = {}): Candidate =>
  createCandidate({
    start: linkedEntity('', 'it'),
    hops: [{ relation: relation.replace('^', ''), reverse: relation.startsWith('^') }],
    endType,
    ...more,
  });

const budgetIn = (relation: string, endType: string): Candidate =>
  ending(relation, endType, {
    hops: ['film.film.estimated_budget', relation].map((each) => ({ relation: each, reverse: false })),
  });
const atTeam = (relation: string, endType: string): Candidate =>
  ending(relation, endType, {
    hops: ['sports.pro_athlete.teams', relation].map((each) => ({ relation: each, reverse: false })),
    turn: 1,
  });
const AFTER_DEATH: Partial<Candidate> = {
  hops: ['people.deceased_person.cause_of_death', 'medicine.risk_factor.diseases'].map((relation) => ({
    relation,
    reverse: false,
  })),
};
const CURRENCY = budgetIn('measurement_unit.dated_money_value.currency', 'finance.currency');
const AMOUNT = budgetIn('measurement_unit.dated_money_value.amount', 'type.float');

describe('A class that the question names', () => {
  const restrict = (
    question: string,
    candidate: Candidate,
    classesOf: () => Promise<ReadonlyMap<string, readonly string[]>>,
  ): Promise<readonly Candidate[]> =>
    restrictToClasses(
      [
        {
          candidate,
          reached: { ends: ['m.b', 'm.c'].map((end) => ({ end, literal: false })), more: false },
          matchesNoun: false,
        },
      ],
      questionWords(question),
      { classesOf },
      { similarity: (left, right) => (left === 'countries' && right === 'country' ? 1 : 0) },
      10,
      new AbortController().signal,
    );

  it.each([
    ['who is Ellen Bernstein', 0],
    ['which actor is Ellen Bernstein', 1],
  ])('is looked up only if words beside the name are left: %s', async (question, lookups) => {
    const candidate = ending('people.person.profession', 'people.profession', {
      start: linkedEntity(question, 'Ellen Bernstein'),
    });
    let count = 0;
    await restrict(question, candidate, () => {
      count++;
      return Promise.resolve(new Map());
    });
    expect(count).toBe(lookups);
  });

  it.each([
    ['some answers, and not a narrower class', ['location.region'], ['location.country']],
    ['all answers', ['location.country'], []],
  ])('restricts the answers if it is the class of %s', async (_, classesOfOther, restrictions) => {
    const question = 'what countries does Japan export to';
    const candidate = ending('location.imports_and_exports.exported_to', 'location.statistical_region', {
      start: linkedEntity(question, 'Japan'),
    });
    const classes = new Map([
      ['m.b', ['location.country', 'sports.sport_country']],
      ['m.c', classesOfOther],
    ]);
    const restricted = await restrict(question, candidate, () => Promise.resolve(classes));
    expect(restricted.map(({ type }) => type)).toEqual(restrictions);
  });
});

describe('A comparison with an entity', () => {
  it.each([
    ['which countries are bigger than Germany', 'Germany', true],
    ['which river is longer than the Danube', 'Danube', true],
    ['which cities have more people than in Germany', 'Germany', true],
    ['who wrote Greater than Angels', 'Greater than Angels', false],
    ['which rivers of Germany are longer than 500 km', 'Germany', false],
    ['which outages hit greater than 4000 people', '4000', false],
    ['who was nominated for the Truer than Fiction Award', 'Fiction', false],
    ['which member of Bush was nominated for the Truer than Fiction Award', 'Fiction', false],
  ])('needs a model: %s', (question, name, refused) => {
    const reason = unsupportedReason(question, naming(linkedEntity(question, name)));
    expect(reason !== undefined).toBe(refused);
    if (refused) expect(reason).toContain(`“${name}”`);
  });
});

describe('A choice between two entities', () => {
  it.each([
    ['who is older, Hanks or Pitt', true],
    ['which is longer, the Hanks or the Pitt', true],
    ['which films with Hanks or Pitt came out later', false],
    ['who is older than 50', false],
  ])('needs a model: %s', (question, refused) => {
    const named = naming(linkedEntity(question, 'Hanks'), linkedEntity(question, 'Pitt'));
    expect(unsupportedReason(question, named) !== undefined).toBe(refused);
  });
});

describe('The noun of the expected type', () => {
  it.each<[string, string, LinkedEntity['match'], boolean]>([
    ['which film has the biggest budget', 'film', 'partial', false],
    ['who is the tallest basketball player', 'player', 'partial', false],
    ['which rivers are in Austria', 'rivers', 'fuzzy', false],
    ['which film has the biggest budget', 'film', 'exact', true],
    ['which actors were born in Italy', 'actors', 'plural', true],
    ['which academy award did it win', 'academy award', 'partial', true],
    ['who directed the film', 'film', 'partial', true],
    ['who played in the film that won it', 'film', 'exact', false],
    ['who played in the band that won it', 'band', 'exact', true],
  ])('is not a part of a name: %s (%s, %s)', (question, word, match, kept) => {
    const named = naming(linkedEntity(question, word, { match }));
    const { entities } = withoutTypeNouns(question, named, freebase());
    expect(entities.length > 0).toBe(kept);
  });

  it.each<[string, string, string, boolean]>([
    ['what moons does jupiter have', 'moons', 'astronomy.celestial_object', true],
    ['which actors were born in Italy', 'actors', 'people.profession', false],
    ['list the presidents of Italy', 'presidents', 'government.government_office_category', false],
    ['what orbits the moons', 'moons', 'astronomy.celestial_object', false],
  ])('in the plural is not the topic, unless it names a role: %s', (question, word, type, expected) => {
    const entity = linkedEntity(question, word, { match: 'plural', types: [type] });
    expect(isOnlyTypeNoun(entity, question)).toBe(expected);
  });
});

describe('Answers', () => {
  const says =
    (...words: readonly string[]) =>
    (word: string): boolean =>
      words.includes(word);
  it.each<[string, Candidate, boolean]>([
    ['how deep is the lake', ending('location.location.containedby', 'location.location'), true],
    ['how deep is the lake', ending('geography.lake.depth', 'type.float'), false],
    ['how old is he', ending('people.person.date_of_birth', 'type.datetime'), false],
    ['who founded the club', ending('sports.sports_team.founded', 'type.datetime'), true],
    ['where was it', ending('people.person.date_of_birth', 'type.datetime'), true],
    [
      'who is the king of Spain',
      ending('location.country.official_language', 'language.human_language'),
      true,
    ],
    ['who is the deity of Islam', ending('religion.religion.deities', 'religion.belief'), false],
    ['who is he', ending('people.person.profession', 'people.profession'), false],
    ['who directed it', ending('film.film.directed_by', 'film.director'), false],
    ['how many films did he make', ending('film.director.film', 'film.film', { counts: true }), false],
    ['how many films did he make', ending('film.director.film', 'film.film'), true],
    ['how many films did he make', ending('people.person.date_of_birth', 'type.datetime'), true],
    ['how tall is he', ending('people.person.date_of_birth', 'type.datetime'), true],
    ['who played in it', ending('music.group_membership.role', 'music.performance_role'), true],
    ['who played in it', ending('film.film.music', 'film.music_contributor'), false],
    ['who speaks it', ending('language.human_language.countries_spoken_in', 'location.country'), false],
    ['who discovered it', ending('base.x.found_in', 'location.country'), true],
    ['which presidents live there', ending('people.person.place_of_birth', 'location.location'), true],
    ['which presidents live there', ending('location.location.people_born_here', 'people.person'), false],
    ['which actors starred there', ending('film.director.film', 'film.film'), true],
    ['which actors starred there', ending('film.film.directed_by', 'film.director'), false],
    ['which rivers are there', ending('location.location.people_born_here', 'people.person'), true],
    ['which rivers are there', ending('location.location.contains', 'location.location'), false],
    [
      'what school did he study in',
      ending('education.education.major_field_of_study', 'education.field_of_study'),
      true,
    ],
    [
      'what school did he study in',
      ending('education.education.institution', 'education.educational_institution'),
      false,
    ],
    [
      'what did he study',
      ending('education.education.major_field_of_study', 'education.field_of_study'),
      false,
    ],
    ['from what disease did he die', ending('medicine.x.diseases', 'medicine.disease', AFTER_DEATH), true],
    ['which disease caused his death', ending('medicine.x.diseases', 'medicine.disease', AFTER_DEATH), true],
    ['what are the risks of it', ending('medicine.x.diseases', 'medicine.disease', AFTER_DEATH), false],
    ['what illness killed him', ending('medicine.x.diseases', 'medicine.disease', AFTER_DEATH), true],
    ['who starred in it', ending('film.film.characters', 'film.film_character'), true],
    ['where was it made', ending('tv.tv_program.program_creator', 'tv.tv_program_creator'), true],
    ['where was it made', ending('people.person.parents', 'people.person'), true],
    ['which prizes did he get', ending('award.award_honor.award_winner', 'award.award_winner'), true],
    ['which prizes did he get', ending('award.award_honor.award', 'award.award_category'), false],
    ['what ethnic group is he', ending('music.group_membership.group', 'music.musical_group'), true],
    ['what ethnic group is he', ending('people.person.ethnicity', 'people.ethnicity'), false],
    ['what sport does he play', ending('sports.pro_athlete.teams', 'sports.sports_team'), true],
    ['what sports are played there', ending('sports.location.teams', 'sports.sports_team'), false],
    ['what records did he make', ending('music.artist.label', 'music.record_label'), true],
    ['what label is he on', ending('music.artist.label', 'music.record_label'), false],
    ['what are the books of him', ending('book.author.editions', 'book.book_edition'), true],
    ['what paintings are by him', ending('visual_art.x.art_forms', 'visual_art.visual_art_form'), true],
    ['which companies did he start', ending('people.person.employment_history', 'business.employer'), true],
    [
      'which companies did he work for',
      ending('people.person.employment_history', 'business.employer'),
      false,
    ],
    ['what degree does he have', ending('education.education.major', 'education.field_of_study'), true],
    ['how did he die', ending('people.deceased_person.place_of_death', 'location.location'), true],
    ['how did he die', ending('people.deceased_person.date_of_death', 'type.datetime'), true],
    ['how did he die', ending('people.deceased_person.cause_of_death', 'people.cause_of_death'), false],
    ['how old was he when he died', ending('people.deceased_person.date_of_death', 'type.datetime'), true],
    ['what was the budget of it', CURRENCY, true],
    ['what was the budget of it', AMOUNT, false],
    ['in which currency was the budget of it', CURRENCY, false],
    ['what currency does it have', CURRENCY, true],
    ['when was it founded', ending('organization.organization.place_founded', 'location.location'), true],
    [
      'when was it founded',
      ending('organization.organization.founders', 'organization.organization_founder'),
      true,
    ],
    ['in which year did he die', ending('people.deceased_person.place_of_death', 'location.location'), true],
    ['on what date did he die', ending('people.deceased_person.date_of_death', 'type.datetime'), false],
    ['what year did they win', ending('sports.sports_team.championships', 'time.event'), false],
    ['when was he born', ending('people.person.place_of_birth', 'time.event', { turn: 1 }), true],
    ['what birthday does he have', ending('people.person.place_of_birth', 'location.location'), true],
    ['what birthday does he have', ending('people.person.date_of_birth', 'type.datetime'), false],
    ['when did he die', ending('people.deceased_person.cause_of_death', 'people.cause_of_death'), true],
    ['what did he die of', ending('people.deceased_person.place_of_death', 'location.location'), true],
    ['what did he die of', ending('people.deceased_person.cause_of_death', 'people.cause_of_death'), false],
    ['where did he die', ending('people.deceased_person.place_of_death', 'location.location'), false],
    ['what wife does he have', ending('people.marriage.type_of_union', 'people.marriage_type'), true],
    ['who founded it', ending('organization.organization.place_founded', 'location.location'), true],
    ['who does it import from', ending('location.imports.imported_from', 'location.country'), false],
    ['what position did he hold', ending('government.politician.positions', 'location.location'), true],
    ['what position did he hold', ending('government.politician.positions', 'government.title'), false],
    ['what is the area of it', ending('location.location.area', 'type.float'), false],
    ['what is the area of it', ending('location.country.capital', 'location.citytown'), true],
    ['what is the population of it', ending('location.location.containedby', 'location.location'), true],
    ['who plays him', ending('film.film.characters', 'film.film_character'), true],
    ['who plays him', ending('film.performance.actor', 'film.actor'), false],
    ['who is he', ending('film.film.characters', 'film.film_character'), false],
    ['who taught him', ending('people.person.profession', 'people.profession'), true],
    ['who did she play in it', ending('film.performance.film', 'film.film'), true],
    ['who shot him', ending('government.us_president.vice_president', 'government.us_vice_president'), true],
    ['who shot him', ending('people.person.killed_by', 'people.person'), false],
    ['where is he', ending('people.person.place_of_birth', 'location.location'), true],
    ['where is he from', ending('people.person.place_of_birth', 'location.location'), false],
    ['where is he', ending('people.person.profession', 'people.profession'), true],
    ['which offices did he hold', ending('government.politician.positions', 'location.location'), true],
    ['which person founded it', ending('organization.organization.place_founded', 'location.location'), true],
    ['which awards did he win', ending('award.award_nominee.award_nominations', 'award.award'), true],
    [
      'which awards was he nominated for',
      ending('award.award_nominee.award_nominations', 'award.award'),
      false,
    ],
    ['which awards did he win', ending('award.award_winner.awards_won', 'award.award_honor'), false],
    ['which songs did he sing', ending('music.artist.label', 'music.record_label'), true],
    ['what did he record', ending('music.artist.label', 'music.record_label'), true],
    ['what is his record label', ending('music.artist.label', 'music.record_label'), false],
    ['when was he there', ending('sports.sports_team_roster.to', 'type.datetime'), true],
    ['when did he leave', ending('sports.sports_team_roster.to', 'type.datetime'), false],
    ['what is the capital of it', ending('^location.country.capital', 'location.country'), true],
    ['what is it the capital of', ending('^location.country.capital', 'location.country'), false],
    ['what is the name of his wife', ending('people.marriage.type_of_union', 'people.marriage_type'), true],
    ['what did he die of', ending('medicine.risk_factor.diseases', 'medicine.disease', AFTER_DEATH), true],
    ['what are the works of him', ending('people.person.profession', 'people.profession'), true],
    ['which films are there', ending('location.location.contains', 'location.location'), false],
    ['what cities are in it', ending('location.country.capital', 'location.citytown'), true],
    ['what is the largest city in it', ending('location.country.capital', 'location.citytown'), true],
    ['kings of it', ending('location.country.form_of_government', 'government.form_of_government'), true],
    ['kings of it', ending('royalty.kingdom.rulers', 'royalty.monarch'), false],
    [
      'what was King Ada known for',
      ending('people.person.profession', 'people.profession', {
        start: linkedEntity('what was King Ada known for', 'King Ada'),
      }),
      false,
    ],
    ['what city is it', ending('location.country.capital', 'location.citytown'), false],
    ['when did his team win', atTeam('sports.sports_award.season', 'sports.sports_league_season'), false],
    ['when did his team win', atTeam('sports.sports_team.sport', 'sports.sport'), true],
    ['what are its capital cities', ending('location.country.capital', 'location.citytown'), false],
  ])('may have the wrong type: %s', (question, candidate, wrong) => {
    expect(isOfWrongKind(analyzeQuestion(question), candidate, freebase(), says('deity'))).toBe(wrong);
  });

  it.each<[string, string, boolean]>([
    ['who discovered it', 'datetime', true],
    ['where is it', 'float', true],
    ['how deep is it', 'integer', false],
    ['how deep is it', 'datetime', true],
    // The schema has no types for persons and places.
    ['who discovered it', 'lake.lake', false],
    ['how deep is it', 'lake.lake', false],
  ])('are compared with the datatypes of a custom schema: %s, a %s', (question, range, wrong) => {
    const parsed = parseUserSchema(
      { types: { 'lake.lake': {} }, relations: { 'lake.lake.of': { range: 'lake.lake' } } },
      'Lakes',
    );
    if ('problem' in parsed) throw new Error(parsed.problem);
    const candidate = ending('lake.lake.of', range);
    expect(isOfWrongKind(analyzeQuestion(question), candidate, new KbSchema(parsed.data), says('lake'))).toBe(
      wrong,
    );
  });
});

describe('Relatives in the other direction', () => {
  it.each([
    ['who were the parents of Victoria', 'people.person.parents', true, true],
    ['who is the mother of Victoria', 'people.person.children', false, true],
    ['who is the father of Victoria', 'people.person.children', true, false],
    ["who are Victoria's children", 'people.person.parents', false, true],
    ['who are the children of Victoria', 'people.person.children', false, false],
    ['who is Victoria the daughter of', 'people.person.parents', false, false],
  ])('are not what is asked for: %s', (question, relation, reverse, wrong) => {
    const start = linkedEntity(question, 'Victoria');
    const candidate = createCandidate({ start, hops: [{ relation, reverse }], endType: 'people.person' });
    expect(isOfWrongKind(analyzeQuestion(question), candidate, freebase(), () => true)).toBe(wrong);
  });
});

describe('What two things share', () => {
  it.each([
    ['which band has the same genre as Ada', [], true],
    ['which band has the genre of Ada', [], false],
    ['who ruled at the same time as Ada', [], false],
    ['which band has the same genre as Ada', [{ relation: 'music.artist.genre', reverse: true }], false],
  ])('is not the thing itself: %s', (question, back, wrong) => {
    const candidate = createCandidate({
      start: linkedEntity(question, 'Ada'),
      hops: [{ relation: 'music.artist.genre', reverse: false }, ...back],
      endType: 'music.genre',
      ...(back.length && { turn: 1 }),
    });
    expect(isOfWrongKind(analyzeQuestion(question), candidate, freebase(), () => true)).toBe(wrong);
  });
});

describe('The owner of what is named', () => {
  it.each([
    ["which film's sequel is Alien", 'film.film.sequel', false, true],
    ["which film's sequel is Alien", 'film.film.sequel', true, false],
    ["which film's sequel is Alien", 'film.film.prequel', false, false],
    ["which film's director is Alien", 'film.film.sequel', false, false],
    ['what is the sequel of Alien', 'film.film.sequel', false, false],
  ])('is not what the name itself owns: %s by %s', (question, relation, reverse, wrong) => {
    const start = linkedEntity(question, 'Alien');
    const candidate = createCandidate({ start, hops: [{ relation, reverse }], endType: 'film.film' });
    expect(isOfWrongKind(analyzeQuestion(question), candidate, freebase(), () => true)).toBe(wrong);
  });
});

describe('A relative of the name', () => {
  it.each([
    ["who did Victoria's father play", true],
    ["who married Victoria's ex-wife", true],
    ['who employed the brother of the Victoria', true],
    ["who is the sister of Victoria's brother", true],
    ["who are Victoria's brothers and sisters", false],
    ["who is Victoria's father", false],
    ['who did Victoria marry', false],
    ['who are the parents of Victoria', false],
    ["who directed Victoria's song", false],
  ])('is not the answer to what is asked about it: %s', (question, wrong) => {
    const hops = [{ relation: 'people.person.spouse_s', reverse: false }];
    const endType = 'people.person';
    const candidate = createCandidate({ start: linkedEntity(question, 'Victoria'), hops, endType });
    const isWrong = (each: Candidate): boolean =>
      isOfWrongKind(analyzeQuestion(question), each, freebase(), () => true);
    expect(isWrong(candidate)).toBe(wrong);
    expect(isWrong({ ...candidate, hops: [...hops, ...hops], turn: 1 })).toBe(false);
  });
});

describe('A thing without a birth', () => {
  it.each([
    ['where was Ada born', 'people.person', 'people.person.place_of_birth', false],
    ['where was Ada born', 'award.award', 'award.award_category.presenter', true],
    ['where was the giver of Ada born', 'award.award', 'award.award_category.presenter', false],
    ['where was Ada presented', 'award.award', 'award.award_category.presenter', false],
    ['where was Ada born', 'music.genre', 'music.genre.place_of_origin', false],
  ])('does not answer where it was born: %s, %s', (question, type, relation, wrong) => {
    const start = linkedEntity(question, 'Ada', { types: [type] });
    const hops = [{ relation, reverse: false }];
    const candidate = createCandidate({ start, hops, endType: 'location.location' });
    expect(isOfWrongKind(analyzeQuestion(question), candidate, freebase(), () => true)).toBe(wrong);
  });
});

describe('A place in another place', () => {
  const inwards = { relation: 'location.location.contains', reverse: false };
  const outwards = { relation: 'location.location.containedby', reverse: false };
  const behind = (question: string, relation: string, endType: string): Candidate =>
    createCandidate({
      start: linkedEntity(question, 'Texas'),
      hops: [outwards, { relation, reverse: false }],
      turn: 1,
      endType,
    });

  it.each([
    ['who was born in Texas', true],
    ['who was born in the state Texas', false],
    ['who comes from Texas', true],
    ['what is the capital of Texas', false],
  ])('contains what the other contains: %s', (question, within) => {
    const start = linkedEntity(question, 'Texas');
    expect(isWithin(start, [inwards], questionWords(question))).toBe(within);
    expect(isWithin(start, [outwards], questionWords(question))).toBe(false);
  });

  it.each([
    ['what is the capital of Texas', 'location.country.capital', 'location.citytown', true],
    ['what currency do they use in Texas', 'location.country.currency_used', 'finance.currency', false],
    ['which presidents were born in Texas', 'government.office_holders', 'people.person', true],
  ])('does not have the properties of the other: %s', (question, relation, endType, wrong) => {
    expect(
      isOfWrongKind(analyzeQuestion(question), behind(question, relation, endType), freebase(), () => true),
    ).toBe(wrong);
  });
});

describe('Two walks that meet', () => {
  it('are one logical form: the likelier one is used', () => {
    const [actor, director] = ['m.actor', 'm.director'].map((id) => linkedEntity('', id, { id }));
    if (!actor || !director) throw new Error('no entities');
    const played = ['film.actor.film', 'film.performance.film'].map((relation) => ({
      relation,
      reverse: false,
    }));
    const directed = { relation: 'film.film.directed_by', reverse: false };
    const one = createCandidate({
      start: actor,
      hops: played,
      also: { entity: director, hops: [directed], at: 'end' },
    });
    const other = createCandidate({
      start: director,
      hops: [{ relation: 'film.director.film', reverse: false }],
      also: {
        entity: actor,
        at: 'end',
        hops: [...played].reverse().map(({ relation }) => ({ relation, reverse: true })),
      },
    });
    const alone = createCandidate({ start: actor, hops: played });
    const kept = (likely: Candidate): readonly Candidate[] =>
      withoutDuplicates([one, other, alone], freebase(), (each) => (each === likely ? 1 : 0));
    expect(kept(one)).toEqual([one, alone]);
    expect(kept(other)).toEqual([other, alone]);
  });
});

describe('A kinship term', () => {
  it.each<[string, string, string | undefined]>([
    ['who is the mother of it', 'people.person.parents', 'm.02zsn'],
    ['who is the father of it', '^people.person.children', 'm.05zppz'],
    ['who is the mom of it', '^people.person.children', 'm.02zsn'],
    ['who is the wife of it', 'people.marriage.spouse', 'm.02zsn'],
    ['who are the sons of it', 'people.person.children', 'm.05zppz'],
    ['who are the brothers and sisters of it', 'people.sibling_relationship.sibling', undefined],
    ['who are the parents of it', 'people.person.parents', undefined],
    ['who is the mother of it', 'people.person.children', undefined],
    ['where was the mother of it born', 'people.person.place_of_birth', undefined],
  ])('implies the gender: %s, by %s', (question, relation, sex) => {
    const type = relation.endsWith('place_of_birth') ? 'location.location' : 'people.person';
    expect(askedGender(questionWords(question), ending(relation, type), freebase())?.asked).toBe(sex);
  });
});

describe('A word', () => {
  it.each([
    ['wife', true],
    ['capital', true],
    ['directed', true],
    ['won', false],
    ['film', false],
    ['popular', false],
  ])('%s asks for its own relation: %s', (word, asks) => {
    expect(asksForRelation(word)).toBe(asks);
  });
});

describe('The class of a measure', () => {
  const similarity = (left: string, right: string): number => (left === right ? 1 : 0);
  it.each([
    ['death', 'people.person', 'people.deceased_person'],
    ['birth', 'people.person', 'people.person'],
    ['length', 'geography.river', 'geography.river'],
    ['zorblax', 'people.person', 'people.person'],
  ])('for %s, of %s, is %s', (word, type, narrowed) => {
    expect(narrowClass(type, [{ word, weight: 1 }], freebase(), { similarity })).toBe(narrowed);
  });
});

describe('The nearest relations', () => {
  const ranked = (...ids: readonly string[]): readonly RankedName[] =>
    ids.map((id) => ({ id, score: 1, signals: { words: 1, meaning: 1, usage: 0, learnt: 0 } }));
  const [birth, jeans, battery, measured, unit] = [
    'people.person.place_of_birth',
    'base.jeans.wearer.jeans_size',
    'engineering.battery.size',
    'people.measured_person.sizes',
    'location.location.time_zones',
  ];
  it.each<[string, readonly string[], readonly string[], readonly string[], string]>([
    ['one of the type of the entity', ['people.person'], [battery, birth], [birth], 'data'],
    ['one of a subtype', ['people.person'], [battery, measured], [measured], 'schema'],
    ['one with the same word', ['people.person'], [battery, unit], [battery], 'schema'],
    ['none otherwise', ['people.person'], [unit], [], 'schema'],
    ['one of the community only without others', ['people.person'], [jeans], [jeans], 'schema'],
    ['any without a linked entity', [], [battery, jeans, unit], [battery, unit], 'data'],
  ])('is %s', (_, types, ids, nearest, level) => {
    const question = 'what size is Obama';
    const linking = types.length ? naming(linkedEntity(question, 'Obama', { types })) : naming();
    const near = nearRelations(question, linking, freebase(), { relations: () => ranked(...ids) }, 5);
    expect(near.nearest.map((each) => each.split(' ')[0])).toEqual(nearest);
    expect(near.level).toBe(level);
  });
});

describe('The names that no entity has', () => {
  const known = { isKnownWord: () => true };
  it.each([
    ['Which countries are in Northern Europe?', ['Europe'], ['Northern Europe']],
    ['Where did Barack Obama Junior live?', ['Barack Obama'], ['Barack Obama Junior']],
    ['Who is Hugo Ball?', [], ['Hugo Ball']],
    ['which countries are in Northern Europe and Asia?', ['Asia'], ['Northern Europe']],
    ['Where is Europe?', ['Europe'], []],
    ['When was the Battle of Gettysburg?', ['Gettysburg'], ['Battle of Gettysburg']],
    ['Who is the CEO of Europe?', ['Europe'], []],
    ['Who is the Prime Minister of Europe?', ['Europe'], []],
    ['Who directed Inception and who starred in Inception and Asia?', ['Inception'], ['Asia']],
  ])('are whole names: %s', (question, linked, names) => {
    const linking = naming(...linked.map((name) => linkedEntity(question, name)));
    const found = unlinkedNames(question, linking, known);
    expect(found.map(({ start, end }) => question.slice(start, end))).toEqual(names);
  });
});

describe('A part of a name', () => {
  it.each([
    ['Where is Einstein?', 'Einstein', 'Albert Einstein', 'people.person', true],
    ["Who liked Einstein's work?", "Einstein's", 'Albert Einstein', 'people.person', true],
    ['Which countries of the EU are large?', 'EU', 'European Union', 'location.location', true],
    ['Who leads the UNFPA?', 'UNFPA', 'United Nations Population Fund', 'organization.organization', false],
    ['Who leads the NBA?', 'NBA', 'National Basketball Association', 'sports.sports_league', true],
    ['What is the Egyptian currency?', 'Egyptian', 'Egypt', 'location.country', true],
    ['What states touch Ohio?', 'states touch Ohio', 'Ohio', 'location.us_state', true],
    ['Where is Albert?', 'Albert', 'Albert Einstein', 'people.person', false],
    ['Where is the United States?', 'United States', 'United States of America', 'location.location', true],
    ['Where is the Republic?', 'Republic', 'Republic of Ireland', 'location.location', false],
    ['Where is President Obama?', 'President Obama', 'Barack Obama', 'people.person', true],
    ['Where is King Louis XIV?', 'King Louis XIV', 'Louis XIV of France', 'people.person', true],
    ['Where is John Smith?', 'John Smith', 'John Smith of Jamestown', 'people.person', false],
    ['Where is Prince William?', 'Prince William', 'Prince William of Gloucester', 'people.person', false],
  ])('is a name: %s', (question, mention, name, type, isName) => {
    const entity = { ...linkedEntity(question, mention, { match: 'partial', types: [type] }), name };
    expect(isNamedIn(question, entity)).toBe(isName);
  });
});

describe('Answers of another class than the question asks for', () => {
  it.each<[string, string, readonly (readonly string[])[], boolean]>([
    ['a state for a county', 'what county is Chicago in', [['location.us_state', 'location.location']], true],
    [
      'one of them is a county',
      'what county is it in',
      [['location.us_state'], ['location.us_county']],
      false,
    ],
    ['a city in a community domain', 'what city is it in', [['base.petbreeds.city_with_dogs']], false],
    ['a city by its usual class', 'which cities are there', [['location.citytown']], false],
    ['an answer without classes', 'what county is it in', [['location.us_state'], ['common.topic']], false],
    ['a place that may be a city', 'what city is it in', [['location.location', 'common.topic']], false],
    [
      'a place that is not marked as a city',
      'in which city was he born',
      [['location.location', 'film.film_location', 'travel.travel_destination']],
      false,
    ],
    ['a state for a city', 'what city is it in', [['location.location', 'location.us_state']], true],
    ['values', 'what county is it in', [[]], false],
    ['a university for a school', 'what school did he attend', [['education.university']], false],
    ['a subject for a school', 'what school did he attend', [['education.field_of_study']], true],
    ['a noun without a certain class', 'what songs did he write', [['music.recording']], false],
    ['no noun', 'where is it', [['location.us_state']], false],
    ['half of the answers', 'which lakes are in it', [['location.citytown'], ['location.location']], true],
    [
      'less than half',
      'which lakes are in it',
      [['location.citytown'], ['location.location'], ['location.location']],
      false,
    ],
  ])('are recognized: %s', (_, question, classes, lacks) => {
    const answers = classes.map((types) => ({ value: 'm.0x', name: 'X', types }));
    const query = 'SELECT ?x { ns:m.0x ns:location.location.containedby ?x }';
    expect(lacksAskedClass(question, answers, query, freebase())).toBe(lacks);
    const named = `SELECT ?x { ns:m.0x ns:a.place.${stem(question.split(' ')[1] ?? '')} ?x }`;
    expect(lacksAskedClass(question, answers, named, freebase())).toBe(false);
  });
});

describe('Answers that are not what the noun names', () => {
  const BORN = 'SELECT ?x WHERE { ns:m.0x ns:location.location.people_born_here ?x }';
  it.each<[string, string, string, readonly (readonly string[])[], boolean]>([
    [
      'other people',
      'which actors were born in it',
      BORN,
      [['people.person', 'film.director'], ['people.person']],
      true,
    ],
    ['one of them', 'which actors were born in it', BORN, [['people.person'], ['tv.tv_actor']], false],
    [
      'of unknown classes',
      'which actors were born in it',
      BORN,
      [['common.topic'], ['people.person']],
      false,
    ],
    ['films for stars', 'which stars were born in it', BORN, [['film.film']], true],
    ['actors for stars', 'which stars were born in it', BORN, [['film.actor']], false],
    [
      'by a relation',
      'which actors play it',
      'SELECT ?x { ?m ns:film.performance.actor ?x }',
      [['people.person']],
      false,
    ],
    [
      'films for books',
      'which books are by him',
      'SELECT ?x { ?x ns:film.film.written_by ?y }',
      [['film.film']],
      true,
    ],
    ['films for songs', 'which songs are by him', 'SELECT ?x { ?x ns:a.b.c ?y }', [['film.film']], true],
    ['a book', 'which books are by him', 'SELECT ?x { ?y ns:a.b.works ?x }', [['book.written_work']], false],
    ['another noun', 'which people were born in it', BORN, [['people.person']], false],
  ])('are recognized: %s', (_, question, query, classes, lacks) => {
    const answers = classes.map((types) => ({ value: 'm.0x', name: 'X', types }));
    expect(areOtherPeopleOrWorks(question, answers, query, [])).toBe(lacks);
    const noun = linkedEntity(question, question.split(' ')[1] ?? '');
    expect(areOtherPeopleOrWorks(question, answers, query, [noun])).toBe(false);
  });
});

describe('The class that the noun names', () => {
  const within = { relation: 'location.location.containedby', reverse: false };
  const path = (last: string, more: Partial<Candidate> = {}): Candidate =>
    ending(last, 'location.location', {
      ...more,
      hops: [within, ...(last === within.relation ? [] : [{ relation: last, reverse: false }])],
    });
  const order = (text: string, best: Candidate, other: Candidate): readonly number[] => {
    const ranked = [best, other].map((candidate, at) => ({ candidate, score: 5 - at }));
    const ranking = {
      question: analyzeQuestion(text),
      ranked,
      omittedWords: () => [],
      isOfWrongKind: () => false,
    };
    return candidateOrder(ranking as unknown as Ranking, 10);
  };
  const state = path(within.relation, { type: 'location.us_state' });

  it.each<[string, string, readonly number[]]>([
    ['what state is it in', 'location.location.containedby', [1, 0]],
    ['what state is it in', 'location.country.capital', [1, 0]],
    ['what state is it in', 'base.places.place.state', [0, 1]],
    ['what city is it in', 'location.country.capital', [0, 1]],
  ])('ends a path, unless a relation is called like it: %s by %s', (question, last, expected) => {
    expect(order(question, path(last), state)).toEqual(expected);
  });

  it('also restricts a candidate that replaces one of the wrong kind', () => {
    const start = linkedEntity('', 'it');
    const [capital, contains, cities] = [
      ending('location.country.capital', 'location.citytown', { start }),
      ending('location.location.contains', 'location.location', { start }),
      ending('location.location.contains', 'location.location', { start, type: 'location.citytown' }),
    ];
    const ranking = {
      question: analyzeQuestion('what cities are in it'),
      ranked: [capital, contains, cities].map((candidate, at) => ({ candidate, score: 5 - at })),
      omittedWords: () => [],
      isOfWrongKind: (candidate: Candidate) => candidate === capital,
    };
    expect(candidateOrder(ranking as unknown as Ranking, 10)).toEqual([2, 0, 1]);
  });

  it('is asked of the likeliest entity that the same words may mention', () => {
    const about = (id: string, score: number, more: Partial<Candidate> = {}): Candidate =>
      ending('location.country.official_language', 'language.human_language', {
        start: linkedEntity('what is spoken in China', 'China', { id, score }),
        ...more,
      });
    const others = [
      about('m.unlikely', 0.1),
      about('m.counted', 0.9, { counts: true }),
      about('m.likeliest', 0.5),
      about('m.likely', 0.4),
    ];
    const ranking = {
      question: analyzeQuestion('what is spoken in China'),
      ranked: [about('m.best', 0.3), ...others].map((candidate, at) => ({ candidate, score: 5 - at / 9 })),
      omittedWords: () => [],
      isOfWrongKind: () => false,
    };
    expect(candidateOrder(ranking as unknown as Ranking, 10)).toEqual([3, 0, 1, 2, 4]);
  });

  it.each([
    ['cities', 'location.citytown'],
    ['town', 'location.citytown'],
    ['movies', 'film.film'],
  ])('may have another name: %s', (noun, type) => {
    expect(classesByName(usualClassName(noun), freebase())).toContain(type);
  });
});

describe('The confidence in a candidate', () => {
  const RANKING: Pick<
    Ranking,
    | 'omittedWords'
    | 'isOfWrongKind'
    | 'expressed'
    | 'expressesNoun'
    | 'featuresOf'
    | 'continuesUnmentioned'
    | 'hasUnaskedMeaning'
    | 'likelierStart'
  > = {
    omittedWords: () => [],
    isOfWrongKind: () => false,
    expressed: () => ({ expressed: 'words', open: 1 }),
    expressesNoun: () => true,
    featuresOf: () => [],
    continuesUnmentioned: () => false,
    hasUnaskedMeaning: () => false,
    likelierStart: () => undefined,
  };
  const candidate = ending('organization.organization.headquarters', 'location.mailing_address', {
    start: linkedEntity('where is sony', 'sony', { score: 0.2 }),
  });
  const factor = (changes: Partial<Ranking>, isJudgedByModel = false): number => {
    const question = { ...analyzeQuestion('where is sony'), mentions: [], literals: [], now: undefined };
    const ranking = { ...RANKING, question, ranked: [{ candidate, score: 1 }], ...changes };
    return ruleFactor(0, ranking as unknown as Ranking, isJudgedByModel);
  };

  it('is kept if no rule applies', () => {
    expect(factor({})).toBe(1);
  });

  it('is shared with an entity that is likelier meant and has no facts', () => {
    const other = linkedEntity('where is sony', 'sony', { score: 0.6 });
    expect(factor({ likelierStart: () => other })).toBeCloseTo(0.25);
    expect(factor({ likelierStart: () => other }, true)).toBeCloseTo(0.25);
  });

  it.each([
    ['what was the last film of sony', 3, true],
    ['what was the last film of sony', 1, false],
    ['what films are of sony', 3, false],
    ['what was the second film of sony', 3, true],
    ['what was the 12th film of sony', 3, true],
    ['what are films of sony of the 20th century', 3, false],
  ])('is low if all answers are given instead of the last one: %s (%i)', (text, ends, isLow) => {
    const question = { ...analyzeQuestion(text), mentions: [], literals: [], now: undefined };
    const ranked = [{ candidate: { ...candidate, ends }, score: 1 }];
    expect(factor({ question, ranked }) < 0.4).toBe(isLow);
  });

  it.each([
    ['who was president before obama?', 'government.us_president.vice_president', true],
    ['who was president before obama?', 'people.person.preceded_by', false],
    ['who was vice president after obama died', 'government.us_president.vice_president', false],
    ['who was vice president of obama', 'government.us_president.vice_president', false],
  ])('is low if the order of people is left out: %s (%s)', (text, relation, isLow) => {
    const start = linkedEntity(text, 'obama', { types: ['people.person'] });
    const mentions = start.mention ? [{ ...start.mention, likely: 1 }] : [];
    const question = { ...analyzeQuestion(text), mentions, literals: [], now: undefined };
    const ranked = [{ candidate: ending(relation, 'people.person', { start }), score: 1 }];
    expect(factor({ question, ranked }) < 0.4).toBe(isLow);
  });

  it.each([
    ['partial', 0.025, true],
    ['partial', 0.1, false],
    ['exact', 0.025, false],
  ] as const)('is low if a second entity is hardly linked: %s, %d', (match, score, isLow) => {
    const entity = linkedEntity('where is sony', 'where', { match, score });
    const also = {
      entity,
      hops: [{ relation: 'people.person.profession', reverse: false }],
      at: 'end',
    } as const;
    const ranked = [{ candidate: { ...candidate, also }, score: 1 }];
    expect(factor({ ranked }) < 0.75).toBe(isLow);
  });

  it.each([
    ['China Hong Kong', 'Hong Kong', true],
    ['PR China', "People's Republic of China", false],
    ['Hong Kong', 'Hong Kong Island', false],
  ])('is low if the question has only a part of an alias: %s of %s', (alias, name, isLow) => {
    const text = 'what is spoken in china';
    const start = linkedEntity(text, 'china', { name, alias, match: 'partial' });
    const question = { ...analyzeQuestion(text), mentions: [], literals: [], now: undefined };
    expect(factor({ question, ranked: [{ candidate: { ...candidate, start }, score: 1 }] })).toBe(
      isLow ? 0.5 : 1,
    );
  });

  it.each([
    ['who sold sony', 'sold', true],
    ['which company did sony sell', 'sell', true],
    ['who leads the company that sony sold', 'sold', true],
    ['which phones does sony use', 'use', false],
    ['where is sony based', 'based', false],
    ['what is the young company of sony', 'young', false],
  ])('omits a verb that it does not express: %s', (text, verb, omits) => {
    const question = { ...analyzeQuestion(text), mentions: [], literals: [], now: undefined };
    const unexpressedWords = (): Ranking['question']['words'] =>
      question.words.filter(({ word }) => word === verb);
    const start = linkedEntity(text, 'sony');
    const ranked = [{ candidate: { ...candidate, start }, score: 1 }];
    const ranking = { question, ranked, unexpressedWords };
    expect(omitsVerb(0, ranking as unknown as Ranking)).toBe(omits);
  });

  it.each(['continuesUnmentioned', 'hasUnaskedMeaning'] as const)('is low if it %s', (rule) => {
    expect(factor({ [rule]: () => true })).toBeLessThan(0.75);
    // The model judges what the candidate expresses.
    expect(factor({ [rule]: () => true }, true)).toBe(1);
  });
});

describe('An entity that is likelier meant than the start', () => {
  const question = 'where is sony';
  const organization = (id: string, score: number): LinkedEntity =>
    linkedEntity(question, 'sony', { id, score, types: ['organization.organization'] });
  const [sony, music] = [organization('m.sony', 0.6), organization('m.music', 0.2)];
  const headquarters = (start: LinkedEntity): Candidate =>
    ending('organization.organization.headquarters', 'location.mailing_address', { start });
  it.each<[string, readonly Candidate[], LinkedEntity, string | undefined]>([
    ['lacks the facts', [headquarters(music)], sony, 'm.sony'],
    ['has the facts', [headquarters(music), headquarters(sony)], sony, undefined],
    ['cannot have such facts', [headquarters(music)], { ...sony, types: ['film.film'] }, undefined],
    ['is less likely', [headquarters(music)], { ...sony, score: 0.1 }, undefined],
  ])('is found only if it lacks the facts: it %s', (_, candidates, other, found) => {
    const start = likelierStart(headquarters(music), candidates, naming(other, music), freebase());
    expect(start?.id).toBe(found);
  });
});

describe('Descriptions of candidates', () => {
  const film = (name: string, id = 'm.1'): Candidate =>
    ending(`film.${name}.film`, 'film.film', { start: linkedEntity('', 'Cameron', { id }) });
  it.each([
    ['with different names', [film('director')], ['Cameron → film']],
    [
      'with relations of the same name',
      [film('director'), film('writer')],
      ['Cameron → film (director)', 'Cameron → film (writer)'],
    ],
    [
      'with entities of the same name',
      [film('director'), film('director', 'm.2')],
      ['Cameron (m.1) → film', 'Cameron (m.2) → film'],
    ],
  ])('differ: %s', (_, candidates, descriptions) => {
    expect(describeCandidates(candidates)).toEqual(descriptions);
  });
});

describe('An uncovered word', () => {
  it('ranks a candidate that covers it first, and is reported if there is none', async () => {
    const { result } = await askSample('where was the wife of Barack Obama born');
    expect(result.answers.map(({ name }) => name)).toEqual(['Chicago']);
    const { considered } = await askSample('where was the director of Titanic born');
    const silent = considered.find(({ path }) => path === 'Titanic → country');
    expect(silent?.because).toContain('“director” is not covered');
    expect(silent?.confidence).toBeLessThan(0.2);
  });
});
