import { describe, expect, it } from 'vitest';
import { lastUserMessage } from '../../support/model-server';
import { play, type AskStory } from '../story';

type Replies = NonNullable<AskStory['replies']>;

const WIFE = 'Where was the wife of Barack Obama born?';
const plan = (...keywords: readonly string[]): Replies[number] => ({
  shape: 'plan',
  json: { keywords, steps: ['Go on.'], statement: 'The wife of Barack Obama was born in {answer}.' },
});
const NONE: Replies[number] = { shape: 'conclusion', picks: [], parts: [] };
const FIDELIS = { steps: 30, beam: 3, length: 2, lookAhead: 0.3 };

function askFidelis(
  replies: Replies,
  fidelis: Partial<typeof FIDELIS> = {},
  more: Partial<AskStory> = {},
): ReturnType<typeof play> {
  return play({
    title: '',
    question: WIFE,
    replies,
    events: [],
    options: { strategy: 'fidelis', fallBack: false, fidelis: { ...FIDELIS, ...fidelis } },
    ...more,
  });
}

describe('fidelis', () => {
  it('answers from the last beam at the step limit, with a low confidence', async () => {
    const { trace, unusedSteps } = await askFidelis([
      plan('spouse', 'place of birth'),
      { shape: 'steps', picks: ['marriage: spouse'] },
      NONE,
      { shape: 'steps', picks: ['marriage: spouse → person: place of birth'] },
      NONE,
      {
        shape: 'comparison',
        json: { explanation: 'Another one.', differences: ['all'], same: false },
      },
    ]);
    expect(unusedSteps).toEqual([]);
    expect(trace?.result).toMatchObject({ kind: 'answer', answers: [{ name: 'Chicago' }] });
    expect(trace?.result.confidence.value).toBeLessThan(0.2);
    expect(trace?.result.confidence.why[0]).toMatch(/^The model confirmed no path\./);
  });

  it('gives no answer if the model chooses no path at the first step', async () => {
    const { trace } = await askFidelis([
      plan('shoe'),
      { shape: 'steps', json: { explanation: 'All lead elsewhere.', choice: [] } },
    ]);
    expect(trace?.result.kind).toBe('unanswerable');
  });

  it('keeps an accepted path while it extends the others', async () => {
    const { trace, unusedSteps } = await askFidelis([
      plan('spouse', 'place of birth'),
      { shape: 'steps', picks: ['person: place of birth', 'marriage: spouse'] },
      { shape: 'conclusion', picks: ['person: place of birth'], parts: [] },
      { shape: 'steps', picks: ['marriage: spouse → person: place of birth'] },
      { shape: 'conclusion', picks: ['marriage: spouse → person: place of birth'], parts: [] },
    ]);
    expect(unusedSteps).toEqual([]);
    expect(trace?.considered.map(({ path }) => path)).toEqual([
      'Barack Obama → person: place of birth',
      'Barack Obama → person: spouse(s), marriage: spouse → person: place of birth',
    ]);
    const [, second] = trace?.thoughts.filter(({ purpose }) => purpose === 'choose-steps') ?? [];
    expect(second?.text).toContain('Chicago');
  });

  it('uses an accepted path if the model fails later, and reports the failure', async () => {
    const { trace } = await askFidelis([
      plan('spouse', 'place of birth'),
      { shape: 'steps', picks: ['person: place of birth', 'marriage: spouse'] },
      { shape: 'conclusion', picks: ['person: place of birth'], parts: [] },
      { shape: 'steps', status: 400, message: 'Out of order.' },
    ]);
    expect(trace?.result).toMatchObject({ kind: 'answer', answers: [{ name: 'Honolulu' }] });
    expect(trace?.troubles.join()).toContain('Out of order');
  });

  it('looks ahead from all kept paths with one query', async () => {
    const relations = 'country genre language produced_by written_by edited_by cinematography music';
    const only = [
      '@prefix ns: <http://rdf.freebase.com/ns/> .',
      'ns:m.0a ns:type.object.name "Blue Harbour"@en ; ns:type.object.type ns:film.film .',
      ...relations.split(' ').map((name, at) => `ns:m.0a ns:film.film.${name} ns:m.0b${at} .`),
      'ns:m.0a ns:film.film.directed_by ns:m.0c .',
      'ns:m.0c ns:people.person.place_of_birth ns:m.0d .',
      'ns:m.0d ns:type.object.name "Oslo"@en .',
    ].join('\n');
    const story = { question: 'Where was the director of Blue Harbour born?', only };
    const replies = [plan('place of birth'), { shape: 'steps', picks: [] }];
    const first = async (lookAhead: number): Promise<string | undefined> => {
      const { modelRequests, kbQueries } = await askFidelis(replies, { lookAhead }, story);
      expect(kbQueries.filter((query) => query.startsWith('SELECT DISTINCT ?n ?p'))).toHaveLength(
        lookAhead ? 1 : 0,
      );
      const choose = modelRequests.find(({ body }) => lastUserMessage(body).includes('<paths>'));
      return choose && /^1\. (.*)$/m.exec(lastUserMessage(choose.body))?.[1];
    };
    expect(await first(1)).toContain('directed by');
    expect(await first(0)).not.toContain('directed by');
  });
});
