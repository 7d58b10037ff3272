/** The parts of the ranker that need no KB. */
import { describe, expect, it } from 'vitest';
import { createCandidate, type Candidate } from '../../server/src/core/candidates/enumerate/candidate';
import {
  measureFit,
  isComparisonWord,
  canMeasure,
  superlativeMeasures,
} from '../../server/src/core/candidates/enumerate/measures';
import { roundRobin } from '../../server/src/core/candidates/enumerate/round-robin';
import { toComparable, endRelation } from '../../server/src/core/candidates/enumerate/value-conditions';
import { toLinkedQuestion } from '../../server/src/core/candidates/rank/linked-question';
import { questionWords } from '../../server/src/core/language/english/words';
import { coverageFactor, confidenceFeatures } from '../../server/src/core/candidates/rank/confidence';
import { Features } from '../../server/src/core/candidates/rank/features';
import { RelationLexicon } from '../../server/src/core/candidates/rank/relation-lexicon';
import { hypotheticalCandidates } from '../../server/src/core/candidates/rank/hypothetical-candidates';
import { predictProbability } from '../../server/src/core/candidates/rank/boosted-trees';
import { readRanker, writeRanker } from '../../server/src/core/candidates/rank/ranker';
import {
  scoreVector,
  TRAINING_OPTIONS,
  trainRanker,
  type RankingExample,
} from '../../tools/ask/train-weights';
import { trainConfidence } from '../../tools/ask/train-trees';
import { unsupportedReason } from '../../server/src/core/ask/unsupported-question';
import type { LinkedEntity } from '../../server/src/core/question/linking/linking';
import { analyzeQuestion } from '../../server/src/core/language/english/question';
import { XSD } from '../../server/src/core/language/rdf/names';
import { printSExpr } from '../../server/src/core/logical-form/print-sexpr';
import { freebase } from '../support/check';
import { linkedEntity } from '../support/linked-entity';

const entity = (id: string): LinkedEntity => ({
  iri: `http://rdf.freebase.com/ns/${id}`,
  id,
  name: id,
  types: [],
  match: 'exact',
  score: 1,
  popularity: 1,
  because: [],
});
const by = (...relations: readonly string[]): Candidate['hops'] =>
  relations.map((relation) => ({ relation: relation.replace('^', ''), reverse: relation.startsWith('^') }));
const year = { mention: { start: 0, end: 4 }, kind: 'year', value: '1997', datatype: `${XSD}gYear` } as const;

describe('The logical form of a candidate is', () => {
  const start = entity('m.a');
  it.each<[string, Omit<Candidate, 'expr'>, string]>([
    ['of one step', { start, hops: by('r.s.t') }, '(JOIN (R r.s.t) m.a)'],
    ['against a relation', { start, hops: by('^r.s.t') }, '(JOIN r.s.t m.a)'],
    ['of two steps', { start, hops: by('r.s.t', 'u.v.w') }, '(JOIN (R u.v.w) (JOIN (R r.s.t) m.a))'],
    [
      'with another entity at the answer',
      { start, hops: by('r.s.t'), also: { entity: entity('m.b'), hops: by('u.v.w'), at: 'end' } },
      '(AND (JOIN u.v.w m.b) (JOIN (R r.s.t) m.a))',
    ],
    [
      'with another entity at the mediator',
      { start, hops: by('r.s.t', 'u.v.w'), also: { entity: entity('m.b'), hops: by('x.y.z'), at: 'middle' } },
      '(JOIN (R u.v.w) (AND (JOIN x.y.z m.b) (JOIN (R r.s.t) m.a)))',
    ],
    ['of a class', { start, hops: by('r.s.t'), type: 'c.d' }, '(AND c.d (JOIN (R r.s.t) m.a))'],
    ['that counts', { start, hops: by('r.s.t'), counts: true }, '(COUNT (JOIN (R r.s.t) m.a))'],
    [
      'of the greatest',
      { start, hops: by('r.s.t'), extreme: { which: 'max', relation: 'v.v.v', at: 'end', cue: 'largest' } },
      '(ARGMAX (JOIN (R r.s.t) m.a) v.v.v)',
    ],
    [
      'of the greatest of a class, by a mediator',
      {
        hops: [],
        type: 'c.d',
        extreme: { which: 'max', via: 'u.v.w', relation: 'v.v.v', at: 'end', cue: 'largest' },
      },
      '(ARGMAX c.d (JOIN u.v.w v.v.v))',
    ],
    [
      'in a year',
      {
        start,
        hops: by('r.s.t'),
        compare: { operator: 'in', relation: 'v.v.v', literal: year, datatype: year.datatype, at: 'end' },
      },
      `(AND (le v.v.v 1997-12-31^^${XSD}date) (AND (ge v.v.v 1997-01-01^^${XSD}date) (JOIN (R r.s.t) m.a)))`,
    ],
    [
      'that holds now',
      { start, hops: by('r.s.t', 'u.v.w'), time: { relation: 'r.m.from', at: 'NOW' } },
      '(JOIN (R u.v.w) (TC (JOIN (R r.s.t) m.a) r.m.from NOW))',
    ],
    ['from a value', { value: year, hops: by('^r.s.t') }, `(JOIN r.s.t 1997^^${XSD}gYear)`],
  ])('%s', (_, parts, form) => {
    expect(printSExpr(createCandidate(parts).expr)).toBe(form);
  });
});

