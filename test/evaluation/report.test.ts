import { describe, expect, it } from 'vitest';
import type { Answerability, EvalQuestion } from '../../server/src/evaluation/eval-question';
import type { PredictedAttempt, Prediction } from '../../server/src/evaluation/prediction';
import { PREDICTED_OUTCOMES, type Report } from '../../server/src/evaluation/report';
import { listCaveats } from '../../server/src/evaluation/caveats';
import { bootstrap } from '../../server/src/evaluation/score/bootstrap';
import { toRunView, type RunSummary } from '../../server/src/evaluation/run-view';
import { createReport } from '../../server/src/evaluation/score/create-report';
import { scoreQuestion } from '../../server/src/evaluation/score/score-question';
import { freebase } from '../support/check';
import { evalQuestion, prediction, runFacts } from '../support/eval';

const byId = (all: readonly Prediction[]): ReadonlyMap<string, Prediction> =>
  new Map(all.map((one) => [one.id, one]));

const report = (questions: readonly EvalQuestion[], predictions: readonly Prediction[]): Report =>
  createReport(questions, byId(predictions), [], runFacts, freebase());

describe('a list of questions', () => {
  it('has the first ten expected answers and their number', () => {
    const answers = Array.from({ length: 12 }, (_, at) => `m.0${at}`);
    const asked = evalQuestion('q', { parses: [{ answers }] });
    const info: RunSummary = {
      folder: '',
      name: '',
      state: 'finished',
      facts: runFacts,
      began: '',
      done: 1,
      total: 1,
    };
    const [shown] = toRunView(info, report([asked], [prediction('q')]), []).questions;
    expect([shown?.gold, shown?.goldCount]).toEqual([answers.slice(0, 10), 12]);
  });
});

describe('a verdict', () => {
  const known = { parses: [{ answers: ['a', 'b'] }] };
  it.each([
    ['right', known, { answers: ['a', 'b'] }],
    ['partly', known, { answers: ['a'] }],
    ['wrong', known, { answers: ['c'] }],
    ['refused', known, { kind: 'unanswerable', level: 'data' }],
    ['failed', known, { kind: 'failed' }],
    ['invented', { answerability: 'data' }, { answers: ['a'] }],
    ['abstained', { answerability: 'schema' }, { kind: 'unanswerable' }],
    ['abstained', { parses: [{ answers: [] }] }, { kind: 'unanswerable', level: 'data' }],
    ['unjudged', { parses: [{ sexpr: 'm.02mjmr' }] }, { answers: ['a'] }],
    ['unjudged', { answerability: 'answerable' }, { answers: ['a'] }],
    ['refused', { answerability: 'answerable' }, { kind: 'unanswerable' }],
  ] as const)('is %s', (verdict, gold, said) => {
    const scored = scoreQuestion(evalQuestion('q', gold), prediction('q', said), freebase());
    expect(scored.verdict).toBe(verdict);
  });

  it('of a question that was not asked is missing, without scores', () => {
    expect(scoreQuestion(evalQuestion('q', known), undefined, freebase())).toMatchObject({
      verdict: 'missing',
      scores: {},
    });
  });

  it('does not count answers below the threshold', () => {
    const withheld = prediction('q', { kind: 'unanswerable', level: 'data', answers: ['a', 'b'] });
    const scored = scoreQuestion(evalQuestion('q', known), withheld, freebase());
    expect([scored.verdict, scored.answers, scored.scores.f1R]).toEqual(['refused', [], 0]);
  });
});

