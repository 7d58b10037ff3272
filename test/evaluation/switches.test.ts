import { describe, expect, it } from 'vitest';
import type { EvaluatedQuestion } from '../../server/src/evaluation/answer-question';
import type { Switch } from '../../server/src/evaluation/switches';
import { findingCodes } from '../../server/src/core/check/suite';
import type { ModelStep } from '../support/model-server';
import { askAll, question, replayAll, type EvaluationOptions } from './evaluation';

async function ask(text: string, asked: EvaluationOptions, gold = {}): Promise<EvaluatedQuestion> {
  const { all } = await askAll([question(text, gold)], asked);
  const [one] = all;
  if (!one) throw new Error('Nothing came of it.');
  return one;
}

const purposes = ({ record }: EvaluatedQuestion): readonly string[] =>
  record.completions.map(({ request }) => request.purpose);

describe('switching off', () => {
  const ACTORS = 'Who acted in Titanic?';
  const MEDIATORS = 'SELECT ?x { ns:m.0dr_4 ns:film.film.starring ?x }';
  const RIGHT = 'SELECT ?x { ns:m.0dr_4 ns:film.film.starring ?p . ?p ns:film.performance.actor ?x }';
  const replies: readonly ModelStep[] = [
    { shape: 'proposal', json: { thought: 'Stars.', query: MEDIATORS } },
    { shape: 'proposal', json: { thought: 'Over the performance.', query: RIGHT } },
  ];
  const titanic = (...off: readonly Switch[]): Promise<EvaluatedQuestion> =>
    ask(ACTORS, {
      off: ['candidates', ...off],
      replies,
      options: { strategy: 'fun-fusic', fallBack: false },
    });

  it('candidates: the model is not shown any, and the loop decides', async () => {
    const options = { strategy: 'fun-fusic', fallBack: false } as const;
    const base = await ask(ACTORS, { replies, options });
    expect(purposes(base)[0]).toBe('choose-form');
    expect(base.prediction.names).toContain('Kate Winslet');
    const off = await titanic();
    expect(purposes(off)).not.toContain('choose-form');
    expect(off.trace.considered.map(({ path }) => path)).toEqual([undefined, undefined]);
  });

  it('nothing: the query is repaired once, described and judged', async () => {
    const base = await titanic();
    expect(base.prediction).toMatchObject({ kind: 'answer', rounds: 2 });
    expect(base.prediction.names).toContain('Kate Winslet');
    expect(base.prediction.attempts.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['intermediate'],
      [],
    ]);
    expect(purposes(base)).toEqual(['propose-query', 'propose-query', 'read-back', 'compare-questions']);
    expect(base.record.completions[0]?.request.messages.at(-1)?.content).toMatch(/SELECT/);
  });

  it('a check: its mistake passes', async () => {
    const { prediction } = await titanic('intermediate');
    expect(prediction).toMatchObject({ kind: 'answer', rounds: 1 });
    expect(prediction.attempts[0]?.findings).toEqual([]);
    expect(prediction.names).not.toContain('Kate Winslet');
  });

  it('rounds: only the first query is tried', async () => {
    const off = await titanic('rounds');
    expect(purposes(off)).toEqual(['propose-query']);
    expect(off.prediction.attempts).toHaveLength(1);
  });

  it('back-translation: templates describe, and the model judges', async () => {
    const off = await titanic('back-translation');
    expect(purposes(off)).toEqual(['propose-query', 'propose-query', 'compare-questions']);
    expect(off.trace.result.reading?.by).toBe('templates');
  });

  it('nl_semantic: nothing is judged', async () => {
    expect(purposes(await titanic('nl_semantic'))).toEqual(['propose-query', 'propose-query']);
  });

  it('exemplars: the prompt has none', async () => {
    const shown = ({ record }: EvaluatedQuestion): number =>
      record.completions[0]?.request.messages
        .map(({ content }) => content)
        .join('')
        .match(/SELECT/g)?.length ?? 0;
    expect(shown(await titanic('exemplars'))).toBeLessThan(shown(await titanic()));
  });

  it('exemplars: that of the question itself is not shown, and the prediction says so', async () => {
    const question = 'Where was Kate Winslet born?';
    const born = 'SELECT ?x { ns:m.0dvld ns:people.person.place_of_birth ?x }';
    const proposal: ModelStep = { shape: 'proposal', json: { thought: 'Birth.', query: born } };
    const askBorn = (...off: readonly Switch[]): Promise<EvaluatedQuestion> =>
      ask(question, { off: ['candidates', ...off], replies: [proposal], options: { strategy: 'fun-fusic' } });
    const { prediction, record } = await askBorn();
    const prompt = record.completions[0]?.request.messages.map(({ content }) => content).join('') ?? '';
    expect(prompt).toMatch(/SELECT/);
    expect(prompt.split(question)).toHaveLength(2);
    expect(prediction.isExemplar).toBe(true);
    expect((await askBorn('exemplars')).prediction.isExemplar).toBeUndefined();
    expect((await titanic()).prediction.isExemplar).toBeUndefined();
  });

  it('self-consistency: there is no vote', async () => {
    const born = (variable: string): ModelStep => ({
      shape: 'proposal',
      json: {
        thought: 'Born.',
        query: `SELECT ?${variable} { ns:m.02mjmr ns:people.person.place_of_birth ?${variable} }`,
      },
    });
    const different: ModelStep = {
      shape: 'comparison',
      json: { explanation: 'It asks something else.', differences: ['all'], same: false },
    };
    const replies = ['x', 'y', 'z', 'w'].flatMap((variable) => [born(variable), different]);
    const options = { strategy: 'fun-fusic', fallBack: false } as const;
    const asked = { replies, options, off: ['candidates'] };
    const voted = await ask('Where was Barack Obama born?', asked);
    expect(voted.prediction).toMatchObject({ kind: 'answer', answers: ['m.02hrh0_'] });
    expect(voted.trace.repair?.result.basis).toBe('self-consistency');
    const off = await ask('Where was Barack Obama born?', {
      ...asked,
      off: [...asked.off, 'self-consistency'],
    });
    expect(off.prediction.kind).toBe('unanswerable');
  });

  it('fall-back: no other strategy is tried', async () => {
    const asked = {
      replies: [{ text: 'Nothing.', always: true }],
      options: { strategy: 'chatkbqa' },
    } as const;
    const base = await ask('Where was Barack Obama born?', asked);
    expect(base.prediction).toMatchObject({ kind: 'answer', strategy: 'rng-kbqa', fellBackFrom: 'chatkbqa' });
    const off = await ask('Where was Barack Obama born?', { ...asked, off: ['fall-back'] });
    expect(off.prediction).toMatchObject({ kind: 'failed', strategy: 'chatkbqa' });
  });

  it('threshold: answers with low confidence are given', async () => {
    const options = { threshold: 1 };
    const base = await ask('Where was Barack Obama born?', { options });
    expect(base.prediction).toMatchObject({ kind: 'unanswerable', answers: [] });
    const off = await ask('Where was Barack Obama born?', { options, off: ['threshold'] });
    expect(off.prediction).toMatchObject({ kind: 'answer', answers: ['m.02hrh0_'] });
  });
});