describe('The words of a question', () => {
  it('are normalized and have ranges', () => {
    const words = questionWords('Who is Zoë?');
    expect(words.map(({ word, content, range }) => [word, content, range.start])).toEqual([
      ['who', false, 0],
      ['is', false, 4],
      ['zoe', true, 7],
    ]);
  });

  it.each([
    ['how many films are there?', { kind: 'howMany', interrogative: 'how many' }],
    ['what is the largest city?', { kind: 'what', orderWord: { direction: 'most', words: 'largest' } }],
    [
      'who was the first president?',
      { interrogative: 'who', orderWord: { direction: 'least', words: 'first' }, now: undefined },
    ],
    ['who is the mayor now?', { now: '2026-03-01', orderWord: undefined }],
  ])('determine the kind of the question: %s', (question, analysis) => {
    const linking = { entities: [], literals: [], troubles: [] };
    expect(toLinkedQuestion(question, linking, { now: '2026-03-01' })).toMatchObject(analysis);
  });
});

describe('Values', () => {
  it.each([
    ['2010', `${XSD}gYear`, '2010-05-17', `${XSD}date`],
    ['-0044-03-15', `${XSD}date`, '0001', `${XSD}gYear`],
    ['9.5', `${XSD}float`, '10', `${XSD}integer`],
  ])('%s is before %s', (left, kind, right, other) => {
    expect(toComparable(left, kind)).toBeLessThan(toComparable(right, other) ?? NaN);
  });

  it('that are invalid are not comparable', () => {
    expect(toComparable('soon', `${XSD}date`)).toBeUndefined();
    expect(toComparable('', `${XSD}integer`)).toBeUndefined();
  });

  it.each([
    ['a.b.from', 'a.b.to'],
    ['a.b.start_date', 'a.b.end_date'],
    ['a.b.from_date', 'a.b.to_date'],
  ])('of %s end with %s', (beginning, ending) => {
    expect(endRelation(beginning)).toBe(ending);
  });
});

describe('A superlative', () => {
  it.each([
    ['who is the tallest player?', 'a.b.height_meters', 'float', true],
    ['who is the tallest player?', 'a.b.founded', 'date', false],
    ['who is the oldest actor?', 'a.b.date_of_birth', 'date', true],
    ['who is the oldest actor?', 'a.b.date_of_death', 'date', false],
    ['who was the first president?', 'a.b.presidency_number', 'integer', true],
    ['what is the newest album?', 'a.b.length', 'float', false],
  ])('%s is measured by %s: %s %s', (question, relation, datatype, may) => {
    expect(canMeasure({ relation }, XSD + datatype, analyzeQuestion(question))).toBe(may);
  });

  it('matches a relation with its name better than one that contains it', () => {
    const question = 'which country has the largest population?';
    const wanted = superlativeMeasures(analyzeQuestion(question));
    const fit = (relation: string): number => measureFit({ relation }, wanted, () => 0);
    expect(fit('a.b.population')).toBeGreaterThan(fit('a.b.area'));
    expect(fit('a.b.area')).toBeGreaterThan(fit('a.b.population_density_of_vehicles'));
    expect(fit('a.b.currency')).toBe(0);
  });
});