describe('exact match', () => {
  const asks = '(AND (JOIN film.film.directed_by m.0184dt) (JOIN film.film.written_by m.0dvld))';

  it('uses the empty query of a question without facts', () => {
    const gold = { parses: [{ sexpr: asks, answers: [] }], answerability: 'data' } as const;
    const attempt = { query: 'SELECT', sexpr: asks, findings: [], checked: true, chosen: true };
    const said = prediction('q', { kind: 'unanswerable', level: 'data', attempts: [attempt] });
    expect(scoreQuestion(evalQuestion('q', gold), said, freebase()).scores).toMatchObject({ emGraph: 1 });
    const withheld = prediction('q', {
      kind: 'unanswerable',
      level: 'data',
      attempts: [{ ...attempt, answers: ['a'] }],
    });
    expect(scoreQuestion(evalQuestion('q', gold), withheld, freebase()).scores).toMatchObject({ emGraph: 0 });
    const other = prediction('q', { kind: 'unanswerable', level: 'schema', attempts: [attempt] });
    expect(scoreQuestion(evalQuestion('q', gold), other, freebase()).scores).toMatchObject({ emGraph: 0 });
  });

  it('is not scored if gold has no logical form', () => {
    const sparql =
      'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { { ?x ns:film.film.directed_by ns:m.03_gd } UNION { ?x ns:film.film.written_by ns:m.03_gd } }';
    const { scores } = scoreQuestion(
      evalQuestion('q', { parses: [{ sparql, answers: ['a'] }] }),
      prediction('q', { answers: ['a'], query: sparql }),
      freebase(),
    );
    expect(scores.emGraph).toBeUndefined();
    expect(scores.emSubstring).toBe(1);
  });

  it.each(['SELECT ?x WHERE {', 'NK ?', 'SELECT'])('is not scored if gold is not a query: %s', (sparql) => {
    const { scores } = scoreQuestion(
      evalQuestion('q', { parses: [{ sparql, answers: ['a'] }] }),
      prediction('q', { answers: ['a'], query: asks }),
      freebase(),
    );
    expect([scores.emGraph, scores.emSubstring]).toEqual([undefined, undefined]);
  });

  it('is 0 for a query that cannot be read', () => {
    const gold = { parses: [{ sexpr: asks, answers: ['a'] }] };
    for (const fields of [{ sexpr: '((((' }, { query: 'SELECT ?x WHERE { \u0000 <' }, { query: '' }, {}])
      expect(
        scoreQuestion(evalQuestion('q', gold), prediction('q', { answers: ['a'], ...fields }), freebase())
          .scores.emGraph,
      ).toBe(0);
  });
});

describe('confusion', () => {
  it('counts predictions by answerability', () => {
    const cases: readonly (readonly [Answerability, Partial<Prediction>])[] = [
      ['answerable', { answers: ['a'] }],
      ['answerable', { kind: 'unanswerable', level: 'schema' }],
      ['schema', { kind: 'unanswerable', level: 'data' }],
      ['data', { kind: 'unanswerable', level: 'data' }],
      ['data', { kind: 'failed' }],
      ['unanswerable', { kind: 'unanswerable' }],
    ];
    const { confusion } = report(
      cases.map(([answerability], at) => evalQuestion(`${at}`, { answerability })),
      cases.map(([, said], at) => prediction(`${at}`, said)),
    );
    expect(confusion.columns).toEqual(PREDICTED_OUTCOMES);
    expect(Object.fromEntries(confusion.rows.map((row, at) => [row, confusion.counts[at]]))).toEqual({
      answerable: [1, 1, 0, 0, 0],
      schema: [0, 0, 1, 0, 0],
      data: [0, 0, 1, 0, 1],
      unanswerable: [0, 0, 0, 1, 0],
    });
  });
});

