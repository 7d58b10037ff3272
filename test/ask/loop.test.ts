/** A model makes the answers of fun-fusic better or leaves them as they are, however good its proposals are. */
import { describe, expect, it } from 'vitest';
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import { lastUserMessage, type ChatBody, type ModelStep } from '../support/model-server';
import { askSample, namesIn } from './ask-sample';
import { play } from './story';

interface LoopQuestion {
  readonly question: string;
  readonly answers: readonly string[];
  readonly right: string;
  readonly wrong: string;
}

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const ask = (question: string, answers: readonly string[], right: string, wrong: string): LoopQuestion => ({
  question,
  answers,
  right: `${PREFIX}SELECT DISTINCT ?x WHERE { ${right} }`,
  wrong: `${PREFIX}SELECT DISTINCT ?x WHERE { ${wrong} }`,
});

/** The ranker is hardly sure of the last one. */
const QUESTIONS: readonly LoopQuestion[] = [
  ask(
    'where was Barack Obama born',
    ['Honolulu'],
    'ns:m.02mjmr ns:people.person.place_of_birth ?x',
    'ns:m.02mjmr ns:people.person.nationality ?x',
  ),
  ask(
    'who directed Titanic',
    ['James Cameron'],
    'ns:m.0dr_4 ns:film.film.directed_by ?x',
    'ns:m.0dr_4 ns:film.film.starring ?p . ?p ns:film.performance.actor ?x',
  ),
  ask(
    'which one of the pictures did James Cameron make for the cinema',
    ['Avatar', 'Titanic'],
    'ns:m.03_gd ns:film.director.film ?x',
    'ns:m.03_gd ns:people.person.place_of_birth ?x',
  ),
];

/** Proposes the wrong query in the first rounds, and judges by the gold query, rightly or wrongly. */
function model(one: LoopQuestion, wrongRounds: number, isRightJudge: boolean): readonly ModelStep[] {
  let round = 0;
  const names = [...one.right.matchAll(/ns:[a-z_]+\.([a-z_]+)\.([a-z_]+)/g)].map(([, , name = '']) =>
    name.replaceAll('_', ' '),
  );
  const propose = (): unknown => ({
    thought: 'So.',
    query: round++ < wrongRounds ? one.wrong : one.right,
  });
  const choose = (body: ChatBody): unknown => {
    const lines = [...lastUserMessage(body).matchAll(/^(\d+)\. (.*)$/gm)];
    const right = lines.find(([, , line = '']) => names.every((name) => line.includes(name)));
    const other = lines.find((line) => line !== right);
    return { explanation: 'So.', choice: Number((isRightJudge ? right : other)?.[1] ?? 0) };
  };
  return [
    { shape: 'choice', thinks: choose, always: true },
    { shape: 'proposal', thinks: propose, always: true },
  ];
}

async function withModel(one: LoopQuestion, wrongRounds: number, isRightJudge: boolean): Promise<AskTrace> {
  const { trace } = await play({
    title: '',
    question: one.question,
    events: [],
    options: { strategy: 'fun-fusic' },
    replies: model(one, wrongRounds, isRightJudge) as never,
  });
  if (!trace) throw new Error('It was cancelled.');
  return trace;
}

const isRight = (trace: AskTrace, { answers }: LoopQuestion): boolean =>
  namesIn(trace).join() === [...answers].sort().join();

describe.each(QUESTIONS)('$question', (one) => {
  it('is answered with a model whose first query is right', async () => {
    expect(isRight(await withModel(one, 0, true), one)).toBe(true);
  });

  it('is answered with a model that chooses rightly, although its first queries are wrong', async () => {
    expect(isRight(await withModel(one, 2, true), one)).toBe(true);
  });

  it('is not answered worse with a bad model than with none', async () => {
    const isRightAlone = isRight(await askSample(one.question), one);
    expect(isRight(await withModel(one, 9, false), one) || !isRightAlone).toBe(true);
  });
});
