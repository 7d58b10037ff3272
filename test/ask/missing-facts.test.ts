/** Questions over the sample KB without the facts that answer them. */
import { Store } from 'oxigraph';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AskPorts } from '../../server/src/core/ask/ask-ports';
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import { askWithoutModel, portsWithoutModel } from '../../tools/ask/ask-without-model';
import { keepsWithout } from '../../tools/ask/remove-facts';
import { sampleTurtle, storeKb } from '../../tools/store-kb';
import { freebase, PROJECT } from '../support/check';
import { askSample, namesIn } from './ask-sample';
import { SAMPLE_QUESTIONS } from './sample-questions';

describe('Without the facts that answer it', () => {
  const questions = Object.keys(SAMPLE_QUESTIONS.answered).filter(
    (question, at) => at % 3 === 0 && /[^ ] \p{Lu}/u.test(question),
  );
  const before = new Map<string, AskTrace>();
  let ports: AskPorts;
  beforeAll(async () => {
    for (const question of questions) before.set(question, await askSample(question));
    const store = new Store();
    store.load(sampleTurtle(PROJECT), { format: 'text/turtle' });
    const queries = [...before.values()].map(({ result }) => result.query ?? '');
    const facts = store.dump({ format: 'application/n-quads' }).split('\n');
    const kept = facts.filter(keepsWithout(queries, freebase()));
    expect(kept.length).toBeLessThan(facts.length - questions.length);
    ports = portsWithoutModel(storeKb(kept.join('\n'), { complete: false }), freebase());
  });

  it.each(questions)('a question has no other answer with confidence: %s', async (question) => {
    const trace = await askWithoutModel(question, ports);
    const known = before.get(question);
    const isOther = known && namesIn(trace).join() !== namesIn(known).join();
    if (trace.result.kind === 'answer' && isOther) expect(trace.result.confidence.value).toBeLessThan(0.5);
  });
});

describe('If the KB lacks the facts', () => {
  const NAMES = `
ns:m.1 ns:type.object.name "Alan Novak"@en ; ns:type.object.type ns:people.person, ns:book.author, ns:government.us_president .
ns:m.2 ns:type.object.name "Bea Lindt"@en ; ns:type.object.type ns:people.person, ns:book.author .
ns:m.3 ns:type.object.name "Quiet Rivers"@en ; ns:type.object.type ns:book.written_work .
ns:m.4 ns:type.object.name "Ardenport"@en ; ns:type.object.type ns:location.location, ns:location.citytown .
ns:m.5 ns:type.object.name "Northland"@en ; ns:type.object.type ns:location.location, ns:location.country .
ns:m.7 ns:type.object.name "Arden College"@en ; ns:type.object.type ns:education.educational_institution .
ns:m.8 ns:type.object.name "Batman"@en ; ns:type.object.type ns:film.film .
ns:m.10 ns:type.object.name "Batman"@en ; ns:type.object.type ns:film.film_character, ns:film.film_subject .
ns:m.11 ns:type.object.name "Night Falls"@en ; ns:type.object.type ns:film.film .
`;
  const ask = async (facts: string, question: string): Promise<AskTrace> =>
    await askWithoutModel(question, portsWithoutModel(storeKb(NAMES + facts), freebase()));

  it.each([
    [
      'facts of another person',
      'where did Alan Novak attend school',
      'ns:m.1 ns:government.us_president.vice_president ns:m.2 . ns:m.2 ns:people.person.education ns:m.6 . ns:m.6 ns:education.education.institution ns:m.7 .',
    ],
    [
      'the place of an event',
      'in which year did Alan Novak die',
      'ns:m.1 ns:people.deceased_person.place_of_death ns:m.4 .',
    ],
    ['another relation', 'what is the area of Northland', 'ns:m.5 ns:location.country.capital ns:m.4 .'],
    [
      'what the question itself names',
      'who played Batman in Night Falls',
      'ns:m.8 ns:film.film.starring ns:m.9 . ns:m.9 ns:film.performance.character ns:m.10 . ns:m.11 ns:film.film.subjects ns:m.10 .',
    ],
  ])('the answer is not confident: %s, %s', async (_, question, facts) => {
    const { result } = await ask(facts, question);
    expect(result.kind === 'answer' ? result.confidence.value : 0).toBeLessThan(0.35);
  });

  it('they are found if it has them', async () => {
    const trace = await ask(
      'ns:m.1 ns:book.author.works_written ns:m.3 .',
      'what books did Alan Novak write',
    );
    expect(namesIn(trace)).toEqual(['Quiet Rivers']);
    expect(trace.result.confidence.value).toBeGreaterThan(0.5);
  });
});

it('Names joined by "and" have the same relation to the answers', async () => {
  const roles = ['1 A', '1 B', '2 A', '2 B'].map((each, at) => {
    const [actor = '', film = ''] = each.split(' ');
    return `ns:m.${actor} ns:film.actor.film ns:m.r${at} . ns:m.r${at} ns:film.performance.film ns:m.${film} .`;
  });
  const kb = storeKb(`
ns:m.1 ns:type.object.name "Alan Novak"@en ; ns:type.object.type ns:film.actor .
ns:m.2 ns:type.object.name "Bea Lindt"@en ; ns:type.object.type ns:film.actor .
ns:m.A ns:type.object.name "Quiet Rivers"@en ; ns:type.object.type ns:film.film .
ns:m.B ns:type.object.name "Night Falls"@en ; ns:type.object.type ns:film.film .
ns:m.1 ns:award.award_nominee.award_nominations ns:m.n . ns:m.n ns:award.award_nomination.nominated_for ns:m.A .
${roles.join('\n')}`);
  const trace = await askWithoutModel(
    'Which films star both Alan Novak and Bea Lindt?',
    portsWithoutModel(kb, freebase()),
  );
  expect(namesIn(trace)).toEqual(['Night Falls', 'Quiet Rivers']);
});
