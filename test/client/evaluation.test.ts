import { describe, expect, it } from 'vitest';
import {
  childrenOf,
  childrenOfRun,
  treeItemTexts,
  type EvaluationNode,
} from '../../client/src/evaluation/evaluation-nodes';
import {
  duration,
  endingText,
  progressText,
  runDescription,
  runLabel,
  runTitle,
} from '../../client/src/evaluation/evaluation-texts';
import { addExemplar } from '../../client/src/evaluation/exemplar-text';
import { filterText, NO_FILTER, type QuestionFilter } from '../../client/src/evaluation/question-filter';
import { readExemplarFile } from '../../server/src/core/model/prompts/exemplar-file';
import type { Evaluation, EvaluationInfo, EvaluationQuestion } from '../../server/src/protocol/index';

const f1R = { value: 0.7123, low: 0.6, high: 0.8, n: 12 };
const info: EvaluationInfo = {
  folder: '/runs/dev',
  name: 'dev',
  state: 'finished',
  facts: {
    dataset: { name: 'dev.json', shape: 'grailqa', questions: 12, bad: 1 },
    kb: 'Sample',
    strategy: 'rng-kbqa',
    gold: 'dataset',
    off: [],
    oracle: [],
    threshold: 0.2,
    seed: 1,
  },
  began: '2026-01-31T12:00:00Z',
  ended: '2026-01-31T12:01:00Z',
  done: 12,
  total: 12,
  f1R,
};

const asked = (id: string, over: Partial<EvaluationQuestion> = {}): EvaluationQuestion => ({
  id,
  question: `Where was ${id} born?`,
  verdict: 'right',
  f1R: 1,
  confidence: 0.9,
  answers: ['Honolulu'],
  gold: ['m.02hrh0_'],
  goldCount: 1,
  ...over,
});

const evaluation: Evaluation = {
  info,
  scores: { f1R, hits1: f1R },
  groups: [
    {
      by: 'level',
      groups: ['i.i.d.', 'zero-shot'].map((name) => ({ name, n: 6, scores: { f1R } })),
    },
    { by: 'strategy', groups: [{ name: 'rng-kbqa', n: 12, scores: { f1R } }] },
  ],
  questions: [
    asked('Ann'),
    asked('Bob', { verdict: 'wrong', answers: [] }),
    asked('Cid', { verdict: 'wrong' }),
  ],
  problems: [],
};

describe('title of an evaluation', () => {
  const time = new Date(info.began).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

  it('is dataset, strategy, model and time, unless the user has named it', () => {
    expect(runTitle(info)).toBe('dev');
    const generated = { ...info, name: 'dev-rng-kbqa-20260131-120000' };
    expect(runTitle(generated)).toBe(`dev · rng-kbqa · no model · ${time}`);
    const facts = { ...info.facts, strategy: 'fun-fusic', model: 'llama3' };
    expect(runTitle({ ...generated, facts })).toBe(`dev · fun-fusic · llama3 · ${time}`);
  });

  it('is not repeated in the description', () => {
    expect(runDescription({ ...info, name: 'dev-rng-kbqa-20260131-120000' })).not.toContain('rng-kbqa');
    expect(runDescription(info)).toContain('rng-kbqa');
  });
});