describe('retrieval', () => {
  const sexpr = '(AND film.film (JOIN (R film.performance.film) (JOIN film.performance.actor m.0dvld)))';
  const curves = report(
    [evalQuestion('q', { parses: [{ sexpr }] })],
    [
      prediction('q', {
        entities: ['m.0aaa', 'm.0dvld'],
        retrieved: {
          relations: ['film.actor.film', 'x.y.z', 'film.performance.film'],
          classes: ['film.film'],
          paths: ['film.film.directed_by', 'film.actor.film film.performance.film'],
        },
      }),
    ],
  ).retrieval;
  const at = (what: string, k: number): unknown =>
    curves.find((curve) => curve.what === what)?.at.find((point) => point.k === k);

  it('counts an entity by its rank', () => {
    expect([at('entities', 1), at('entities', 2)]).toEqual([
      { k: 1, all: 0, share: 0 },
      { k: 2, all: 1, share: 1 },
    ]);
  });

  it('treats a relation and its reverse as one', () => {
    expect([at('relations', 1), at('relations', 3)]).toEqual([
      { k: 1, all: 0, share: 0.5 },
      { k: 3, all: 1, share: 1 },
    ]);
  });

  it('compares paths in both directions of a relation', () => {
    expect([at('paths', 1), at('paths', 2), at('classes', 1)]).toEqual([
      { k: 1, all: 0, share: 0 },
      { k: 2, all: 1, share: 1 },
      { k: 1, all: 1, share: 1 },
    ]);
  });

  it('ignores questions that the schema cannot express', () => {
    const gold = { parses: [{ sexpr }], answerability: 'schema' } as const;
    expect(report([evalQuestion('q', gold)], [prediction('q')]).retrieval).toEqual([]);
  });

  it('reads only the names in a query itself', () => {
    const sparql =
      'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ?x ns:film.film.directed_by ns:m.03_gd ; ns:type.object.name ?n }';
    const [entities, relations, ...others] = report(
      [evalQuestion('q', { parses: [{ sparql }] })],
      [
        prediction('q', {
          entities: ['m.03_gd'],
          retrieved: { relations: ['film.director.film'], classes: [], paths: ['film.director.film'] },
        }),
      ],
    ).retrieval;
    expect([entities?.at, relations?.at]).toEqual([
      [{ k: 1, all: 1, share: 1 }],
      [{ k: 1, all: 1, share: 1 }],
    ]);
    expect(others.map(({ what }) => what)).toEqual(['paths']);
  });
});

