import { describe, expect, it } from 'vitest';
import {
  answerChat,
  suggestFollowUps,
  type ChatActions,
  type ChatQuestion,
  type ChatReply,
} from '../../client/src/agents/chat-answer';
import { confirmationOf } from '../../client/src/agents/confirmation';
import type { AskTrace, LinkedEntity } from '../../server/src/protocol/index';

const titanic: LinkedEntity = {
  iri: 'http://rdf.freebase.com/ns/m.0dr_4',
  id: 'm.0dr_4',
  name: 'Titanic',
  types: ['film.film'],
  match: 'exact',
  score: 1,
  popularity: 3,
  because: [],
};
const trace: AskTrace = {
  question: 'Who directed Titanic?',
  strategy: 'rng-kbqa',
  kb: 'Sample',
  began: '2026-01-01T00:00:00Z',
  milliseconds: 5,
  linking: { entities: [titanic], literals: [], troubles: [] },
  used: [titanic],
  considered: [],
  thoughts: [],
  troubles: [],
  advice: ['A model would do better.'],
  result: {
    kind: 'answer',
    answers: [
      { value: 'm.03_gd', name: 'James [Cameron](command:evil)', iri: 'http://rdf.freebase.com/ns/m.03_gd' },
    ],
    query: 'SELECT ?x WHERE { ns:m.0dr_4 ns:film.film.directed_by ?x }',
    reading: { question: 'What is Titanic directed by?', pairs: [], by: 'templates', leftOut: [] },
    confidence: { value: 0.9, why: ['Nothing else fits.'] },
    explanation: '',
  },
  rounds: 1,
  queries: 4,
  usage: { calls: 0, tokens: { input: 0, output: 0 } },
};

interface Said {
  readonly markdown: string;
  readonly progress: readonly string[];
  readonly buttons: readonly { readonly title: string; readonly arguments: unknown[] }[];
  readonly answered: Awaited<ReturnType<typeof answerChat>>;
  readonly used: readonly unknown[];
}

async function chat(
  question: Partial<ChatQuestion>,
  reply: ChatReply | undefined = { id: 'q1', trace },
  text = 'Nothing is wrong with it.',
): Promise<Said> {
  const said = { markdown: '', progress: [] as string[], buttons: [] as Said['buttons'][number][] };
  const used: unknown[] = [];
  const parts: ChatActions = {
    ask: (_question, tell) => {
      tell('looking');
      return Promise.resolve(reply);
    },
    use: (name, input) => {
      used.push([name, input]);
      return Promise.resolve({ text, data: {} });
    },
  };
  const stream = {
    markdown: (more: string) => (said.markdown += more),
    progress: (more: string) => said.progress.push(more),
    button: (button: Said['buttons'][number]) => said.buttons.push(button),
  };
  const whole = { prompt: '', command: undefined, openQuery: undefined, ...question };
  return {
    ...said,
    get markdown() {
      return said.markdown;
    },
    answered: await answerChat(whole, stream, parts),
    used,
  };
}