describe('an evaluation in the tree', () => {
  it.each<readonly [Partial<EvaluationInfo>, string]>([
    [{}, 'F1 71.2 (60.0–80.0) · 12 · rng-kbqa · Sample'],
    [
      { state: 'running', done: 3, facts: { ...info.facts, model: 'Mine' } },
      'running · 3/12 · F1 71.2 (60.0–80.0) · rng-kbqa · Sample · Mine',
    ],
  ])('is described with its state, score, size, strategy, KB and model: %j', (over, text) => {
    expect(runDescription({ ...info, ...over })).toBe(text);
  });

  it('shows no score before a question is scored', () => {
    const { f1R: _, ...young } = { ...info, state: 'stopped' as const, done: 0 };
    expect(runDescription(young)).toBe('stopped · 0/12 · rng-kbqa · Sample');
    expect(endingText(young)).toBe('dev: stopped after 0 of 12 questions. The results are saved.');
  });

  it('ends with a message that counts the rows that were left out', () => {
    expect(endingText(info)).toBe(
      'dev: finished, 12 questions. F1(R): 71.2 (60.0–80.0). 1 invalid row was left out.',
    );
  });

  it('has a short label, so that a narrow view shows the score', () => {
    const texts = treeItemTexts({ kind: 'run', info: { ...info, name: 'dev-rng-kbqa-20260131-120000' } });
    expect(texts.label).toBe('dev · rng-kbqa');
    expect(texts.description).toMatch(/^F1 71\.2 .* 2026/);
  });

  it('has a complete label for screen readers', () => {
    expect(runLabel(info)).toBe(
      'evaluation dev, finished, 12 of 12 questions, F1 71.2, between 60.0 and 80.0, of 12 questions, strategy rng-kbqa, on Sample, without a model',
    );
  });

  it.each([
    [{ done: 3, total: 100, tokens: 0 }, '3/100'],
    [
      { done: 3, total: 1000, f1R: 0.5, millisecondsLeft: 61_000, tokens: 0 },
      '3/1,000 · F1 50.0 · 2 min left',
    ],
    [
      { done: 9, total: 9, f1R: 1, millisecondsLeft: 0, money: 0.123, tokens: 9 },
      '9/9 · F1 100.0 · 0.12 spent',
    ],
  ])('reports progress: %j', (progress, text) => {
    expect(progressText(progress)).toBe(text);
  });

  it.each([
    [900, '1 s'],
    [59_000, '59 s'],
    [3_600_000, '1 h 0 min'],
    [5_460_000, '1 h 31 min'],
  ])('rounds a duration of %i ms', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});

describe('children of an evaluation', () => {
  const labels = (nodes: readonly EvaluationNode[]): readonly string[] =>
    nodes.map((node) =>
      [treeItemTexts(node).label, treeItemTexts(node).description].filter(Boolean).join(': '),
    );

  it('are the scores with groups, and the questions by verdict', () => {
    const nodes = childrenOfRun(evaluation, NO_FILTER);
    expect(labels(nodes)).toEqual(['Scores', 'Correct: 1', 'Wrong: 2']);
    const [scores, ...verdicts] = nodes.map(childrenOf);
    expect(labels(scores ?? [])).toEqual([
      'F1(R): 71.2 (60.0–80.0) · 12',
      'Hits@1: 71.2 (60.0–80.0) · 12',
      'By generalization level',
    ]);
    expect(labels(scores?.flatMap(childrenOf) ?? [])).toEqual([
      'i.i.d.: 71.2 (60.0–80.0) · 12',
      'zero-shot: 71.2 (60.0–80.0) · 12',
    ]);
    expect(verdicts.map(labels)).toEqual([
      ['Where was Ann born?: Honolulu'],
      ['Where was Bob born?: no answer', 'Where was Cid born?: Honolulu'],
    ]);
  });

  it('have unique and stable IDs', () => {
    const all = (): readonly string[] =>
      childrenOfRun(evaluation, NO_FILTER)
        .flatMap((node) => [node, ...childrenOf(node), ...childrenOf(node).flatMap(childrenOf)])
        .map((node) => treeItemTexts(node).id);
    expect(new Set(all()).size).toBe(all().length);
    expect(all()).toEqual(all());
  });

  it('are filtered, with a note if nothing matches', () => {
    const only = (filter: QuestionFilter): readonly string[] => labels(childrenOfRun(evaluation, filter));
    expect(only({ verdicts: ['wrong'], text: '' }).slice(1)).toEqual(['Wrong: 2']);
    expect(only({ verdicts: ['wrong'], text: 'honolulu BORN' }).slice(1)).toEqual(['Wrong: 1']);
    expect(only({ verdicts: ['failed'], text: '' }).slice(1)).toEqual(['No question matches the filter.']);
  });

  it('are limited in number', () => {
    const many = Array.from({ length: 1234 }, (_, at) => asked(String(at)));
    const [verdict] = childrenOfRun({ ...evaluation, scores: {}, groups: [], questions: many }, NO_FILTER);
    const nodes = verdict ? childrenOf(verdict) : [];
    expect(nodes).toHaveLength(501);
    expect(labels(nodes.slice(-1))).toEqual(['734 more. Use the filter to see them.']);
  });
});

describe('question filter', () => {
  it.each<readonly [QuestionFilter, string | undefined]>([
    [NO_FILTER, undefined],
    [{ verdicts: ['failed', 'wrong'], text: '' }, 'Showing: wrong · failed'],
    [{ verdicts: [], text: ' born ' }, 'Showing: questions, containing “born”'],
    [{ verdicts: ['right'], text: 'a b' }, 'Showing: correct, containing “a b”'],
  ])('%j is described as %s', (filter, text) => {
    expect(filterText(filter)).toBe(text);
  });
});

describe('adding an exemplar', () => {
  const exemplar = { question: 'Who is "she"?', query: 'SELECT ?x {\n  ?x ?y ?z\n}' };
  const after = (text: string): string => {
    const added = addExemplar(text, exemplar);
    if (!('insert' in added)) throw new Error(JSON.stringify(added));
    const whole = text.slice(0, added.offset) + added.insert + text.slice(added.offset);
    expect(whole.slice(added.at, added.at + added.length)).toContain('SELECT');
    return whole;
  };

  it.each([
    ['an empty file', ''],
    ['lines', '{"question":"a","query":"SELECT * {}"}\n'],
    ['lines whose last has no end', '{"question":"a","query":"SELECT * {}"}'],
    ['an empty array', '[]'],
    ['an array', '[\n  {"question":"a","query":"SELECT * {}"}\n]\n'],
    ['an array on one line', '[{"question":"a","query":"SELECT * {}"}]'],
    ['queries', '# question: a\nSELECT * { ?s ?p ?o }\n'],
  ])('to %s appends it so that it can be read again', (_, text) => {
    const { exemplars, problems } = readExemplarFile(after(text));
    expect(problems).toEqual([]);
    expect(exemplars.at(-1)?.question).toBe(exemplar.question);
    expect(exemplars.at(-1)?.query).toContain('?x ?y ?z');
    expect(exemplars).toHaveLength(text.includes('SELECT') ? 2 : 1);
  });

  it.each([
    '{"query":"","question":"who is \\"She\\" ?"}\n',
    '[{"question" : "Who is “she”?"}]',
    '# a\n#Question: who is she\nSELECT * {}',
  ])('is refused if the question already exists: %s', (text) => {
    const added = addExemplar(text, exemplar);
    expect('there' in added && text.slice(added.there)).toMatch(/^[#"]?#?question/i);
  });

  it('is refused for an incomplete array', () => {
    expect(addExemplar('[{"question":"a"', exemplar)).toHaveProperty('problem');
  });
});
