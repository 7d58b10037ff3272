/** A model whose judgements are uninformative does not make the answers of fun-fusic worse than without a model. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { AskTrace } from '../../../server/src/core/ask/ask-events';
import { PROJECT } from '../../support/check';
import { lastUserMessage, type ChatBody, type ModelStep } from '../../support/model-server';
import { askSample, namesIn } from '../ask-sample';
import { SAMPLE_QUESTIONS } from '../sample-questions';
import { play } from '../story';

const { unanswerable } = z.parse(
  z.object({ unanswerable: z.record(z.string(), z.array(z.string())) }),
  JSON.parse(readFileSync(join(PROJECT, 'test', 'ask', 'refusals.json'), 'utf8')),
);

/** One in five of the answerable questions, and questions that no model can answer: “Where was the Nobel Peace Prize born?” */
const ANSWERABLE = Object.entries(SAMPLE_QUESTIONS.answered).filter((_, at) => at % 5 === 0);
const UNANSWERABLE = unanswerable['wrong kind'] ?? [];
/** A model that refuses everything may convince the product where the ranker is unsure. */
const MAX_LOST = 1;
const MAX_CONFIDENCE_IF_WRONG = 0.75;

const draw = (...key: readonly (string | number)[]): number =>
  createHash('sha256').update(key.join('\n')).digest().readUInt32BE(0) / 2 ** 32;

interface Judge {
  /** The number of a line, or 0 for none. */
  readonly choose: (count: number, question: string) => number;
  readonly agrees: (text: string) => boolean;
}

const JUDGES = {
  'agrees with everything': { choose: () => 1, agrees: () => true },
  'refuses everything': { choose: () => 0, agrees: () => false },
  guesses: {
    choose: (count, question) => Math.floor((count + 1) * draw(question)),
    agrees: (text) => draw(text) < 0.5,
  },
} satisfies Record<string, Judge>;

const lastTag = (text: string, tag: string): string =>
  [...text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].at(-1)?.[1] ?? '';

/** Proposes a relation of the first entity that is drawn from the context. */
function propose(body: ChatBody, round: number): unknown {
  const text = body.messages.map(({ content }) => content).join('\n');
  const context = lastTag(text, 'context');
  const [, entity] = /^(ns:m\.\w+): "/m.exec(context) ?? [];
  const relations = [...context.matchAll(/(ns:[a-z_0-9]+(?:\.[a-z_0-9]+){2}) \(/g)].map(([, id = '']) => id);
  const relation = relations[Math.floor(relations.length * draw(lastTag(text, 'question'), round))];
  const query =
    entity !== undefined && relation !== undefined ? `SELECT DISTINCT ?x { ${entity} ${relation} ?x }` : null;
  return { thought: 'So.', query };
}

function modelWith(judge: Judge, question: string): readonly ModelStep[] {
  let round = 0;
  const choose = (body: ChatBody): unknown => {
    const count = [...lastUserMessage(body).matchAll(/^\d+\. /gm)].length;
    return { explanation: 'So.', choice: judge.choose(count, question) };
  };
  const compare = (body: ChatBody): unknown => {
    const same = judge.agrees(lastUserMessage(body));
    return { explanation: 'So.', differences: same ? [] : ['all'], same };
  };
  return [
    { shape: 'choice', thinks: choose, always: true },
    { shape: 'proposal', thinks: (body) => propose(body, round++), always: true },
    { shape: 'comparison', thinks: compare, always: true },
  ];
}

interface Answered {
  readonly question: string;
  readonly isRight: boolean;
  readonly confidence: number;
}

const toAnswered = (question: string, trace: AskTrace, names: readonly string[]): Answered => ({
  question,
  isRight: namesIn(trace).join() === [...names].sort().join(),
  confidence: trace.result.kind === 'answer' ? trace.result.confidence.value : 0,
});

async function askWith(judge: Judge, question: string, names: readonly string[]): Promise<Answered> {
  const replies = modelWith(judge, question) as never;
  const { trace } = await play({
    title: '',
    question,
    events: [],
    options: { strategy: 'fun-fusic' },
    replies,
  });
  if (!trace) throw new Error('It was cancelled.');
  return toAnswered(question, trace, names);
}

describe.each(Object.entries<Judge>(JUDGES))('A model that %s', (_, judge) => {
  it('does not make answers worse than without a model', async () => {
    const lost: string[] = [];
    for (const [question, names] of ANSWERABLE) {
      const { isRight } = await askWith(judge, question, names);
      if (!isRight && toAnswered(question, await askSample(question), names).isRight) lost.push(question);
    }
    expect(lost.length, lost.join(', ')).toBeLessThanOrEqual(MAX_LOST);
  });

  it('does not make wrong answers confident', async () => {
    const answered: Answered[] = [];
    for (const question of UNANSWERABLE) answered.push(await askWith(judge, question, []));
    expect(answered.filter(({ confidence }) => confidence >= MAX_CONFIDENCE_IF_WRONG)).toEqual([]);
  });
});
