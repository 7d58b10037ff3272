import { describe, expect, it } from 'vitest';
import { askTraceHead, askEventHead } from '../../client/shared/ask/ask-trace-head';
import { answerAsMarkdown } from '../../client/shared/ask/answer-markdown';
import {
  announcementOf,
  firstAnswers,
  candidateTitle,
  chosenCandidateText,
  listedReason,
  otherReasons,
  costTexts,
  queryWithQuestion,
  literalText,
  answerName,
  confidencePercent,
  confidenceLevel,
  typeNames,
  qualifications,
  unansweredTitle,
  unansweredText,
} from '../../client/shared/ask/ask-texts';
import {
  choicesOf,
  chipsOf,
  otherEntities,
  alternativesFor,
  passagesOf,
} from '../../client/shared/ask/entity-chips';
import { groupEvidence } from '../../client/shared/ask/evidence';
import { addEvent, type AskProgressStep } from '../../client/shared/ask/progress-steps';
import type { AskTrace, LinkedEntity } from '../../server/src/protocol/index';
import { answered, failed, linked, many, titanic, titanicShip, unanswerable } from './ask-traces';
import { repaired } from './traces';

describe('summary of a question for the page', () => {
  it('has the answers, but no rows of candidates', () => {
    const head = askTraceHead({ ...answered, repair: repaired });
    expect(head.result.answers).toHaveLength(1);
    expect(head.considered[1]?.execution).toMatchObject({ answer: { kind: 'table', total: 2 } });
    expect(JSON.stringify(head.considered)).not.toContain('"rows"');
    expect(head.repair?.attempts[1]?.rows).toHaveLength(1);
  });

  it('hides passwords in queries', () => {
    const query = 'SELECT * { SERVICE <http://me:secret@example.org/> { ?s ?p ?o } }';
    const head = askTraceHead({
      ...answered,
      considered: answered.considered.map((one) => ({ ...one, query })),
      result: { ...answered.result, query },
    });
    expect(JSON.stringify(head)).not.toContain('secret');
  });

  it('is updated by events, except for those sent separately', () => {
    const [considered] = answered.considered;
    if (!considered) throw new Error('Nothing was considered.');
    expect(JSON.stringify(askEventHead({ type: 'considered', considered }))).not.toContain('"rows"');
    expect(askEventHead({ type: 'decided', result: answered.result })).toBeUndefined();
    expect(askEventHead({ type: 'trouble', message: 'Slow.' })).toEqual({
      type: 'trouble',
      message: 'Slow.',
    });
  });
});