describe('a check that has no effect on a question', () => {
  const questions = ['Who acted in Titanic?', 'Where was Barack Obama born?'].map((text) => question(text));
  const born = 'people.person.place_of_birht';
  const replies: readonly ModelStep[] = [
    {
      shape: 'proposal',
      when: /Titanic/,
      json: { thought: 'Stars.', query: 'SELECT ?x { ns:m.0dr_4 ns:film.film.starring ?x }' },
    },
    {
      shape: 'proposal',
      when: /born/,
      json: { thought: 'Born.', query: `SELECT ?x { ns:m.02mjmr ns:${born} ?x }` },
    },
    { shape: 'proposal', json: { thought: 'I know nothing better.', query: null }, always: true },
  ];
  const options = { strategy: 'fun-fusic' } as const;

  it.each([
    ['with a model', { replies, options }, ['grounding', 'intermediate', 'nl_semantic'], 8],
    ['without one', {}, ['nl_semantic'], 8],
  ] as const)(
    'can be switched off, and all is the same to the byte, %s',
    async (_, asked, effective, silent) => {
      const base = await askAll(questions, asked);
      const effects = base.all.map(({ prediction }) => prediction.effects ?? []);
      expect(effects.flat()).toEqual(expect.arrayContaining([...effective]));
      const none = findingCodes.filter((code) => effects.every((of) => !of.includes(code)));
      expect(none.length).toBeGreaterThan(silent);
      const model = 'replies' in asked ? { model: { name: 'test-model', where: 'here' } } : {};
      for (const off of none) {
        const again = await replayAll(questions, base.records, { ...asked, ...model, off: [off] });
        expect([off, again.lines]).toEqual([off, base.lines]);
      }
    },
  );
});