describe('attempts', () => {
  const attempt = (
    answers: readonly string[] | undefined,
    codes: readonly string[],
    checked = true,
  ): PredictedAttempt => ({
    query: 'SELECT',
    ...(answers && { answers }),
    findings: codes.map((code) => ({ code, strength: 'weak' as const })),
    checked,
    chosen: false,
  });
  const { verifiers, rounds } = report(
    [
      evalQuestion('q', { parses: [{ answers: ['a'] }] }),
      evalQuestion('p', { parses: [{ answers: ['a', 'b'] }] }),
    ],
    [
      prediction('q', {
        answers: ['a'],
        attempts: [
          attempt([], ['empty_answer']),
          attempt(['b'], ['own'], false),
          attempt(undefined, ['own']),
          attempt(['a'], ['own']),
        ],
      }),
      prediction('p', { answers: ['a'], attempts: [attempt(['a'], [])] }),
    ],
  );
  const scoreOf = (code: string): unknown => verifiers.find((one) => one.code === code);

  it('score a check only where it ran', () => {
    expect(scoreOf('own')).toEqual({
      code: 'own',
      fired: 2,
      hits: 1,
      wrong: 3,
      judged: 4,
      precision: 1 / 2,
      recall: 1 / 3,
    });
    expect(scoreOf('empty_answer')).toMatchObject({ fired: 1, hits: 1, wrong: 2, judged: 3, recall: 1 / 2 });
  });

  it('are wrong for inexpressible questions, and without answers right only by their logical form', () => {
    const sexpr = '(JOIN film.film.directed_by m.03_gd)';
    const asking = (form: string): PredictedAttempt => ({ ...attempt([], ['egf']), sexpr: form });
    const judge = (
      gold: Partial<EvalQuestion['gold']>,
      ...attempts: readonly PredictedAttempt[]
    ): unknown => {
      const said = prediction('q', { kind: 'unanswerable', level: 'data', attempts });
      const { verifiers: all } = report([evalQuestion('q', gold)], [said]);
      const { fired, hits } = all.find(({ code }) => code === 'egf') ?? {};
      return { fired, hits };
    };
    const other = asking('(JOIN film.film.written_by m.03_gd)');
    const parses = [{ sexpr, answers: [] }];
    expect(judge({ answerability: 'data', parses }, asking(sexpr), other)).toEqual({ fired: 2, hits: 1 });
    expect(judge({ answerability: 'schema', parses: [] }, asking(sexpr), other)).toEqual({
      fired: 2,
      hits: 2,
    });
    // Without the logical form of gold it is unknown.
    expect(judge({ answerability: 'unanswerable' }, asking(sexpr))).toEqual({ fired: 0, hits: 0 });
  });

  it('count attempts that a check rejected before they ran, by their query', () => {
    const sexpr = '(JOIN film.film.directed_by m.03_gd)';
    const rejected = (form: string): PredictedAttempt => ({
      ...attempt(undefined, ['grounding']),
      sexpr: form,
    });
    const attempts = [rejected('(JOIN film.film.written_by m.03_gd)'), rejected(sexpr)];
    const gold = { parses: [{ sexpr, answers: ['a'] }] };
    const { verifiers: all } = report([evalQuestion('q', gold)], [prediction('q', { attempts })]);
    expect(all.find(({ code }) => code === 'grounding')).toMatchObject({ fired: 2, hits: 1, judged: 2 });
  });

  it('list checks without findings, without precision and recall', () => {
    expect(scoreOf('syntax')).toEqual({ code: 'syntax', fired: 0, hits: 0, wrong: 2, judged: 3 });
  });

  it('get the final score once the chosen query is tried', () => {
    const early = report(
      [evalQuestion('q', { parses: [{ answers: ['a'] }] })],
      [
        prediction('q', {
          answers: ['a'],
          attempts: [attempt(['b'], []), { ...attempt(['a'], []), chosen: true }, attempt(['c'], [])],
        }),
      ],
    );
    // The third attempt makes no difference and is omitted.
    expect(early.rounds.map(({ f1R }) => f1R.value)).toEqual([0, 1]);
  });

  it('have a score after each one', () => {
    expect(rounds.map(({ round, f1R }) => [round, f1R.value.toFixed(3)])).toEqual([
      [1, '0.333'],
      [2, '0.333'],
      [3, '0.333'],
      [4, '0.833'],
    ]);
  });
});

describe('calibration', () => {
  const answers = (...said: readonly (readonly [number, string])[]): Report['calibration'] =>
    report(
      [...said.keys(), 'no'].map((id) => evalQuestion(`${id}`, { parses: [{ answers: ['a'] }] })),
      [
        ...said.map(([confidence, answer], at) => prediction(`${at}`, { confidence, answers: [answer] })),
        prediction('no', { kind: 'unanswerable', confidence: 1 }),
      ],
    ).calibration;

  it('is the distance of confidence and F1 in each bin, weighted by answers', () => {
    const calibration = answers([0.9, 'a'], [1, 'a'], [0.5, 'a'], [0.55, 'c']);
    expect(calibration?.n).toBe(4);
    expect(calibration?.bins.map(({ from, n, f1R }) => [from, n, f1R])).toEqual([
      [0.5, 2, 0.5],
      [0.9, 2, 1],
    ]);
    expect(calibration?.error).toBeCloseTo((2 * 0.025 + 2 * 0.05) / 4);
  });

  it('is 0 if the confidence is right', () => {
    expect(answers([1, 'a'], [0, 'c'])?.error).toBe(0);
  });

  it('is absent without answers', () => {
    expect(answers()).toBeUndefined();
  });
});