describe('@kb', () => {
  it('answers a question with the confidence, the interpretation and the query', async () => {
    const { markdown, progress, buttons, answered } = await chat({ prompt: 'Who directed Titanic?' });
    expect(markdown).toContain('Very likely correct (90 %). Nothing else fits.');
    expect(markdown).toContain('Interpreted as: Titanic (m.0dr\\_4)');
    expect(markdown).toContain('The query asks: What is Titanic directed by?');
    expect(markdown).toContain('```sparql\nSELECT ?x');
    expect(markdown).toContain('*A model would do better.*');
    expect(progress).toEqual(['looking']);
    expect(buttons.map(({ title, arguments: [about] }) => [title, about])).toEqual([
      ['Open Query', trace.result.query],
      ['Show Details', { question: 'q1' }],
    ]);
    expect(suggestFollowUps(answered)).toMatchObject([
      { prompt: 'm.0dr_4', command: 'describe' },
      { prompt: 'Who directed Titanic?', command: 'sparql' },
    ]);
  });

  it('escapes text of a KB', async () => {
    const { markdown } = await chat({ prompt: 'Who?' });
    expect(markdown).toContain('James \\[Cameron\\](command:evil)');
  });

  it('opens the query with its question as a document', async () => {
    const { buttons } = await chat(
      { prompt: 'Who?' },
      { id: 'q1', trace, document: '# question: Who?\nSELECT' },
    );
    expect(buttons[0]?.arguments).toEqual(['# question: Who?\nSELECT']);
  });

  it('lists what is missing if there is no answer', async () => {
    const { query: _, ...result } = trace.result;
    const unanswerable: AskTrace = {
      ...trace,
      result: {
        ...result,
        kind: 'unanswerable',
        level: 'schema',
        answers: [],
        explanation: 'No relation says it.',
        missing: ['shoe size'],
        nearest: ['height'],
      },
    };
    const { markdown, buttons } = await chat(
      { prompt: 'Which shoe size?' },
      { id: 'q1', trace: unanswerable },
    );
    expect(markdown).toMatch(/Sample cannot answer this[^]*No relation says it\.[^]*shoe size[^]*height/);
    expect(buttons.map(({ title }) => title)).toEqual(['Show Details']);
  });

  it('shows only the query for /sparql', async () => {
    const { markdown } = await chat({ prompt: 'Who?', command: 'sparql' });
    expect(markdown).toMatch(/^```sparql\n[^]*\n```\n$/);
  });

  it.each<[Partial<ChatQuestion>, unknown]>([
    [{ command: 'check', prompt: '```sparql\nSELECT *\n```' }, ['check', { query: 'SELECT *' }]],
    [{ command: 'check', openQuery: 'ASK {}' }, ['check', { query: 'ASK {}' }]],
    [{ command: 'describe', prompt: ' people.person ' }, ['describe', { what: 'people.person' }]],
  ])('calls the tool for %j', async (question, use) => {
    const { used, markdown } = await chat(question);
    expect(used).toEqual([use]);
    expect(markdown).toBe('Nothing is wrong with it.\n');
  });

  it.each<[Partial<ChatQuestion>, RegExp]>([
    [{}, /Ask a question/],
    [{ command: 'describe' }, /Enter an ID such as/],
    [{ command: 'check' }, /Open a query/],
  ])('asks for input if %j has none', async (question, words) => {
    const { markdown, used } = await chat(question);
    expect(markdown).toMatch(words);
    expect(used).toEqual([]);
  });

  it('shows texts of tools in one code block', async () => {
    const { markdown } = await chat({ command: 'describe', prompt: 'x' }, undefined, 'one\n```\n# two');
    expect(markdown).toBe('````text\none\n```\n# two\n````\n');
  });

  it('reports a problem, and a question that was not asked', async () => {
    expect((await chat({ prompt: 'Who?' }, { problem: 'There is no *schema*.' })).markdown).toBe(
      'There is no \\*schema\\*.\n',
    );
    const parts: ChatActions = {
      ask: () => Promise.resolve(undefined),
      use: () => Promise.reject(new Error()),
    };
    let said = '';
    const stream = { markdown: (text: string) => (said += text), progress: () => 0, button: () => 0 };
    await answerChat({ prompt: 'Who?', command: undefined, openQuery: undefined }, stream, parts);
    expect(said).toBe('The question was not asked.\n');
  });
});

describe('confirmation of a tool call', () => {
  const model = {
    name: 'GPT',
    kind: 'server',
    where: 'https://models.example',
    model: 'gpt',
    local: false,
  } as const;
  it('names the receivers of the data', () => {
    expect(confirmationOf('run', { kb: 'Wiki', remote: 'kb.example' })?.message).toBe(
      'The query is sent to the KB **Wiki** at kb.example.',
    );
    expect(confirmationOf('ask', { kb: 'Sample', model })?.message).toContain('the model **GPT** at https');
    expect(confirmationOf('describe', { kb: 'a](b)', remote: 'x' })?.message).toContain('a\\](b)');
  });

  it('is not needed if no data leaves this computer', () => {
    expect(confirmationOf('run', { kb: 'Sample', model })).toBeUndefined();
    expect(confirmationOf('ask', { kb: 'Sample', model: { ...model, local: true } })).toBeUndefined();
    expect(confirmationOf('check', { kb: 'Wiki', remote: 'kb.example', model })).toBeUndefined();
  });
});