describe('entities of a question', () => {
  const names = (entities: readonly LinkedEntity[]): readonly string[] => entities.map(({ name }) => name);
  const place = (id: string, start: number, end: number, change: Partial<LinkedEntity> = {}): LinkedEntity =>
    linked({ id, mention: { start, end }, ...change });
  const linking = (...entities: readonly LinkedEntity[]): AskTrace['linking'] => ({
    entities,
    literals: [],
    troubles: [],
  });
  const chipNames = (...args: Parameters<typeof chipsOf>): readonly string[] =>
    names(chipsOf(...args).map(({ entity }) => entity));

  it('are those of the query, if there is one', () => {
    expect(chipNames(answered.linking, [titanicShip])).toEqual(['RMS Titanic']);
    expect(chipsOf(answered.linking, [titanicShip])[0]?.used).toBe(true);
  });

  it('are the best match of each mention, if there is no query', () => {
    const found = linking(
      place('m.b', 10, 15),
      place('m.a', 0, 5),
      place('m.c', 3, 12),
      place('m.d', 10, 15),
    );
    expect(chipNames(found)).toEqual(['m.a', 'm.b']);
  });

  it('include those that the user has chosen, even if unused', () => {
    const given = place('m.g', 0, 3, { match: 'given' });
    const chips = chipsOf(linking(given, place('m.x', 5, 8)), [place('m.x', 5, 8)]);
    expect(chips.map(({ entity, used }) => [entity.id, used])).toEqual([
      ['m.g', false],
      ['m.x', true],
    ]);
  });

  it('can be replaced by other matches, and extended', () => {
    const chips = chipsOf(answered.linking, [titanic]);
    const [chip] = chips;
    if (!chip) throw new Error('There is no chip.');
    expect(names(alternativesFor(chip, answered.linking))).toEqual(['RMS Titanic']);
    expect(otherEntities(chips, answered.linking)).toEqual([]);
    expect(choicesOf(chips)).toEqual([{ iri: titanic.iri, mention: titanic.mention }]);
  });

  it('are marked in the question without overlaps', () => {
    const question = 'Titanic 1990';
    const chips = chipsOf(linking(place('m.t', 0, 7), place('m.no', 50, 60)));
    const literal = { kind: 'year', value: '1990', datatype: 'x', mention: { start: 8, end: 12 } } as const;
    const over = { ...literal, mention: { start: 5, end: 9 } };
    expect(passagesOf(question, chips, [over, literal]).map(({ kind, start }) => [kind, start])).toEqual([
      ['entity', 0],
      ['literal', 8],
    ]);
  });

  it('ignored words are passages wherever the question has them as whole words', () => {
    const question = 'Is C++ the Best, best or bestial?';
    const spans = passagesOf(question, [], [], ['best', 'C++', 'old', '']);
    expect(spans.map(({ kind, start, end }) => [kind, question.slice(start, end)])).toEqual([
      ['ignored', 'C++'],
      ['ignored', 'Best'],
      ['ignored', 'best'],
    ]);
  });
});

