import { describe, expect, it } from 'vitest';
import type { AskOptions } from '../../../server/src/core/ask/ask-ports';
import { lastUserMessage } from '../../support/model-server';
import { ASK_OPTIONS, play, type AskStory } from '../story';

const DIRECTED = '(JOIN (R film.film.directed_by) m.0dr_4)';
const STARRING = '(JOIN (R film.performance.actor) (JOIN (R film.film.starring) m.0dr_4))';
const MEDIATORS = '(JOIN (R film.film.starring) m.0dr_4)';
const EMPTY = '(JOIN (R people.person.children) m.0dr_4)';

function compose(
  forms: readonly string[],
  rngKbqa: Partial<AskOptions['rngKbqa']> = {},
  more: Partial<AskStory> = {},
): ReturnType<typeof play> {
  return play({
    title: '',
    question: 'Who directed Titanic?',
    replies: [{ shape: 'forms', json: { thought: 'So.', forms } }, ...(more.replies ?? [])],
    events: [],
    options: {
      strategy: 'rng-kbqa',
      fallBack: false,
      rngKbqa: { ...ASK_OPTIONS.rngKbqa, ...rngKbqa },
    },
  });
}

const considered = (events: readonly string[]): readonly string[] =>
  events.flatMap((event) => (event.startsWith('considered ') ? [event.slice('considered '.length)] : []));

describe('rng-kbqa with a model', () => {
  it('runs the forms of the model in their order until one has an answer', async () => {
    const { events, trace } = await compose([EMPTY, STARRING, DIRECTED]);
    const run = considered(events);
    expect(run).toHaveLength(2);
    expect(run[0]).toBe(`${EMPTY}: `);
    expect(run[1]).toContain('m.0dvmd');
    expect(trace?.considered.some(({ sexpr }) => sexpr === DIRECTED)).toBe(true);
  });

  it('runs the ranked candidates if no form of the model has an answer', async () => {
    const { events, trace } = await compose([EMPTY]);
    expect(considered(events)).toEqual([`${EMPTY}: `, 'Titanic → directed by: m.03_gd']);
    expect(trace?.result.answers.map(({ name }) => name)).toEqual(['James Cameron']);
  });

  it('leaves out forms that do not pass the checks', async () => {
    const { events } = await compose([MEDIATORS, '1']);
    expect(considered(events)).toEqual(['Titanic → directed by: m.03_gd']);
  });

  it('takes the number of a candidate for the candidate, with its rank', async () => {
    const { trace } = await compose(['1', DIRECTED]);
    const [chosen, ...others] = trace?.considered ?? [];
    expect(chosen).toMatchObject({ chosen: true, path: 'Titanic → directed by' });
    expect(chosen?.because[0]).toBe('The model chose it among the candidates.');
    expect(others.map(({ sexpr }) => sexpr)).not.toContain(DIRECTED);
  });

  it('decides for the next form if the first asks something else', async () => {
    const { trace } = await compose(
      [STARRING, DIRECTED],
      {},
      {
        replies: [
          {
            shape: 'comparison',
            json: { explanation: 'It asks for actors.', differences: ['actors'], same: false },
          },
        ],
      },
    );
    expect(trace?.result.answers.map(({ name }) => name)).toEqual(['James Cameron']);
  });

  it('asks for and uses only as many forms as rngKbqa.composed', async () => {
    const { events, modelRequests } = await compose([EMPTY, STARRING], { composed: 1 });
    expect(lastUserMessage(modelRequests[0]?.body ?? { model: '', messages: [] })).toContain(
      '<most>\n1\n</most>',
    );
    expect(considered(events)).toEqual([`${EMPTY}: `, 'Titanic → directed by: m.03_gd']);
  });

  it('reports each form that is invalid, and uses the others', async () => {
    const { trace } = await compose(['99', '(JOIN (R film.film.directed', DIRECTED]);
    expect(trace?.troubles.join()).toMatch(
      /^A logical form of the model is invalid: there is no form 99; Missing/,
    );
    expect(trace?.result.answers.map(({ name }) => name)).toEqual(['James Cameron']);
  });
});