describe('Possible relations of an entity', () => {
  const start = { ...entity('m.a'), types: ['people.person'] };
  const there = createCandidate({ start, hops: [{ relation: 'people.person.profession', reverse: false }] });
  const question = { words: questionWords('Who are the parents?') };
  const ports = { schema: freebase(), isUncovered: () => true };
  const imagined = hypotheticalCandidates(there, [there], question, ports).map(({ expr }) =>
    printSExpr(expr),
  );

  it('are those of its types, also through mediators', () => {
    expect(imagined).toContain('(JOIN (R people.person.parents) m.a)');
    expect(imagined).toContain('(JOIN (R people.marriage.spouse) (JOIN (R people.person.spouse_s) m.a))');
  });

  it('exclude existing ones, and need a type', () => {
    expect(imagined).not.toContain(printSExpr(there.expr));
    expect(hypotheticalCandidates({ ...there, start: entity('m.a') }, [], question, ports)).toEqual([]);
  });

  it('are the most used ones, and all that cover a word of the question', () => {
    const place = { ...there, start: { ...entity('m.a'), types: ['location.country', 'location.citytown'] } };
    const relationsFor = (isUncovered: (candidate: Candidate) => boolean): readonly (string | undefined)[] =>
      hypotheticalCandidates(place, [], question, { ...ports, isUncovered }).map(
        ({ hops }) => hops.at(-1)?.relation,
      );
    const [all, used] = [relationsFor(() => false), relationsFor(() => true)];
    expect(used).toEqual(all.slice(0, 100));
    const rare = all.at(-1);
    expect(relationsFor(({ hops }) => hops.at(-1)?.relation !== rare)).toEqual([
      ...used,
      ...all.slice(100).filter((relation) => relation === rare),
    ]);
  });
});

describe('Comparison words', () => {
  const than = { comparison: 'gt', unit: 'km' } as const;
  it.each([
    ['longer', than, true],
    ['km', than, true],
    ['more', than, true],
    ['river', than, false],
    ['people', than, false],
    ['longer', { unit: 'km' }, false],
  ])('%s of %j: %s', (word, literal, said) => {
    expect(isComparisonWord(word, literal)).toBe(said);
  });
});

describe('Compared with others', () => {
  const start = entity('m.a');
  const to = (relation: string): Candidate =>
    createCandidate({ start, hops: [{ relation, reverse: false }] });
  const asked = toLinkedQuestion(
    'where was his wife born?',
    { entities: [], literals: [], troubles: [] },
    { now: '2026-01-01' },
  );
  const features = new Features(freebase(), new RelationLexicon(freebase(), { similarity: () => 0 }));
  const [birth, spouse] = [to('people.person.place_of_birth'), to('people.person.spouse_s')];
  const left = (...all: readonly Candidate[]): readonly string[] =>
    features.comparativeFeatures(asked, birth, features.coverage.ofAll(asked, all)).map(([name]) => name);

  it('a candidate omits words that another covers', () => {
    expect(left(birth, spouse)).toContain('leaves something out');
    expect(left(birth)).toEqual([]);
  });
});

describe('The kind of thing that the question says beside a name', () => {
  const features = new Features(freebase(), new RelationLexicon(freebase(), { similarity: () => 0 }));
  it.each([
    ['what is the genre of the play Annie?', 'theater.play.genre', true],
    ['what is the genre of the Annie play?', 'theater.play.genre', true],
    ['what is the genre of the play Annie?', 'film.film.genre', false],
    ['did a play influence Annie?', 'theater.play.genre', false],
    ['which works have the play Annie?', '^theater.production.play', true],
  ])('is that of the start: %s %s', (question, relation, isSaid) => {
    const start = linkedEntity(question, 'Annie');
    const linked = toLinkedQuestion(
      question,
      { entities: [start], literals: [], troubles: [] },
      { now: '2026-01-01' },
    );
    const names = features.of(linked, createCandidate({ start, hops: by(relation) })).map(([name]) => name);
    expect(names.includes('kind of start said')).toBe(isSaid);
  });
});

describe('A candidate skips a word', () => {
  const { coverage } = new Features(freebase(), new RelationLexicon(freebase(), { similarity: () => 0 }));
  it.each([
    ['what is the currency of the state around Tulsa', 'Tulsa', 'location.citytown', ['state']],
    ['what is the currency of Oklahoma state', 'Oklahoma', 'location.us_state', []],
  ])(
    'if another one takes a step by it, unless it is a class of the name: %s',
    (question, name, type, words) => {
      const start = linkedEntity(question, name, { types: [type] });
      const linked = toLinkedQuestion(
        question,
        { entities: [start], literals: [], troubles: [] },
        { now: '2026-01-01' },
      );
      const currency = by('location.country.currency_used');
      const through = by('location.mailing_address.state_province_region');
      const direct = createCandidate({ start, hops: currency });
      const other = createCandidate({ start, hops: [...through, ...currency], turn: 1 });
      expect(coverage.skippedWords(linked, direct, [direct, other]).map(({ word }) => word)).toEqual(words);
    },
  );
});