describe('texts of an answer', () => {
  it.each([
    [1, 'high', 100],
    [0.999, 'high', 99],
    [0.9, 'high', 90],
    [0.89, 'good', 89],
    [0.7, 'good', 70],
    [0.5, 'low', 50],
    [0.001, 'poor', 1],
    [0, 'poor', 0],
  ] as const)('name the confidence level of %d', (value, word, percent) => {
    expect(confidenceLevel(value)).toBe(word);
    expect(confidencePercent(value)).toBe(percent);
  });

  it('do not repeat ignored words among the reasons', () => {
    const confidence = { value: 0.4, why: ['“Wife” is not covered', 'It is far ahead.'] };
    expect(otherReasons({ ...answered.result, ignored: ['wife'], confidence })).toEqual(['It is far ahead.']);
    expect(otherReasons({ ...answered.result, confidence })).toHaveLength(2);
  });

  it.each([
    ['the query does not mention “England”.', 'The query does not mention “England”'],
    ['several words are not covered', 'Several words are not covered'],
    ['Nothing was recognized. Check the spelling.', 'Nothing was recognized. Check the spelling.'],
  ])('list the reason “%s” as “%s”', (reason, listed) => {
    expect(listedReason(reason)).toBe(listed);
  });

  it('name the candidate of the answer', () => {
    expect(chosenCandidateText(askTraceHead(answered))).toBe('Candidate 1 of 2: Titanic → directed by');
    expect(chosenCandidateText({ considered: [] })).toBeUndefined();
  });

  it('list the cost', () => {
    expect(costTexts(askTraceHead(answered))).toEqual(['no model used', '14 queries', '312 ms']);
    const usage = { calls: 2, tokens: { input: 4000, output: 200, estimated: true }, money: 0.012 };
    expect(costTexts(askTraceHead({ ...answered, model: 'gpt', rounds: 3, queries: 1, usage }))).toEqual([
      'gpt',
      '3 rounds',
      '1 query',
      'about 4,200 tokens',
      'cost 0.01',
      '312 ms',
    ]);
  });

  it('distinguish missing relations, missing facts and failures', () => {
    const title = (trace: AskTrace): string => unansweredTitle(askTraceHead(trace));
    const data = { ...unanswerable, result: { ...unanswerable.result, level: 'data' as const } };
    expect(title(unanswerable)).toBe('Sample cannot answer this question');
    expect(title(data)).toBe('Sample does not contain this fact');
    expect(title(failed)).toBe('The question could not be answered');
    const unclear = {
      ...unanswerable,
      result: { ...unanswerable.result, refusal: 'not-understood' as const },
    };
    expect(title(unclear)).toBe('The question was not understood');
    expect(unansweredText(askTraceHead(unclear))).not.toContain('relation');
    const unlinked = { ...unanswerable, linking: { entities: [], literals: [], troubles: [] } };
    expect(title(unlinked)).toBe('Sample has no entity with this name');
    expect(unansweredText(askTraceHead(unlinked))).toContain('spelled differently');
    expect(unansweredText(askTraceHead(unanswerable))).toContain('no relation for');
    expect(unansweredText(askTraceHead(data))).toContain('does not contain this one');
  });

  it('say what an answer ignores, and that a count of an incomplete KB is a lower bound', () => {
    expect(qualifications(answered.result)).toEqual([]);
    const result = {
      ...answered.result,
      ignored: ['Mars', '2010'],
      atLeast: true,
      answers: [{ value: '9', name: '9' }],
    };
    expect(qualifications(result)).toEqual(['At least 9: the KB is incomplete.', 'Ignored: Mars, 2010']);
  });

  it('name truth values and types in plain English', () => {
    expect(answerName({ value: 'true', name: 'true' })).toBe('Yes');
    expect(answerName({ value: 'false', name: 'no' })).toBe('No');
    expect(answerName({ value: 'm.1', name: 'true', iri: 'x' })).toBe('true');
    expect(typeNames(['film.film_director', 'people.person', 'x.y'])).toBe('film director, person');
    expect(typeNames(undefined)).toBe('');
  });

  it('describe a comparison with a value', () => {
    const mention = { start: 0, end: 1 };
    expect(literalText({ mention, kind: 'year', value: '1990', datatype: '', comparison: 'lt' })).toBe(
      'year before 1990',
    );
    expect(
      literalText({ mention, kind: 'float', value: '3.5', datatype: '', comparison: 'ge', unit: 'km' }),
    ).toBe('number at least 3.5 km');
  });

  it('name a candidate by its path, and its answers by name', () => {
    const [, other] = askTraceHead(answered).considered;
    if (!other) throw new Error('There is no other.');
    expect(candidateTitle(other)).toBe('Titanic → produced by');
    const { query, score, because, findings, chosen } = other;
    const bare = { query, score, because, findings, chosen };
    expect(candidateTitle(bare)).toBe('SELECT DISTINCT ?x WHERE {');
    const nameOf = (id: string): string | undefined => (id === 'm.03_gd' ? 'James Cameron' : undefined);
    expect(firstAnswers(other, nameOf)).toBe('James Cameron, m.0f4vbz');
    expect(firstAnswers({ ...other, answers: ['1', '2', '3', '4', '5'] }, nameOf)).toBe('1, 2, 3 and 2 more');
    expect(firstAnswers(bare, nameOf)).toBe('not run');
  });

  it('announce the result to screen readers', () => {
    expect(announcementOf(askTraceHead(answered))).toBe('Answer: James Cameron. Very likely correct.');
    expect(announcementOf(askTraceHead(many(1000)))).toBe('1,000 answers. Very likely correct.');
    expect(announcementOf(askTraceHead(failed))).toBe('The question could not be answered.');
  });

  it('put the question on one line above the query', () => {
    expect(queryWithQuestion('Who?\nSELECT * { ?s ?p ?o }', 'ASK { }')).toBe(
      '# question: Who? SELECT * { ?s ?p ?o }\nASK { }',
    );
  });
});