describe('risk', () => {
  it('grows with coverage, and equal confidences form one point', () => {
    const answers: readonly (readonly [number, string])[] = [
      [0.9, 'a'],
      [0.5, 'a'],
      [0.5, 'c'],
      [0.2, 'c'],
    ];
    const { risk } = report(
      [
        ...answers.map((_, at) => evalQuestion(`${at}`, { parses: [{ answers: ['a'] }] })),
        evalQuestion('no', { answerability: 'data' }),
      ],
      [
        ...answers.map(([confidence, answer], at) => prediction(`${at}`, { confidence, answers: [answer] })),
        prediction('no', { kind: 'unanswerable', confidence: 1 }),
      ],
    );
    expect(risk).toEqual([
      { confidence: 0.9, coverage: 0.2, risk: 0 },
      { confidence: 0.5, coverage: 0.6, risk: 1 / 3 },
      { confidence: 0.2, coverage: 0.8, risk: 0.5 },
    ]);
  });
});

describe('cost', () => {
  it('is the sum, with times of KB and model', () => {
    const usage = { calls: 2, tokens: { input: 100, output: 10 }, money: 0.5 };
    const times = [10, 20, 30, 1000].map((milliseconds, at) => ({
      id: `${at}`,
      milliseconds,
      kbMilliseconds: 1,
      modelMilliseconds: 2,
    }));
    const { cost } = createReport(
      times.map(({ id }) => evalQuestion(id)),
      byId(times.map(({ id }) => prediction(id, { usage, queries: 5 }))),
      [...times, { id: 'of another dataset', milliseconds: 9, kbMilliseconds: 9, modelMilliseconds: 9 }],
      runFacts,
      freebase(),
    );
    expect(cost).toEqual({
      calls: 8,
      inputTokens: 400,
      outputTokens: 40,
      money: 2,
      queries: 20,
      milliseconds: { median: 20, p95: 1000, total: 1060, kb: 4, model: 8 },
    });
  });
});

describe('an interval', () => {
  const values = Array.from({ length: 400 }, (_, at) => Number(at % 4 === 0));

  it('is the same for the same seed, and close to theory', () => {
    const score = bootstrap(values, 7);
    expect(bootstrap(values, 7)).toEqual(score);
    expect(bootstrap(values, 8)).not.toEqual(score);
    // 1.96 standard errors of a share of 0.25 of 400 are 0.0424.
    expect(score?.value).toBe(0.25);
    expect(Math.abs((score?.low ?? 0) - 0.2076)).toBeLessThan(0.008);
    expect(Math.abs((score?.high ?? 0) - 0.2924)).toBeLessThan(0.008);
  });
});