describe('A candidate skips the noun before a name', () => {
  const { coverage } = new Features(freebase(), new RelationLexicon(freebase(), { similarity: () => 0.6 }));
  it.each([
    ['what awards did the author of Dune win', 'award.award_winning_work.awards_won', ['author']],
    ['what awards did the author of Dune win', 'book.written_work.author', []],
    ['who is the author of Dune', 'award.award_winning_work.awards_won', []],
    ['what awards did the book of Dune win', 'award.award_winning_work.awards_won', []],
  ])('if it asks for a certain relation: %s by %s', (question, relation, words) => {
    const start = linkedEntity(question, 'Dune', { types: ['book.book'] });
    const linked = toLinkedQuestion(
      question,
      { entities: [start], literals: [], troubles: [] },
      { now: '2026-01-01' },
    );
    const candidate = createCandidate({ start, hops: by(relation) });
    expect(coverage.skippedNoun(linked, candidate).map(({ word }) => word)).toEqual(words);
  });
});

describe('The confidence in the best candidate', () => {
  it.each([
    ['no word of what is asked for', ['unsaid share', 'unsaid', 'noun unsaid'], 0.5],
    ['some words', ['unsaid', 'noun unsaid'], 1],
  ])('is reduced if it covers %s', (_, names, left) => {
    expect(coverageFactor(names.map((name) => [name, 1]))).toBe(left);
  });

  it('depends on whether a better relation is possible', () => {
    const linking = { entities: [], literals: [], troubles: [] };
    const asked = toLinkedQuestion('where was he born?', linking, { now: '2026-01-01' });
    const candidate = createCandidate({
      start: entity('m.a'),
      hops: [{ relation: 'a.b.c', reverse: false }],
    });
    const ranked = [{ candidate, score: 5 }];
    const lacks = (imagined: number): number | undefined =>
      new Map(
        confidenceFeatures({
          question: asked,
          linking,
          features: new Map(),
          ranked,
          hypotheticalScore: imagined,
        }),
      ).get('what lacks is better');
    expect([lacks(6), lacks(4)]).toEqual([1, 0]);
  });
});

describe('Several lists', () => {
  it.each([
    [[['a', 'b', 'c'], ['d']], 3, ['a', 'd', 'b']],
    [
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
      9,
      ['a', 'b', 'c'],
    ],
    [[], 9, []],
  ])('%j are interleaved, up to %i', (lists, most, taken) => {
    expect(roundRobin(lists, most)).toEqual(taken);
  });
});

describe('An unsupported question', () => {
  const linking = { entities: [], literals: [], troubles: [] };
  it.each([
    ['which films were not directed by him?', true],
    ["which countries don't border the sea?", true],
    ['did he direct it?', true],
    ['can you tell me the capital of France?', false],
    ['is Madonna a man or a woman?', false],
    ['who directed it?', false],
    ['who wrote “The Man Who Was Not There”?', false],
    ["who sang 'Never Again' without a band?", true],
    ["who sang 'Never Again'?", false],
    ['what is a knot?', false],
    ["what films did the subject of You Don't Know Jack star in?", false],
    ["what films did the subject of the film You don't Know Jack star in?", false],
    ["which film of You Don't Know Jack's star wasn't shown?", true],
    ['which countries are NOT in Europe?', true],
    ['Which Countries Are Not In Europe?', true],
    ['Not in Europe: which countries?', true],
    ['cities of Texas except Dallas', true],
    ['Isn’t there any?', true],
    ['which countries lack a coast?', true],
  ])('%s: %s', (question, refused) => {
    expect(unsupportedReason(question, linking) !== undefined).toBe(refused);
  });

  it('ignores a word that is part of a name', () => {
    const named = { ...entity('m.a'), mention: { start: 13, end: 28 } };
    expect(
      unsupportedReason('who directed Never Let Me Go?', { ...linking, entities: [named] }),
    ).toBeUndefined();
  });
});

