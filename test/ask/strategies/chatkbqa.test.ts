import { describe, expect, it } from 'vitest';
import type { AskOptions } from '../../../server/src/core/ask/ask-ports';
import { lastUserMessage } from '../../support/model-server';
import { ASK_OPTIONS, play, type AskStory } from '../story';

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

function askChatKbqa(
  skeletons: readonly string[],
  chatKbqa: Partial<AskOptions['chatKbqa']> = {},
  { options, ...more }: Partial<AskStory> = {},
): ReturnType<typeof play> {
  return play({
    title: '',
    question: 'Where was Barack Obama born?',
    replies: [{ shape: 'skeletons', json: { skeletons } }],
    events: [],
    ...more,
    options: {
      strategy: 'chatkbqa',
      fallBack: false,
      chatKbqa: { ...ASK_OPTIONS.chatKbqa, ...chatKbqa },
      ...options,
    },
  });
}

describe('chatkbqa', () => {
  it('runs spelled relations with retrieved entities first, and retrieves no relation if one has an answer', async () => {
    const { trace, events } = await askChatKbqa([
      '( JOIN ( R [ people , person , birthplace ] ) [ Barack Obama ] )',
      '( JOIN ( R [ people , person , place of birth ] ) [ Barack Obama ] )',
    ]);
    expect(events.filter((event) => event.startsWith('considered'))).toEqual([
      'considered (JOIN (R people.person.place_of_birth) m.02mjmr): m.02hrh0_',
    ]);
    expect(trace?.result.answers.map(({ name }) => name)).toEqual(['Honolulu']);
    expect(trace?.rounds).toBe(1);
  });

  it('retrieves relations only if no spelled relation has an answer', async () => {
    const { events, trace } = await askChatKbqa([
      '( JOIN ( R [ geography , river , length ] ) [ Barack Obama ] )',
      '( JOIN ( R [ people , person , birth place ] ) [ Barack Obama ] )',
    ]);
    const run = events.filter((event) => event.startsWith('considered'));
    expect(run[0]).toBe('considered (JOIN (R geography.river.length) m.02mjmr): ');
    expect(run.at(-1)).toBe('considered (JOIN (R people.person.place_of_birth) m.02mjmr): m.02hrh0_');
    expect(trace?.result.kind).toBe('answer');
  });

  it.each([
    ['entityThreshold', 'Barack Obaama'],
    ['relationThreshold', 'people , person , birth place'],
  ] as const)('tries nothing below %s', async (threshold, phrase) => {
    const skeletons = [
      threshold === 'entityThreshold'
        ? `( JOIN ( R [ people , person , place of birth ] ) [ ${phrase} ] )`
        : `( JOIN ( R [ ${phrase} ] ) [ Barack Obama ] )`,
    ];
    const low = await askChatKbqa(skeletons, { [threshold]: 0.01 });
    expect(low.trace?.result.kind).toBe('answer');
    const { trace } = await askChatKbqa(skeletons, { [threshold]: 1 });
    expect(trace?.result).toMatchObject({ kind: 'unanswerable', missing: [phrase] });
  });

  it.each([
    [1, 1],
    [5, 2],
  ])('tries up to %i entities for a name', async (entities, count) => {
    const facts = 'ns:m.0zzz9 ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:film.film .';
    const skeletons = ['( JOIN ( R [ geography , river , length ] ) [ Barack Obama ] )'];
    const { trace } = await askChatKbqa(skeletons, { entities, relationThreshold: 1 }, { facts });
    const tried = new Set(trace?.considered.flatMap(({ sexpr = '' }) => sexpr.match(/m\.\w+/) ?? []));
    expect(tried.size).toBe(count);
  });

  describe('exemplars', () => {
    const exemplars = [
      { question: 'Who is 007?', query: 'This is not a query.' },
      { question: 'Who is this?', query: `${PREFIX}SELECT ?x { ns:m.0nobody ns:people.person.children ?x }` },
      {
        question: 'Who directed\nTitanic?',
        query: `${PREFIX}SELECT DISTINCT ?x { ns:m.0dr_4 ns:film.film.directed_by ?x }`,
      },
    ];
    const prompt = async (options: Partial<AskOptions>): Promise<string> => {
      const { modelRequests } = await askChatKbqa(['[ Barack Obama ]'], {}, { exemplars, options });
      const [first] = modelRequests;
      return first ? lastUserMessage(first.body) : '';
    };

    it('are shown with their skeletons, if these can be written', async () => {
      expect(await prompt({ exemplars: 1 })).toContain(
        '<exemplars>\nQuestion: Who directed Titanic?\nLogical form: ( JOIN ( R [ film , film , directed by ] ) [ Titanic ] )\n</exemplars>',
      );
    });

    it('are left out if they are switched off', async () => {
      expect(await prompt({ exemplars: 0 })).not.toContain('<exemplars>');
    });
  });
});