describe('an oracle', () => {
  const BORN =
    'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }';
  const gold = { parses: [{ sparql: BORN, answers: ['m.02hrh0_'] }] };

  it('gives the entities, named or not', async () => {
    const without = await ask('Where was he born?', {}, gold);
    expect(without.prediction.entities).not.toContain('m.02mjmr');
    const { prediction } = await ask('Where was he born?', { oracle: ['entities'] }, gold);
    expect(prediction).toMatchObject({ kind: 'answer', answers: ['m.02hrh0_'], entities: ['m.02mjmr'] });
  });

  it('gives the relations: no others are used or retrieved', async () => {
    const relations = ({ prediction }: EvaluatedQuestion): ReadonlySet<string> =>
      new Set(
        prediction.attempts.flatMap(({ query }) => query.match(/(?<=ns:)[a-z_]+\.[a-z_]+\.[a-z_]+/g) ?? []),
      );
    const born = ['people.person.place_of_birth', 'location.location.people_born_here'];
    const text = 'Where is Barack Obama from?';
    expect(relations(await ask(text, {}, gold)).size).toBeGreaterThan(1);
    const known = await ask(text, { oracle: ['relations'] }, gold);
    expect(known.prediction).toMatchObject({ answers: ['m.02hrh0_'] });
    for (const relation of relations(known)) expect(born).toContain(relation);
    for (const relation of known.prediction.retrieved.relations) expect(born).toContain(relation);
  });

  it.each(['fun-fusic', 'chatkbqa', 'fidelis'] as const)('gives the relations to %s', async (strategy) => {
    const replies: readonly ModelStep[] = [
      {
        shape: 'proposal',
        json: { thought: 'Born.', query: 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }' },
        always: true,
      },
      { shape: 'skeletons', json: { forms: ['(JOIN (R [from]) [Barack Obama])'] }, always: true },
      { text: 'Nothing.', always: true },
    ];
    const options = { strategy, fallBack: false, exemplars: 0 };
    const asked = { replies, options, oracle: ['relations'] } as const;
    const { record, prediction } = await ask('Where is Barack Obama from?', asked, gold);
    const said = record.completions.map(({ request }) => request.messages.at(-1)?.content).join('\n');
    const other = /people\.person\.(?:profession|education|places_lived|spouse)|places lived|spouse/;
    expect(said).not.toMatch(other);
    for (const { query } of prediction.attempts) expect(query).not.toMatch(other);
  });

  it('judges a query with other answers as different', async () => {
    const right = await ask('Where was Barack Obama born?', { oracle: ['reading'] }, gold);
    expect(right.trace.result.agreement).toMatchObject({ verdict: 'same', by: 'gold' });
    const other = { parses: [{ answers: ['m.0d05w3'] }] };
    const wrong = await ask('Where was Barack Obama born?', { oracle: ['reading'] }, other);
    const checked = wrong.prediction.attempts.filter((attempt) => attempt.checked);
    expect(checked.length).toBeGreaterThan(0);
    for (const { findings } of checked) expect(findings.map(({ code }) => code)).toContain('nl_semantic');
  });

  it('judges every query of an inexpressible question as different', async () => {
    const gold = { answerability: 'schema', parses: [] } as const;
    const { prediction } = await ask('Where was Barack Obama born?', { oracle: ['reading'] }, gold);
    expect(prediction.kind).toBe('unanswerable');
  });

  it('changes nothing without gold', async () => {
    const oracle = ['entities', 'relations', 'reading'] as const;
    const { prediction } = await ask('Where was Barack Obama born?', { oracle });
    expect(prediction).toMatchObject({ kind: 'answer', answers: ['m.02hrh0_'] });
  });
});