describe('Training', () => {
  const counted = (...names: readonly number[]): RankingExample['candidates'][number] => ({
    indices: Int32Array.from(names),
    values: Float32Array.from(names, () => 1),
  });
  const examples: readonly RankingExample[] = [
    { candidates: [counted(0), counted(1)], relevance: [1, 0], weight: 1 },
    { candidates: [counted(1, 2), counted(0, 2)], relevance: [0, 1], weight: 1 },
  ];

  it('prefers correct candidates', () => {
    const weights = trainRanker(examples, new Float32Array(3), TRAINING_OPTIONS);
    expect(scoreVector(counted(0), weights)).toBeGreaterThan(scoreVector(counted(1), weights));
  });

  it('gives the same weights every time', () => {
    const once = trainRanker(examples, new Float32Array(3), TRAINING_OPTIONS);
    expect([...trainRanker(examples, new Float32Array(3), TRAINING_OPTIONS)]).toEqual([...once]);
  });

  it('does not memorize wrong candidates, and learns word features without memorized ones', () => {
    const byHeart = Uint8Array.of(0, 1, 0);
    const [words = 0, never = 0] = trainRanker(examples, new Float32Array(3), TRAINING_OPTIONS, byHeart);
    expect(never).toBe(0);
    expect(words).toBeGreaterThan(0);
  });

  it('keeps the initial weights without evidence against them', () => {
    expect(trainRanker([], Float32Array.of(0.5), TRAINING_OPTIONS)[0]).toBe(0.5);
  });
});

describe('The trained confidence', () => {
  /** Right if exactly one of two features is set, which no weighted sum can tell. */
  const cases = Array.from({ length: 400 }, (_, at) => {
    const [left, right] = [at % 2, Math.floor(at / 2) % 2];
    const features = new Map([
      ['left', left],
      ['right', right],
      ['noise', (at * 7919) % 13],
    ]);
    return { features, right: left === right ? 0 : 1, weight: 1 };
  });
  const predict = (left: number, right: number): number =>
    predictProbability(trainConfidence(cases), (name) => ({ left, right })[name]);

  it('is high for combinations of features that were right, and low for the others', () => {
    expect(predict(1, 0)).toBeGreaterThan(0.9);
    expect(predict(0, 1)).toBeGreaterThan(0.9);
    expect(predict(0, 0)).toBeLessThan(0.1);
    expect(predict(1, 1)).toBeLessThan(0.1);
  });

  it('is the weighted mean if there are too few cases to split', () => {
    const few = Array.from({ length: 36 }, (_, at) => {
      const left = at % 2;
      return { features: new Map([['left', left]]), right: left, weight: left ? 3 : 1 };
    });
    expect(predictProbability(trainConfidence(few), () => 1)).toBeCloseTo(0.75, 1);
  });

  it('is the same in each training', () => {
    expect(trainConfidence(cases)).toEqual(trainConfidence(cases));
  });

  it('is a probability whatever the trees add up to', () => {
    const trees = { features: ['good'], base: 0, trees: [[0, 1, -50, 50]] };
    expect(predictProbability(trees, () => 1)).toBeCloseTo(1);
    expect(predictProbability(trees, () => undefined)).toBeCloseTo(0);
  });
});

describe('A file of trained weights', () => {
  const text = writeRanker(
    [
      ['said', 1.5],
      ['spoken|p=a.b.c', -0.25],
      ['noise', 0.001],
    ],
    { features: ['share'], base: 0.5, trees: [[0, 0.4, -0.5, 1]] },
  );

  it('is read back unchanged', () => {
    const ranker = readRanker(text);
    expect(
      ranker.score([
        ['said', 2],
        ['spoken|p=a.b.c', 1],
        ['unheard of', 5],
      ]),
    ).toBeCloseTo(2.75);
    expect(ranker.confidence([['share', 0.3]])).toBe(0.5);
    expect(ranker.confidence([['share', 0.4]])).toBeCloseTo(0.82);
    expect(text).not.toContain('noise');
  });

  it.each([
    '',
    '{}',
    '{"version":1,"plain":{},"paired":{},"confidence":{}}',
    text.replace('[0,0.4,-0.5,1]', '[0,0.4,-0.5]'),
    text.replace('-0.5,1]', '-0.5,"1"]'),
  ])('is refused where it is none: %s', (other) => {
    expect(() => readRanker(other)).toThrow();
  });
});