describe('supporting facts of an answer', () => {
  it('are grouped by mediator, with the incoming fact first', () => {
    const node = (id: string, kind: 'entity' | 'mediator' = 'entity') => ({
      id,
      label: id,
      kind,
      answer: false,
    });
    const groups = groupEvidence({
      nodes: [node('her'), node('him'), node('marriage', 'mediator'), node('city')],
      edges: [
        { from: 'marriage', to: 'her', label: 'spouse' },
        { from: 'him', to: 'marriage', label: 'spouse s' },
        { from: 'him', to: 'city', label: 'born in' },
        { from: 'him', to: 'nobody', label: 'knows' },
        { from: 'him', to: 'her', label: 'is not', manner: 'negated' },
      ],
      truncated: false,
    });
    expect(groups.map(({ facts }) => facts.map(({ relation }) => relation))).toEqual([
      ['spouse s', 'spouse'],
      ['born in'],
    ]);
  });
});

describe('progress steps of a question', () => {
  const [first, second] = askTraceHead(answered).considered;
  const stepsOf = (...events: readonly Parameters<typeof addEvent>[1][]): readonly AskProgressStep[] =>
    events.reduce<readonly AskProgressStep[]>(addEvent, []);

  it('are added line by line, and count the tried queries', () => {
    if (!first || !second) throw new Error('Nothing was considered.');
    const steps = stepsOf(
      { type: 'began', question: answered.question, strategy: 'rng-kbqa' },
      { type: 'linked', linking: answered.linking },
      { type: 'candidates', count: 124, best: ['a', 'b', 'c', 'd'] },
      { type: 'considered', considered: second },
      { type: 'trouble', message: 'A query took too long.' },
      { type: 'considered', considered: first },
    );
    expect(steps.map(({ text }) => text)).toEqual([
      'Enumerates and ranks candidate queries around the entities (rng-kbqa)',
      'Found Titanic',
      'Generated 124 candidate queries',
      'Tried 2 queries',
      'A query took too long.',
    ]);
    expect(steps[2]?.more).toHaveLength(3);
    expect(steps[3]?.more).toEqual(['Titanic → directed by']);
  });

  it('replace the last progress line until another event comes', () => {
    const progress = (message: string) => ({ type: 'progress', message }) as const;
    const steps = stepsOf(
      progress('one'),
      progress('two'),
      { type: 'fell-back', from: 'fun-fusic', to: 'rng-kbqa', why: 'No model.' },
      progress('three'),
    );
    expect(steps.map(({ text }) => text)).toEqual([
      'two',
      'fun-fusic gave no answer. Trying rng-kbqa.',
      'three',
    ]);
  });

  it('report that no name was found', () => {
    const linking = { entities: [], literals: [], troubles: ['The index is not there yet.'] };
    expect(stepsOf({ type: 'linked', linking })).toMatchObject([
      { sign: 'trouble', text: 'Found no known name in the question', more: linking.troubles },
    ]);
  });
});

describe('a question as Markdown', () => {
  it('has the answer, the query and the cost', () => {
    const text = answerAsMarkdown(askTraceHead(answered));
    expect(text).toContain('# Who directed Titanic after 1990?');
    expect(text).toContain('**James Cameron** (m.03\\_gd, director)');
    expect(text).toContain('Very likely correct (91 %).');
    expect(text).toContain('```sparql\nPREFIX ns:');
    expect(text).toContain('- Titanic — directed by → James Cameron');
    expect(text).toContain('- Titanic → produced by: m.03\\_gd, m.0f4vbz (2.90)');
    expect(text).toContain('no model used, queries: 14, 312 ms');
  });

  it('explains why there is no answer', () => {
    const text = answerAsMarkdown(askTraceHead(unanswerable));
    expect(text).toContain('**Sample cannot answer this question**');
    expect(text).toContain('Missing:');
    expect(text).toContain('people.person.height\\_meters');
  });

  it('escapes names, questions and queries', () => {
    const trace = many(4);
    const text = answerAsMarkdown(
      askTraceHead({
        ...trace,
        question: 'x\n\n# <script>',
        result: { ...trace.result, query: 'ASK {}\n```\n<b>' },
      }),
    );
    expect(text).toContain('# x # \\<script\\>');
    expect(text).not.toContain('**<img');
    expect(text).toContain('````sparql\n');
  });
});
