import { describe, expect, it } from 'vitest';
import { openExemplars, openPrompts } from '../../../server/src/compose/index';
import type { AskTrace } from '../../../server/src/core/ask/ask-events';
import type { AskOptions } from '../../../server/src/core/ask/ask-ports';
import { chooseForm, type FormChoice } from '../../../server/src/core/ask/strategies/fun-fusic/choose-form';
import type { LanguageModel } from '../../../server/src/core/model/language-model';
import { lastUserMessage, type ModelServerRequest } from '../../support/model-server';
import { ASK_OPTIONS, play, type AskStory } from '../story';

type Replies = NonNullable<AskStory['replies']>;

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const BORN = 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }';
const NATION = 'SELECT ?x { ns:m.02mjmr ns:people.person.nationality ?x }';
const SPOUSE = 'SELECT ?x { ns:m.02mjmr ns:people.person.spouse_s ?m . ?m ns:people.marriage.spouse ?x }';
const EMPTY = 'SELECT ?x { ns:m.02mjmr ns:people.deceased_person.place_of_death ?x }';

const propose = (query: string | null): Replies[number] => ({
  shape: 'proposal',
  json: { thought: 'So.', query },
});
const judge = (same: boolean): Replies[number] => ({
  shape: 'comparison',
  json: { explanation: 'So.', differences: same ? [] : ['all'], same },
});
/** The model proposes these queries and judges that they ask something else. */
const rejected = (...queries: readonly string[]): Replies =>
  queries.flatMap((query) => [propose(query), judge(false)]);

function askFunFusic(
  replies: Replies,
  funFusic: Partial<AskOptions['funFusic']> = {},
  { options, ...more }: Partial<AskStory> = {},
): ReturnType<typeof play> {
  return play({
    title: '',
    question: 'Where was Barack Obama born?',
    replies,
    events: [],
    ...more,
    options: {
      strategy: 'fun-fusic',
      fallBack: false,
      candidates: false,
      funFusic: { ...ASK_OPTIONS.funFusic, ...funFusic },
      ...options,
    },
  });
}

const requestWith = (requests: readonly ModelServerRequest[], tag: string): string =>
  requests.map(({ body }) => lastUserMessage(body)).find((text) => text.includes(tag)) ?? '';

