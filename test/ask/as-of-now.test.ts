/** Questions in the present tense, on the sample KB without a model. */
import { describe, expect, it } from 'vitest';
import { asksForPresent, asOfNow } from '../../server/src/core/ask/as-of-now';
import { toLinkedQuestion } from '../../server/src/core/candidates/rank/linked-question';
import { createCandidate } from '../../server/src/core/candidates/enumerate/candidate';
import { linkedEntity } from '../support/linked-entity';
import { askWithoutModel, portsWithoutModel } from '../../tools/ask/ask-without-model';
import { sampleTurtle, storeKb } from '../../tools/store-kb';
import { freebase, PROJECT } from '../support/check';
import { askSample, namesIn } from './ask-sample';

const isPresent = (question: string): boolean =>
  asksForPresent(
    toLinkedQuestion(question, { entities: [], literals: [], troubles: [] }, { now: '2026-01-01' }),
  );

describe('A question in the present tense', () => {
  it.each([
    ['who plays for the Los Angeles Lakers', ['LeBron James']],
    ['who does LeBron James play for', ['Los Angeles Lakers']],
  ])('is answered by facts that have not ended: %s', async (question, answers) => {
    expect(namesIn(await askSample(question))).toEqual(answers);
  });

  it.each(['Who is married to Brad Pitt?', 'who is the governor of California'])(
    'is refused if all facts have ended: %s',
    async (question) => {
      const { result } = await askSample(question);
      expect(result).toMatchObject({ kind: 'unanswerable', refusal: 'no-facts' });
      expect(result.explanation).toContain('only has facts that have ended');
    },
  );

  it.each([
    ['who is the wife of John Lennon', 'Yoko Ono'],
    ['who are the members of the Beatles', 'John Lennon'],
  ])('means the past if a name of it is no more: %s', async (question, answer) => {
    expect(namesIn(await askSample(question))).toContain(answer);
  });

  it.each([
    ['Who was married to Brad Pitt?', ['Angelina Jolie']],
    ['who was the governor of California', ['Arnold Schwarzenegger', 'Ronald Reagan']],
  ])('differs from one in the past tense: %s', async (question, answers) => {
    expect(namesIn(await askSample(question))).toEqual(answers);
  });

  it('has a lower confidence and says why if the KB does not date the facts', async () => {
    const undated = sampleTurtle(PROJECT).replaceAll(
      /(?<=ns:sports\.sports_team_roster\.)(?:from|to) /g,
      'number ',
    );
    const ports = portsWithoutModel(storeKb(undated, { complete: false }), freebase());
    const question = 'who does LeBron James play for';
    const [dated, { result }] = [await askSample(question), await askWithoutModel(question, ports)];
    expect(result.answers.map(({ name }) => name)).toContain('Los Angeles Lakers');
    expect(result.confidence.value).toBe(0.75);
    expect(result.confidence.why.join(' ')).toContain('may no longer be true');
    expect(dated.result.confidence.value).toBeGreaterThan(0.75);
    expect(dated.result.confidence.why.join(' ')).not.toContain('no longer');
  });

  it.each([
    'who is the mayor',
    'where does she live',
    'who coaches them',
    'what team is she on',
    'what job does she have',
  ])('is recognized: %s', (question) => {
    expect(isPresent(question)).toBe(true);
  });

  it.each([
    'who was the mayor',
    'what teams has she played for',
    'who is the first president',
    'who are the kings',
    'where is he from',
    'who is the player that won',
  ])('is not one about the past, all of a succession, or an origin: %s', (question) => {
    expect(isPresent(question)).toBe(false);
  });

  it('does not restrict facts without a time, such as trade', () => {
    const middleOf = (relation: string, then: string, endType: string) =>
      createCandidate({
        start: linkedEntity('who is Al', 'Al'),
        hops: [relation, then].map((each) => ({ relation: each, reverse: false })),
        endType,
      });
    const trade = middleOf(
      'location.statistical_region.places_imported_from',
      'location.imports_and_exports.imported_from',
      'location.location',
    );
    const team = middleOf('sports.pro_athlete.teams', 'sports.sports_team_roster.team', 'sports.sports_team');
    expect(asOfNow(trade, freebase())).toBe(trade);
    expect(asOfNow(team, freebase()).time).toBeDefined();
  });
});