describe('a report', () => {
  it('excludes questions that were not asked, and says so', () => {
    const { scores, questions } = report(
      [
        evalQuestion('a', { parses: [{ answers: ['x'] }] }),
        evalQuestion('b', { parses: [{ answers: ['x'] }] }),
      ],
      [prediction('a', { answers: ['x'] })],
    );
    expect(scores.f1R).toMatchObject({ value: 1, n: 1 });
    expect(questions.map(({ verdict }) => verdict)).toEqual(['right', 'missing']);
  });

  it('groups questions, easy groups first', () => {
    const levels = ['zero-shot', 'i.i.d.', 'compositional', 'zero-shot'];
    const { groups } = report(
      levels.map((level, at) =>
        evalQuestion(`${at}`, { level, hops: 10 - 4 * at, parses: [{ answers: ['x'] }] }),
      ),
      levels.map((_, at) => prediction(`${at}`, { answers: [at ? 'x' : 'y'] })),
    );
    const namesBy = (by: string): unknown =>
      groups.find((one) => one.by === by)?.groups.map(({ name, n, scores }) => [name, n, scores.f1R?.value]);
    expect(namesBy('level')).toEqual([
      ['i.i.d.', 1, 1],
      ['compositional', 1, 1],
      ['zero-shot', 2, 0.5],
    ]);
    expect(namesBy('hops')).toEqual([
      ['-2', 1, 1],
      ['2', 1, 1],
      ['6', 1, 1],
      ['10', 1, 0],
    ]);
    expect(groups.map(({ by }) => by)).toEqual(['answerability', 'level', 'hops', 'strategy']);
  });

  it.each([
    ['(JOIN (R people.person.place_of_birth) m.02mjmr)', 'none', '1'],
    ['(AND film.film (JOIN (R film.performance.film) (JOIN film.performance.actor m.0dvld)))', 'none', '2'],
    ['(COUNT (JOIN film.film.directed_by m.03_gd))', 'count', '1'],
    ['(ARGMAX geography.river geography.river.length)', 'argmax', '1'],
    ['(AND geography.river (ge geography.river.length 5))', '>=', '1'],
  ])('derives function and hops from the logical form %s', (sexpr, name, hops) => {
    const grouped = (gold: Partial<EvalQuestion['gold']>): unknown =>
      scoreQuestion(evalQuestion('q', { parses: [{ sexpr }], ...gold }), prediction('q'), freebase()).groups;
    expect(grouped({})).toMatchObject({ function: name, hops });
    expect(grouped({ function: 'conjunction', hops: 7 })).toMatchObject({
      function: 'conjunction',
      hops: '7',
    });
  });

  it('has a caveat on questions without gold answers', () => {
    const remarks = (gold: Partial<EvalQuestion['gold']>, said: readonly Prediction[]): readonly string[] =>
      listCaveats(report([evalQuestion('q', gold)], said));
    const silent = [prediction('q', { kind: 'unanswerable' })];
    expect(remarks({ parses: [{ answers: [] }] }, silent)).toEqual([
      expect.stringMatching(/^1 of 1 questions have no gold answer but are not marked unanswerable/),
    ]);
    expect(remarks({ parses: [{ answers: [] }], answerability: 'data' }, silent)).toEqual([]);
    expect(remarks({ parses: [{ answers: ['a'] }] }, silent)).toEqual([]);
    expect(remarks({ parses: [{ sparql: 'SELECT' }] }, silent)).toEqual([
      '1 of 1 questions cannot be judged: gold has no answers, or its query could not be run.',
    ]);
    expect(remarks({ parses: [{ answers: [] }] }, [])).toEqual([
      '1 of 1 questions have not been asked yet and are not in the scores.',
    ]);
  });

  it('has a caveat on answers of another strategy', () => {
    const left = [prediction('p'), prediction('q', { strategy: 'fidelis' })];
    const questions = ['p', 'q'].map((id) => evalQuestion(id, { parses: [{ answers: ['a'] }] }));
    expect(listCaveats(report(questions, left))).toEqual([
      '1 of 2 questions were answered by fidelis, because rng-kbqa found nothing or its model failed. Use --off fall-back to prevent this.',
    ]);
  });

  it('has a caveat on gold answers that are names', () => {
    const left = [prediction('p', { answers: ['m.1'], names: ['Ada'] }), prediction('q', { answers: ['a'] })];
    const questions = [
      evalQuestion('p', { parses: [{ answers: ['Ada'] }] }),
      evalQuestion('q', { parses: [{ answers: ['a'] }] }),
    ];
    expect(listCaveats(report(questions, left))).toEqual([
      '1 of 2 questions have the name of an answer as gold. Answers are compared by ID: write IDs into the dataset, or use --gold kb if it has gold queries.',
    ]);
  });

  it('has a caveat on questions that are exemplars', () => {
    const left = [prediction('p', { isExemplar: true }), prediction('q')];
    const questions = ['p', 'q'].map((id) => evalQuestion(id, { parses: [{ answers: ['a'] }] }));
    expect(listCaveats(report(questions, left))).toEqual([
      '1 of 2 questions are exemplars themselves. The model was not shown the exemplar with the same question.',
    ]);
  });

  it('without questions is valid', () => {
    expect(report([], [])).toMatchObject({
      scores: {},
      groups: [],
      retrieval: [],
      rounds: [],
      risk: [],
      questions: [],
    });
  });
});