describe('the exemplars of fun-fusic', () => {
  const exemplars = [
    {
      question: 'Who directed Titanic?',
      query: `${PREFIX}SELECT ?x { ns:m.0dr_4 ns:film.film.directed_by ?x }`,
    },
    { question: 'What is the favourite colour of Kate Winslet?', query: null },
    { question: 'Who is this?', query: `${PREFIX}SELECT ?x { ns:m.0nobody ns:people.person.children ?x }` },
  ];
  const shown = async (funFusic: Partial<AskOptions['funFusic']>): Promise<readonly string[]> => {
    const { modelRequests } = await askFunFusic([propose(BORN)], funFusic, { exemplars });
    const text = requestWith(modelRequests, '<exemplars>');
    const [, inside = ''] = /<exemplars>\n(.*)\n<\/exemplars>/s.exec(text) ?? [];
    return inside.split(/\n\n(?=Question: )/);
  };

  it('have their context, in the form of the context of the question', async () => {
    const [titanic = '', colour = '', unknown = ''] = await shown({});
    expect(titanic).toMatch(
      /^Question: Who directed Titanic\?\nContext:\nEntities:\nns:m\.0dr_4: "Titanic" \(.*film\.film/,
    );
    expect(titanic).toMatch(/^ns:film\.film\.directed_by \(film\.film → film\.director\): directed by$/m);
    expect(titanic.match(/^ns:[a-z_]+\.[a-z_]+\.\w+ \(/gm)).toHaveLength(5);
    expect(titanic).toMatch(/\n\nClasses:\n/);
    expect(titanic).toMatch(/\nQuery:\nPREFIX/);
    expect(colour).toMatch(/Context:\nEntities:\nns:m\.0dvld: "Kate Winslet"/);
    expect(colour).toMatch(/\nQuery:\nnull$/);
    expect(unknown).not.toContain('Context:');
  });

  it('have as much context as funFusic.exemplarContext, or none', async () => {
    const [two = ''] = await shown({ exemplarContext: 2 });
    expect(two.match(/^ns:[a-z_]+\.[a-z_]+\.\w+ \(/gm)).toHaveLength(2);
    expect(two).toContain('ns:film.film.directed_by (');
    for (const exemplar of await shown({ exemplarContext: 0 })) expect(exemplar).not.toContain('Context:');
  });
});

describe('the comparison of fun-fusic', () => {
  it.each([
    ['questions', false],
    ['context', true],
  ] as const)('shows the %s', async (comparison, hasContext) => {
    const { modelRequests } = await askFunFusic([propose(BORN)], { comparison });
    const text = requestWith(modelRequests, '<read-back>');
    expect(text).toContain('What was asked?');
    expect(text.includes('<context>')).toBe(hasContext);
    expect(text.includes('ns:m.02mjmr: "Barack Obama"')).toBe(hasContext);
  });
});

describe('published votes', () => {
  it('count equal queries, which otherwise have one vote', async () => {
    const replies = rejected(BORN, NATION, SPOUSE, BORN);
    const published = await askFunFusic(replies, { votes: 'published' });
    expect(published.trace?.result.answers.map(({ name }) => name)).toEqual(['Honolulu']);
    expect(published.trace?.repair?.result).toMatchObject({
      basis: 'self-consistency',
      support: { agreeing: 2, of: 4 },
    });
    const weighted = await askFunFusic(replies);
    expect(weighted.trace?.result.kind).toBe('unanswerable');
  });

  it('need two equal answers, not half of them', async () => {
    const replies = rejected(
      BORN,
      NATION,
      SPOUSE,
      'SELECT ?x { ns:m.02mjmr ns:people.person.gender ?x }',
      BORN.replaceAll('?x', '?place'),
    );
    const options = { rounds: 4 };
    const published = await askFunFusic(replies, { votes: 'published' }, { options });
    expect(published.trace?.result.answers.map(({ name }) => name)).toEqual(['Honolulu']);
    const weighted = await askFunFusic(replies, {}, { options });
    expect(weighted.trace?.result.kind).toBe('unanswerable');
  });

  it('end with the first reply without a query, whatever was proposed before', async () => {
    const replies = [...rejected(BORN, BORN), propose(null)];
    const { trace, unusedSteps } = await askFunFusic(replies, { votes: 'published' });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', level: 'schema' });
    expect(unusedSteps).toEqual([expect.objectContaining({ shape: 'comparison' })]);
    const atOnce = await askFunFusic([propose(null)], { votes: 'published' });
    expect(atOnce.trace?.result).toMatchObject({ kind: 'unanswerable', level: 'schema' });
    expect(atOnce.modelRequests).toHaveLength(1);
  });

  it('find missing facts if a query asks the question and has no answer', async () => {
    const replies = [propose(EMPTY), judge(true), ...rejected(BORN, NATION, SPOUSE)];
    const { trace } = await askFunFusic(replies, { votes: 'published' });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', level: 'data' });
    expect(trace?.result.query).toContain('place_of_death');
  });

  it('decide with candidates too, which are then only shown', async () => {
    const replies = rejected(NATION, NATION, NATION, NATION);
    const { trace, modelRequests } = await askFunFusic(
      replies,
      { votes: 'published' },
      { options: { candidates: true } },
    );
    expect(requestWith(modelRequests, '<forms>')).toBe('');
    expect(requestWith(modelRequests, '<context>')).toContain('Queries that have answers');
    expect(trace?.result.query).toContain('nationality');
  });
});

describe('The choice of a form', () => {
  const form = { query: { query: 'ASK {}', score: 0, findings: [], because: [], chosen: false }, rank: 0 };
  it.each<readonly [number, FormChoice['choice']]>([
    [0, 'none'],
    [1, form],
    [2, undefined],
    [-1, undefined],
  ])('%d is read by the numbers that were shown', async (number, expected) => {
    const model: LanguageModel = {
      name: 'Test',
      where: 'here',
      complete: () =>
        Promise.resolve({
          status: 'completed',
          text: JSON.stringify({ explanation: '', choice: number }),
          finish: 'stop',
          usage: { input: 1, output: 1 },
        }),
    };
    const ports = { model, prompts: openPrompts(''), exemplars: openExemplars('') };
    const { choice } = await chooseForm('Who?', [form], ['Who?'], ports, new AbortController().signal);
    expect(choice).toBe(expected);
  });
});

describe('The threshold', () => {
  const askCapital = async (threshold: number): Promise<AskTrace['result'] | undefined> => {
    const { trace } = await play({
      title: '',
      question: 'What is the capital of Tom Hanks?',
      replies: [{ shape: 'choice', json: { explanation: 'So.', choice: 1 } }],
      events: [],
      options: { strategy: 'fun-fusic', fallBack: false, threshold },
    });
    return trace?.result;
  };

  it('also applies to answers that a model has chosen', async () => {
    const answer = await askCapital(0);
    expect(answer?.kind).toBe('answer');
    const confidence = answer?.confidence.value ?? 1;
    const withheld = await askCapital(confidence + 0.01);
    expect(withheld).toMatchObject({ kind: 'unanswerable', answers: [] });
    expect(withheld?.explanation).toContain('below funfusic.ask.threshold');
  });
});
